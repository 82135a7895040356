"""How often a pair has claimed falsely (G1). A false claim does not count while a question about it
is open, after an official dismissed that question, or after the Tribunal cleared the pair. A false
yes or no counts only when an official says so: a confirmed repetition ruling then represents it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Exists, OuterRef, Q

from scoring.course.models import Penalty
from scoring.rulings.models import Ruling, TribunalCase


def counted_of(*, pair_ids: Iterable[int], but: int | None = None) -> dict[int, int]:
    """Pair → in how many hands it has counted false claims. `but`: a hand left out. One query."""
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
    return {pair_id: len(hand_ids) for pair_id, hand_ids in hands.items()}


def time_of(*, pair_id: int, hand_id: int, before: Ruling | None = None) -> int:
    """The ordinal of this hand's false claim: 1 for the pair's first that counts. Open repetitions
    raised earlier (`before` this ruling) count until they are decided."""
    counted = counted_of(pair_ids=[pair_id], but=hand_id).get(pair_id, 0)
    return counted + earlier_open(pair_id=pair_id, before=before) + 1


def earlier_open(*, pair_id: int, before: Ruling | None = None) -> int:
    """How many open repetitions of a pair were raised before this ruling; None: all open ones."""
    waiting = Ruling.objects.filter(
        pair_id=pair_id, kind=Ruling.Kind.REPETITION, status=Ruling.Status.OPEN
    )
    return (waiting.filter(pk__lt=before.pk) if before else waiting).count()


def open_cases(*, pair_id: int) -> int:
    """How many of a pair's cases the Tribunal has not decided."""
    return TribunalCase.objects.filter(pair_id=pair_id).exclude(state="decided").count()


def that_count() -> Q:
    """Filter for the penalties that count: false claims, unless the question about one is open,
    dismissed or cleared; and false words that an official has let count."""
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


def still_guilty(ruling: Ruling) -> bool:
    """Whether the hand of a repetition, as it is now, holds a false claim of its pair."""
    return Penalty.objects.filter(hand=ruling.hand_id, pair=ruling.pair_id, counts=True).exists()


_COUNTED_WORD = Q(kind=Ruling.Kind.REPETITION, proposed__word=True, status=Ruling.Status.CONFIRMED)


def is_word(ruling: Ruling) -> bool:
    """Whether a ruling lets a false yes or no count, and does not ask about a false claim."""
    return ruling.kind == Ruling.Kind.REPETITION and bool(ruling.proposed.get("word"))


def words_counted(*, ruling: Ruling) -> list[Ruling]:
    """The rulings that let false words count together with this ruling, unless taken back. When the
    ruling itself lets a false word count: only this ruling."""
    if is_word(ruling):
        return [ruling] if ruling.status == Ruling.Status.CONFIRMED else []
    rulings = Ruling.objects.filter(_COUNTED_WORD, match=ruling.match_id, proposed__with=ruling.pk)
    return list(rulings.select_related("game", "pair").order_by("pk"))


def fell_away(outcome: Mapping[str, Any] | None) -> bool:
    """Whether a question was closed because its hand changed, without a decision."""
    details = outcome or {}
    return bool(details.get("superseded")) and "settled_by" not in details
