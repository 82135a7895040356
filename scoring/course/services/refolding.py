"""Carries out a change of hands: works the match out again and writes only what differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import F

from mus.course import GameCourse
from mus.version import RULES_VERSION
from scoring.course.models import Game, Hand
from scoring.course.queries.answers import hand_told
from scoring.course.queries.consequences import Recount, differs
from scoring.course.queries.correctable import follows_its_hands, must_fit_result
from scoring.course.queries.stored import StoredGame, StoredMatch
from scoring.course.services import closing, questions
from scoring.course.services.settled import ask_settled
from scoring.course.services.versions import Writing, write_version, write_void
from scoring.course.services.way_back import keep_way_back, kept_of_finished
from tournament.championship.models import Tournament
from tournament.log.services import events, records
from tournament.matches.models import Match
from tournament.matches.services.moved import Moved, a_change


def carry_out(
    *,
    tournament: Tournament,
    stored: StoredMatch,
    found: Recount,
    writing: Writing,
    kind: str,
    data: Mapping[str, Any],
    decided_by: Mapping[int, str] | None = None,
    kept: dict[str, Any] | None = None,
    keep: Callable[[], None] | None = None,
) -> list[Hand]:
    """Writes what `found` says, appends one event of this kind, and brings games and match into
    line.

    The same event tells of a changed result and of the later matches set aside. Hands that differ
    get a new version, hands that no longer count a void one. `decided_by`: game number → "forfeit"
    or "ruling", for a game that is decided now. `kept`: the finished match as it was (`kept_of`),
    when the caller has already closed one of its questions. `keep`: called after games and hands
    are written, before the event. Returns the versions written. Raises what `closing.follow_result`
    and `closing.follow_games` raise.
    """
    match = stored.match
    must_fit_result(match, found.games_won_after)
    way_back = kept or kept_of_finished(match)
    change = a_change(kind, match, writing.actor, writing.reason, writing.sets_aside)
    written = _write(stored, found, writing, decided_by or {})
    if keep is not None:
        keep()
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
    match.version += 1
    moved = None
    if follows_its_hands(match, found.games_won_before):
        moved = closing.follow_result(
            tournament=tournament,
            change=change,
            games=found.games_won_after,
            winner=found.course.winner,
        )
        if match.status == Match.Status.PLAYING:
            ask_settled(match.rulings.all(), writing)
    event = events.append(
        tournament=tournament,
        kind=kind,
        actor=writing.actor,
        data={
            "match": records.match_ref(match),
            **data,
            "reason": writing.reason,
            "hands": [hand_told(hand) for hand in written],
            "games": games_json(match),
            "engine": RULES_VERSION,
            **result_json(moved),
        },
        topics=(*records.topics(match), "desk", *(moved.topics if moved else ())),
    )
    if moved is not None and (cascade := moved.seal(event)) is not None:
        keep_way_back(cascade=cascade, before=way_back, match=match)
    if match.status == Match.Status.PLAYING and moved is None:
        closing.follow_games(
            match=match,
            games=found.games_won_after,
            winner=found.course.winner,
            actor=writing.actor,
        )
    closing.end_released(writing=writing)
    return written


def result_json(moved: Moved | None) -> dict[str, Any]:
    """The match's changed result for an event; empty when it did not change."""
    if moved is None:
        return {}
    state = moved.to_json()
    for name in ("match", "games", "was"):
        state.pop(name)
    return {**state, "games_won": moved.state["games"], "result_was": moved.was}


def _write(
    stored: StoredMatch, found: Recount, writing: Writing, decided_by: Mapping[int, str]
) -> list[Hand]:
    match = stored.match
    written: list[Hand] = []
    for place, course in enumerate(found.course.games):
        row = stored.games[place] if place < len(stored.games) else _new_game(match, place, writing)
        written.extend(_write_hands(row, course, match, writing))
        _move_game(row.game, course, decided_by)
    return written


def games_json(match: Match) -> list[dict[str, Any]]:
    """Every game of a match as the log keeps it."""
    return [
        {
            "number": game.number,
            "mano": game.mano,
            "score": [game.score_a, game.score_b],
            "winner": game.winner or None,
            "ended_by": game.ended_by or None,
        }
        for game in Game.objects.filter(match=match).order_by("number")
    ]


def _new_game(match: Match, place: int, writing: Writing) -> StoredGame:
    """Creates a game that is decided before its first hand."""
    game = Game.objects.create(match=match, number=place + 1, mano=0, started_at=writing.at)
    return StoredGame(game, ())


def _write_hands(row: StoredGame, course: GameCourse, match: Match, writing: Writing) -> list[Hand]:
    row.game.match = match
    written = []
    for place, hand in enumerate(row.hands):
        hand.game = row.game
        if place >= len(course.hands):
            if hand.is_void:
                continue
            version = write_void(hand=hand, writing=writing)
            questions.drop(hand=version, writing=writing)
        elif differs(hand, course.hands[place]):
            version = write_version(
                game=row.game,
                number=hand.number,
                course=course.hands[place],
                writing=writing,
                previous=hand,
            )
            questions.ask(hand=version, match=match, writing=writing)
        else:
            continue
        written.append(version)
    return written


def _move_game(game: Game, course: GameCourse, decided_by: Mapping[int, str]) -> None:
    game.mano = course.mano
    ended_by = Game.EndedBy.HANDS.value
    if course.decided is not None:
        ended_by = decided_by.get(game.number, game.ended_by)
    closing.set_game(game=game, score=course.score, winner=course.winner, ended_by=ended_by)
    closing.save_game(game=game)
