"""The cells of one row as the texts of a pair: by the columns they stand in, or by their order."""

import re
from collections.abc import Iterable, Mapping, Sequence

from tournament.entries.rules.cleaning import (
    cleaned_club,
    cleaned_name,
    is_tick,
    number_in,
    starts_with_number,
)
from tournament.entries.rules.headers import UNKNOWN
from tournament.log.rules import text as texts

BY_POSITION = ("player_1", "player_2", "club", "contact")
"""The order of the cells in a line of a list without header."""

_MARKS = re.compile(r"\s*[/–—]\s*|\s+[-&+]\s+")
_WORDS = re.compile(r"\s+(?:y|e|eta|et|con|and)\s+", re.IGNORECASE)


def by_columns(
    cells: Sequence[str], columns: Sequence[str], *, is_like_header: bool | None
) -> dict[str, str] | str:
    """The cells' fields as the header names them, or as a person says what each column holds; or a
    fault's code. Columns of one meaning are put together.

    `is_like_header`: whether the row has the header's separator, None where a person says what the
    columns hold. A row with another separator is read only where it leaves no doubt.
    """
    if not any(cells[1:]) and len(columns) > 1:
        return by_position(cells, in_pairs=False)  # both players in the only cell, as "A / B"
    if any(cells[len(columns) :]):
        return "too_many_columns"
    values: dict[str, str] = {}
    for field, cell in zip(columns, cells, strict=False):
        if cell and field != UNKNOWN:
            values[field] = f"{values[field]} {cell}" if field in values else cell
    if is_like_header is False and not _has_the_shape(cells, columns, values):
        return "unlike_header"
    if is_like_header is not None and not is_number(values.get("number", "1")):
        return "unlike_header"
    return _players_named(values)


def _has_the_shape(cells: Sequence[str], columns: Sequence[str], values: Mapping[str, str]) -> bool:
    """Whether a row with another separator than the header surely holds the header's columns, and
    not names with commas in them."""
    contact = values.get("contact", "")
    return len(cells) == len(columns) > 2 and (not contact or texts.is_contact(contact))


def _players_named(values: dict[str, str]) -> dict[str, str] | str:
    """The values with both players, each cell cleaned by what it means; or a fault's code."""
    for number in "12":
        apart = [values.pop(f"{part}_{number}", "") for part in ("first", "last")]
        if any(apart):
            values[f"player_{number}"] = " ".join(filter(None, apart))
    if "pair" in values and "player_1" not in values:
        parts = names_in(cleaned_name(values["pair"]))
        if len(parts) != 2:
            return "one_player" if len(parts) < 2 else "too_many_players"
        values["player_1"], values["player_2"] = parts
    for field in ("player_1", "player_2"):
        values[field] = cleaned_name(values.get(field, ""))
        if _MARKS.search(values[field]):
            return "too_many_players"
    return values | {"club": cleaned_club(values.get("club", ""))}


def club_alone(cells: Sequence[str], columns: Sequence[str]) -> dict[str, str] | str:
    """The texts of a row that names a club instead of two players."""
    if len(columns) > 1 and any(cells[1:]):
        values = dict(zip(columns, cells, strict=False))
        return values | {"player_1": cleaned_name(values.get("pair", "")), "player_2": ""}
    names = [cell for cell in _without_ordinal(cells) if cell]
    return {"player_1": names[0]} if len(names) == 1 else "one_player"


def by_position(cells: Sequence[str], *, in_pairs: bool) -> dict[str, str] | str:
    """The row's fields by position, or a fault's code.

    `in_pairs`: the list's first column is known to hold both players.
    """
    cells = _without_ordinal(cells)
    while cells and not cells[-1]:
        cells = cells[:-1]
    values_or_fault = _two_players_first(cells, in_pairs) if cells else "one_player"
    if isinstance(values_or_fault, str):
        return values_or_fault
    if any(map(_is_another_pair, values_or_fault[2:])):
        return "several_pairs"
    if len(values_or_fault) > len(BY_POSITION):
        return "too_many_columns"
    values = dict.fromkeys(BY_POSITION, "") | dict(zip(BY_POSITION, values_or_fault, strict=False))
    values |= {name: cleaned_name(values[name]) for name in BY_POSITION[:2]}
    # The club is public: a contact in the place of the club is taken as the contact.
    if texts.is_contact(values["club"]) and not values["contact"]:
        return values | {"club": "", "contact": values["club"]}
    return values | {"club": cleaned_club(values["club"])}


def _is_another_pair(cell: str) -> bool:
    """Whether a cell behind both players holds two more: parted by a mark, or after a number."""
    return len(_MARKS.split(cell)) == 2 or (starts_with_number(cell) and len(names_in(cell)) == 2)


def is_in_pairs(rows: Iterable[list[str]]) -> bool:
    """Whether the first column holds two players joined by a word in most rows."""
    joined = plain = 0
    for cells in map(_without_ordinal, rows):
        if len(_MARKS.split(cells[0])) == 1:
            joined += len(_WORDS.split(cells[0])) == 2
            plain += len(_WORDS.split(cells[0])) == 1 and any(cells[1:])
    return joined > max(plain, 1)


def _two_players_first(cells: list[str], in_pairs: bool) -> list[str] | str:
    """The cells, rearranged so that the first two hold one player each, or a fault's code."""
    first, rest = cells[0], cells[1:]
    parts = names_in(first)
    if len(parts) == 1:
        return _two_cells(cells)
    by_word = len(_MARKS.split(first)) == 1
    # When a contact follows, it is no player and no club: the first cell then holds both players.
    if by_word and rest and not in_pairs and not any(map(texts.is_contact, rest[:2])):
        return "joined_names"
    return [*parts, *rest] if len(parts) == 2 else "too_many_players"


def _two_cells(cells: list[str]) -> list[str] | str:
    if len(cells) < 2:
        return "one_player"
    if len(_MARKS.split(cells[1])) > 1:
        return "too_many_players"
    return "joined_names" if len(_WORDS.split(cells[1])) > 1 else cells


def names_in(cell: str) -> list[str]:
    """The names in one cell, separated by a mark or, when there is none, by a word."""
    parts = _MARKS.split(cell)
    return parts if len(parts) > 1 else _WORDS.split(cell)


def _without_ordinal(cells: Sequence[str]) -> list[str]:
    """The cells without the number or tick that lists often start their lines with."""
    if len(cells) > 1 and (is_number(cells[0]) or is_tick(cells[0])):
        return list(cells[1:])
    return [cleaned_name(cells[0]), *cells[1:]]


def is_number(cell: str) -> bool:
    return number_in(cell) is not None
