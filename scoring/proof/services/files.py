"""Writes a tournament to a file, and rebuilds it from the file on another machine."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError, OperationalError, connection, models, transaction
from django.utils.translation import gettext_lazy as _

from scoring.proof.queries import tables
from scoring.proof.queries.stored import undone_acts
from scoring.proof.queries.verify import verify_tournament
from scoring.proof.rules.beside import AuxiliaryTables
from scoring.proof.rules.entries import entries_in
from scoring.proof.rules.lines import (
    BrokenFile,
    Key,
    Line,
    State,
    key_of,
    numbers_named,
    read,
    said_in,
    span_of,
)
from scoring.proof.rules.parting import Mismatch
from scoring.proof.rules.replay import NONSENSE, LogTellsNonsense, Replay
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Refusal
from tournament.log.models import Event
from tournament.log.rules.events import LogEntry, first_fault
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.referees.models import Referee
from tournament.tables.models import Table

# Sets the ids that a database gives to rows that keep their ids in a tournament's file.


HIGHEST_START = 2**52
"""Half of the largest number that browsers hold exactly: the other half is left for new rows."""
COUNTED: Mapping[str, type[models.Model]] = {
    table.name: table.model
    for table in (*tables.TABLES, *tables.FROM_THE_LOG)
    if "id" in table.fields or table.key == "id"
}
"""The tables whose rows keep their ids when a tournament is rebuilt."""

FORWARD = """
    SELECT setval('{sequence}', %s) FROM {sequence}
    WHERE %s > last_value - CASE WHEN is_called THEN 0 ELSE 1 END
"""
"""Until the sequence is first used, as after restoring a backup, `last_value` is the next value and
not the last one."""


@transaction.atomic
def count_from(number: int) -> tuple[str, ...]:
    """Makes the next row of every counted table get at least this id. A table that is already
    further is not moved back. Returns the names of the tables that moved. Raises Refusal
    (bad_number)."""
    if not 1 <= number <= HIGHEST_START:
        message = _("Give a number from 1 to %(most)s, as 7000000 for the laptop with the number "
                    "7.")  # fmt: skip
        raise Refusal.one("number", "bad_number", message, most=HIGHEST_START)
    return move_past(dict.fromkeys(COUNTED, number - 1))


def move_past(last: Mapping[str, int]) -> tuple[str, ...]:
    """Makes new rows of these tables get higher ids than `last`. Returns the names of the tables
    that moved.

    Never moves back: an id just given to another transaction is in no row seen here, and a change
    of PostgreSQL's sequence survives a rollback.
    """
    move = _moved_sequence if connection.vendor == "postgresql" else _moved_counter
    return tuple(
        name for name, number in last.items()
        if number > 0 and move(COUNTED[name]._meta.db_table, number)
    )  # fmt: skip


def _moved_sequence(table: str, last: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table])
        (sequence,) = cursor.fetchone()
        cursor.execute(FORWARD.format(sequence=sequence), [last, last])
        return cursor.fetchone() is not None


def _moved_counter(table: str, last: int) -> bool:
    """Moves SQLite's counter, which a table without rows lacks; returns whether it moved."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
        if row is None:
            cursor.execute("INSERT INTO sqlite_sequence (seq, name) VALUES (%s, %s)", [last, table])
        elif row[0] < last:
            cursor.execute("UPDATE sqlite_sequence SET seq = %s WHERE name = %s", [last, table])
        return row is None or row[0] < last


# Makes the rows that follow from the log alone.


OTHERS: dict[str, type[models.Model]] = {
    "pair": Pair, "kept_for": Pair, "table": Table, "referee": Referee, "match": Match,
}  # fmt: skip
UNSTORABLE = (DatabaseError, LookupError, TypeError, OverflowError)


def retell(*, tournament: Tournament, auxiliary: AuxiliaryTables) -> None:
    """Stores every row that the log tells beside the play, for a tournament that has none of them.
    The log lacks unopened secrets, which stay empty, and referees' names, which become their
    numbers. Raises BrokenFile."""
    for table in tables.FROM_THE_LOG:
        rows = auxiliary.rows[table.name]
        if table.key == "id" and rows:
            first = min(auxiliary.by[table.name, key] for key in rows) + 1
            tables.must_be_free(table, span_of(rows), line=first)
        for key, state in rows.items():
            line = auxiliary.by[table.name, key] + 1  # line 1 is the header
            try:
                with transaction.atomic():
                    _row(tournament, table, key, state, line).save(force_insert=True)
            except OperationalError:  # a fault of the database, not of the file
                raise
            except UNSTORABLE as error:
                detail = str(error).strip().split("\n")[0][:200]
                raise BrokenFile(line, "not_storable", detail) from error


