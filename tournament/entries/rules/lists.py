"""Reading an entry list: pasted text or CSV, one pair a line.

A line is `Player 1, Player 2, Club, Contact` (comma, semicolon or tab), or both players in one
cell: `Player 1 - Player 2`, `Player 1 / Player 2`, `Player 1 y Player 2`, `… eta …`, `… and …`.
The first line may name the columns, in any language of the site; fields of a pair that have no
place in a line without header are read by their column's name alone. Blank lines, a leading number
("3.") and quotes are understood. Every fault is found, with its line's number.

The text is cut into lines and cells; each row's cells are given to fields, by the header, by
position, or as the person says who enters the list; each pair is checked, then compared with the
others. The fields of a pair are declared in its model: callers pass them in as `Column`s.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from tournament.entries.rules.cleaning import LONGEST_LINE, cleaned, not_a_pair, says_paid
from tournament.formats.regulations import MOST_PAIRS
from tournament.log.rules import text as texts
from tournament.log.rules.events import FieldFault

LONGEST_TEXT = 400_000
MOST_LINES = 4 * MOST_PAIRS
"""Line ends, also of blank lines and in pairs: counted before any line is read."""
MOST_TITLE_ROWS = 3
"""Rows above the names of the columns that a spreadsheet's title may take."""
MOST_COLUMNS = 40
"""Columns that a person may give a meaning; of later ones a list without header says nothing."""
BY_POSITION = ("player_1", "player_2", "club", "contact")
"""The order of the cells in a line of a list without header."""

# A cell that is quoted whole, in quotation marks of any kind, with spaces around them.
_QUOTED_CELL = re.compile(r'(?:^|(?<=[,;\t]))[^\S\t]*["“„«]([^"“”„«»]*)["“”»][^\S\t]*(?=[,;\t]|$)')
_ORDINAL_BEFORE_QUOTE = re.compile(r'^\s*(?:\d{1,4}\s*[.)ºª:]+|[-*•])\s*(?=["“„«])')
_LINE_END = re.compile(r"\r\n|\r|\n")
_OPEN_QUOTE = re.compile(r"[“„«][^“”„«»]*$")

# Further names of columns, `folded`: without case, accents or punctuation.
_HEADER_WORDS = {
    "player_1": "player 1|player1|jugador 1|jugador1|jugadora 1|jugador a 1|jokalari 1|"
    "1 jokalaria|joueur 1|joueur1|joueuse 1|name 1|nombre 1|izena 1|nom 1|"
    "player a|jugador a|jokalari a|joueur a",
    "player_2": "player 2|player2|jugador 2|jugador2|jugadora 2|jugador a 2|jokalari 2|"
    "2 jokalaria|joueur 2|joueur2|joueuse 2|name 2|nombre 2|izena 2|nom 2|"
    "player b|jugador b|jokalari b|joueur b",
    "pair": "pair|pareja|bikotea|bikote|paire|players|jugadores|jokalariak|joueurs|"
    "team|equipo|taldea|equipe|name|nombre|izena|nom",
    "club": "club|kluba|klub|sociedad|pena|elkartea|societe",
    "contact": "contact|contacto|kontaktua|kontaktu|phone|telephone|telefono|telefonoa|email|"
    "e mail|correo|movil|mobile|courriel|portable",
    "number": "number|numero|n|no|zenbakia|orden|dorsal",
    "seed": "seed|seeded|cabeza|cabeza de serie|cabezas de serie|serieburua|serieburuak|"
    "tete de serie|tetes de serie",
    "paid": "paid|fee|pagado|pagada|cuota|ordainduta|kuota|paye|payee|cotisation",
}
for _number in "12":
    _HEADER_WORDS[f"first_{_number}"] = "|".join(
        f"{word} {_number}" for word in ("first name", "nombre de pila", "prenom")
    )
    _HEADER_WORDS[f"last_{_number}"] = "|".join(
        f"{word} {_number}"
        for word in ("last name", "surname", "apellido", "apellidos", "abizena", "abizenak")
    )
