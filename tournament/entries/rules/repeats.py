"""Pairs and players that are entered a second time: mistakes, or people with the same names."""

from __future__ import annotations

from collections.abc import Iterable

from tournament.entries.rules.lists import Entry
from tournament.log.rules import text as texts
from tournament.log.rules.faults import FieldFault

# The person entering the pair may answer these faults with "they are different people".
CONFIRMABLE = frozenset({"duplicate_pair", "player_twice", "player_on_line"})


def repeated(found: Iterable[Entry], entered: Iterable[tuple[int, Entry]]) -> list[FieldFault]:
    """A fault for each pair of `found` that is among `entered` (number, entry), and for each player
    who is in an entered pair or on an earlier line of `found`."""
    pairs: dict[frozenset[str], int] = {}
    players: dict[str, tuple[str, dict[str, object]]] = {}
    for number, entry in entered:
        pairs.setdefault(entry.players, number)
        _note(players, entry, "player_twice", {"number": number})
    faults: list[FieldFault] = []
    for entry in found:
        prefix = f"lines[{entry.line}]." if entry.line else ""
        if entry.players in pairs:
            number = pairs[entry.players]
            faults.append(FieldFault(prefix + "player_1", "duplicate_pair", {"number": number}))
        else:
            faults += _players(entry, prefix, players)
        _note(players, entry, "player_on_line", {"line": entry.line})
    return faults


def _players(
    entry: Entry, prefix: str, players: dict[str, tuple[str, dict[str, object]]]
) -> Iterable[FieldFault]:
    for field, name in (("player_1", entry.player_1), ("player_2", entry.player_2)):
        if texts.folded(name) in players:
            code, where = players[texts.folded(name)]
            yield FieldFault(prefix + field, code, {"player": name, **where})


def _note(
    players: dict[str, tuple[str, dict[str, object]]],
    entry: Entry,
    code: str,
    where: dict[str, object],
) -> None:
    for name in (entry.player_1, entry.player_2):
        players.setdefault(texts.folded(name), (code, where))
