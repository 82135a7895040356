"""Sampled hand records of every kind, for comparing another implementation with this engine.

Most are realistic hands: dealt cards, bets that E1 to E5 allow, false words, claims of cards not
held, scores near the target, every rule set. The others are such hands with a fault (`spoilt`). The
samples depend only on the random generator.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any

from mus.betting import deje
from mus.cards import JOKER_SUITS, SUITS, card_from, strength
from mus.holdings import Holding, holding_of
from mus.lances import DECLARED_LANCES, LANCES, Lance
from mus.play.pack import pack_of
from mus.ruleset import PRESETS, SETTINGS, RuleSet, ruleset_from
from mus.sides import SIDES, Side, side_of

_SPELT = {"R": "12", "C": "11", "S": "10", "A": "1"}
_LOW = ("7", "6", "5", "4", "2", "A")
_NAMES = ("m12-g2-h7", "", "ñ – “é”", "😀", "\ud800", 0, -7, 41, 8_999_999_999_999_999)


SELDOM_SAMPLED: tuple[object, ...] = (
    # An órdago on the punto beside a joker whose holder truly denied a juego.
    {
        "mano": 3, "ruleset": {"jokers": True},
        "cards": ["6c 6b Ac 4o", "7c So=R Ce Sb", "Ro 5c 6e 2o", "3e 4e 5e 6o"],
        "declared": {"pares": [True, False, False, False], "juego": [False] * 4},
        "bets": {"juego": [{"by": "B", "call": "ordago"}, {"by": "A", "call": "quiero"}]},
    },
)  # fmt: skip
"""Records by which the engines once differed, of kinds that samples reach too seldom: they are
tried beside every sample."""


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
    named_ruleset = _ruleset(rng)
    ruleset = ruleset_from(named_ruleset)
    score = _score(ruleset.target, rng)
    hands = _deal(ruleset, rng)
    declared = _declared(hands, ruleset, rng)
    needs_no_cards = rng.random() < 0.1
    record: dict[str, Any] = {"mano": rng.randrange(ruleset.seats)}
    if named_ruleset is not None:
        record["ruleset"] = named_ruleset
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
    words = declared[str(rng.choice(DECLARED_LANCES))]
    seat = rng.randrange(ruleset.seats)
    words[seat] = not words[seat]
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
    settings: dict[str, object] = {name: rng.choice(SETTINGS[name].choices) for name in names}
    if rng.random() < 0.5:
        settings["preset"] = rng.choice(tuple(PRESETS))
    return {name: str(v) if isinstance(v, str) else v for name, v in settings.items()}


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
    low = kind < 0.25 and ruleset.seats == 4
    deck = [str(card) for card in pack_of(ruleset) if not low or card.rank in _LOW]
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
    card = next(
        (card for card in deck if card.startswith(f"{rank}{suit}")),
        next(card for card in deck if card[0] == rank),
    )
    deck.remove(card)
    return card


def _drawn(deck: list[str], ruleset: RuleSet, *, unlike: bool) -> list[str]:
    """Four cards off the deck; `unlike`: no two alike while the deck allows it."""
    hand: list[str] = []
    alike: set[int] = set()
    for card in list(deck) if unlike else ():
        kings, without_twos = ruleset.kings, ruleset.without_twos
        place = strength(card[0], kings=kings, without_twos=without_twos)
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
    declarations = {
        str(lance): [_word(h, lance, rng) for h in holdings] for lance in DECLARED_LANCES
    }
    for words in declarations.values():
        if rng.random() < 0.3:
            for seat in rng.sample(range(ruleset.seats), rng.choice((1, 1, 1, 2, 2, 3))):
                words[seat] = not words[seat]
    return declarations


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


# Sampled betting: calls that E1 to E5 allow, with occasional mistakes.


Calls = list[dict[str, Any]]


def sample_bets(
    declared: Mapping[str, Sequence[bool]],
    *,
    score: Sequence[int],
    ruleset: RuleSet,
    refused: bool,
    rng: Random,
) -> dict[str, Any]:
    """Lance → calls. Betting mostly stops where the game ended and stays out of closed lances.

    `refused`: every open lance is bet and refused, as when nobody has to show.
    """
    bets: dict[str, Any] = {}
    stones = list(score)
    for lance in LANCES:
        if not _is_open(declared.get(lance)) and rng.random() < 0.97:
            continue
        if rng.random() < (0.05 if refused else 0.6):
            if rng.random() < 0.1:
                bets[str(lance)] = rng.choice(([], None))
            continue
        calls, ended = _calls(lance, stones, ruleset, refused=refused, rng=rng)
        bets[str(lance)] = calls
        if ended and rng.random() < 0.9:
            break
    return bets


def refused_bets(
    declared: Mapping[str, Sequence[bool]], *, score: Sequence[int], target: int, rng: Random
) -> dict[str, Any]:
    """Bets that are refused in pares and juego, wherever allowed, until dejes end the game."""
    bets: dict[str, Any] = {}
    stones = list(score)
    for lance in DECLARED_LANCES:
        words = declared[lance]
        if not _is_open(words) or (lance is Lance.PARES and not any(words)):
            continue
        by = rng.choice(SIDES)
        refusal = {"by": str(by.other), "call": "no_quiero"}
        bets[str(lance)] = [{"by": str(by), "call": "envido"}, refusal]
        stones[by.position] += 1
        if stones[by.position] >= target:
            break
    return bets


def _is_open(words: Sequence[bool] | None) -> bool:
    """Whether both pairs, or (as with the punto) nobody, declared."""
    return words is None or len({side_of(seat) for seat, is_yes in enumerate(words) if is_yes}) != 1


def _calls(
    lance: Lance, stones: list[int], ruleset: RuleSet, *, refused: bool, rng: Random
) -> tuple[Calls, bool]:
    """The calls on one lance and whether they ended the game; a deje is added to `stones`."""
    by = rng.choice(SIDES)
    calls: Calls = []
    standing = before = 0
    ordago = False
    while not ordago:
        before = standing
        ordago = rng.random() < 0.15
        if ordago:
            calls.append({"by": str(by), "call": "ordago"})
        else:
            call, standing = _envido(by, standing, rng)
            calls.append(call)
        by = by.other
        if rng.random() < 0.6:
            break
    see = not refused and rng.random() < 0.5
    calls.append({"by": str(by), "call": "quiero" if see else "no_quiero"})
    ended = ordago
    if not see:
        stones[by.other.position] += deje(before, ruleset.refused_raise_of(lance))
        ended = stones[by.other.position] >= ruleset.target
    return _with_slip(calls, rng), ended


def _envido(by: Side, standing: int, rng: Random) -> tuple[dict[str, Any], int]:
    kind = rng.random()
    call: dict[str, Any] = {"by": str(by), "call": "envido"}
    if kind < 0.3:
        return call, standing + 2
    raised = rng.choice((2, 2, 3, 5, 10)) if kind < 0.95 else rng.choice((0, 1, 40, 8 * 10**15))
    return {**call, "stake": standing + raised}, standing + raised


def _with_slip(calls: Calls, rng: Random) -> Calls:
    """The calls, occasionally with one too many, one too few, or one out of place."""
    slip = rng.random()
    if slip < 0.02:
        calls.insert(rng.randrange(len(calls) + 1), _any_call(rng))
    elif slip < 0.03:
        calls.pop(rng.randrange(len(calls)))
    elif slip < 0.04:
        calls[rng.randrange(len(calls))] = _any_call(rng)
    elif slip < 0.05:
        rng.shuffle(calls)
    return calls


def _any_call(rng: Random) -> dict[str, Any]:
    call: dict[str, Any] = {
        "by": rng.choice("AB"),
        "call": rng.choice(("envido", "ordago", "quiero", "no_quiero")),
    }
    if rng.random() < 0.4:
        call["stake"] = rng.choice((None, 0, 1, 2, 3, 4, 7, -2))
    return call


# Hand records with faults: wrong values, missing fields, repeated cards.


Spot = tuple[Any, Any]
"""A container and the key or index of one of its values."""

_STRANGE: tuple[object, ...] = (
    None, True, False, 0, 1, 2, 3, 4, 5, 6, 8, -1, -3, 39, 40, 41, 100, 101, 8_999_999_999_999_999,
    1.5, -2.25, 1e-7, 0.00012, -1e-300, 123456.789, 12345678901234.5,
    "", " ", "A", "B", "a", "R", "1", "9", "0", "R R R R", "3 3 3 3", "7o 7c 7e So", "7 7 7 S",
    "7o 7c 7e Sb", "R\x1cC\x85S\u20037", "\ufeffR C S 7", "R C S", "R C S 7 7", "quiero", "envido",
    "ordago", "no_quiero", "paso", "false_claim", "mus-hand/1", "mus-hand/2", "12o", "13o", "Rx",
    "So", "Sc", "Sb", "Sc=R", "So=A", "Sc=12", "So=1", "So=S", "Sb=R", "S=R", "Sc=", "Sc=R=A", "=R",
    "RR", "Roo", "o", "10e", "1=A", "brisbane-2024", "pagat", "nabo", "euskal-herria", "eibar",
    "one", "previous", "three_sevens", "sota_oros", "fourth_suit", "off", "x" * 50, "😀" * 41,
    "é" * 40, "\ud800", "\U0001f0a1\ud83d", "%s %(path)s $& $1", "__proto__", "constructor",
    "toString", [], {}, [None], [[]], {"a": 1}, [True, True, True, True], [False] * 4, [True] * 6,
    [0, 0], [3, 4], [1], {"by": "A", "call": "envido"}, {"by": "B", "call": "quiero"},
    {"by": "A", "call": "ordago"}, {"kind": "false_claim", "seat": 1}, {"preset": "nabo"},
    {"jokers": True}, {"seats": 6}, {"kings": True}, {"target": 5}, {"juego_real": "fourth_suit"},
    {"juego_real": "sota_oros"}, {"__proto__": {"kings": 4}},
)  # fmt: skip
_KEYS = (
    "__proto__", "constructor", "toString", "hasOwnProperty", "", " ", "x" * 41, "😀" * 41, "ñ",
    "punto", "stake", "by", "call", "kind", "seat", "kings", "target", "preset", "grande", "chica",
    "pares", "juego", "seats", "jokers", "id", "format", "cards", "declared", "bets", "claim",
    "infractions", "score", "mano", "ruleset", "quick",
)  # fmt: skip


def strange_value(rng: Random) -> object:
    """A JSON value of any kind, most often one that does not belong."""
    return deepcopy(rng.choice(_STRANGE))


def spoil(record: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The record with one thing changed, usually wrong."""
    spoilt = deepcopy(record)
    rng.choice(_WAYS)(spoilt, rng)
    return spoilt


