"""What the rules make of a hand: who won what, what was paid, and why."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from .lances import LANCES, Lance
from .record import HandRecord
from .sides import Side


class LedgerKind(StrEnum):
    """What a payment is for (S1 to S6)."""

    DEJE = "deje"
    PASO = "paso"
    ENVITE = "envite"
    PARES = "pares"
    JUEGO = "juego"
    PUNTO = "punto"
    ORDAGO = "ordago"

    # Enum hashes in Python; kinds are counted by the hundred thousand.
    __hash__ = str.__hash__


class LedgerEntry(NamedTuple):
    """One payment of the ledger: to which pair, for which lance, what for, how many stones."""

    pair: Side
    lance: Lance
    kind: LedgerKind
    stones: int


class Clause(StrEnum):
    """The clauses of §6 that a false word can fall under."""

    G0 = "G0"
    P1 = "P1"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"
    P5 = "P5"
    P6 = "P6"
    P7 = "P7"
    PX = "PX"
    J1 = "J1"
    J2 = "J2"
    J3 = "J3"
    J4 = "J4"
    J5 = "J5"
    J6 = "J6"
    J7 = "J7"
    J8 = "J8"
    JX = "JX"


class Penalty(NamedTuple):
    """A false word judged: its clause, its lance (None for G0) and the seat that said it."""

    clause: Clause
    lance: Lance | None
    seat: int


class ClaimCheck(NamedTuple):
    """The table's claim against the engine: claimed minus right, in stones, for A and B."""

    agrees: bool
    difference: tuple[int, int]


class Settlement(NamedTuple):
    """A hand settled. Stones and scores are of A and B.

    `winners`: only lances that were decided; None where nobody could win. `ledger`: in the order
    of payment, up to the entry that wins the game (S2). `score` may pass the target (S2).
    """

    id: object
    winners: Mapping[Lance, Side | None]
    ledger: tuple[LedgerEntry, ...]
    stones: tuple[int, int]
    score: tuple[int, int]
    game_winner: Side | None
    penalties: tuple[Penalty, ...]
    needs_ruling: bool
    claim: ClaimCheck | None

    def to_json(self) -> dict[str, object]:
        """The settlement as the open format writes it."""
        out: dict[str, object] = {} if self.id is None else {"id": self.id}
        out["ok"] = True
        winners = {lance: self.winners[lance] for lance in LANCES if lance in self.winners}
        out["winners"] = {str(lance): side and str(side) for lance, side in winners.items()}
        out["ledger"] = [
            {"pair": str(pair), "lance": str(lance), "kind": str(kind), "stones": stones}
            for pair, lance, kind, stones in self.ledger
        ]
        out["stones"] = list(self.stones)
        out["score"] = list(self.score)
        out["game_winner"] = self.game_winner and str(self.game_winner)
        out["penalties"] = [
            {"clause": str(clause), "lance": lance and str(lance), "seat": seat}
            for clause, lance, seat in self.penalties
        ]
        out["needs_ruling"] = self.needs_ruling
        if self.claim is not None:
            agrees, difference = self.claim
            out["claim"] = {"agrees": agrees, "difference": list(difference)}
        return out


def settlement_of(
    record: HandRecord,
    winners: Mapping[Lance, Side | None],
    ledger: Sequence[LedgerEntry],
    score: tuple[int, int],
    game_winner: Side | None,
    penalties: tuple[Penalty, ...] = (),
    *,
    needs_ruling: bool = False,
) -> Settlement:
    """The settlement of a record: what was paid, as it stands in the end."""
    before = record.score
    stones = (score[0] - before[0], score[1] - before[1])
    claim = None
    if record.claim is not None:
        difference = (record.claim[0] - stones[0], record.claim[1] - stones[1])
        claim = ClaimCheck(difference == (0, 0), difference)
    return Settlement(
        record.id,
        winners,
        tuple(ledger),
        stones,
        score,
        game_winner,
        penalties,
        needs_ruling,
        claim,
    )
