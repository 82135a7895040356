"""Reading a past event: its results, and the pairs that played it, from one text.

A result stands on a line of its own: by numbers (`3 - 7: 3-1`; of a pair that rests its number
alone), by names (`Lezo / Orio - Deba / Mutriku 3-1`, of clubs alone `Bar Lezo - Bar Orio 3-1`), or
in cells, as a spreadsheet has it: the two pairs and their games, with or without names of the
columns. Lines before the first result are a list of pairs, as `lists` reads it. Names of rounds are
headings and say nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tournament.entries.rules.cleaning import cleaned_name, number_in, visible
from tournament.entries.rules.cutting import Row, cut, lines_of, with_whole_cells
from tournament.entries.rules.entry import both_players
from tournament.entries.rules.rows import names_in
from tournament.log.rules import text as texts
from tournament.log.rules.events import FieldFault

MOST_LINES = 2_000

_BY_NUMBER = re.compile(r"[0-9\s.:;,/vV–-]+")
_ALONE = re.compile(r"\s*[0-9]{1,6}\s*[.:–-]?\s*")
"""The number of a pair that rests. A heading such as "Round 1" is none."""
_DIGITS = re.compile(r"[0-9]{1,6}")
_SCORE = re.compile(r"\s*([0-9]{1,3})\s*[-–:/]\s*([0-9]{1,3})\s*")
_WITH_SCORE = re.compile(r"^(.*[^\s:,;.])[\s:,;.]+([0-9]{1,3})\s*[-–:]\s*([0-9]{1,3})\s*$")
_OPPOSED = re.compile(r"\s+(?:[-–—]|vs?\.?|contra|kontra|contre)\s+", re.IGNORECASE)
_ROUNDS = frozenset({
    "ronda", "rondas", "round", "rounds", "txanda", "txandak", "tour", "tours", "fase", "phase",
    "final", "finala", "finale", "finals", "semifinal", "semifinales", "semifinals", "semi",
    "finalerdia", "finalerdiak", "demi", "demies", "cuartos", "quarter", "quarters", "quarts",
    "finalaurrekoak", "octavos", "huitiemes", "dieciseisavos", "previa", "kanporaketa",
    "resultados", "results", "emaitzak", "resultats", "partidas", "matches", "partidak", "parties",
    "parejas", "pairs", "bikoteak", "paires", "jornada", "jardunaldia", "journee", "grupo", "group",
    "multzoa", "groupe", "tercer", "third",
})  # fmt: skip
_BYES = frozenset({
    "bye", "exento", "exenta", "libre", "descansa", "descanso", "salbuetsi", "salbuetsita",
    "atseden", "exempt", "rests", "pasa", "",
})  # fmt: skip
_COLUMNS = {
    word: field
    for field, words in {
        "pair_a": "pair 1|pair a|pareja 1|pareja a|bikotea 1|bikote 1|1 bikotea|a bikotea|paire 1|"
        "paire a|equipo 1|equipo a|equipe 1|team 1|team a|local|home|etxekoa",
        "pair_b": "pair 2|pair b|pareja 2|pareja b|bikotea 2|bikote 2|2 bikotea|b bikotea|paire 2|"
        "paire b|equipo 2|equipo b|equipe 2|team 2|team b|visitante|away|kanpokoa",
        "games_a": "games 1|games a|juegos 1|juegos a|jokoak 1|jokoak a|manches 1|manches a|"
        "score 1|score a|puntos 1|tantos 1",
        "games_b": "games 2|games b|juegos 2|juegos b|jokoak 2|jokoak b|manches 2|manches b|"
        "score 2|score b|puntos 2|tantos 2",
        "score": "result|resultado|emaitza|resultat|score|marcador|games|juegos|jokoak|manches",
    }.items()
    for word in words.split("|")
}


@dataclass(frozen=True, slots=True)
class Named:
    """A pair in a result: by its `number`, or by its `players`."""

    number: int = 0
    players: tuple[str, ...] = ()

    @property
    def key(self) -> frozenset[str]:
        """As of the pair in a list."""
        return both_players(*(*self.players, "")[:2])


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A line: two pairs with the games of each, or one pair that rests."""

    line: int
    pairs: tuple[Named, Named | None]
    games: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class PastEvent:
    """The results in their order, the text of the list before them with its lines where they stood,
    and the lines that are neither (bad_line) or that contradict themselves (same_pair)."""

    results: tuple[ResultLine, ...]
    list_text: str
    faults: tuple[FieldFault, ...]

    @property
    def has_list(self) -> bool:
        return bool(self.list_text.strip())


def read_past(text: str) -> PastEvent:
    """The results and the pairs in a text. Never raises."""
    numbered = with_whole_cells(
        [(number, visible(line)) for number, line in enumerate(lines_of(text), start=1)]
    )
    typed = dict(numbered)
    rows, faults = cut(numbered)
    columns: Sequence[str] = ()
    results: list[ResultLine] = []
    listed: set[int] = set()
    for row in rows:
        said = typed[row.line].strip()
        named = [_COLUMNS.get(key, "") for key in row.keys]
        if {"pair_a", "pair_b"} <= set(named):
            columns = named
            continue
        result = _by_number(row.line, said) or (
            _by_columns(row, columns)
            if columns
            else _by_shape(row, after_results=bool(results)) or _by_sentence(row.line, said)
        )
        if result:
            results.append(result)
        elif not _is_heading(row):
            if results or columns:
                faults.append(FieldFault(f"lines[{row.line}]", "bad_line"))
            else:
                listed.add(row.line)
    faults += [
        FieldFault(f"lines[{one.line}]", "same_pair") for one in results if _is_one(*one.pairs)
    ]
    list_text = "\n".join(
        typed[number] if number in listed else "" for number in range(1, max(listed, default=0) + 1)
    )
    uncut = {fault.field for fault in faults}
    return PastEvent(
        tuple(one for one in results if f"lines[{one.line}]" not in uncut),
        list_text,
        tuple(faults),
    )


