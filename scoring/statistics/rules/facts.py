"""What one hand adds to the statistics: calls, stones and holdings of each pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mus.betting import Bet, BetKind, CallKind, close_bet
from mus.holdings import Holding
from mus.judging import best_seat, order_from
from mus.lances import LANCES, Lance
from mus.reading import read
from mus.record import HandRecord
from mus.sides import SIDES, side_of

PUNTO = "punto"
UNVERIFIED = "unverified"
RULED = "ruled"
PLACES = ("grande", "chica", "pares", "juego", PUNTO, UNVERIFIED, RULED)
"""Sources of stones: the lances, with punto separate from juego; hands without cards; an
official."""

THIRTY_ONE = 31
DUPLES = 3


@dataclass(frozen=True, slots=True)
class Held:
    """A holding in a lance. `key`: larger is better; `won`: it won the lance by its cards."""

    lance: str
    seat: int
    key: int
    won: bool


@dataclass(frozen=True, slots=True)
class HandFacts:
    """What a hand adds. `counts`: for A and for B, kind → number: "ordago_said", "ordago_seen",
    "ordago_won", "thirty_one", "duples", "deje" (stones) and "from_" with a place of `PLACES`.
    `calls`: number of calls in the betting; `seen`: the largest stake that was seen; `kings`: 8 or
    4."""

    counts: tuple[Counter[str], Counter[str]]
    calls: int = 0
    seen: int = 0
    kings: int = 8
    held: tuple[Held, ...] = field(default=())


def facts_of(
    *,
    record: Mapping[str, Any],
    settlement: Mapping[str, Any],
    stones: Sequence[int],
    is_ruled: bool,
    game_winner: str = "",
) -> HandFacts:
    """The facts of a counting hand. `stones`: of A and B, in effect; `game_winner`: the pair that
    won the game by the hand, in effect. Both are an official's where `is_ruled`."""
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    if "quick" in record or not settlement["ok"]:
        _all_from(counts, UNVERIFIED if "quick" in record and not is_ruled else RULED, stones)
        return HandFacts(counts)
    hand = read(record).record
    if is_ruled:
        _all_from(counts, RULED, stones)
    else:
        _stones(counts, hand, settlement)
    _holdings(counts, hand)
    bets = tuple(_bet(hand, lance) for lance in LANCES)
    won = {e["lance"]: e["pair"] for e in settlement["ledger"] if e["kind"] == "ordago"}
    if is_ruled:
        won = dict.fromkeys(LANCES, game_winner)
    _ordagos(counts, hand, bets, won)
    return HandFacts(
        counts,
        calls=sum(map(len, hand.bets)),
        seen=max(bet.stones if bet.kind is BetKind.SEEN else 0 for bet in bets),
        kings=hand.ruleset.kings,
        held=tuple(_held(hand, bets, settlement)),
    )


def _all_from(counts: Sequence[Counter[str]], place: str, stones: Sequence[int]) -> None:
    for count, number in zip(counts, stones, strict=True):
        count[f"from_{place}"] += number


def _stones(
    counts: Sequence[Counter[str]], hand: HandRecord, settlement: Mapping[str, Any]
) -> None:
    is_punto = not any(hand.declared.get(Lance.JUEGO, (True,)))
    for entry in settlement["ledger"]:
        count = counts["AB".index(entry["pair"])]
        place = PUNTO if is_punto and entry["lance"] == Lance.JUEGO else entry["lance"]
        count[f"from_{place}"] += entry["stones"]
        if entry["kind"] == "deje":
            count["deje"] += entry["stones"]


def _holdings(counts: Sequence[Counter[str]], hand: HandRecord) -> None:
    for seat, holding in enumerate(hand.holdings or ()):
        count = counts[seat % 2]
        count["thirty_one"] += holding.total == THIRTY_ONE
        count["duples"] += holding.pares_worth == DUPLES


def _ordagos(
    counts: Sequence[Counter[str]],
    hand: HandRecord,
    bets: Sequence[Bet],
    won: Mapping[Any, Any],
) -> None:
    """Counts the órdagos of a hand. `won`: lance → the pair that won an órdago seen in it."""
    for lance, calls, bet in zip(LANCES, hand.bets, bets, strict=True):
        for call in calls:
            if call.kind is CallKind.ORDAGO:
                counts[SIDES.index(call.by)]["ordago_said"] += 1
        if bet.kind is BetKind.ORDAGO and bet.by is not None:
            by = counts[SIDES.index(bet.by)]
            by["ordago_seen"] += 1
            by["ordago_won"] += won.get(lance) == bet.by


def _held(hand: HandRecord, bets: Sequence[Bet], settlement: Mapping[str, Any]) -> Iterator[Held]:
    """Every holding in every lance it takes part in. The winner by cards is known only without
    false words."""
    if hand.holdings is None:
        return
    order = order_from(hand.mano, len(hand.holdings))
    for lance, bet in zip(LANCES, bets, strict=True):
        keys = [_key(holding, lance) for holding in hand.holdings]
        winner = settlement["winners"].get(lance)
        best = -1
        if winner and bet.kind is not BetKind.REFUSED and not settlement["penalties"]:
            own = [key if side_of(s) == winner else 0 for s, key in enumerate(keys)]
            best = best_seat(own, order)
        for seat, key in enumerate(keys):
            if key:
                yield Held(str(lance), seat, key, seat == best)


def _key(holding: Holding, lance: Lance) -> int:
    keys = {
        Lance.GRANDE: holding.grande,
        Lance.CHICA: holding.chica,
        Lance.PARES: holding.pares,
        Lance.JUEGO: holding.juego,
    }
    return keys[lance]


def _bet(hand: HandRecord, lance: Lance) -> Bet:
    calls, rules = hand.bets[LANCES.index(lance)], hand.ruleset
    return close_bet(calls, refused_raise=rules.refused_raise, path="", faults=[])
