"""Reading an entry list: pasted text or CSV, one pair a line.

A line is `Player 1, Player 2, Club, Contact` (comma, semicolon or tab), or both players in one
cell: `Player 1 - Player 2`, `Player 1 / Player 2`, `Player 1 y Player 2`, `… eta …`, `… and …`.
The first line may name the columns, in any language of the site; fields of a pair that have no
place in a line without header are read by their column's name alone. Blank lines, a leading number
("3.") and quotes are understood. Every fault is found, with its line's number.

Cells first, cleaning after: the text is cut into lines and cells (`cutting`); each cell is given to
a field, by the header (`headers`), by position, or as the person says who enters the list; then it
is cleaned by what it means (`cleaning`). Only a line of a list without columns is cleaned whole.
Each pair is checked, then compared with the others. The fields of a pair are declared in its model:
callers pass them in as `Column`s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as of_class
from typing import TypedDict

from tournament.entries.rules.cleaning import (
    LONGEST_LINE,
    cleaned_name,
    dropped,
    is_parted,
    number_in,
    sentences,
    visible,
)
from tournament.entries.rules.cutting import Row, cut, lines_of, with_whole_cells
from tournament.entries.rules.entry import Entry, check, in_line_order, line_of
from tournament.entries.rules.headers import LEFT_OUT as _LEFT_OUT
from tournament.entries.rules.headers import (
    MOST_COLUMNS,
    OF_PLAYERS,
    UNKNOWN,
    Column,
    blocks_of,
    fields_named,
    fields_of_one,
    in_doubt,
    titles_of,
)
from tournament.entries.rules.remarks import (
    NEEDS_A_LOOK,
    is_cancelled,
    is_struck_out,
    odd_names,
    question,
    says_paid,
    without_remarks,
)
from tournament.entries.rules.rows import (
    BY_POSITION,
    by_columns,
    by_position,
    club_alone,
    is_in_pairs,
    is_number,
    names_in,
)
from tournament.entries.rules.twos import in_twos, paired
from tournament.formats.regulations import MOST_PAIRS
from tournament.log.rules import text as texts
from tournament.log.rules.events import FieldFault

LONGEST_TEXT = 400_000
MOST_LINES = 4 * MOST_PAIRS
"""Line ends, also of blank lines and in pairs: counted before any line is read."""
MOST_TITLE_ROWS = 3
"""Rows above the names of the columns that a spreadsheet's title may take."""
_NO = frozenset({"no", "n", "ez", "non", "0", "false", "pendiente", "debe", "zor", "impaye"})


@dataclass(frozen=True, slots=True)
class _Header:
    """The line that names the columns, and the field of each column. `has_blocks`: whether pairs
    stand side by side under it. `second_lines`: where a row names one player, the further lines of
    each pair. `doubt`: a code, where the names of the columns do not say where the players are."""

    row: Row
    columns: list[str]
    has_blocks: bool = False
    second_lines: Mapping[int, Sequence[int]] = of_class(default_factory=dict)
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class _How:
    """How the rows of a list are read. `meanings`: what each column is read as; `is_chosen`:
    whether a person says so. `said`: the lines of a list without columns, by number, as they stand
    there. `corrected`: the texts of lines as a person wrote them, by number and field."""

    header: _Header | None
    titles: Mapping[str, str]
    meanings: Sequence[str]
    is_chosen: bool
    looked_at: Collection[int]
    said: Mapping[int, str]
    corrected: Mapping[int, Mapping[str, str]]

    @property
    def chosen(self) -> Sequence[str] | None:
        return self.meanings if self.is_chosen else None

    @property
    def columns(self) -> Sequence[str]:
        """The meaning of each column; none for a list that is read by position."""
        return self.meanings if self.is_chosen or self.header else ()


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
    """The entries that were read, every fault, and the columns. `rough`: the texts of the lines
    with a fault, by number, as far as they can be told apart. `shared`: the lines that hold several
    pairs, side by side. `continued`: the further lines of entries that take several."""

    entries: tuple[Entry, ...]
    faults: tuple[FieldFault, ...]
    columns: tuple[ListColumn, ...] = ()
    rough: Mapping[int, Mapping[str, str]] = of_class(default_factory=dict)
    shared: frozenset[int] = frozenset()
    continued: Mapping[int, Sequence[int]] = of_class(default_factory=dict)