_HEADERS = {word: field for field, words in _HEADER_WORDS.items() for word in words.split("|")}
# Words by which a longer name of a column is known, as forms ask for it: "Nombre del jugador 1".
_WORDS_OF = {
    name: frozenset(words.split())
    for name, words in {
        "contact": "contact contacto kontaktua phone telephone telefono telefonoa tfno tel movil "
        "mobile whatsapp email mail correo courriel",
        "paid": "paid pagado pagada ordainduta paye payee cuota",
        "club": "club kluba sociedad pena elkartea societe",
        "pair": "pair pareja bikotea bikotearen paire team equipo taldea taldearen equipe",
        "number": "n no num numero zenbakia number",
        "player": "player jugador jugadora jokalari jokalaria jokalariaren joueur joueuse",
        "last": "last surname apellido apellidos abizena abizenak",
        "first": "first name nombre izena izen nom prenom",
        "1": "1 1er 1o 1a primer primero primera lehen lehenengo premier premiere",
        "2": "2 2o 2a 2e segundo segunda second bigarren deuxieme",
    }.items()
}
_LONGEST_NAME = 60
_JOINED = frozenset({"contact", "first_1", "first_2", "last_1", "last_2"})
"""What a list may have in two columns: both surnames, a telephone number and an address."""
_MARKS = re.compile(r"\s*[/–—]\s*|\s+[-&+]\s+")
_WORDS = re.compile(r"\s+(?:y|e|eta|et|con|and)\s+", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,4}\s*[.)ºª:]*")
_ORDINAL = re.compile(r"^\s*(?:\d{1,4}\s*[.)ºª:]+\s*|\d{1,4}\s+-\s+|[-*•]\s+)(?=\S)")

UNKNOWN = "unknown"
"""The meaning of a column that is left out."""
BESIDE_FIELDS = (
    "pair", "first_1", "last_1", "first_2", "last_2", "number", "seed", "paid", UNKNOWN,
)  # fmt: skip
"""What a column of a list may hold beside a field of a pair: both players or the pair's name, first
and last name apart, a number, the pair's place among the seeded ones, and whether the fee is
paid."""
_OF_PLAYERS = frozenset({"player_1", "player_2", *BESIDE_FIELDS[:5]})
_NO = frozenset({"no", "n", "ez", "non", "0", "false", "pendiente", "debe", "zor", "impaye"})

# The person entering the pair may answer these faults with "they are different people".
CONFIRMABLE = frozenset({"duplicate_pair", "player_twice", "player_on_line"})


@dataclass(frozen=True, slots=True)
class Column:
    """A field of a pair that a list may hold. `titles`: names of its column, `folded`."""

    name: str
    longest: int
    is_required: bool
    is_public: bool
    titles: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Entry:
    """One pair as read: field → text. `line`: number of its line, from 1, blank lines counted.
    `seed`: its place among the seeded pairs of the list, 1 the best; 0 when it is none."""

    line: int
    texts: Mapping[str, str]
    is_paid: bool = False
    seed: int = 0

    @property
    def player_1(self) -> str:
        return self.texts["player_1"]

    @property
    def player_2(self) -> str:
        return self.texts["player_2"]

    @property
    def players(self) -> frozenset[str]:
        """A key of the two; of a club alone, its name."""
        return both_players(self.player_1, self.player_2)


