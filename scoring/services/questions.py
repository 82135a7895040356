"""What a hand asks of the organisation: opened, carried to a new version, or answered by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import Hand, Penalty, Ruling
from scoring.rules.sides import SIDES, side_of
from scoring.services.versions import FALSE_CLAIM, Writing
from tournament.models import Match

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
            _dismiss(open_one, writing)
        elif open_one is not None:
            open_one.proposed = proposed
            open_one.save(update_fields=["proposed"])
            still_open.append(open_one)
        elif not _is_confirmed(known, kind, proposed):
            still_open.append(_open(match, hand, kind, proposed, writing))
    return (*still_open, *_ask_repetitions(hand, match, known, writing))


def drop(*, hand: Hand, writing: Writing) -> None:
    """The hand fell away: what it asked needs no answer any more. `hand` is its void version."""
    for ruling in _carried(hand):
        if ruling.is_open:
            _dismiss(ruling, writing)


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
                _dismiss(ruling if ruling.is_open else None, writing)
        elif asked:
            still_open.extend(ruling for ruling in asked if ruling.is_open)
        elif (time := false_claims(pair_id=pair_id)) > 1:
            proposed = {"clause": "G1", "time": time, "loser": str(side), "tribunal": time > 2}
            still_open.append(
                _open(match, hand, Ruling.Kind.REPETITION, proposed, writing, pair_id=pair_id)
            )
    return still_open


def false_claims(*, pair_id: int) -> int:
    """In how many hands of the tournament the pair has claimed falsely (G0), this one included."""
    counted = Penalty.objects.filter(
        pair_id=pair_id, counts=True, hand__is_current=True, hand__is_void=False
    )
    return counted.values("hand_id").distinct().count()


def _carried(hand: Hand) -> list[Ruling]:
    """The rulings of the version before, now of this one."""
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


def _dismiss(ruling: Ruling | None, writing: Writing) -> None:
    if ruling is None:
        return
    ruling.status = Ruling.Status.DISMISSED
    ruling.outcome = {"superseded": True}
    ruling.reason = writing.reason or _("The hand was changed.")
    ruling.decided_by = writing.actor.label[:120]
    ruling.decided_by_id = writing.actor.id
    ruling.decided_at = writing.at
    ruling.save(
        update_fields=[
            "status", "outcome", "reason", "decided_by", "decided_by_id", "decided_at",
        ]
    )  # fmt: skip