def ordinal_of(line: str) -> int | None:
    """The number that a line of a list begins with, as in "3. Lezo / Orio"."""
    match = re.match(
        r"\s*(?:n[ºo°]\.?|#)?\s*([0-9]{1,4})\s*(?:[.)ºª°:,;\t–-]|\s)", line, re.IGNORECASE
    )
    return int(match[1]) if match else None


def _is_one(a: Named, b: Named | None) -> bool:
    return b is not None and (a == b or (not a.number and not b.number and a.key == b.key))


def _by_number(line: int, said: str) -> ResultLine | None:
    if not _BY_NUMBER.fullmatch(said):
        return None
    values = [int(digits) for digits in _DIGITS.findall(said)]
    if len(values) == 4:
        a, b, *games = values
        return ResultLine(line, (Named(a), Named(b)), (games[0], games[1]))
    return ResultLine(line, (Named(values[0]), None)) if _ALONE.fullmatch(said) else None


def _by_columns(row: Row, columns: Sequence[str]) -> ResultLine | None:
    cells = dict(zip(columns, row.cells, strict=False))
    a, b = (_pair_in(cells.get(name, "")) for name in ("pair_a", "pair_b"))
    games = _games([cells.get(name, "") for name in ("games_a", "games_b", "score")])
    if a and b and games:
        return ResultLine(row.line, (a, b), games)
    rests = a or b
    other = texts.folded(cells.get("pair_b" if a else "pair_a", "")[:40])
    is_bye = rests is not None and games is None and other in _BYES
    if not rests or not is_bye or (len(rests.players) == 1 and not other):
        return None
    return ResultLine(row.line, (rests, None))


def _by_shape(row: Row, *, after_results: bool) -> ResultLine | None:
    """A row in which just two cells hold both players of a pair, and the others their games."""
    if len(row.cells) < 2:
        return None
    pairs = [pair for cell in row.cells if (pair := _pair_in(cell)) and len(pair.players) == 2]
    games = _games(row.cells)
    if len(pairs) == 2 and games:
        return ResultLine(row.line, (pairs[0], pairs[1]), games)
    others = [key for cell, key in zip(row.cells, row.keys, strict=True) if not _pair_in(cell)]
    is_bye = after_results and len(pairs) == 1 and any(key in _BYES - {""} for key in others)
    return ResultLine(row.line, (pairs[0], None)) if is_bye else None


def _by_sentence(line: int, said: str) -> ResultLine | None:
    match = _WITH_SCORE.match(said) if len(said) < 300 else None
    if not match:
        return None
    sides = _OPPOSED.split(match[1])
    pairs = [_side_in(side) for side in sides]
    if len(pairs) != 2 or pairs[0] is None or pairs[1] is None:
        return None
    return ResultLine(line, (pairs[0], pairs[1]), (int(match[2]), int(match[3])))


def _side_in(side: str) -> Named | None:
    """The pair, or the club alone, on one side of a result."""
    names = [name.strip() for name in names_in(cleaned_name(side))]
    if len(names) > 2 or not all(any(map(str.isalpha, name)) for name in names):
        return None
    return None if len(names) == 1 and any(map(str.isdigit, side)) else Named(players=tuple(names))


def _pair_in(cell: str) -> Named | None:
    """The pair that a cell names: by its number, by both players, or by one name."""
    if not cell or len(cell) > 200 or _SCORE.fullmatch(cell):
        return None
    if (number := number_in(cell)) is not None:
        return Named(number)
    names = [name.strip() for name in names_in(cleaned_name(cell))]
    if len(names) > 2 or not all(any(map(str.isalpha, name)) for name in names):
        return None
    return None if texts.folded(cell[:40]) in _BYES else Named(players=tuple(names))


def _games(cells: Sequence[str]) -> tuple[int, int] | None:
    """The games of both pairs, of the cells that hold numbers alone: two, or a score in one."""
    scores = [match for cell in cells if (match := _SCORE.fullmatch(cell))]
    if len(scores) == 1:
        return int(scores[0][1]), int(scores[0][2])
    numbers = [int(cell) for cell in cells if re.fullmatch(r"[0-9]{1,3}", cell.strip())]
    return (numbers[-2], numbers[-1]) if not scores and len(numbers) >= 2 else None


def _is_heading(row: Row) -> bool:
    """Whether a row names a round, or a part of the list."""
    said = [key for key in row.keys if key]
    parts = names_in(said[0]) if len(said) == 1 else []
    return bool(parts) and all(
        not _ROUNDS.isdisjoint(part.split()) or part.strip().isdecimal() for part in parts
    )