@dataclass(frozen=True, slots=True)
class _Header:
    """The line that names the columns, and the field of each column."""

    row: Row
    columns: list[str]


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of the list: what it is read as, its name in the header, and its first text.

    `meaning`: a field of a pair, or one of `BESIDE_FIELDS`. `guess`: what it would be read as
    without a choice.
    """

    meaning: str
    guess: str
    name: str
    example: str


@dataclass(frozen=True, slots=True)
class EntryList:
    """The entries that were read, every fault, and the columns."""

    entries: tuple[Entry, ...]
    faults: tuple[FieldFault, ...]
    columns: tuple[ListColumn, ...] = ()


class HowRead(TypedDict, total=False):
    """What a person says of a list, as `read` takes it."""

    meanings: Sequence[str]
    ignored: Collection[int]
    looked_at: Collection[int]


@dataclass(frozen=True, slots=True)
class Row:
    """A line's cells, with single spaces; `line` counts from 1 and includes blank lines.

    `mark`: the separator of the cells, "" where the line is one cell. `is_paid`: whether a remark
    that was looked at says so.
    """

    line: int
    cells: list[str]
    mark: str = ""
    is_paid: bool = False


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    marks: frozenset[str]

    @property
    def mark(self) -> str:
        """The separator of this line, judged by this line alone."""
        return next((mark for mark in "\t;" if mark in self.marks), ",")

    @property
    def is_mixed(self) -> bool:
        return self.marks == {";", ","}


def both_players(player_1: str, player_2: str) -> frozenset[str]:
    """A key that is equal for the same two players, whatever the order, case, accents or
    hyphens."""
    return frozenset(texts.folded(name) for name in (player_1, player_2) if name)


def decode(raw: bytes) -> str:
    """The text of an uploaded file: UTF-8 or UTF-16 with its mark, else what Excel writes."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def read(
    text: object,
    *,
    columns: Sequence[Column],
    meanings: Sequence[str] = (),
    ignored: Collection[int] = (),
    looked_at: Collection[int] = (),
) -> EntryList:
    """The pairs in `text`, or why it cannot be read. Never raises.

    `meanings`: what each column of the list holds, in place of what its header says; disregarded
    unless there is one for each column. `ignored`: the numbers of lines to leave out. `looked_at`:
    the numbers of lines to read without their remarks.
    """
    if not isinstance(text, str):
        return EntryList((), (FieldFault("text", "not_text"),))
    if len(text) > LONGEST_TEXT:
        return EntryList((), (FieldFault("text", "too_long", {"longest": LONGEST_TEXT}),))
    if text.count("\n") + text.count("\r") > MOST_LINES:
        return EntryList((), (FieldFault("text", "too_many_pairs", {"most": MOST_PAIRS}),))
    rows, faults = cut(text.lstrip("\ufeff"), looked_at=looked_at)
    rows = [row for row in rows if row.line not in ignored]
    faults = [fault for fault in faults if line_of(fault) not in ignored]
    if not rows and not faults:
        return EntryList((), (FieldFault("text", "nothing_to_enter"),))
    if len(rows) > MOST_PAIRS + 1:
        return EntryList((), (FieldFault("text", "too_many_pairs", {"most": MOST_PAIRS}),))
    titles = _titles(columns)
    header, body = _parted(rows, titles)
    if not body and not faults:
        return EntryList((), (FieldFault("text", "nothing_to_enter"),))
    guesses = _guesses(header, body)
    chosen = list(meanings) if len(meanings) == len(guesses) else guesses
    found = _entries(
        body, header, faults, columns, titles, chosen=chosen if chosen != guesses else None
    )
    return replace(found, columns=_columns_of(header, body, guesses, chosen))


def _guesses(header: _Header | None, body: Sequence[Row]) -> list[str]:
    """What each column is taken for: by the header, or by its place and what most rows have
    there."""
    width = min(MOST_COLUMNS, max((len(row.cells) for row in body), default=0))
    if header:
        return [*header.columns, *[UNKNOWN] * (width - len(header.columns))][:MOST_COLUMNS]
    numbered = [row for row in body if len(row.cells) > 1 and _is_ordinal(row.cells[0])]
    first = ["number"] if 2 * len(numbered) > len(body) else []
    names = [row.cells[len(first)] for row in body if len(row.cells) > len(first)]
    in_pairs = width == 1 or 2 * sum(len(_parts(name[:LONGEST_LINE])) == 2 for name in names) > len(
        names
    )
    fields = [*first, *(("pair",) if in_pairs else BY_POSITION[:2]), *BY_POSITION[2:]]
    return [*fields[:width], *[UNKNOWN] * (width - len(fields))]


