"""How often a pair has claimed falsely (G1). Counted is what an official let count: never a
proposal, nor one that was dismissed, nor one that the Tribunal cleared. A false yes or no counts
only where an official said so: as a repetition of its own, decided with the ruling that said it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q

from scoring.course.models import Penalty
from scoring.rulings.models import Ruling, TribunalCase


def counted_of(*, pair_ids: Iterable[int], but: int | None = None) -> dict[int, int]:
    """In how many hands each pair has claimed falsely, by what was decided; `but` this hand. One
    query."""
    hands: dict[int, set[int]] = {}
    penalties = Penalty.objects.filter(
        that_count(),
        pair_id__in=list(pair_ids),
        hand__is_current=True,
        hand__is_void=False,
    )
    others = penalties.exclude(hand_id=but) if but else penalties
    for pair_id, hand_id in others.values_list("pair_id", "hand_id").order_by():
        hands.setdefault(pair_id, set()).add(hand_id)
    return {pair_id: len(found) for pair_id, found in hands.items()}


def time_of(*, pair_id: int, hand_id: int, before: Ruling | None = None) -> int:
    """Which time this hand's false claim would be: 1 for the first that counts. An open one raised
    earlier (`before` this ruling) is taken to count until it is decided."""
    counted = counted_of(pair_ids=[pair_id], but=hand_id).get(pair_id, 0)
    return counted + earlier_open(pair_id=pair_id, before=before) + 1


def earlier_open(*, pair_id: int, before: Ruling | None = None) -> int:
    """How many repetitions of a pair are open that were raised before this one."""
    waiting = Ruling.objects.filter(
        pair_id=pair_id, kind=Ruling.Kind.REPETITION, status=Ruling.Status.OPEN
    )
    return (waiting.filter(pk__lt=before.pk) if before else waiting).count()


def open_cases(*, pair_id: int) -> int:
    """How many of a pair's cases the Tribunal has not decided."""
    return TribunalCase.objects.filter(pair_id=pair_id).exclude(state="decided").count()


def that_count() -> Q:
    """Of penalties: false claims, but those that somebody has decided not to count, or not yet;
    and false words that an official has let count."""
    rulings = Ruling.objects.filter(
        hand_id=OuterRef("hand_id"), pair_id=OuterRef("pair_id"), kind=Ruling.Kind.REPETITION
    )
    superseded = Q(outcome__has_key="superseded") & ~Q(outcome__has_key="settled_by")
    against = (
        Q(status=Ruling.Status.OPEN)
        | (Q(status=Ruling.Status.DISMISSED) & ~superseded)
        | Q(case__verdict=TribunalCase.Verdict.CLEARED)
    )
    words = rulings.filter(_COUNTED_WORD).exclude(case__verdict=TribunalCase.Verdict.CLEARED)
    return (Q(counts=True) & ~Q(Exists(rulings.filter(against)))) | Q(Exists(words))


_COUNTED_WORD = Q(kind=Ruling.Kind.REPETITION, proposed__word=True, status=Ruling.Status.CONFIRMED)


def is_word(ruling: Ruling) -> bool:
    """Whether it lets a false yes or no count, rather than asking about a false claim."""
    return ruling.kind == Ruling.Kind.REPETITION and bool(ruling.proposed.get("word"))


def words_counted(*, ruling: Ruling) -> list[Ruling]:
    """The false words that a ruling let count and that nobody has taken back; one of them stands
    for itself."""
    if is_word(ruling):
        return [ruling] if ruling.status == Ruling.Status.CONFIRMED else []
    found = Ruling.objects.filter(_COUNTED_WORD, match=ruling.match_id, proposed__with=ruling.pk)
    return list(found.select_related("game", "pair").order_by("pk"))


def fell_away(outcome: Mapping[str, Any] | None) -> bool:
    """Whether a question went with an earlier version of its hand: nobody has decided it."""
    found = outcome or {}
    return bool(found.get("superseded")) and "settled_by" not in found