def _places(value: object) -> Iterator[Spot]:
    """The place of every value inside a JSON value."""
    if isinstance(value, dict):
        keys: Iterator[Any] = iter(list(value))
    elif isinstance(value, list):
        keys = iter(range(len(value)))
    else:
        return
    for key in keys:
        yield value, key
        yield from _places(value[key])


def _replace(record: dict[str, Any], rng: Random) -> None:
    inside, key = _any_place(record, rng)
    inside[key] = strange_value(rng)


def _remove(record: dict[str, Any], rng: Random) -> None:
    inside, key = _any_place(record, rng)
    del inside[key]


def _repeat(record: dict[str, Any], rng: Random) -> None:
    """Repeats a value of a list, or adds a field."""
    inside, key = _any_place(record, rng)
    if isinstance(inside, list):
        inside.insert(key, deepcopy(inside[key]))
    else:
        inside[rng.choice(_KEYS)] = strange_value(rng)


def _exchange(record: dict[str, Any], rng: Random) -> None:
    """Copies one value over another."""
    _, to_copy = place = _any_place(record, rng)
    inside, key = _any_place(record, rng)
    inside[key] = deepcopy(place[0][to_copy])


def _add_field(record: dict[str, Any], rng: Random) -> None:
    objects = [record, *(i[k] for i, k in _places(record) if isinstance(i[k], dict))]
    rng.choice(objects)[rng.choice(_KEYS)] = strange_value(rng)