def _columns_of(
    header: _Header | None, body: Sequence[Row], guesses: Sequence[str], chosen: Sequence[str]
) -> tuple[ListColumn, ...]:
    def first_text(at: int) -> str:
        texts = (row.cells[at] for row in body if len(row.cells) > at)
        return next((text for text in texts if text), "")

    names = header.row.cells if header else []
    return tuple(
        ListColumn(chosen[at], guess, names[at] if at < len(names) else "", first_text(at))
        for at, guess in enumerate(guesses)
    )


def _parted(rows: list[Row], titles: Mapping[str, str]) -> tuple[_Header | None, list[Row]]:
    """The header, if there is one, and the rows after it. Rows above it that hold a single cell are
    the title of the list."""
    for at, row in enumerate(rows[: MOST_TITLE_ROWS + 1]):
        fields = _fields_named(row.cells, titles)
        if fields:
            body = rows[at + 1 :]
            return _Header(row, _without_order(fields, body)), body
        if sum(map(bool, row.cells)) != 1:
            break
    return None, rows


def _without_order(fields: list[str], body: Sequence[Row]) -> list[str]:
    """The fields of the header; "seeds" of all pairs are only their order, as programs write it."""
    if "seed" not in fields:
        return fields
    at = fields.index("seed")
    is_order = all(len(row.cells) > at and _is_ordinal(row.cells[at]) for row in body)
    return [*fields[:at], "number", *fields[at + 1 :]] if is_order else fields


def _entries(
    rows: list[Row],
    header: _Header | None,
    faults: list[FieldFault],
    columns: Sequence[Column],
    titles: Mapping[str, str],
    *,
    chosen: Sequence[str] | None,
) -> EntryList:
    in_pairs = _is_in_pairs(row.cells for row in rows)
    alone = not all(one.is_required for one in columns if one.name == "player_2")
    entries: list[Entry] = []
    seen: dict[frozenset[str], int] = {}
    for row in rows:
        texts_or_fault = _texts_of(row, header, titles, chosen, in_pairs=in_pairs, alone=alone)
        if isinstance(texts_or_fault, FieldFault):
            faults.append(texts_or_fault)
            continue
        prefix = f"lines[{row.line}]."
        entry, wrong = check(texts_or_fault, columns=columns, prefix=prefix, line=row.line)
        if not wrong and entry.players in seen:
            first = seen[entry.players]
            wrong = (FieldFault(prefix + "player_1", "duplicate_line", {"line": first}),)
        if wrong:
            faults.extend(wrong)
        else:
            seen[entry.players] = row.line
            is_paid = row.is_paid or _says_yes(texts_or_fault.get("paid", ""))
            seed = _seed(texts_or_fault.get("seed", ""), row.line)
            entries.append(replace(entry, is_paid=is_paid, seed=seed))
    return EntryList(tuple(_seeded(entries)), tuple(in_line_order(faults)))


def _seed(cell: str, line: int) -> int:
    """A number that is smaller for a better seed: those that are only ticked come after those with
    a number, in the order of the lines. 0 for none."""
    if _is_ordinal(cell):
        return int(cell.rstrip(".)ºª")[:4])
    return 10_000 + line if _says_yes(cell) else 0


def _seeded(entries: Sequence[Entry]) -> Iterable[Entry]:
    """The entries, those with a seed numbered from 1."""
    best_first = sorted((one.seed, one.line) for one in entries if one.seed)
    places = {line: place for place, (_seed, line) in enumerate(best_first, start=1)}
    return (replace(one, seed=places.get(one.line, 0)) for one in entries)


