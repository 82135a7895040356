"""Carrying a change out: the match follows its hands again, and only what differs is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import F

from scoring.models import Game, Hand
from scoring.queries.consequences import Consequences, differs
from scoring.queries.stored import StoredGame, StoredMatch
from scoring.rules.course import GameCourse
from scoring.services import closing, questions
from scoring.services.answers import hand_json
from scoring.services.versions import Writing, write_version, write_void
from tournament.models import Match, Tournament
from tournament.services import events, records


def carry_out(
    *,
    tournament: Tournament,
    stored: StoredMatch,
    found: Consequences,
    writing: Writing,
    kind: str,
    data: Mapping[str, Any],
    decided_by: Mapping[int, str] | None = None,
) -> list[Hand]:
    """Writes what `found` says, appends one event of this kind, and lets games and match follow.

    Versions that differ get a new one, hands that fell away a void one. `decided_by`: game
    number → "forfeit" or "ruling", for a game that is decided now. Returns the versions written.
    """
    match = stored.match
    written: list[Hand] = []
    for place, course in enumerate(found.course.games):
        row = stored.games[place] if place < len(stored.games) else _new_game(match, place, writing)
        written.extend(_write_hands(row, course, match, writing))
        _move_game(row.game, course, decided_by or {})
    Match.objects.filter(pk=match.pk).update(version=F("version") + 1)
    match.version += 1
    events.append(
        tournament=tournament,
        kind=kind,
        actor=writing.actor,
        data={
            "match": records.match_ref(match),
            **data,
            "reason": writing.reason,
            "hands": [hand_json(hand) for hand in written],
            "games": [game_json(row.game) for row in _rows(match)],
        },
        topics=(*records.topics(match), "desk"),
    )
    closing.follow_games(
        match=match,
        games=found.games_won_after,
        winner=found.course.winner,
        actor=writing.actor,
        reason=writing.reason,
    )
    return written


def game_json(game: Game) -> dict[str, Any]:
    return {
        "number": game.number,
        "mano": game.mano,
        "score": [game.score_a, game.score_b],
        "winner": game.winner or None,
        "ended_by": game.ended_by or None,
    }


def _rows(match: Match) -> list[StoredGame]:
    return [StoredGame(game, ()) for game in Game.objects.filter(match=match).order_by("number")]


def _new_game(match: Match, place: int, writing: Writing) -> StoredGame:
    """A game that is decided before its first hand."""
    game = Game.objects.create(match=match, number=place + 1, mano=0, started_at=writing.at)
    return StoredGame(game, ())


def _write_hands(row: StoredGame, course: GameCourse, match: Match, writing: Writing) -> list[Hand]:
    row.game.match = match
    written = []
    for place, hand in enumerate(row.hands):
        hand.game = row.game
        if place >= len(course.hands):
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
    closing.move_game(game=game, score=course.score, winner=course.winner, ended_by=ended_by)
