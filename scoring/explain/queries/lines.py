"""A settled hand, line by line, with its reasons, for a player who doubts a stone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from mus.facts import FalseWord, false_words_of
from mus.lances import Lance
from mus.reading import read
from mus.settlement import Clause, LedgerEntry, LedgerKind
from mus.sides import Side, side_of
from scoring.explain.queries.telling import Moment, Reasons, betting_of
from scoring.wording import PAYMENT_KINDS, lance_name, penalty_sentence
from scoring.wording.penalties import false_word_sentence
from tournament.errors import StrOrPromise
from tournament.matches.models import Match


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of the table: its player and the cards shown ("" when nobody had to show)."""

    number: int
    side: str
    player: str
    cards: str
    is_mano: bool


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One payment. `score`: stones of A and B after it; `reason` says why, `clause` by what rule;
    `in_dispute` marks the lines that explain a claim that differs."""

    pair: str
    pair_name: str
    lance: str
    lance_name: StrOrPromise
    kind: str
    kind_name: StrOrPromise
    stones: int
    score: tuple[int, int]
    reason: StrOrPromise
    clause: str
    in_dispute: bool = False


@dataclass(frozen=True, slots=True)
class PenaltyLine:
    """A false claim, or the false words on one lance, with their clause (rules of record §6).
    `sentence` names every player who was wrong. `pair`: "" where both pairs were."""

    clause: str
    lance: str
    seats: tuple[int, ...]
    pair: str
    sentence: StrOrPromise


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """The stones that the table claims, and those that the rules give. `difference`: claimed −
    right."""

    claimed: tuple[int, int]
    right: tuple[int, int]
    difference: tuple[int, int]
    agrees: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLines:
    """The whole explanation of one settled hand. `settled`: False when only an official could
    decide it. `moments`: what was said, from the mano to the last call. Stones and score are those
    of the settlement, before any ruling."""

    settled: bool
    verified: bool = True
    seats: tuple[Seat, ...] = ()
    moments: tuple[Moment, ...]
    ledger: tuple[LedgerLine, ...] = ()
    stones: tuple[int, int] = (0, 0)
    score_before: tuple[int, int]
    score: tuple[int, int]
    game_winner: str = ""
    game_winner_name: str = ""
    notes: tuple[PenaltyLine, ...] = ()
    claim: ClaimLine | None = None
    needs_ruling: bool = False

    @property
    def is_claim_explained(self) -> bool:
        """Whether some lines are marked that together explain the claim's difference."""
        return any(line.in_dispute for line in self.ledger)


def hand_lines(
    *,
    record: Mapping[str, Any],
    settlement: Mapping[str, Any],
    match: Match,
    first_of_game: bool = False,
) -> HandLines:
    """The lines of a settlement. `match` was read with its pairs; `first_of_game`: H4 applies."""
    before = (record["score"][0], record["score"][1])
    players = player_names(match)
    moments = betting_of(
        record=record,
        settlement=settlement,
        players=players,
        pairs=pair_names(match),
        first_of_game=first_of_game,
    )
    if not settlement["ok"]:
        return HandLines(settled=False, moments=moments, score_before=before, score=before)
    seats = _seats(record, players)
    claim = _claim(record, settlement)
    reasons = Reasons(record, settlement, seats)
    ledger = _ledger(record, settlement, match, reasons)
    winner = settlement["game_winner"] or ""
    return HandLines(
        settled=True,
        verified="quick" not in record,
        seats=seats,
        moments=moments,
        ledger=_marked(ledger, claim),
        stones=_two(settlement["stones"]),
        score_before=before,
        score=_two(settlement["score"]),
        game_winner=winner,
        game_winner_name=pair_names(match)["AB".index(winner)] if winner else "",
        notes=penalty_lines(
            record=record, settlement=settlement, players=players, pairs=pair_names(match)
        ),
        claim=claim,
        needs_ruling=settlement["needs_ruling"],
    )


def player_names(
    match: Match, seating: Mapping[str, Sequence[int]] | None = None
) -> tuple[str, str, str, str]:
    """The players at seats 0 to 3: A at 0 and 2, B at 1 and 3. `seating`: None for the match's."""
    seating = seating or match.seating or {"A": [1, 2], "B": [1, 2]}
    a, b = match.players(Side.A), match.players(Side.B)
    return (
        a[seating["A"][0] - 1],
        b[seating["B"][0] - 1],
        a[seating["A"][1] - 1],
        b[seating["B"][1] - 1],
    )


