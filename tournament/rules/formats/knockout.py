"""Knockout: who meets next, who is out, who has won.

What people did (a match begun, or decided at a table or at the desk) is a fact. Everything else
follows from the facts and is worked out anew each time: who stands in which slot, byes, and
matches that a withdrawn or disqualified pair loses without sitting down. So taking a fact back
needs no undoing: the rest simply follows from what is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from tournament.rules.bracket import Place
from tournament.rules.sides import BySide, Side

Status = Literal["waiting", "ready", "playing", "finished"]
NO_GAMES = BySide(0, 0)
PARTED_BY_NOBODY = frozenset({"bye", "withdrawal", "disqualification"})


@dataclass(frozen=True, slots=True)
class Bout:
    """A match of the bracket. Pairs are named by any number of their own; `begun`: sat down."""

    place: Place
    pairs: BySide[int | None]
    status: Status = "waiting"
    winner: Side | None = None
    ended_by: str = ""
    begun: bool = False
    games: BySide[int] = NO_GAMES

    @property
    def is_fact(self) -> bool:
        """Begun, or decided by people: never worked out from the rest."""
        if self.status == "playing":
            return True
        return self.status == "finished" and (self.begun or self.ended_by not in PARTED_BY_NOBODY)

    @property
    def winning_pair(self) -> int | None:
        return self.pairs[self.winner] if self.winner else None

    @property
    def losing_pair(self) -> int | None:
        return self.pairs[self.winner.other] if self.winner else None


@dataclass(frozen=True, slots=True)
class Resolution:
    """`bouts`: all, as they now stand. `changed`: those that differ. `broken`: facts that no
    longer fit what leads to them, so what was asked must not be done."""

    bouts: tuple[Bout, ...]
    changed: tuple[Bout, ...]
    broken: tuple[Bout, ...]


def resolve(bouts: Iterable[Bout], gone: Mapping[int, str]) -> Resolution:
    """Works out every match that is not a fact, round by round.

    `gone`: pair → "withdrawal" or "disqualification". A match being played by a pair that has
    gone ends for the other pair.
    """
    given = sorted(bouts, key=lambda bout: bout.place)
    settled: dict[Place, Bout] = {}
    broken: list[Bout] = []
    for bout in given:
        arriving = _arriving(bout, settled)
        if bout.is_fact:
            if arriving != bout.pairs:
                broken.append(bout)
            settled[bout.place] = _left_at_table(bout, gone)
        else:
            settled[bout.place] = _follows(bout, arriving, _vacant(bout, settled), gone)
    changed = tuple(settled[bout.place] for bout in given if settled[bout.place] != bout)
    return Resolution(tuple(settled.values()), changed, tuple(broken))


def champion(bouts: Iterable[Bout]) -> tuple[bool, int | None]:
    """Whether the final has ended, and the pair that won it."""
    final = max(bouts, key=lambda bout: bout.place)
    return final.status == "finished", final.winning_pair


def beaten(bouts: Iterable[Bout]) -> frozenset[int]:
    """Pairs that lost a match and so are out of the running for the trophy (T3)."""
    return frozenset(
        bout.losing_pair
        for bout in bouts
        if bout.status == "finished" and bout.losing_pair is not None
    )


def _arriving(bout: Bout, settled: Mapping[Place, Bout]) -> BySide[int | None]:
    """The pairs that the matches before this one send here; round 1 stands as drawn."""
    if bout.place.round == 1:
        return bout.pairs
    a, b = (settled[bout.place.feeder(side)].winning_pair for side in Side)
    return BySide(a, b)


def _vacant(bout: Bout, settled: Mapping[Place, Bout]) -> BySide[bool]:
    """Sides where nobody will ever come: a bye, or a match before that nobody won."""
    if bout.place.round == 1:
        return bout.pairs.map(lambda pair: pair is None)
    a, b = (settled[bout.place.feeder(side)] for side in Side)
    return BySide(_nobody_won(a), _nobody_won(b))


def _nobody_won(bout: Bout) -> bool:
    return bout.status == "finished" and bout.winner is None


def _follows(
    bout: Bout, pairs: BySide[int | None], vacant: BySide[bool], gone: Mapping[int, str]
) -> Bout:
    bare = replace(bout, pairs=pairs, status="waiting", winner=None, ended_by="", games=NO_GAMES)
    if bout.place.round == 1 and vacant.b:
        return replace(bare, status="finished", winner=Side.A, ended_by="bye")
    reasons = BySide(
        *(_reason(pair, empty, gone) for pair, empty in zip(pairs, vacant, strict=True))
    )
    if any(pair is None and not empty for pair, empty in zip(pairs, vacant, strict=True)):
        return bare
    return _ended(bare, reasons) if any(reasons) else replace(bare, status="ready")


def _left_at_table(bout: Bout, gone: Mapping[int, str]) -> Bout:
    if bout.status != "playing":
        return bout
    reasons = bout.pairs.map(lambda pair: _reason(pair, False, gone))
    return _ended(bout, reasons) if any(reasons) else bout


def _reason(pair: int | None, vacant: bool, gone: Mapping[int, str]) -> str:
    """Why a side cannot play; empty when it can."""
    if vacant:
        return "withdrawal"
    return gone.get(pair, "") if pair is not None else ""


def _ended(bout: Bout, reasons: BySide[str]) -> Bout:
    if all(reasons):
        return replace(bout, status="finished", winner=None, ended_by=reasons.a)
    loser = Side.A if reasons.a else Side.B
    return replace(bout, status="finished", winner=loser.other, ended_by=reasons[loser])
