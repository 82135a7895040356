"""Hand records with faults: wrong values, missing fields, repeated cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

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
        said = [calls for calls in bets.values() if calls]
        calls = rng.choice(said) if said else [{"by": "A", "call": "envido"}]
        bets[rng.choice(("grande", "chica", "pares", "juego", "punto"))] = deepcopy(calls)


def _any_place(record: dict[str, Any], rng: Random) -> Spot:
    if not record:
        record["id"] = 1
    return rng.choice(list(_places(record)))


_WAYS: tuple[Callable[[dict[str, Any], Random], None], ...] = (
    _replace, _replace, _replace, _remove, _repeat, _exchange, _add_field, _drop_frame,
    _copy_cards, _forget_jokers, _bet_again,
)  # fmt: skip
