"""A table's claim that differs (S8): what it would be if it stood, and whether it would turn who
won the game or the match. Only then does anything wait for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from mus.course import EnteredGame, GameLeftOpen, HandImpossible, MatchCourse, Ruled
from mus.ruleset import ruleset_from
from mus.sides import Side
from scoring.course.models import Game, Hand
from scoring.course.queries.stored import StoredMatch, stored_match
from scoring.rulings.models import Ruling
from tournament.matches.models import Match

MOST_TOGETHER = 5
"""More open claims than these are tried one by one and all at once, not in every combination."""

Place = tuple[int, int]


def claimed(*, hand: Hand, ruleset: object) -> Ruled:
    """The claim of a hand as an official's word. An órdago seen keeps its winner: it needs no
    count (B), and what the other pair claims never brings it to the target."""
    record: Mapping[str, Any] = hand.record
    stones = list(record["claim"])
    winner = _by_ordago(hand)
    if winner is not None:
        other = winner.other.position
        room = ruleset_from(ruleset).target - 1 - record["score"][other]
        stones[other] = min(stones[other], max(0, room))
    return Ruled((stones[0], stones[1]), winner)


def match_may_turn(*, match: Match) -> bool:
    """Whether an open claim, if it stood, would change who has won the match."""
    return _may_turn(match, lambda course: course.winner)


def game_may_turn(*, match: Match, game: Game) -> bool:
    """Whether an open claim, if it stood, would change who has won this game."""
    return _may_turn(match, lambda course: course.games[game.number - 1].winner)


def _may_turn(match: Match, winner_of: Any) -> bool:
    claims = _open_claims(match)
    if not claims:
        return False
    stored = stored_match(match=match)
    words = _words(stored, claims)
    stands = winner_of(stored.course(stored.entered()))
    return any(_turns(stored, chosen, stands, winner_of) for chosen in _together(words))


def _turns(
    stored: StoredMatch, words: Sequence[tuple[Place, Ruled]], stands: Any, winner_of: Any
) -> bool:
    try:
        course: MatchCourse = stored.course(_with(stored, dict(words)))
    except (GameLeftOpen, HandImpossible):
        # A game would be open again, or what followed could not have been played.
        return True
    return bool(winner_of(course) != stands)


def _open_claims(match: Match) -> set[int]:
    """The hands that an open claim is about."""
    rulings = Ruling.objects.filter(
        match=match, status=Ruling.Status.OPEN, kind=Ruling.Kind.CLAIM
    ).order_by()
    return {pk for pk in rulings.values_list("hand_id", flat=True) if pk is not None}


def _words(stored: StoredMatch, claims: set[int]) -> list[tuple[Place, Ruled]]:
    """What each claim says; one on a hand that an órdago won turns nothing."""
    return [
        ((row.game.number, hand.number), claimed(hand=hand, ruleset=stored.ruleset))
        for row in stored.games
        for hand in row.hands
        if hand.pk in claims and _by_ordago(hand) is None
    ]


def _together(
    words: Sequence[tuple[Place, Ruled]],
) -> Iterator[Sequence[tuple[Place, Ruled]]]:
    sizes = range(1, len(words) + 1) if len(words) <= MOST_TOGETHER else (1, len(words))
    for size in sizes:
        yield from combinations(words, size)


def _with(stored: StoredMatch, words: Mapping[Place, Ruled]) -> list[EnteredGame]:
    games = []
    for number, game in enumerate(stored.entered(), start=1):
        hands = tuple(
            replace(hand, ruled=words.get((number, place), hand.ruled))
            for place, hand in enumerate(game.hands, start=1)
        )
        games.append(replace(game, hands=hands))
    return games


def _by_ordago(hand: Hand) -> Side | None:
    settlement: Mapping[str, Any] = hand.settlement
    if any(line["kind"] == "ordago" for line in settlement.get("ledger", ())):
        return Side(settlement["game_winner"])
    return None
