"""Pairs and players that are entered a second time: mistakes, or people with the same names."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.rules import text as texts
from tournament.rules.entries import Entry
from tournament.rules.faults import Fault

# Faults that whoever enters the pair may answer with "they are different people".
CONFIRMABLE = frozenset({"duplicate_pair", "player_twice", "player_on_line"})


def repeated(found: Iterable[Entry], entered: Iterable[tuple[int, Entry]]) -> list[Fault]:
    """A fault for each pair that is among those `entered` (by number), and for each player who
    plays in one of them or on an earlier line of `found`."""
    pairs: dict[frozenset[str], int] = {}
    players: dict[str, tuple[str, dict[str, object]]] = {}
    for number, entry in entered:
        pairs.setdefault(entry.key, number)
        _note(players, entry, "player_twice", {"number": number})
    faults: list[Fault] = []
    for entry in found:
        prefix = f"lines[{entry.line}]." if entry.line else ""
        if entry.key in pairs:
            number = pairs[entry.key]
            faults.append(Fault(prefix + "player_1", "duplicate_pair", {"number": number}))
        else:
            faults += _players(entry, prefix, players)
        _note(players, entry, "player_on_line", {"line": entry.line})
    return faults


def _players(
    entry: Entry, prefix: str, players: dict[str, tuple[str, dict[str, object]]]
) -> Iterable[Fault]:
    for field, name in (("player_1", entry.player_1), ("player_2", entry.player_2)):
        if texts.key(name) in players:
            code, where = players[texts.key(name)]
            yield Fault(prefix + field, code, {"player": name, **where})


def _note(
    players: dict[str, tuple[str, dict[str, object]]],
    entry: Entry,
    code: str,
    where: dict[str, object],
) -> None:
    for name in (entry.player_1, entry.player_2):
        players.setdefault(texts.key(name), (code, where))