def _row(
    tournament: Tournament, table: tables.Exported, key: int, state: State, line: int
) -> models.Model:
    fields = dict(state)
    if table.key:
        fields[table.key] = key
    columns: dict[str, Any] = {}
    for name, value in fields.items():
        column, _lookup, of_other = name.partition("__")
        columns[column] = (
            _other(tournament, column, of_other, value)
            if of_other
            else tables.value_of(table, name, value, line=line)
        )
    if "tournament" in table.at_home:
        columns["tournament"] = tournament
    if table.model is Referee and not state["has_left"]:
        columns["name"] = str(key)
    return table.model(**columns)


def _other(tournament: Tournament, column: str, by: str, value: Any) -> models.Model | None:
    """The row that a column names; None for a table that is kept for nobody."""
    if value is None and column == "kept_for":
        return None
    rows = OTHERS[column]._default_manager.filter(tournament=tournament)
    row = rows.filter(**{by: value}).first()
    if row is None:
        raise LookupError(f"there is no {column} {value}")
    return row


READ, STORED, HELD = 0.2, 0.45, 0.75
"""Share of the work done after each step, measured on a file of 8,600 hands."""
Places = Mapping[int, tuple[Key, int]]


@transaction.atomic
def write_file(*, tournament_id: int, contacts: bool = False) -> bytes:
    """The file of a tournament, written while nobody changes it. Raises NotFound."""
    lock(tournament_id=tournament_id)
    return tables.tournament_file(tournament_id=tournament_id, contacts=contacts)


def rebuild(
    *,
    content: bytes,
    tell: Callable[[float], None] = lambda _share: None,
    then: Callable[[Tournament], object] = lambda _tournament: None,
) -> Tournament:
    """Rebuilds the tournament of a file in this database, with the same ids; returns it.

    Everything is checked before anything is stored: the seals of the lines, the chain of the log,
    every row against the log, every hand. `tell` is called with the share of the work done, from 0
    to 1. `then` is called with the tournament inside the storing transaction. Raises BrokenFile,
    naming the line, or what `then` raises; nothing is stored then.
    """
    lines = list(map(tables.without_retired, read(content, lambda share: tell(share * READ))))
    entries = entries_in(lines)
    _must_chain(lines[0], entries)
    replay = _replay_of(entries)
    tell(READ)
    with transaction.atomic():
        tournament = _store(lines, tables.rows_in(lines), entries, replay)
        tell(STORED)
        _must_hold(tournament, lines)
        tell(HELD)
        _must_be_the_same(tournament, lines)
        then(tournament)
        tell(1.0)
    return tournament


def _must_chain(header: Line, entries: list[LogEntry]) -> None:
    """Raises BrokenFile unless the chain holds. Event n is in line n + 1, after the header."""
    slug, events, head = said_in(header)
    for place, entry in enumerate(entries, start=2):
        if entry.tournament != slug:
            raise BrokenFile(place, "another_tournament", str(entry.tournament)[:80])
    fault = first_fault(entries, head_number=events, head_hash=head)
    if fault is not None:
        raise BrokenFile(min(fault.number + 1, len(entries) + 1), fault.code)


def _replay_of(entries: Iterable[LogEntry]) -> Replay:
    try:
        return Replay().apply_events(entries)
    except LogTellsNonsense as error:
        raise BrokenFile(error.number + 1, "nonsense", error.what[:200]) from error


def _store(
    everything: list[Line], rows: tables.Rows, entries: list[LogEntry], replay: Replay
) -> Tournament:
    named = numbers_named(entries)
    tournament = _tournament(everything, rows, replay)
    spans = {**named, **tables.spans_of(rows, named)}
    places = _places(rows)
    for table in tables.TABLES:
        lines = rows.get(table.name, [])
        instances = [_instance(tournament, table, line, replay, places) for line in lines]
        _insert(instances, lines)
    try:
        retell(tournament=tournament, auxiliary=replay.auxiliary)
    except BrokenFile:
        raise
    except NONSENSE as error:
        raise BrokenFile(len(everything), "nonsense", repr(error)[:200]) from error
    of_log = [line for line in everything if line.kind == "event"]
    undone = undone_acts(entries)
    rows_of_log = [_event(tournament, entry, undone.get(entry.number)) for entry in entries]
    _insert(rows_of_log, of_log)
    move_past({name: span[-1] for name, span in spans.items()})
    return tournament


