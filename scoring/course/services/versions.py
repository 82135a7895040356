"""Writing versions of hands: the only place where hands and penalties are created."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q

from mus.course import HandCourse
from mus.sides import Side, side_of
from scoring.course.models import Game, Hand, Penalty
from scoring.course.queries.asking import FALSE_CLAIM
from tournament.log.rules.actors import Actor
from tournament.matches.models import Match


@dataclass(frozen=True, slots=True)
class Writing:
    """Who writes a version, when and why, with its key and the digest of its content. `sets_aside`:
    the later matches that the actor has agreed to set aside; `released`: the matches whose question
    about a repetition falls away with this version (`closing.end_released`)."""

    actor: Actor
    at: datetime
    reason: str = ""
    key: str = ""
    sets_aside: tuple[int, ...] = ()
    digest: str = ""
    released: list[int] = field(default_factory=list, compare=False)


def write_version(
    *, game: Game, number: int, course: HandCourse, writing: Writing, previous: Hand | None
) -> Hand:
    """Writes the next version of a hand, in effect from now on, with its penalties; returns it."""
    hand = _create(game, number, writing, previous, **_outcome(course))
    _write_penalties(hand, game.match)
    return hand


def first_version(*, game: Game, number: int, course: HandCourse, writing: Writing) -> Hand:
    """A new hand without penalties, not stored yet. The caller stores it, after its game."""
    return _new(game, number, writing, None, **_outcome(course))


def write_void(*, hand: Hand, writing: Writing) -> Hand:
    """Writes the void version of a hand: it no longer counts, and stays readable."""
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


def write_again(*, hand: Hand, previous: Hand, writing: Writing) -> Hand:
    """Writes an earlier version again as the version after `previous`, with its penalties; returns
    it."""
    kept = (
        "record", "settlement", "ruled", "stones_a", "stones_b", "score_a", "score_b",
        "game_winner", "verified",
    )  # fmt: skip
    fields = {name: getattr(hand, name) for name in kept}
    again = _create(hand.game, hand.number, writing, previous, **fields)
    _write_penalties(again, hand.game.match)
    return again


def count_hand(game: Game, number: int, *, is_void: bool = False) -> None:
    """Updates the game's counts for one hand; `closing.save_game` saves them.

    Hands that become void are the last of a game, and are counted in ascending order.
    """
    if is_void:
        game.hand_count = min(game.hand_count, number - 1)
    else:
        game.hand_count = max(game.hand_count, number)
    game.last_number = max(game.last_number, number)


def recount(*, match: Match) -> None:
    """Recounts the hands of a match's games after versions were written without `save_game`."""
    counting = Count("hands", filter=Q(hands__is_current=True, hands__is_void=False))
    games = Game.objects.filter(match=match).annotate(counting=counting, last=Max("hands__number"))
    for game in games.order_by("number"):
        game.hand_count, game.last_number = game.counting, game.last or 0
        game.save(update_fields=["hand_count", "last_number"])


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
    count_hand(game, number, is_void=fields.get("is_void", False))
    return Hand(
        game=game,
        number=number,
        version=1 if previous is None else previous.version + 1,
        previous=previous,
        key=writing.key,
        digest=writing.digest,
        reason=writing.reason,
        actor_kind=writing.actor.kind,
        actor_id=writing.actor.id,
        actor_label=writing.actor.label[:120],
        at=writing.at,
        **fields,
    )


def _outcome(course: HandCourse) -> dict[str, Any]:
    """The fields of a version that follow from its settlement."""
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
