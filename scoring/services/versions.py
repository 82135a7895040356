"""Writing versions of hands: the only place where hands and penalties are created."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.models import Game, Hand, Penalty
from scoring.rules.course import HandCourse
from scoring.rules.sides import Side, side_of
from tournament.models import Match
from tournament.rules.actors import Actor

FALSE_CLAIM = "G0"


@dataclass(frozen=True, slots=True)
class Writing:
    """Who writes, when, why, and under which key of his device."""

    actor: Actor
    at: datetime
    reason: str = ""
    key: str = ""


def write_version(
    *, game: Game, number: int, course: HandCourse, writing: Writing, previous: Hand | None
) -> Hand:
    """The next version of a hand, in effect from now on, with its penalties."""
    hand = _create(game, number, writing, previous, **_outcome(course))
    _write_penalties(hand, game.match)
    return hand


def first_version(*, game: Game, number: int, course: HandCourse, writing: Writing) -> Hand:
    """A hand without penalties as it will be written by `write_all`."""
    return _new(game, number, writing, None, **_outcome(course))


def write_all(hands: Sequence[Hand]) -> None:
    """Writes several first versions at once."""
    Hand.objects.bulk_create(hands)


def write_void(*, hand: Hand, writing: Writing) -> Hand:
    """The hand counts no more. What was entered stays readable in the void version."""
    return _create(
        hand.game,
        hand.number,
        writing,
        hand,
        record=hand.record,
        settlement=hand.settlement,
        ruled=hand.ruled,
        stones_a=hand.stones_a,
        stones_b=hand.stones_b,
        score_a=hand.score_a,
        score_b=hand.score_b,
        game_winner=hand.game_winner,
        verified=hand.verified,
        is_void=True,
    )


def last_version(*, game: Game, number: int) -> Hand | None:
    """The version that a new one follows: the current one, even when it is void."""
    return Hand.objects.filter(game=game, number=number, is_current=True).first()


def _create(
    game: Game, number: int, writing: Writing, previous: Hand | None, **fields: Any
) -> Hand:
    if previous is not None:
        # First, because only one version of a hand may be current.
        Hand.objects.filter(pk=previous.pk).update(is_current=False)
    hand = _new(game, number, writing, previous, **fields)
    hand.save(force_insert=True)
    return hand


def _new(game: Game, number: int, writing: Writing, previous: Hand | None, **fields: Any) -> Hand:
    return Hand(
        game=game,
        number=number,
        version=1 if previous is None else previous.version + 1,
        previous=previous,
        key=writing.key,
        reason=writing.reason,
        actor_kind=writing.actor.kind,
        actor_id=writing.actor.id,
        actor_label=writing.actor.label[:120],
        at=writing.at,
        **fields,
    )


def _outcome(course: HandCourse) -> dict[str, Any]:
    """What a version holds of a settled hand."""
    return {
        "record": course.record,
        "settlement": course.settlement,
        "ruled": None if course.ruled is None else course.ruled.to_json(),
        "stones_a": course.stones[0],
        "stones_b": course.stones[1],
        "score_a": course.score[0],
        "score_b": course.score[1],
        "game_winner": "" if course.game_winner is None else str(course.game_winner),
        "verified": course.is_verified,
    }


def _write_penalties(hand: Hand, match: Match) -> None:
    penalties = hand.settlement.get("penalties", [])
    if penalties:
        Penalty.objects.bulk_create(
            Penalty(
                hand=hand,
                pair=match.pair_a if side_of(p["seat"]) is Side.A else match.pair_b,
                clause=p["clause"],
                lance=p["lance"] or "",
                seat=p["seat"],
                counts=p["clause"] == FALSE_CLAIM,
            )
            for p in penalties
        )
