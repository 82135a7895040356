"""Each pair's false words, and how often it has claimed falsely (G1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.course.models import Penalty
from scoring.course.queries import ladder
from scoring.course.queries.stored import FALSE_CLAIM
from scoring.explain.queries.lines import player_names
from scoring.wording import lance_name, penalty_sentence
from tournament.entries.models import Pair
from tournament.errors import StrOrPromise


@dataclass(frozen=True, slots=True)
class PenaltyOnRecord:
    """One false word: where it was said and by whom. `match`: a label such as "2.1"; `counts`:
    whether it counts as a false claim (`ladder`)."""

    clause: str
    lance_name: StrOrPromise
    sentence: StrOrPromise
    player: str
    match_id: int
    match: str
    kind: str
    game: int
    number: int
    counts: bool

    @property
    def is_word(self) -> bool:
        """Whether it is a false yes or no, which counts only when an official says so."""
        return self.clause != FALSE_CLAIM


@dataclass(frozen=True, slots=True)
class PairRecord:
    """A pair's record. `false_claims`: in how many hands it has counted false claims (G0, G1)."""

    pair_id: int
    number: int
    name: str
    status: str
    false_claims: int
    penalties: tuple[PenaltyOnRecord, ...]


def pair_records(*, tournament_id: int, everyone: bool = False) -> tuple[PairRecord, ...]:
    """The pairs with false words, most false claims first. `everyone`: all pairs.

    Two queries. Only hands that count are included: false words that a correction removed are not.
    """
    penalties = list(
        Penalty.objects.filter(
            pair__tournament_id=tournament_id, hand__is_current=True, hand__is_void=False
        )
        .select_related("hand__game__match__pair_a", "hand__game__match__pair_b")
        .annotate(stands=ladder.that_count())
        .order_by("hand__at", "id")
    )
    by_pair: dict[int, list[Penalty]] = {}
    for penalty in penalties:
        by_pair.setdefault(penalty.pair_id, []).append(penalty)
    pairs = Pair.objects.filter(tournament_id=tournament_id).order_by("number")
    records = [
        _record(pair, by_pair.get(pair.pk, [])) for pair in pairs if everyone or pair.pk in by_pair
    ]
    return tuple(sorted(records, key=lambda r: (-r.false_claims, -len(r.penalties), r.number)))


def _record(pair: Pair, penalties: Iterable[Penalty]) -> PairRecord:
    penalties = list(penalties)
    return PairRecord(
        pair_id=pair.pk,
        number=pair.number,
        name=pair.name,
        status=pair.status,
        false_claims=len({one.hand_id for one in penalties if _stands(one)}),
        penalties=tuple(map(_on_record, penalties)),
    )


def _stands(penalty: Penalty) -> bool:
    return bool(getattr(penalty, "stands", False))


def _on_record(penalty: Penalty) -> PenaltyOnRecord:
    game = penalty.hand.game
    match = game.match
    player = player_names(match)[penalty.seat]
    return PenaltyOnRecord(
        clause=penalty.clause,
        lance_name=lance_name(penalty.lance),
        sentence=penalty_sentence(penalty.clause, player=player, lance=penalty.lance),
        player=player,
        match_id=match.pk,
        match=match.label,
        kind=match.kind,
        game=game.number,
        number=penalty.hand.number,
        counts=_stands(penalty),
    )