def _texts_of(
    row: Row,
    header: _Header | None,
    titles: Mapping[str, str],
    chosen: Sequence[str] | None,
    *,
    in_pairs: bool,
    alone: bool,
) -> dict[str, str] | FieldFault:
    """The texts on one line by field, or what is wrong with the line. `alone`: a name by itself is
    a club that plays without named players."""
    field = f"lines[{row.line}]"
    # Names of columns without those of both players, or not on the first line.
    names = sum(_field_named(cell, titles) is not None for cell in row.cells)
    if names > 1 or (len(row.cells) > 1 and _fields_named(row.cells, titles)):
        return FieldFault(field, "stray_header")
    named: dict[str, str] | str
    no_pair = "" if header else not_a_pair(_of_players(row.cells, chosen))
    if no_pair:
        return FieldFault(field, no_pair)
    if chosen:
        named = _by_columns(row, chosen, None)
    elif header:
        named = _by_columns(row, header.columns, header.row.mark)
    else:
        named = _by_position(row.cells, in_pairs=in_pairs)
    if named == "one_player" and alone:
        named = _club_alone(row, chosen or (header.columns if header else ()))
    if named == "unlike_header" and header:
        params = {"line": header.row.line, "mark": header.row.mark}
        return FieldFault(field, "unlike_header", params)
    return FieldFault(field, named) if isinstance(named, str) else named


def faultless(read: EntryList, faults: Iterable[FieldFault]) -> tuple[Entry, ...]:
    """The entries whose lines have none of these faults."""
    wrong = {line_of(fault) for fault in faults}
    return tuple(entry for entry in read.entries if entry.line not in wrong)


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


def cut(text: str, *, looked_at: Collection[int] = ()) -> tuple[list[Row], list[FieldFault]]:
    """The rows of `text` without its blank lines, and the lines that cannot be cut. Lines of the
    numbers in `looked_at` are read without their remarks."""
    typed = _LINE_END.split(text)
    lines = [
        _line(number, line)
        for number, line in enumerate(cleaned(typed, looked_at=looked_at), start=1)
        if line.strip(" \t,;")
    ]
    first = next((line for line in lines if line.marks), None)
    names_hold_commas = first is not None and first.mark == ";" and any(x.is_mixed for x in lines)
    rows: list[Row] = []
    faults: list[FieldFault] = []
    for line in lines:
        cells = _cells(line, first, names_hold_commas)
        if isinstance(cells, FieldFault):
            faults.append(cells)
        else:
            is_paid = line.number in looked_at and says_paid(typed[line.number - 1])
            rows.append(Row(line.number, cells, _mark(line, first), is_paid))
    return rows, faults


def lines_of(text: str) -> list[str]:
    """The lines of a text, blank ones too."""
    return _LINE_END.split(text)


def without(text: str, numbers: Collection[int]) -> str:
    """The text without the lines of these numbers, and without blank ones."""
    rest = [
        line
        for number, line in enumerate(_LINE_END.split(text), start=1)
        if number not in numbers and line.strip()
    ]
    return "\n".join(rest)


def _line(number: int, text: str) -> _Line:
    text = _QUOTED_CELL.sub(r'"\1"', _ORDINAL_BEFORE_QUOTE.sub("", text))
    bare = re.sub(r'"[^"]*"', "", text)
    return _Line(number, text, frozenset(mark for mark in "\t;," if mark in bare))


def _commas_count(line: _Line, first: _Line | None) -> bool:
    return first is not None and first.mark == "," and line.is_mixed


def _mark(line: _Line, first: _Line | None) -> str:
    """The separator of the line, judged with the list's first line."""
    mark = "," if _commas_count(line, first) else line.mark
    return mark if mark in line.marks else ""


