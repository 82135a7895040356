"""A pair as a list gives it: its texts, what is wrong with them, and whether it is entered
already."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from tournament.entries.rules.headers import Column
from tournament.log.rules import text as texts
from tournament.log.rules.events import FieldFault

# The person entering the pair may answer these faults with "they are different people".
CONFIRMABLE = frozenset({"duplicate_pair", "player_twice", "player_on_line"})


@dataclass(frozen=True)
class Entry:
    """One pair as read: field → text. `line`: number of its line, from 1, blank lines counted.
    `seed`: its place among the seeded pairs of the list, 1 the best; 0 when it is none. `dropped`:
    words, numbers and signs of its cells that stand in none of its texts."""

    line: int
    texts: Mapping[str, str]
    is_paid: bool = False
    seed: int = 0
    dropped: str = ""

    @property
    def player_1(self) -> str:
        return self.texts["player_1"]

    @property
    def player_2(self) -> str:
        return self.texts["player_2"]

    @cached_property
    def keys(self) -> tuple[str, str]:
        """The two names, folded once."""
        return texts.folded(self.player_1), texts.folded(self.player_2)

    @property
    def players(self) -> frozenset[str]:
        """A key of the two; of a club alone, its name."""
        names = (self.player_1, self.player_2)
        return frozenset(key for key, name in zip(self.keys, names, strict=True) if name)


def both_players(player_1: str, player_2: str) -> frozenset[str]:
    """A key that is equal for the same two players, whatever the order, case, accents or
    hyphens."""
    return frozenset(texts.folded(name) for name in (player_1, player_2) if name)


def in_line_order(faults: Iterable[FieldFault]) -> list[FieldFault]:
    """The faults in the order of their lines."""
    return sorted(faults, key=line_of)


def line_of(fault: FieldFault) -> int:
    """The number of the fault's line; 0 when it is about the whole list."""
    line = re.match(r"lines\[(\d+)\]", fault.field)
    return int(line[1]) if line else 0


def check(
    values: Mapping[str, object], *, columns: Sequence[Column], prefix: str = "", line: int = 0
) -> tuple[Entry, tuple[FieldFault, ...]]:
    """A pair's texts, cleaned, and what is wrong with them, named by `prefix` + field."""
    cleaned: dict[str, str] = {}
    faults: list[FieldFault] = []
    for column in columns:
        cleaned[column.name], fault = texts.clean(
            values.get(column.name),
            field=prefix + column.name,
            longest=column.longest,
            required=column.is_required,
        )
        if not fault and column.is_public and texts.is_contact(cleaned[column.name]):
            fault = FieldFault(prefix + column.name, "contact_in_public")
        faults += [fault] if fault else []
    entry = Entry(line, cleaned)
    if not faults and entry.player_2 and len(entry.players) == 1:
        faults.append(FieldFault(prefix + "player_2", "same_player"))
    return entry, tuple(faults)


def repeated(entries: Iterable[Entry], entered: Iterable[tuple[int, Entry]]) -> list[FieldFault]:
    """A fault for each pair of `entries` that is among `entered` (number, entry), and for each
    player who is in an entered pair or on an earlier line of `entries`."""
    pairs: dict[frozenset[str], int] = {}
    players: dict[str, tuple[str, dict[str, object]]] = {}
    for number, entry in entered:
        pairs.setdefault(entry.players, number)
        _note(players, entry, "player_twice", {"number": number})
    faults: list[FieldFault] = []
    for entry in entries:
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
    names = (entry.player_1, entry.player_2)
    for field, name, key in zip(("player_1", "player_2"), names, entry.keys, strict=True):
        if name and key in players:
            code, where = players[key]
            yield FieldFault(prefix + field, code, {"player": name, **where})


def _note(
    players: dict[str, tuple[str, dict[str, object]]],
    entry: Entry,
    code: str,
    where: dict[str, object],
) -> None:
    for key in entry.players:
        players.setdefault(key, (code, where))
