"""What one hand adds to the statistics: calls, stones and holdings of each pair."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mus.betting import Bet, BetKind, CallKind
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
    bets = tuple(map(hand.bet, LANCES))
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
        keys = [holding.key(lance) for holding in hand.holdings]
        winner = settlement["winners"].get(lance)
        best = -1
        if winner and bet.kind is not BetKind.REFUSED and not settlement["penalties"]:
            own = [key if side_of(s) == winner else 0 for s, key in enumerate(keys)]
            best = best_seat(own, order)
        for seat, key in enumerate(keys):
            if key:
                yield Held(str(lance), seat, key, seat == best)


# How close a game ended, and how far behind its winner was.


Score = tuple[int, int]


def difference(score: Score) -> int:
    """By how many stones a game was won."""
    return abs(score[0] - score[1])


def came_from(scores: Iterable[Score], winner: str) -> tuple[int, Score]:
    """The most stones that the winner was behind after any hand, or 0, and the score then."""
    own = "AB".index(winner)
    behind, then = 0, (0, 0)
    for score in scores:
        if score[1 - own] - score[own] > behind:
            behind, then = score[1 - own] - score[own], score
    return behind, then


# Sums up what the hands of a game add to the statistics. The result is small, however long the
# game was.


NONSENSE = (KeyError, TypeError, ValueError, IndexError, AttributeError, AssertionError)
"""The exceptions that an edited hand may raise."""


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """A counting hand: its facts, the cards shown (empty when none were), its stones and the score
    after it."""

    number: int
    facts: HandFacts
    cards: tuple[str, ...]
    stones: tuple[int, int]
    score: Score


class Largest(NamedTuple):
    """The largest value in a game, with its hand and side; the first of equal ones."""

    value: int
    number: int
    side: int = 0


class Notable(NamedTuple):
    """The best holding shown in a lance, or with `is_best` False the worst that won, among hands
    with so many kings: its key, how often it occurred, and where it was first."""

    kings: int
    lance: str
    is_best: bool
    key: int
    times: int
    number: int
    seat: int
    cards: str


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What a game adds. `counts`: for A and for B, as in `HandFacts`, with their "stones";
    `behind`: the most stones that A, or B, was behind, and the score then; `largest`:
    "longest_hand" (words), "biggest_seen" and "biggest_hand" (stones); `by_kings`: number of
    kings → hands with cards."""

    hands: int
    counts: tuple[Mapping[str, int], Mapping[str, int]]
    behind: tuple[tuple[int, Score], tuple[int, Score]]
    largest: Mapping[str, Largest]
    by_kings: tuple[tuple[int, int], ...]
    notable: tuple[Notable, ...]


def hand_played(
    *,
    number: int,
    record: Mapping[str, Any],
    settlement: Mapping[str, Any],
    stones: tuple[int, int],
    score: Score,
    is_ruled: bool,
    game_winner: str = "",
) -> HandPlayed:
    """A stored counting hand. Of an unreadable hand only the stones count, without cards."""
    try:
        facts = facts_of(
            record=record, settlement=settlement, stones=stones, is_ruled=is_ruled,
            game_winner=game_winner,
        )  # fmt: skip
        cards = tuple(
            four if isinstance(four, str) else " ".join(four) for four in record.get("cards") or ()
        )
    except NONSENSE:
        counts = tuple(Counter({f"from_{UNVERIFIED}": own}) for own in stones)
        return HandPlayed(number, HandFacts((counts[0], counts[1])), (), stones, score)
    return HandPlayed(number, facts, cards, stones, score)


def facts_of_game(hands: Sequence[HandPlayed]) -> GameFacts:
    """The facts of a game with these hands, in their order."""
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for hand in hands:
        for side, count in enumerate(counts):
            count.update(hand.facts.counts[side])
            count["stones"] += hand.stones[side]
    scores = [hand.score for hand in hands]
    with_cards = [hand for hand in hands if hand.cards]
    return GameFacts(
        hands=len(hands),
        counts=counts,
        behind=(came_from(scores, "A"), came_from(scores, "B")),
        largest=_largest(hands),
        by_kings=tuple(Counter(hand.facts.kings for hand in with_cards).items()),
        notable=tuple(_notable(with_cards)),
    )


def _largest(hands: Iterable[HandPlayed]) -> dict[str, Largest]:
    largest: dict[str, Largest] = {}
    for hand in hands:
        values = {"longest_hand": hand.facts.calls, "biggest_seen": hand.facts.seen}
        if not any(count["ordago_seen"] for count in hand.facts.counts):
            values["biggest_hand"] = max(hand.stones)
        for kind, value in values.items():
            if value > (largest[kind].value if kind in largest else 0):
                side = hand.stones.index(value) if kind == "biggest_hand" else 0
                largest[kind] = Largest(value, hand.number, side)
    return largest


def _notable(hands: Sequence[HandPlayed]) -> Iterator[Notable]:
    for kings in dict.fromkeys(hand.facts.kings for hand in hands):
        of_kings = [hand for hand in hands if hand.facts.kings == kings]
        for lance in LANCES:
            held = [
                (hand, one) for hand in of_kings for one in hand.facts.held if one.lance == lance
            ]
            for is_best in (True, False):
                candidates = [(hand, one) for hand, one in held if is_best or one.won]
                if not candidates:
                    continue
                keys = [one.key for _hand, one in candidates]
                key = max(keys) if is_best else min(keys)
                hand, one = candidates[keys.index(key)]
                yield Notable(
                    kings, str(lance), is_best, key, keys.count(key),
                    hand.number, one.seat, hand.cards[one.seat],
                )  # fmt: skip