def _cells(line: _Line, first: _Line | None, names_hold_commas: bool) -> list[str] | FieldFault:
    field = f"lines[{line.number}]"
    commas_count = _commas_count(line, first)
    try:
        read = csv.reader(
            [line.text],
            delimiter="," if commas_count else line.mark,
            skipinitialspace=True,
            strict=True,
        )
        # Runs of spaces become one: the patterns for names would take long over long ones.
        cells = [" ".join(cell.split()) for cell in next(read)]
    except (csv.Error, StopIteration):
        return FieldFault(field, "bad_quotes")
    if any(cell.count('"') % 2 or _OPEN_QUOTE.search(cell) for cell in cells):
        return FieldFault(field, "bad_quotes")
    unlike = (
        line.marks == {","} if names_hold_commas else commas_count and ";" in "".join(cells[:2])
    )
    if first is not None and unlike:
        return FieldFault(field, "other_separator", {"line": first.number, "mark": first.mark})
    return cells


def _titles(columns: Sequence[Column]) -> dict[str, str]:
    """Name of a column, `folded` → field."""
    return {**{title: one.name for one in columns for title in one.titles}, **_HEADERS}


def _fields_named(cells: Sequence[str], titles: Mapping[str, str]) -> list[str] | None:
    """The fields of a header line; None when the line is not one."""
    fields = [
        _field_named(cell, titles) or (_named_by_words(cell) if at < MOST_COLUMNS else UNKNOWN)
        for at, cell in enumerate(cells)
    ]
    for number in "12":  # "Nombre 1" beside "Apellidos 1" is the first name alone, "Nom 1" beside
        player, first, last = f"player_{number}", f"first_{number}", f"last_{number}"
        other = first if last in fields else last if first in fields else player  # "Prénom 1" last
        fields = [other if field == player else field for field in fields]
    if all(
        _OF_PLAYERS.intersection(fields)
        & ({f"player_{number}", f"first_{number}", f"last_{number}"})
        for number in "12"
    ):
        return fields
    return fields if "pair" in fields else None


def _named_by_words(cell: str) -> str:
    """The field that a longer name of a column means; UNKNOWN for none."""
    if not cell or len(cell) > _LONGEST_NAME:
        return UNKNOWN
    words = set(texts.folded(cell.partition("(")[0]).split())

    def has(name: str) -> bool:
        return not _WORDS_OF[name].isdisjoint(words)

    for field in ("contact", "paid"):
        if has(field):
            return field
    digits = {"1", "2"}.intersection(words)
    number = digits.pop() if len(digits) == 1 else "1" if has("1") else "2" if has("2") else ""
    if has("club"):
        return UNKNOWN if number else "club"
    if has("pair") and not has("player"):
        return "number" if has("number") else "pair"
    if not number or not (has("player") or has("last")):
        return UNKNOWN
    return f"last_{number}" if has("last") and not has("first") else f"player_{number}"


def _field_named(cell: str, titles: Mapping[str, str]) -> str | None:
    """The field that the cell names, if any."""
    return titles.get(texts.folded(cell)) if cell else None


def _by_columns(row: Row, columns: Sequence[str], mark: str | None) -> dict[str, str] | str:
    """The row's fields as the header names them, or, without `mark`, as a person says what each
    column holds; or a fault's code. A person's columns of one meaning are put together.

    `mark`: the header's separator. A row with another separator is read only where it leaves no
    doubt.
    """
    if not any(row.cells[1:]) and len(columns) > 1:
        return _by_position(row.cells, in_pairs=False)  # both players in the only cell, as "A / B"
    if any(row.cells[len(columns) :]):
        return "too_many_columns"
    named: dict[str, str] = {}
    for field, cell in zip(columns, row.cells, strict=False):
        if cell and field != UNKNOWN:
            is_more = field in named and (mark is None or field in _JOINED)
            named[field] = f"{named[field]} {cell}" if is_more else cell
    if mark is not None:
        if row.mark != mark and not _has_the_shape(row, columns, named):
            return "unlike_header"
        if "number" in named and not _NUMBER.fullmatch(named["number"]):
            return "unlike_header"
    return _players_named(named)


