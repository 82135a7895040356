"""What a change of hands would do to later matches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mus.course import EnteredGame, EnteredHand, GameCourse, HandCourse, MatchCourse, content_of
from scoring.course.models import Hand
from scoring.course.queries.asking import CLAIM, NEEDS_RULING, REPETITION, will_ask
from scoring.course.queries.claims import claimed, turn_the_match, won_by_ordago
from scoring.course.queries.consequences import Consequences, differs
from scoring.course.queries.correctable import follows_its_hands
from scoring.course.queries.stored import StoredMatch
from scoring.rulings.models import Ruling
from tournament.matches.models import Match
from tournament.matches.queries import cascades
from tournament.matches.queries.going_on import must_be_able_to_go_on

Place = tuple[int, int]


def reaching(
    *, stored: StoredMatch, found: Consequences, decides: int | None = None
) -> Consequences:
    """`found` with its cascade filled in. A match that would wait for an official after the change
    gets no winner; a match that waits now has no winner before the change. `decides`: primary key
    of the ruling that the change decides; afterwards no match waits for this ruling. Nothing is
    written.

    Raises Refusal (pair_is_out, in_consolation) for a match that would be open again and could not
    go on.
    """
    match = stored.match
    if match.status == Match.Status.PLAYING:
        return _of_one_being_played(stored, found, decides)
    if not follows_its_hands(match, found.games_won_before):
        return found
    if not found.winner_after or _waits(stored, found.course, decides):
        must_be_able_to_go_on(match)
        return replace(found, winner_after="", cascade=cascades.if_reopened(match=match))
    if found.winner_after != match.winner:
        won = cascades.if_won(match=match, winner=found.winner_after)
        return replace(found, cascade=won)
    return found


def _of_one_being_played(
    stored: StoredMatch, found: Consequences, decides: int | None
) -> Consequences:
    """`found` for a match that is being played. Such a match has no winner now: it is not won, or
    it waits for an official."""
    waits = bool(found.winner_after) and _waits(stored, found.course, decides)
    return replace(found, winner_before="", winner_after="" if waits else found.winner_after)


def _waits(stored: StoredMatch, course: MatchCourse, decides: int | None) -> bool:
    """Whether the match, though won, would wait for an official: a question that blocks its end
    would be open, or a claim that could change the winner (S8)."""
    asked = _asked(stored, course, decides)
    if any(kinds & {NEEDS_RULING, REPETITION} for kinds in asked.values()):
        return True
    words = [
        ((number, place + 1), claimed(hands=game.hands, place=place, ruleset=stored.ruleset))
        for number, game in enumerate(course.games, start=1)
        if won_by_ordago(game.hands) is None
        for place in range(len(game.hands))
        if CLAIM in asked.get((number, place + 1), ())
    ]
    return turn_the_match(stored=stored, games=_entered(course), words=words)


def _asked(stored: StoredMatch, course: MatchCourse, decides: int | None) -> dict[Place, set[str]]:
    """Place of a hand → the kinds of question that would be open; (0, 0) for questions without a
    hand."""
    open_now: dict[int | None, set[str]] = {}
    rulings = Ruling.objects.filter(match=stored.match, status=Ruling.Status.OPEN).order_by()
    for ruling, hand_id, kind in rulings.values_list("pk", "hand_id", "kind"):
        if ruling != decides:
            open_now.setdefault(hand_id, set()).add(kind)
    found = {(0, 0): open_now.get(None, set())}
    for place, hand, after in _hands(stored, course):
        if differs(hand, after):
            will = will_ask(hand=hand, match=stored.match, version=after)
            found[place] = {kind for kind, asks in will.items() if asks}
        else:
            found[place] = open_now.get(hand.pk, set())
    return found


def _hands(stored: StoredMatch, course: MatchCourse) -> Iterator[tuple[Place, Hand, HandCourse]]:
    for number, (row, game) in enumerate(zip(stored.games, course.games, strict=False), start=1):
        for place, (hand, after) in enumerate(zip(row.hands, game.hands, strict=False), start=1):
            yield (number, place), hand, after


def _entered(course: MatchCourse) -> list[EnteredGame]:
    """The games of a course as entered games: the hands that count."""
    return [EnteredGame(_entered_hands(game), game.decided) for game in course.games]


def _entered_hands(game: GameCourse) -> tuple[EnteredHand, ...]:
    return tuple(
        EnteredHand(
            name=str(hand.record["id"]),
            content=content_of(hand.record),
            mano=game.mano if place == 0 else None,
            ruled=hand.ruled,
        )
        for place, hand in enumerate(game.hands)
    )
