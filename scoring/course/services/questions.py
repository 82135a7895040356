"""The questions that a hand puts to an official: opened, moved to a new version, dismissed."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet

from mus.sides import SIDES, Side
from scoring.course.models import Hand
from scoring.course.queries import ladder, stored
from scoring.course.services.versions import Writing, ask_again, decide, new_ruling
from scoring.rulings.models import Ruling, TribunalCase
from scoring.wording.reasons import HAND_CHANGED
from tournament.matches.models import Match


def ask(*, hand: Hand, match: Match, writing: Writing) -> tuple[Ruling, ...]:
    """Opens the questions that a hand raises; returns the hand's open rulings afterwards.

    Questions about the version before move to this one. They stay open when the hand still raises
    them, and are dismissed when it does not. A question that an official has decided for the same
    proposal is not asked again: one that is open is dismissed then too.
    """
    known = [] if hand.previous_id is None else _carried(hand)
    still_open: list[Ruling] = []
    for kind, proposed in stored.proposals_of(hand).items():
        open_one = next((r for r in known if r.kind == kind and r.is_open), None)
        if proposed is None or stored.is_decided(known, kind, proposed):
            if open_one is not None:
                dismiss_unasked(open_one, writing)
        elif open_one is not None:
            open_one.proposed = proposed
            open_one.save(update_fields=["proposed"])
            still_open.append(open_one)
        else:
            still_open.append(new_ruling(match, kind, writing, hand=hand, proposed=proposed))
    # Without a penalty, now or before, nobody has said anything false (G1).
    versions = [version for version in (hand, hand.previous) if version is not None]
    if known or any(version.settlement.get("penalties") for version in versions):
        still_open.extend(_ask_repetitions(hand, match, known, writing))
    return tuple(still_open)


def drop(*, hand: Hand, writing: Writing) -> None:
    """Dismisses the questions of a hand, but no appeal. `hand`: its new, void version."""
    for ruling in _carried(hand):
        if (ruling.is_open and ruling.kind != Ruling.Kind.APPEAL) or _counts_a_word(ruling):
            dismiss_unasked(ruling, writing)
    match = hand.game.match
    for side in (*stored.guilty(hand.settlement), *stored.spoken(hand.settlement)):
        recount(pair_id=_pair_of(match, side), writing=writing)


def ask_anew(*, hands: Sequence[Hand], match: Match, writing: Writing) -> None:
    """Asks about the false claims of hands that an earlier state of their match brought back, and
    counts those of the pairs concerned again (G1). `hands`: the versions written, in order."""
    pairs: set[int] = set()
    for hand in hands:
        if not hand.is_void:
            _ask_repetitions(hand, match, list(Ruling.objects.filter(hand=hand)), writing)
        for version in filter(None, (hand, hand.previous)):
            sides = (*stored.guilty(version.settlement), *stored.spoken(version.settlement))
            pairs |= {_pair_of(match, side) for side in sides}
    for pair_id in sorted(pairs):
        recount(pair_id=pair_id, writing=writing)


def _ask_repetitions(
    hand: Hand, match: Match, known: list[Ruling], writing: Writing
) -> list[Ruling]:
    """G1: the second false claim of a pair loses the game, the third goes to the tribunal."""
    guilty = stored.guilty(hand.settlement)
    before = hand.previous
    was = () if before is None or before.is_void else stored.guilty(before.settlement)
    still_open: list[Ruling] = []
    spoken = stored.spoken(hand.settlement)
    for side in SIDES:
        pair_id = _pair_of(match, side)
        for word in known:
            if word.pair_id == pair_id and side not in spoken and _counts_a_word(word):
                dismiss_unasked(word, writing)
        rulings = [r for r in known if r.kind == Ruling.Kind.REPETITION and r.pair_id == pair_id]
        if side not in guilty:
            for ruling in rulings:
                if ruling.is_open:
                    dismiss_unasked(ruling, writing)
            if rulings or side in was:
                recount(pair_id=pair_id, writing=writing)
        elif any(ruling.is_open or not ladder.fell_away(ruling.outcome) for ruling in rulings):
            still_open.extend(ruling for ruling in rulings if ruling.is_open)
        elif fallen := [ruling for ruling in rulings if not ladder.is_word(ruling)]:
            # The hand has its false claim again: its own question waits again, in its old order.
            ask_again(fallen[-1])
            recount(pair_id=pair_id, writing=writing)
            still_open.extend(one for one in Ruling.objects.filter(pk=fallen[-1].pk) if one.is_open)
        elif side in was:
            continue  # it counts as the pair's first, whatever has been asked since about others
        elif _was_first(hand, side) and _fallen(pair_id):
            recount(pair_id=pair_id, writing=writing)  # it is the first again, and another is not
        elif (time := ladder.time_of(pair_id=pair_id, hand_id=hand.pk)) > 1:
            repetition, asked = Ruling.Kind.REPETITION, _repetition(time, side)
            still_open.append(
                new_ruling(match, repetition, writing, hand=hand, proposed=asked, pair_id=pair_id)
            )
    return still_open


def _was_first(hand: Hand, side: Side) -> bool:
    """Whether an earlier version of the hand had the pair's false claim, which was not asked
    about."""
    earlier = Hand.objects.filter(game=hand.game_id, number=hand.number, is_current=False)
    return any(
        side in stored.guilty(version.settlement) for version in earlier if not version.is_void
    )


def _counts_a_word(ruling: Ruling) -> bool:
    """Whether a ruling lets a false word count. False when it opened a case of the Tribunal,
    because then the case decides."""
    if not ladder.is_word(ruling) or ruling.status != Ruling.Status.CONFIRMED:
        return False
    return not TribunalCase.objects.filter(ruling=ruling).exists()


def _pair_of(match: Match, side: Side) -> int:
    pair_id = match.pairs[side]
    assert pair_id is not None
    return pair_id


def recount(*, pair_id: int, writing: Writing) -> None:
    """Counts the open repetitions of a pair again, after one was decided or dismissed. Each gets
    its present ordinal. A claim that is now the pair's first is no repetition: its question is
    dismissed, and its match is noted in `writing`, because the match may have waited for this
    question alone. One that was dismissed so is asked again when it is no longer the first."""
    for fallen in _fallen(pair_id):
        if ladder.time_of(pair_id=pair_id, hand_id=fallen.hand_id or 0, before=fallen) > 1:
            ask_again(fallen)
    waiting = Ruling.objects.filter(
        pair_id=pair_id, kind=Ruling.Kind.REPETITION, status=Ruling.Status.OPEN
    ).order_by("pk")
    for ruling in waiting:
        assert ruling.hand_id is not None
        time = ladder.time_of(pair_id=pair_id, hand_id=ruling.hand_id, before=ruling)
        if time < 2:
            dismiss_unasked(ruling, writing)
            writing.released.append(ruling.match_id)
        elif ruling.proposed["time"] != time:
            ruling.proposed = _repetition(time, Side(ruling.proposed["loser"]))
            ruling.save(update_fields=["proposed"])


def _fallen(pair_id: int) -> list[Ruling]:
    """The questions about false claims of the pair that fell away, of hands that still hold them
    and about which nothing else has been asked or decided."""
    repetitions = Ruling.objects.filter(pair_id=pair_id, kind=Ruling.Kind.REPETITION).order_by("pk")
    last = {ruling.hand_id: ruling for ruling in repetitions.select_related("hand")}
    return [
        ruling
        for ruling in last.values()
        if ruling.hand is not None
        and ruling.hand.is_current
        and not ruling.hand.is_void
        and not ladder.is_word(ruling)
        and ladder.fell_away(ruling.outcome)
        and ladder.still_guilty(ruling)
    ]


def _repetition(time: int, loser: Side) -> dict[str, Any]:
    return {"clause": "G1", "time": time, "loser": str(loser), "tribunal": time > 2}


def _carried(hand: Hand) -> list[Ruling]:
    """Moves the rulings of the version before to this version; returns them."""
    assert hand.previous_id is not None
    known = list(Ruling.objects.filter(hand_id=hand.previous_id))
    if known:
        Ruling.objects.filter(hand_id=hand.previous_id).update(hand=hand)
    return known


def dismiss_unasked(ruling: Ruling, writing: Writing) -> None:
    """Closes a question that its hand raises no longer. Only inside a service's transaction."""
    why = replace(writing, reason=writing.reason or HAND_CHANGED)
    decide(ruling, Ruling.Status.DISMISSED, {"superseded": True}, why)