class HowRead(TypedDict, total=False):
    """What a person says of a list, as `read` takes it."""

    meanings: Sequence[str]
    ignored: Collection[int]
    looked_at: Collection[int]
    corrected: Mapping[int, Mapping[str, str]]


def read(
    text: object,
    *,
    columns: Sequence[Column],
    meanings: Sequence[str] = (),
    ignored: Collection[int] = (),
    looked_at: Collection[int] = (),
    corrected: Mapping[int, Mapping[str, str]] | None = None,
) -> EntryList:
    """The pairs in `text`, or why it cannot be read. Never raises.

    `meanings`: what each column of the list holds, in place of what its header says; disregarded
    unless there is one for each column. `ignored`: the numbers of lines to leave out. `looked_at`:
    the numbers of lines to read without their remarks. `corrected`: by the number of its line, the
    texts of a pair in place of what the line says; disregarded for a line with several pairs.
    """
    if not isinstance(text, str):
        return EntryList((), (FieldFault("text", "not_text"),))
    if len(text) > LONGEST_TEXT:
        return EntryList((), (FieldFault("text", "too_long", {"longest": LONGEST_TEXT}),))
    if text.count("\n") + text.count("\r") > MOST_LINES:
        return EntryList((), (FieldFault("text", "too_many_pairs", {"most": MOST_PAIRS}),))
    typed = [
        (number, visible(line))
        for number, line in enumerate(lines_of(text), start=1)
        if number not in ignored
    ]
    numbers = [number for number, line in typed if line.strip()]
    typed = with_whole_cells(typed)
    rows, faults = cut(typed)
    if not rows and not faults:
        return EntryList((), (FieldFault("text", "nothing_to_enter"),))
    if len(rows) > MOST_PAIRS + 1:
        return EntryList((), (FieldFault("text", "too_many_pairs", {"most": MOST_PAIRS}),))
    titles = titles_of(columns)
    alone = not all(column.is_required for column in columns if column.name == "player_2")
    header, body = _parted(rows, titles, alone=alone)
    said: Mapping[int, str] = {}
    if header is None or (len(header.columns) == 1 and not header.has_blocks and not header.doubt):
        below = header.row.line if header else 0
        header = None
        said = dict(in_twos([(number, line) for number, line in typed if number > below]))
        body, faults = cut(_sentences(said, looked_at))
    if not body and not faults:
        return EntryList((), (FieldFault("text", "nothing_to_enter"),))
    guesses = _guesses(header, body)
    chosen = list(meanings) if len(meanings) == len(guesses) else guesses
    if header and len(meanings) != len(guesses):
        doubts = in_doubt(guesses, header.row.cells, header.row.keys)
        faults += [_doubt(at, header) for at in doubts]
        if doubts:
            columns_read = _columns_of(header, body, guesses, chosen)
            return EntryList((), tuple(in_line_order(faults)), columns_read)
    if header and header.doubt and chosen == guesses:
        columns_read = _columns_of(header, body, guesses, chosen)
        return EntryList((), (FieldFault("text", header.doubt),), columns_read)
    how = _How(header, titles, chosen, chosen != guesses, looked_at, said, corrected or {})
    entry_list = _entries(body, faults, columns, how)
    return replace(
        entry_list,
        columns=_columns_of(header, body, guesses, chosen),
        continued=(header and header.second_lines) or _continued(numbers, said or dict(typed)),
    )


def _continued(numbers: Iterable[int], first_lines: Collection[int]) -> dict[int, list[int]]:
    """The further lines of each entry that takes several, by the number of its first one."""
    continued: dict[int, list[int]] = {}
    first = 0
    for number in numbers:
        if number in first_lines:
            first = number
        elif first:
            continued.setdefault(first, []).append(number)
    return continued


