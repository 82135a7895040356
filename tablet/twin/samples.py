"""Sampled hand records of every kind, for comparing another implementation with this engine.

Most are realistic hands: dealt cards, bets that E1 to E5 allow, false words, claims of cards not
held, scores near the target, every rule set. The others are such hands with a fault (`spoilt`). The
samples depend only on the random generator.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from mus.cards import JOKER_SUITS, RANKS, SUITS, card_from, strength
from mus.holdings import Holding, holding_of
from mus.lances import DECLARED_LANCES, LANCES, Lance
from mus.ruleset import PRESETS, SETTINGS, RuleSet, ruleset_from
from tablet.twin.bets import refused_bets, sample_bets
from tablet.twin.spoilt import spoil, strange_value

_SPELT = {"R": "12", "C": "11", "S": "10", "A": "1"}
_LOW = ("7", "6", "5", "4", "2", "A")
_NAMES = ("m12-g2-h7", "", "ñ – “é”", "😀", "\ud800", 0, -7, 41, 8_999_999_999_999_999)


def sample_records(rng: Random, count: int) -> Iterator[object]:
    """`count` sampled records; the same ones for the same state of `rng`."""
    return (sample_record(rng) for _ in range(count))


def sample_record(rng: Random) -> object:
    """One JSON value: in six cases of ten a hand that could be played, otherwise one with a
    fault."""
    fate = rng.random()
    if fate < 0.01:
        return strange_value(rng)
    if fate < 0.04:
        return _hand_ended_by_dejes(rng)
    record = _hand(rng)
    if fate > 0.6:
        for _ in range(rng.choice((1, 1, 1, 2, 4))):
            record = spoil(record, rng)
    return record


def _hand(rng: Random) -> dict[str, Any]:
    """A hand as a table could enter it."""
    given = _ruleset(rng)
    ruleset = ruleset_from(given)
    score = _score(ruleset.target, rng)
    hands = _deal(ruleset, rng)
    declared = _declared(hands, ruleset, rng)
    needs_no_cards = rng.random() < 0.1
    record: dict[str, Any] = {"mano": rng.randrange(ruleset.seats)}
    if given is not None:
        record["ruleset"] = given
    if any(score) or rng.random() < 0.5:
        record["score"] = score
    if not needs_no_cards or rng.random() < 0.2:
        record["cards"] = [_written(hand, ruleset, rng) for hand in hands]
    record["declared"] = declared
    bets = sample_bets(declared, score=score, ruleset=ruleset, refused=needs_no_cards, rng=rng)
    if bets or rng.random() < 0.5:
        record["bets"] = bets
    _add_extras(record, ruleset, rng)
    if rng.random() < 0.1:
        record[rng.choice(("cards", "bets", "score", "claim", "infractions", "id"))] = None
    return record


def _hand_ended_by_dejes(rng: Random) -> dict[str, Any]:
    """A hand with both pairs one or two refusals from the target, and a false word. What the table
    takes for the end of the game often is not the end (D4, D8)."""
    ruleset = RuleSet()
    hands = _deal(ruleset, rng)
    declared = _declared(hands, ruleset, rng)
    said = declared[str(rng.choice(DECLARED_LANCES))]
    seat = rng.randrange(ruleset.seats)
    said[seat] = not said[seat]
    score = [ruleset.target - rng.choice((1, 1, 2)) for _ in "AB"]
    return {
        "mano": rng.randrange(ruleset.seats),
        "score": score,
        "cards": [" ".join(hand) for hand in hands],
        "declared": declared,
        "bets": refused_bets(declared, score=score, target=ruleset.target, rng=rng),
    }


def _add_extras(record: dict[str, Any], ruleset: RuleSet, rng: Random) -> None:
    if rng.random() < 0.3:
        record["id"] = rng.choice(_NAMES)
    if rng.random() < 0.1:
        record["format"] = "mus-hand/1"
    if rng.random() < 0.3:
        record["claim"] = [rng.randrange(ruleset.target), rng.randrange(12)]
    if rng.random() < 0.1:
        seats = [rng.randrange(ruleset.seats) for _ in range(rng.choice((1, 1, 1, 2, 3)))]
        record["infractions"] = [{"kind": "false_claim", "seat": seat} for seat in seats]


def _ruleset(rng: Random) -> object:
    kind = rng.random()
    if kind < 0.35:
        return None
    if kind < 0.55:
        return rng.choice(tuple(PRESETS))
    names = rng.sample(tuple(SETTINGS), rng.randrange(len(SETTINGS)))
    given: dict[str, object] = {name: rng.choice(SETTINGS[name].choices) for name in names}
    if rng.random() < 0.5:
        given["preset"] = rng.choice(tuple(PRESETS))
    return {name: str(v) if isinstance(v, str) else v for name, v in given.items()}


def _score(target: int, rng: Random) -> list[int]:
    kind = rng.random()
    if kind < 0.3:
        return [0, 0]
    least = 0 if kind < 0.5 else max(0, target - 6)
    return [rng.randrange(least, target), rng.randrange(least, target)]


# Cards


def _deal(ruleset: RuleSet, rng: Random) -> list[list[str]]:
    """Suited cards by seat, drawn so that hands without pares or juego come often enough."""
    kind = rng.random()
    ranks = _LOW if kind < 0.25 else RANKS
    deck = [f"{rank}{suit}" for rank in ranks for suit in SUITS]
    rng.shuffle(deck)
    hands = _thirty_ones(deck, rng) if kind > 0.85 else []
    while len(hands) < ruleset.seats:
        hands.append(_drawn(deck, ruleset, unlike=kind < 0.45))
    rng.shuffle(hands)
    return [[_stood_for(card, ruleset, rng) for card in hand] for hand in hands]


def _thirty_ones(deck: list[str], rng: Random) -> list[list[str]]:
    """Three sevens with a card that may make them a juego real (§10), and a plain 31."""
    sevens = [_taken(deck, "7") for _ in range(3)]
    (fourth,) = set(SUITS) - {card[1] for card in sevens}
    tenth = _taken(deck, rng.choice("SSSRC3"), rng.choice((fourth, "o", "c", "")))
    return [[*sevens, tenth], [_taken(deck, rank) for rank in "RCRA"]]


def _taken(deck: list[str], rank: str, suit: str = "") -> str:
    """The first card of a rank, and of a suit if one is asked, out of the deck."""
    card = next(card for card in deck if card.startswith(f"{rank}{suit}"))
    deck.remove(card)
    return card


def _drawn(deck: list[str], ruleset: RuleSet, *, unlike: bool) -> list[str]:
    """Four cards off the deck; `unlike`: no two alike while the deck allows it."""
    hand: list[str] = []
    alike: set[int] = set()
    for card in list(deck) if unlike else ():
        place = strength(card[0], kings=ruleset.kings)
        if place not in alike and len(hand) < 4:
            alike.add(place)
            hand.append(card)
            deck.remove(card)
    while len(hand) < 4:
        hand.append(deck.pop())
    return hand


def _stood_for(card: str, ruleset: RuleSet, rng: Random) -> str:
    if ruleset.jokers and card[0] == "S" and card[1] in JOKER_SUITS:
        return f"{card}={rng.choice('RA')}"
    return card


def _written(hand: list[str], ruleset: RuleSet, rng: Random) -> object:
    """The four cards as a text or a list, with or without suits, in any spelling."""
    often = 0.05 if ruleset.needs_suits else 0.6
    bare = rng.random() < often and not any("=" in card for card in hand)
    cards = [card[0] if bare else card for card in hand]
    cards = [_SPELT.get(c[0], c[0]) + c[1:] if rng.random() < 0.1 else c for c in cards]
    return rng.choice((" ", " ", "  ", "\t")).join(cards) if rng.random() < 0.7 else cards


# Words


def _declared(hands: list[list[str]], ruleset: RuleSet, rng: Random) -> dict[str, list[bool]]:
    holdings = [_holding(hand, ruleset) for hand in hands]
    said = {str(lance): [_word(h, lance, rng) for h in holdings] for lance in DECLARED_LANCES}
    for words in said.values():
        if rng.random() < 0.3:
            for seat in rng.sample(range(ruleset.seats), rng.choice((1, 1, 1, 2, 2, 3))):
                words[seat] = not words[seat]
    return said


def _holding(hand: list[str], ruleset: RuleSet) -> Holding:
    cards = [card_from(token) for token in hand]
    return holding_of([card for card in cards if card is not None], ruleset)


def _word(holding: Holding, lance: Lance, rng: Random) -> bool:
    """A true yes or no. With jokers both can be true."""
    if lance is LANCES[2]:
        held, may, lack = holding.pares, holding.may_pares, holding.may_lack_pares
    else:
        held, may, lack = holding.juego, holding.may_juego, holding.may_lack_juego
    return rng.random() < 0.5 if may and lack else bool(held)