def pair_names(match: Match) -> tuple[str, str]:
    """The names of pair A and pair B; an empty text for a pair not known yet."""
    return (
        match.pair_a.name if match.pair_a else "",
        match.pair_b.name if match.pair_b else "",
    )


def _seats(record: Mapping[str, Any], players: Sequence[str]) -> tuple[Seat, ...]:
    cards = record.get("cards") or [""] * len(players)
    return tuple(
        Seat(
            number=seat,
            side="AB"[seat % 2],
            player=players[seat],
            cards=four if isinstance(four, str) else " ".join(four),
            is_mano=seat == record["mano"],
        )
        for seat, four in enumerate(cards)
    )


def _ledger(
    record: Mapping[str, Any],
    settlement: Mapping[str, Any],
    match: Match,
    reasons: Reasons,
) -> list[LedgerLine]:
    names = pair_names(match)
    score = list(record["score"])
    lines = []
    for entry in settlement["ledger"]:
        side = "AB".index(entry["pair"])
        score[side] += entry["stones"]
        lines.append(
            LedgerLine(
                pair=entry["pair"],
                pair_name=names[side],
                lance=entry["lance"] or "",
                lance_name=lance_name(entry["lance"], punto=reasons.is_punto(entry)),
                kind=entry["kind"],
                kind_name=PAYMENT_KINDS[entry["kind"]],
                stones=entry["stones"],
                score=(score[0], score[1]),
                reason=str(reasons.of(entry)),
                clause=reasons.clause_of(entry),
            )
        )
    return lines


def penalty_lines(
    *,
    record: Mapping[str, Any],
    settlement: Mapping[str, Any],
    players: Sequence[str],
    pairs: Sequence[str],
) -> tuple[PenaltyLine, ...]:
    """A line for each false claim of a settled hand, then one for each lance with false words."""
    if not settlement["penalties"]:
        return ()
    hand = read(record).record
    claims = [
        PenaltyLine(
            str(Clause.G0),
            "",
            (seat,),
            str(side_of(seat)),
            penalty_sentence(Clause.G0, player=players[seat], lance=None, rules=hand.ruleset),
        )
        for seat in hand.infractions
    ]
    words = false_words_of(
        hand,
        ledger=[
            LedgerEntry(Side(e["pair"]), Lance(e["lance"]), LedgerKind(e["kind"]), e["stones"])
            for e in settlement["ledger"]
        ],
        game_winner=settlement["game_winner"],
    )
    return (*claims, *(_false_word_line(word, players, pairs) for word in words))


def _false_word_line(word: FalseWord, players: Sequence[str], pairs: Sequence[str]) -> PenaltyLine:
    seats = tuple(seat for seat, _said in word.words)
    sides = {side_of(seat) for seat in seats}
    return PenaltyLine(
        clause=str(word.clause),
        lance=str(word.lance),
        seats=seats,
        pair=str(*sides) if len(sides) == 1 else "",
        sentence=false_word_sentence(word, players=players, pairs=pairs),
    )


def _claim(record: Mapping[str, Any], settlement: Mapping[str, Any]) -> ClaimLine | None:
    checked = settlement.get("claim")
    if checked is None:
        return None
    return ClaimLine(
        claimed=_two(record["claim"]),
        right=_two(settlement["stones"]),
        difference=_two(checked["difference"]),
        agrees=checked["agrees"],
    )


def _marked(ledger: list[LedgerLine], claim: ClaimLine | None) -> tuple[LedgerLine, ...]:
    """The ledger. When a pair claims too little, the lines that add up to the missing stones are
    marked: the pair forgot these stones, or the other pair claims them."""
    if claim is None or claim.agrees:
        return tuple(ledger)
    marked: set[int] = set()
    for side, difference in zip("AB", claim.difference, strict=True):
        if difference < 0:
            own = [number for number, line in enumerate(ledger) if line.pair == side]
            marked.update(_that_add_up(own, ledger, -difference))
    return tuple(
        replace(line, in_dispute=True) if number in marked else line
        for number, line in enumerate(ledger)
    )


def _that_add_up(own: list[int], ledger: list[LedgerLine], stones: int) -> tuple[int, ...]:
    """The fewest of these lines whose stones add up to `stones`; empty when none do."""
    for count in range(1, len(own) + 1):
        for chosen in combinations(own, count):
            if sum(ledger[number].stones for number in chosen) == stones:
                return chosen
    return ()


def _two(numbers: Sequence[int]) -> tuple[int, int]:
    return numbers[0], numbers[1]