def _doubt(at: int, header: _Header) -> FieldFault:
    """The fault of a column that somebody must say the meaning of."""
    name = header.row.cells[at] if at < len(header.row.cells) else ""
    return FieldFault(f"columns[{at + 1}]", "column_in_doubt", {"n": at + 1, "name": name[:60]})


def _sentences(said: Mapping[int, str], looked_at: Collection[int]) -> Iterable[tuple[int, str]]:
    """The lines of a list without columns as `cut` takes them, those of `looked_at` without their
    remarks."""
    bare = (without_remarks(line) if number in looked_at else line for number, line in said.items())
    return zip(said, sentences(bare), strict=True)


def _guesses(header: _Header | None, body: Sequence[Row]) -> list[str]:
    """What each column is taken for: by the header, or by its place and what most rows have
    there."""
    width = min(MOST_COLUMNS, max((len(row.cells) for row in body), default=0))
    if header:
        return [*header.columns, *[UNKNOWN] * (width - len(header.columns))][:MOST_COLUMNS]
    numbered = [row for row in body if len(row.cells) > 1 and is_number(row.cells[0])]
    first = ["number"] if 2 * len(numbered) > len(body) else []
    names = [row.cells[len(first)] for row in body if len(row.cells) > len(first)]
    joined = sum(len(names_in(name[:LONGEST_LINE])) == 2 for name in names)
    in_pairs = width == 1 or 2 * joined > len(names)
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


def _parted(
    rows: list[Row], titles: Mapping[str, str], *, alone: bool
) -> tuple[_Header | None, list[Row]]:
    """The header, if there is one, and the rows after it. Rows above it that hold a single cell are
    the title of the list."""
    for at, row in enumerate(rows[: MOST_TITLE_ROWS + 1]):
        fields = fields_named(row.cells, row.keys, titles)
        body = rows[at + 1 :]
        of_one = fields_of_one(row.cells, row.keys, titles)
        if of_one and not (fields and _has_two_names(fields, body)):
            return _of_players(row, of_one, body, alone=alone)
        if fields is None and sum(key in titles for key in row.keys) > 1:
            unsaid = [titles.get(key, UNKNOWN) for key in row.keys]
            return _Header(row, unsaid, doubt="players_not_named"), body
        if fields:
            header, body = _in_one_block(row, fields, rows[at + 1 :])
            return replace(header, columns=_without_order(header.columns, body)), body
        if sum(map(bool, row.cells)) != 1:
            break
    return None, rows


def _has_two_names(fields: Sequence[str], body: Sequence[Row]) -> bool:
    """Whether the column of pairs holds two names in some row."""
    at = fields.index("pair") if "pair" in fields else 0
    cells = (row.cells[at][:LONGEST_LINE] for row in body if len(row.cells) > at)
    return "pair" not in fields or any(len(names_in(cell)) > 1 for cell in cells)


def _of_players(
    row: Row, fields: list[str], body: list[Row], *, alone: bool
) -> tuple[_Header, list[Row]]:
    """The header and the rows of a list with one player on each line: where players enter alone,
    each is an entry; otherwise two make a pair."""
    if alone:
        columns = ["pair" if field == "player_1" else field for field in fields]
        return _Header(row, columns), body
    pairs = paired(row, fields, body)
    if pairs is None:
        return _Header(row, fields, doubt="one_player_a_line"), body
    return _Header(pairs.header, pairs.fields, second_lines=pairs.second_lines), pairs.body


def _in_one_block(row: Row, fields: list[str], body: list[Row]) -> tuple[_Header, list[Row]]:
    """The header and the rows of a list whose pairs stand side by side, one below another."""
    blocks = blocks_of(fields, row.cells)
    if len(blocks) == 1:
        return _Header(row, fields), body

    def part(of: Row, block: Sequence[int]) -> Row:
        return replace(of, cells=[of.cells[at] for at in block if at < len(of.cells)])

    below = [part(one, block) for one in body for block in blocks]
    columns = [fields[at] for at in blocks[0]]
    return _Header(part(row, blocks[0]), columns, has_blocks=True), [
        one for one in below if any(one.cells)
    ]