def _of_players(cells: list[str], chosen: Sequence[str] | None) -> list[str]:
    """The cells that hold players, where a person says which do; otherwise all of them."""
    if chosen is None:
        return cells
    return [
        cell for field, cell in zip(chosen, cells, strict=False) if field in _OF_PLAYERS and cell
    ]


def _says_yes(cell: str) -> bool:
    """Whether the text in a column of fees or seeds says yes: a tick, a word, a date, an amount."""
    return bool(cell.strip(" -–—")) and texts.folded(cell) not in _NO


def _has_the_shape(row: Row, columns: Sequence[str], named: dict[str, str]) -> bool:
    """Whether a row with another separator than the header surely holds the header's columns, and
    not names with commas in them."""
    contact = named.get("contact", "")
    return len(row.cells) == len(columns) > 2 and (not contact or texts.is_contact(contact))


def _players_named(named: dict[str, str]) -> dict[str, str] | str:
    for number in "12":
        apart = [named.pop(f"{part}_{number}", "") for part in ("first", "last")]
        if any(apart):
            named[f"player_{number}"] = " ".join(filter(None, apart))
    if "pair" in named and "player_1" not in named:
        parts = _parts(_ORDINAL.sub("", named["pair"]))
        if len(parts) != 2:
            return "one_player" if len(parts) < 2 else "too_many_players"
        named["player_1"], named["player_2"] = parts
    elif "player_1" in named:
        named["player_1"] = _ORDINAL.sub("", named["player_1"])
        if any(_MARKS.search(named.get(field, "")) for field in ("player_1", "player_2")):
            return "too_many_players"
    return named


def _club_alone(row: Row, columns: Sequence[str]) -> dict[str, str] | str:
    """The texts of a row that names a club instead of two players."""
    if len(columns) > 1 and any(row.cells[1:]):
        named = dict(zip(columns, row.cells, strict=False))
        return named | {"player_1": _ORDINAL.sub("", named.get("pair", "")), "player_2": ""}
    cells = [cell for cell in _without_ordinal(row.cells) if cell]
    return {"player_1": cells[0]} if len(cells) == 1 else "one_player"


def _by_position(cells: list[str], *, in_pairs: bool) -> dict[str, str] | str:
    """The row's fields by position, or a fault's code.

    `in_pairs`: the list's first column is known to hold both players.
    """
    cells = _without_ordinal(cells)
    while cells and not cells[-1]:
        cells = cells[:-1]
    parted = _two_players_first(cells, in_pairs) if cells else "one_player"
    if isinstance(parted, str):
        return parted
    if len(parted) > len(BY_POSITION):
        return "too_many_columns"
    named = dict.fromkeys(BY_POSITION, "") | dict(zip(BY_POSITION, parted, strict=False))
    # The club is public: a contact in the place of the club is taken as the contact.
    if texts.is_contact(named["club"]) and not named["contact"]:
        named["club"], named["contact"] = "", named["club"]
    return named


def _is_in_pairs(rows: Iterable[list[str]]) -> bool:
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
    if len(cells) > 1 and _is_ordinal(cells[0]):
        return cells[1:]
    return [_ORDINAL.sub("", cells[0]), *cells[1:]]


def _is_ordinal(cell: str) -> bool:
    return cell.rstrip(".)ºª").isdigit()


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
        if name and texts.folded(name) in players:
            code, where = players[texts.folded(name)]
            yield FieldFault(prefix + field, code, {"player": name, **where})


def _note(
    players: dict[str, tuple[str, dict[str, object]]],
    entry: Entry,
    code: str,
    where: dict[str, object],
) -> None:
    for name in filter(None, (entry.player_1, entry.player_2)):
        players.setdefault(texts.folded(name), (code, where))
