"""Lists with one player on each line: two lines make a pair, told by a number that both have or by
the blank lines around them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.entries.rules.cutting import Row
from tournament.entries.rules.headers import UNKNOWN
from tournament.entries.rules.rows import is_number, names_in

NAMES = ("first_1", "last_1", "player_1", "pair")
"""The columns that name the one player of a row, in the order in which a name is said."""
_ONE_NAME = re.compile(r"[^/–—&+,;:\t]{0,80}")


def in_twos(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The lines; where each holds one name, and blank lines part them by twos, each two as one
    line."""
    groups: list[list[tuple[int, str]]] = [[]]
    for number, line in lines:
        if line.strip():
            groups[-1].append((number, line))
        elif groups[-1]:
            groups.append([])
    groups = [group for group in groups if group]
    is_in_twos = len(groups) > 1 and all(len(group) == 2 for group in groups)
    if not is_in_twos or not all(_is_one_name(line) for _number, line in lines):
        return lines
    return [(first[0], f"{first[1].strip()} / {second[1].strip()}") for first, second in groups]


def _is_one_name(line: str) -> bool:
    return bool(_ONE_NAME.fullmatch(line)) and len(names_in(line.strip())) == 1


@dataclass(frozen=True, slots=True)
class PairedRows:
    """A list of players as one of pairs: its header, the fields of its columns, its rows, and the
    second line of each by the first."""

    header: Row
    fields: list[str]
    body: list[Row]
    second_lines: dict[int, list[int]]


def paired(header: Row, fields: Sequence[str], body: Sequence[Row]) -> PairedRows | None:
    """The rows by twos; None where they are not told apart by twos."""
    groups = _by_number(fields, body) or _by_gaps(body)
    if groups is None:
        return None
    names_at = [fields.index(name) for name in NAMES if name in fields]
    order = [at for at in range(len(fields)) if at not in names_at[1:]]

    def name(row: Row) -> str:
        return " ".join(_cell(row, at) for at in names_at if _cell(row, at))

    def cells(first: Row, second: Row) -> list[str]:
        both: list[str] = []
        for at in order:
            pair = [_cell(first, at), _cell(second, at)]
            both += [name(first), name(second)] if at == names_at[0] else [_one(fields[at], *pair)]
        return both

    columns = [
        one
        for at in order
        for one in (("player_1", "player_2") if at == names_at[0] else (fields[at],))
    ]
    if "number" in columns and not all(
        is_number(_cell(first, fields.index("number")) or "1") for first, _second in groups
    ):
        columns[columns.index("number")] = UNKNOWN  # the name of the pair
    return PairedRows(
        replace(header, cells=cells(header, header)),
        columns,
        [replace(first, cells=cells(first, second)) for first, second in groups],
        {first.line: [second.line] for first, second in groups},
    )


def _by_number(fields: Sequence[str], body: Sequence[Row]) -> list[list[Row]] | None:
    """The rows with the same number, or with none behind one that has, if these are all two."""
    if "number" not in fields:
        return None
    at = fields.index("number")
    groups: list[list[Row]] = []
    for row in body:
        number = _cell(row, at)
        if groups and (not number or number == _cell(groups[-1][0], at)):
            groups[-1].append(row)
        else:
            groups.append([row])
    numbers = [_cell(group[0], at) for group in groups]
    are_twos = all(len(group) == 2 for group in groups) and len(set(numbers)) == len(numbers)
    return groups if groups and are_twos else None


def _by_gaps(body: Sequence[Row]) -> list[list[Row]] | None:
    """The rows between blank lines, if these are all two."""
    groups: list[list[Row]] = []
    for row in body:
        if groups and row.line == groups[-1][-1].line + 1:
            groups[-1].append(row)
        else:
            groups.append([row])
    return groups if len(groups) > 1 and all(len(group) == 2 for group in groups) else None


def _cell(row: Row, at: int) -> str:
    return row.cells[at] if at < len(row.cells) else ""


def _one(field: str, first: str, second: str) -> str:
    """What both rows say in a column. A fee is paid where both say so alike."""
    if first == second or field in ("number", "seed"):
        return first or second
    if field == "paid":
        return ""
    return (" " if field == "contact" else " / ").join(filter(None, (first, second)))