def _without_order(fields: list[str], body: Sequence[Row]) -> list[str]:
    """The fields of the header; "seeds" of all pairs are only their order, as programs write it."""
    if "seed" not in fields:
        return fields
    at = fields.index("seed")
    is_order = all(len(row.cells) > at and number_in(row.cells[at]) is not None for row in body)
    return [*fields[:at], "number", *fields[at + 1 :]] if is_order else fields


def _entries(
    rows: list[Row], faults: list[FieldFault], columns: Sequence[Column], how: _How
) -> EntryList:
    in_pairs = is_in_pairs(row.cells for row in rows)
    alone = not all(column.is_required for column in columns if column.name == "player_2")
    times = Counter(row.line for row in rows)
    shared = frozenset(line for line, count in times.items() if count > 1)
    corrected = {line: own for line, own in how.corrected.items() if line not in shared}
    uncut = {line_of(fault) for fault in faults}
    faults = [fault for fault in faults if line_of(fault) not in corrected]
    rows = rows + [Row(line, []) for line in sorted(uncut & corrected.keys())]
    entries: list[Entry] = []
    rough: dict[int, Mapping[str, str]] = {}
    lines: dict[frozenset[str], int] = {}
    for row in sorted(rows, key=lambda row: row.line):
        by_hand = corrected.get(row.line)
        texts_or_fault = (
            {**_of_fees_and_seeds(row, how), **by_hand}
            if by_hand is not None
            else _texts_of(row, how, in_pairs=in_pairs, alone=alone)
        )
        if isinstance(texts_or_fault, FieldFault):
            faults.append(texts_or_fault)
            rough[row.line] = _rough_texts(row, how, columns)
            continue
        prefix = f"lines[{row.line}]."
        entry, wrong = check(texts_or_fault, columns=columns, prefix=prefix, line=row.line)
        if not wrong and entry.players in lines:
            first = lines[entry.players]
            wrong = (FieldFault(prefix + "player_1", "duplicate_line", {"line": first}),)
        if wrong:
            faults.extend(wrong)
            rough[row.line] = texts_or_fault
        else:
            lines[entry.players] = row.line
            is_paid = _says_yes(texts_or_fault.get("paid", "")) or (
                row.line in how.looked_at
                and says_paid(how.said.get(row.line) or " ".join(row.cells))
            )
            seed = _seed(texts_or_fault.get("seed", ""), row.line)
            rest = "" if by_hand else dropped(_source(row, how), entry.texts.values())
            entries.append(replace(entry, is_paid=is_paid, seed=seed, dropped=rest))
    odd = odd_names((entry.player_1, entry.player_2) for entry in entries)
    for entry, is_odd in zip(tuple(entries), odd, strict=True):
        if is_odd and entry.line not in {*how.looked_at, *corrected}:
            entries.remove(entry)
            rough[entry.line] = entry.texts
            faults.append(FieldFault(f"lines[{entry.line}]", "no_name"))
    return EntryList(
        tuple(_seeded(entries)), tuple(in_line_order(faults)), rough=rough, shared=shared
    )


def _of_fees_and_seeds(row: Row, how: _How) -> dict[str, str]:
    """What the row says beside the texts of a pair."""
    cells = zip(how.columns, row.cells, strict=False)
    return {meaning: cell for meaning, cell in cells if meaning in ("paid", "seed")}


def _rough_texts(row: Row, how: _How, columns: Sequence[Column]) -> dict[str, str]:
    """The row's cells by field, without its remarks, for somebody to put right; the whole line as
    the first field where its cells have no meaning."""
    cells = list(map(without_remarks, row.cells))
    names = {column.name for column in columns}
    rough: dict[str, str] = {}
    for meaning, cell in zip(how.columns, cells, strict=False):
        name = meaning.replace("first_", "player_").replace("last_", "player_")
        name = "player_1" if meaning == "pair" else name
        if cell and name in names:
            rough[name] = f"{rough[name]} {cell}" if name in rough else cell
    if rough.keys() - {"player_1"}:
        return rough
    parts = names_in(cleaned_name(" ".join(filter(None, cells))))
    both = {"player_1": parts[0], "player_2": parts[1]} if len(parts) == 2 else {}
    return both or {"player_1": " ".join(filter(None, cells))}