# Decided questions that are asked again, because the decision does not stand any more.


def ask_settled(rulings: QuerySet[Ruling], writing: Writing) -> None:
    """Opens again the questions among `rulings` that an ending of their match had closed, if their
    hand still raises them. Only inside a service's transaction."""
    settled = rulings.filter(outcome__has_key="settled_by").order_by("raised_at", "pk")
    for ruling in settled.select_related("hand"):
        if not _is_moot(ruling):
            ask_again(ruling)
            if ruling.kind == Ruling.Kind.REPETITION and ruling.pair_id is not None:
                recount(pair_id=ruling.pair_id, writing=writing)


def _is_moot(ruling: Ruling) -> bool:
    """Whether a closed question is out of date: its hand is void, was ruled on, no longer raises
    it, or has raised it again."""
    hand = ruling.hand
    if hand is None:
        return False
    rulings = Ruling.objects.filter(hand=hand, kind=ruling.kind, pair=ruling.pair_id)
    again = (
        one.is_open or (one.pk > ruling.pk and not ladder.fell_away(one.outcome)) for one in rulings
    )
    if hand.is_void or hand.ruled is not None or any(again):
        return True
    if ruling.kind == Ruling.Kind.REPETITION:
        return not ladder.still_guilty(ruling)
    proposed = stored.proposals_of(hand).get(ruling.kind, ruling.proposed)
    ruling.proposed = proposed or ruling.proposed  # as the hand proposes it now
    return proposed is None