def _tournament(everything: list[Line], rows: tables.Rows, replay: Replay) -> Tournament:
    header = everything[0]
    of_day = rows.get(tables.TOURNAMENT.name, [])
    if len(of_day) != 1:
        raise BrokenFile(header.number, "no_tournament", "one row of the tournament is needed")
    slug = str(header.data["slug"])
    if Tournament.objects.filter(slug=slug).exists():
        raise BrokenFile(header.number, "already_here", slug)
    head = {"event_number": header.data["events"], "event_hash": header.data["head"]}
    fields = tables.fields_of(tables.TOURNAMENT, of_day[0])
    for name in {"drawn_pairs", "draw_recipe"} - everything[of_day[0].number - 1].data.keys():
        if name in replay.day:  # older files lack it; their log has it
            fields[name] = replay.day[name]
    tournament = Tournament(**fields, **head)
    _insert([tournament], of_day)
    return tournament


def _places(rows: tables.Rows) -> dict[int, tuple[Key, int]]:
    """Id of a game in the file → the key of its match in the log, and its number in the match."""
    keys = {line.data["id"]: key_of(line.data) for line in rows.get("match", ())}
    games = rows.get("game", ())
    return {line.data["id"]: (keys[line.data["match"]], line.data["number"]) for line in games}


def _instance(
    tournament: Tournament, table: tables.Exported, line: Line, replay: Replay, places: Places
) -> models.Model:
    fields = tables.fields_of(table, line)
    if "tournament" in table.at_home:
        fields["tournament_id"] = tournament.pk
    if table.name == "hand":
        fields |= _hand_fields(line, replay, places)
    elif table.name == "device":
        # No token has this hash, so every tablet must join again.
        fields["token_hash"] = f"rebuilt {line.data['id']} {tournament.slug}"[:64]
    return table.model(**fields)


def _hand_fields(line: Line, replay: Replay, places: Places) -> dict[str, Any]:
    key, game = places[line.data["game"]]
    log_hand = replay.hands.get(key, {}).get((game, line.data["number"], line.data["version"]))
    if log_hand is None:
        raise BrokenFile(line.number, "not_in_the_log", "no event tells of this hand")
    try:
        (stones_a, stones_b), (score_a, score_b) = log_hand["stones"], log_hand["score"]
        return {
            **{name: log_hand[name] for name in ("record", "settlement", "ruled", "verified")},
            "is_void": log_hand["void"],
            "stones_a": stones_a,
            "stones_b": stones_b,
            "score_a": score_a,
            "score_b": score_b,
            "game_winner": log_hand["game_winner"] or "",
        }
    except (KeyError, TypeError, ValueError) as error:
        raise BrokenFile(line.number, "nonsense", repr(error)[:200]) from error


def _insert(instances: Sequence[models.Model], lines: list[Line]) -> None:
    if not instances:
        return
    manager = type(instances[0])._default_manager
    try:
        with transaction.atomic():
            manager.bulk_create(instances)
    except OperationalError:  # a fault of the database, not of the file
        raise
    except (DatabaseError, ValidationError, OverflowError, ValueError, TypeError) as error:
        detail = str(error).strip().split("\n")[0][:200]
        raise BrokenFile(lines[0].number, "not_storable", detail) from error


def _event(tournament: Tournament, entry: LogEntry, undo: LogEntry | None) -> Event:
    return Event(
        undone_by=undo.number if undo else None,
        tournament=tournament,
        number=entry.number,
        kind=entry.kind,
        actor_kind=entry.actor.kind,
        actor_id=entry.actor.id,
        actor_label=entry.actor.label,
        at=entry.at,
        sealed=entry.data,
        texts=entry.texts,
        previous_hash=entry.previous,
        hash=entry.hash,
    )


def _must_hold(tournament: Tournament, lines: list[Line]) -> None:
    try:
        fault = verify_tournament(tournament_id=tournament.pk).first
    except NONSENSE as error:  # a forged log: its values have impossible types
        raise BrokenFile(len(lines), "does_not_hold", repr(error)[:300]) from error
    if fault is not None:
        raise BrokenFile(_line_of(fault, lines), "does_not_hold", str(fault)[:300])


def _must_be_the_same(tournament: Tournament, lines: list[Line]) -> None:
    contacts = bool(lines[0].data.get("contacts"))
    again = read(tables.tournament_file(tournament_id=tournament.pk, contacts=contacts))
    for line, other in zip(lines, again, strict=False):
        if line.data != {name: other.data.get(name) for name in line.data}:
            raise BrokenFile(line.number, "not_kept", "it would be written otherwise again")
    if len(lines) != len(again):
        raise BrokenFile(min(len(lines), len(again)), "not_kept", "rows are missing")


def _line_of(fault: Mismatch, lines: list[Line]) -> int:
    """The line of the event that a fault names, or of its row, or the last line."""
    if fault.event:
        return fault.event + 1
    row, _space, number = fault.where.partition(" ")
    for line in lines:
        if line.data.get("row") == row and str(line.data.get("id")) == number:
            return line.number
    return len(lines)