def _source(row: Row, how: _How) -> str:
    """What stands on the line in the places of a pair's texts."""
    if row.line in how.said and not is_parted(how.said[row.line]):
        return how.said[row.line]
    meanings = [*how.meanings, *[""] * (len(row.cells) - len(how.meanings))]
    return " ".join(
        cell for cell, meaning in zip(row.cells, meanings, strict=False) if meaning not in _LEFT_OUT
    )


def _seed(cell: str, line: int) -> int:
    """A number that is smaller for a better seed: those that are only ticked come after those with
    a number, in the order of the lines. 0 for none."""
    number = number_in(cell)
    if number is not None:
        return number
    return 10_000 + line if _says_yes(cell) else 0


def _seeded(entries: Sequence[Entry]) -> Iterable[Entry]:
    """The entries, those with a seed numbered from 1."""
    best_first = sorted((entry.seed, entry.line) for entry in entries if entry.seed)
    places = {line: place for place, (_seed, line) in enumerate(best_first, start=1)}
    return (
        replace(entry, seed=places[entry.line]) if entry.line in places else entry
        for entry in entries
    )


def _texts_of(row: Row, how: _How, *, in_pairs: bool, alone: bool) -> dict[str, str] | FieldFault:
    """The texts on one line by field, or what is wrong with the line. `alone`: a name by itself is
    a club that plays without named players."""
    field = f"lines[{row.line}]"
    header, chosen = how.header, how.chosen
    if any(row.cells[max(MOST_COLUMNS, len(how.columns)) :]):
        return FieldFault(field, "too_many_columns")
    # Names of columns without those of both players, or not on the first line.
    names = sum(key in how.titles for key in row.keys)
    if names > 1 or (len(row.cells) > 1 and fields_named(row.cells, row.keys, how.titles)):
        return FieldFault(field, "stray_header")
    values: dict[str, str] | str
    is_looked_at = row.line in how.looked_at
    asked = _asked(row, how)
    if asked and not (asked in NEEDS_A_LOOK and is_looked_at):
        return FieldFault(field, asked)
    cells = list(map(without_remarks, row.cells)) if is_looked_at else row.cells
    if chosen:
        values = by_columns(cells, chosen, is_like_header=None)
    elif header:
        values = by_columns(cells, header.columns, is_like_header=row.mark == header.row.mark)
    else:
        values = by_position(cells, in_pairs=in_pairs)
    if values == "one_player" and alone:
        values = club_alone(cells, how.columns)
    if values == "unlike_header" and header:
        params = {"line": header.row.line, "mark": header.row.mark}
        return FieldFault(field, "unlike_header", params)
    return FieldFault(field, values) if isinstance(values, str) else values


def faultless(read: EntryList, faults: Iterable[FieldFault]) -> tuple[Entry, ...]:
    """The entries whose lines have none of these faults."""
    wrong = {line_of(fault) for fault in faults}
    return tuple(entry for entry in read.entries if entry.line not in wrong)


def _asked(row: Row, how: _How) -> str:
    """What somebody must look at before the row enters: a code of `question`. A cancellation is
    seen in any cell; the rest in those that everybody reads."""
    said = how.said.get(row.line, "").strip()
    if is_cancelled(row.cells, row.keys) or is_struck_out(said):
        return "cancelled"
    if not how.columns:
        return question(row.cells, row.keys)
    public = OF_PLAYERS | {"club"} if how.header else OF_PLAYERS
    at = [
        at
        for at, (field, cell) in enumerate(zip(how.columns, row.cells, strict=False))
        if field in public and field not in _LEFT_OUT and cell
    ]
    cells, keys = [row.cells[one] for one in at], [row.keys[one] for one in at]
    return question(cells, keys, is_title=not how.header)


def _says_yes(cell: str) -> bool:
    """Whether the text in a column of fees or seeds says yes: a tick, a word, a date, an amount."""
    return bool(cell.strip(" -–—")) and texts.folded(cell[:LONGEST_LINE]) not in _NO