def _drop_frame(record: dict[str, Any], rng: Random) -> None:
    """Removes a whole field: declarations, cards, mano …"""
    if record:
        del record[rng.choice(list(record))]


def _copy_cards(record: dict[str, Any], rng: Random) -> None:
    """Copies one seat's cards to another: suited cards twice, or too many of a rank."""
    cards = record.get("cards")
    if isinstance(cards, list) and cards:
        cards[rng.randrange(len(cards))] = deepcopy(rng.choice(cards))


def _forget_jokers(record: dict[str, Any], rng: Random) -> None:
    """Ten kings, and sotas that do not say what they stand for, or say it where it is not
    allowed."""
    cards = record.get("cards")
    if isinstance(cards, list) and cards:
        seat = rng.randrange(len(cards))
        cards[seat] = rng.choice(("So Sc 7o R", "So=R Sc 4b 5b", "So=A Sc=R 4b 5b", "S S S S"))
    if rng.random() < 0.7:
        record["ruleset"] = {"jokers": True}


def _bet_again(record: dict[str, Any], rng: Random) -> None:
    """Adds bets to a lance without betting, or copies bets to another lance."""
    bets = record.get("bets")
    if isinstance(bets, dict):
        call_lists = [calls for calls in bets.values() if calls]
        calls = rng.choice(call_lists) if call_lists else [{"by": "A", "call": "envido"}]
        bets[rng.choice(("grande", "chica", "pares", "juego", "punto"))] = deepcopy(calls)


def _any_place(record: dict[str, Any], rng: Random) -> Spot:
    if not record:
        record["id"] = 1
    return rng.choice(list(_places(record)))


_WAYS: tuple[Callable[[dict[str, Any], Random], None], ...] = (
    _replace, _replace, _replace, _remove, _repeat, _exchange, _add_field, _drop_frame,
    _copy_cards, _forget_jokers, _bet_again,
)  # fmt: skip
