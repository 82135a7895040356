"""The questions that a hand puts to an official: opened, kept for a new version, dismissed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mus.sides import SIDES, Side, side_of
from scoring.course.models import Hand, Penalty
from scoring.course.queries import ladder
from scoring.course.services.versions import FALSE_CLAIM, Writing
from scoring.rulings.models import Ruling
from scoring.wording.reasons import HAND_CHANGED
from tournament.matches.models import Match

NEEDS_RULING, CLAIM = Ruling.Kind.NEEDS_RULING, Ruling.Kind.CLAIM


def ask(*, hand: Hand, match: Match, writing: Writing) -> tuple[Ruling, ...]:
    """Opens what a hand leaves to an official; the rulings that are open for it afterwards.

    Questions about the version before go with the hand: still open when it still asks the same,
    dismissed when it does not, and not asked again when an official has confirmed this outcome.
    """
    known = _carried(hand)
    still_open: list[Ruling] = []
    for kind, proposed in _asked(hand).items():
        open_one = _first(known, kind, Ruling.Status.OPEN)
        if proposed is None:
            if open_one is not None:
                _dismiss(open_one, writing)
        elif open_one is not None:
            open_one.proposed = proposed
            open_one.save(update_fields=["proposed"])
            still_open.append(open_one)
        elif not _is_confirmed(known, kind, proposed):
            still_open.append(_open(match, hand, kind, proposed, writing))
    return (*still_open, *_ask_repetitions(hand, match, known, writing))


def drop(*, hand: Hand, writing: Writing) -> None:
    """Dismisses the questions of a hand that fell away. `hand` is its void version."""
    for ruling in _carried(hand):
        if ruling.is_open:
            _dismiss(ruling, writing)
        if ruling.kind == Ruling.Kind.REPETITION and ruling.pair_id is not None:
            recount(pair_id=ruling.pair_id, writing=writing)


def still_asks(*, hand: Hand, ruling: Ruling) -> bool:
    """Whether a hand asks what this ruling, closed with an ending of the match, was about; its
    proposal is then the hand's own of today."""
    if ruling.kind == Ruling.Kind.REPETITION:
        return Penalty.objects.filter(hand=hand, pair=ruling.pair_id, counts=True).exists()
    proposed = _asked(hand).get(ruling.kind, ruling.proposed)
    ruling.proposed = proposed or ruling.proposed
    return proposed is not None


def _asked(hand: Hand) -> dict[str, dict[str, Any] | None]:
    """What each kind of question proposes for this hand; None where it asks nothing."""
    settlement: Mapping[str, Any] = hand.settlement
    claim = settlement.get("claim")
    ruled = hand.ruled is not None
    outcome = {
        "stones": list(hand.stones),
        "game_winner": hand.game_winner or None,
        "clauses": [p["clause"] for p in settlement.get("penalties", [])],
    }
    disputed = None
    if claim is not None and not claim["agrees"]:
        disputed = {
            "stones": list(hand.stones),
            "claim": hand.record["claim"],
            "difference": claim["difference"],
        }
    return {
        NEEDS_RULING: outcome if settlement.get("needs_ruling") and not ruled else None,
        CLAIM: None if ruled else disputed,
    }


def _ask_repetitions(
    hand: Hand, match: Match, known: list[Ruling], writing: Writing
) -> list[Ruling]:
    """G1: the second false claim of a pair loses the game, the third goes to the tribunal."""
    guilty = {
        side_of(p["seat"])
        for p in hand.settlement.get("penalties", [])
        if p["clause"] == FALSE_CLAIM
    }
    still_open: list[Ruling] = []
    for side in SIDES:
        pair_id = (match.pair_a_id, match.pair_b_id)[side.position]
        assert pair_id is not None
        asked = [r for r in known if r.kind == Ruling.Kind.REPETITION and r.pair_id == pair_id]
        if side not in guilty:
            for ruling in asked:
                if ruling.is_open:
                    _dismiss(ruling, writing)
            if asked:
                recount(pair_id=pair_id, writing=writing)
        elif any(ruling.is_open or not _is_superseded(ruling) for ruling in asked):
            still_open.extend(ruling for ruling in asked if ruling.is_open)
        elif (time := ladder.time_of(pair_id=pair_id, hand_id=hand.pk)) > 1:
            proposed = _repetition(time, side)
            still_open.append(
                _open(match, hand, Ruling.Kind.REPETITION, proposed, writing, pair_id=pair_id)
            )
    return still_open


def recount(*, pair_id: int, writing: Writing) -> None:
    """The open repetitions of a pair, counted again after one was decided or fell away: each says
    which time it now is, and one that is the first is no repetition."""
    waiting = Ruling.objects.filter(
        pair_id=pair_id, kind=Ruling.Kind.REPETITION, status=Ruling.Status.OPEN
    ).order_by("pk")
    for ruling in waiting:
        assert ruling.hand_id is not None
        time = ladder.time_of(pair_id=pair_id, hand_id=ruling.hand_id, before=ruling)
        if time < 2:
            _dismiss(ruling, writing)
        elif ruling.proposed["time"] != time:
            ruling.proposed = _repetition(time, Side(ruling.proposed["loser"]))
            ruling.save(update_fields=["proposed"])


def _repetition(time: int, loser: Side) -> dict[str, Any]:
    return {"clause": "G1", "time": time, "loser": str(loser), "tribunal": time > 2}


def _is_superseded(ruling: Ruling) -> bool:
    """Whether it was closed only because its hand was changed, and nobody decided it."""
    outcome = ruling.outcome or {}
    return bool(outcome.get("superseded")) and "settled_by" not in outcome


def _carried(hand: Hand) -> list[Ruling]:
    """Moves the rulings of the version before to this version; returns them."""
    if hand.previous_id is None:
        return []
    known = list(Ruling.objects.filter(hand_id=hand.previous_id))
    if known:
        Ruling.objects.filter(hand_id=hand.previous_id).update(hand=hand)
    return known


def _first(known: list[Ruling], kind: str, status: str) -> Ruling | None:
    return next((r for r in known if r.kind == kind and r.status == status), None)


def _is_confirmed(known: list[Ruling], kind: str, proposed: Mapping[str, Any]) -> bool:
    return any(
        r.kind == kind and r.status == Ruling.Status.CONFIRMED and r.proposed == proposed
        for r in known
    )


def _open(
    match: Match,
    hand: Hand,
    kind: str,
    proposed: dict[str, Any],
    writing: Writing,
    pair_id: int | None = None,
) -> Ruling:
    return Ruling.objects.create(
        match=match,
        game_id=hand.game_id,
        hand=hand,
        pair_id=pair_id,
        kind=kind,
        proposed=proposed,
        raised_by=writing.actor.label[:120],
        raised_at=writing.at,
    )


def _dismiss(ruling: Ruling, writing: Writing) -> None:
    ruling.status = Ruling.Status.DISMISSED
    ruling.outcome = {"superseded": True}
    ruling.reason = writing.reason or HAND_CHANGED
    ruling.decided_by = writing.actor.label[:120]
    ruling.decided_by_id = writing.actor.id
    ruling.decided_at = writing.at
    ruling.save(
        update_fields=[
            "status", "outcome", "reason", "decided_by", "decided_by_id", "decided_at",
        ]
    )  # fmt: skip
