"""Tells which field each cell of an entry list's row holds: by the list's header, or by position.

A slash, a dash, "&" or "+" separates two players in one cell. So do the words "y", "e", "eta", "et"
and "and", but these also stand inside surnames (Ramón y Cajal): they count only where the line, or
the list, leaves no doubt. A line in doubt is refused, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tournament.entries.rules.lines import Row
from tournament.log.rules import text as texts

FIELDS = ("player_1", "player_2", "club", "contact")

# Column names as `text.folded` leaves them: without case, accents or punctuation.
_HEADER_WORDS = {
    "player_1": "player 1|player1|jugador 1|jugador1|jugadora 1|jugador a 1|jokalari 1|"
    "1 jokalaria|joueur 1|joueur1|joueuse 1|name 1|nombre 1|izena 1|nom 1",
    "player_2": "player 2|player2|jugador 2|jugador2|jugadora 2|jugador a 2|jokalari 2|"
    "2 jokalaria|joueur 2|joueur2|joueuse 2|name 2|nombre 2|izena 2|nom 2",
    "pair": "pair|pareja|bikotea|bikote|paire|players|jugadores|jokalariak|joueurs",
    "club": "club|kluba|klub|sociedad|pena|elkartea|societe",
    "contact": "contact|contacto|kontaktua|kontaktu|phone|telephone|telefono|telefonoa|email|"
    "e mail|correo|movil|mobile|courriel|portable",
    "number": "number|numero|n|no|zenbakia",
}
_HEADERS = {word: field for field, words in _HEADER_WORDS.items() for word in words.split("|")}
_MARKS = re.compile(r"\s*[/–—]\s*|\s+[-&+]\s+")
_WORDS = re.compile(r"\s+(?:y|e|eta|et|and)\s+", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,4}\s*[.)ºª:]*")
_ORDINAL = re.compile(r"^\s*(?:\d{1,4}\s*[.)ºª:]+\s*|\d{1,4}\s+-\s+|[-*•]\s+)(?=\S)")


def header(cells: Sequence[str]) -> list[str] | None:
    """The fields of a header line; None when the line is not one."""
    fields = [_named(cell) or "unknown" for cell in cells]
    if {"player_1", "player_2"} <= set(fields) or "pair" in fields:
        return fields
    return None


def names_columns(cells: Sequence[str]) -> bool:
    """Whether a line that `header` did not accept still holds names of columns, not of people: it
    does not name both players, or it is not the first line."""
    return sum(_named(cell) is not None for cell in cells) > 1


def _named(cell: str) -> str | None:
    """The field that the cell names, if any."""
    return _HEADERS.get(texts.folded(cell)) if cell else None


def by_header(row: Row, columns: Sequence[str], *, mark: str) -> dict[str, str] | str:
    """The row's fields as the header names them, or a fault's code.

    `mark`: the header's separator. A row with another separator is read only where it leaves no
    doubt.
    """
    if not any(row.cells[1:]) and len(columns) > 1:
        return by_position(row.cells, in_pairs=False)  # both players in the only cell, as "A / B"
    if any(row.cells[len(columns) :]):
        return "too_many_columns"
    named = {field: cell for field, cell in zip(columns, row.cells, strict=False) if cell}
    if row.mark != mark and not _has_the_shape(row, columns, named):
        return "unlike_header"
    if "number" in named and not _NUMBER.fullmatch(named["number"]):
        return "unlike_header"
    return _players_named(named)


def _has_the_shape(row: Row, columns: Sequence[str], named: dict[str, str]) -> bool:
    """Whether a row with another separator than the header surely holds the header's columns, and
    not names with commas in them."""
    contact = named.get("contact", "")
    return len(row.cells) == len(columns) > 2 and (not contact or texts.is_contact(contact))


def _players_named(named: dict[str, str]) -> dict[str, str] | str:
    if "pair" in named and "player_1" not in named:
        parts = _parts(_ORDINAL.sub("", named["pair"]))
        if len(parts) != 2:
            return "one_player" if len(parts) < 2 else "too_many_players"
        named["player_1"], named["player_2"] = parts
    elif "player_1" in named:
        named["player_1"] = _ORDINAL.sub("", named["player_1"])
        if any(_MARKS.search(named.get(field, "")) for field in ("player_1", "player_2")):
            return "too_many_players"
    return {field: named.get(field, "") for field in FIELDS}


def by_position(cells: list[str], *, in_pairs: bool) -> dict[str, str] | str:
    """The row's fields by position, or a fault's code.

    `in_pairs`: the list's first column is known to hold both players.
    """
    cells = _without_ordinal(cells)
    while cells and not cells[-1]:
        cells = cells[:-1]
    parted = _two_players_first(cells, in_pairs) if cells else "one_player"
    if isinstance(parted, str):
        return parted
    if len(parted) > len(FIELDS):
        return "too_many_columns"
    named = dict(zip(FIELDS, [*parted, "", "", ""], strict=False))
    # The club is public: a contact in the place of the club is taken as the contact.
    if texts.is_contact(named["club"]) and not named["contact"]:
        named["club"], named["contact"] = "", named["club"]
    return named


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
    parts = _parts(first)
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


def _parts(cell: str) -> list[str]:
    """The names in one cell, separated by a mark or, when there is none, by a word."""
    parts = _MARKS.split(cell)
    return parts if len(parts) > 1 else _WORDS.split(cell)


def _without_ordinal(cells: list[str]) -> list[str]:
    """The cells without the number that lists often start their lines with."""
    if len(cells) > 1 and cells[0].rstrip(".)ºª").isdigit():
        return cells[1:]
    return [_ORDINAL.sub("", cells[0]), *cells[1:]]
