"""The rows that go into a tournament's file. Their columns are those of the models, without those
that are named here: they must not leave, or the log tells them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Model
from django.utils.dateparse import parse_datetime

from scoring.course.models import Game, Hand, Penalty
from scoring.matchdays.models import Appointment, MatchDay, Postponement
from scoring.proof.rules.lines import (
    BEFORE_TEXTS,
    FORMAT,
    HIGHEST,
    BrokenFile,
    Line,
    joined,
    span_of,
    written,
)
from scoring.rulings.models import AppealWindow, Ruling, TribunalCase
from scoring.rulings.queries.review import NOT_PUBLIC
from scoring.statements.models import ResultTerms
from tournament.arrivals.models import Arrival
from tournament.championship.models import Tournament
from tournament.commitment.models import DrawCommitment
from tournament.consolation.models import OptOut
from tournament.entries.models import PRIVATE, Pair
from tournament.log.queries.log import entries_of
from tournament.log.rules.events import stamp
from tournament.matches.models import Cascade, Match
from tournament.pauses.models import Pause
from tournament.referees.models import Post, Referee
from tournament.screens.models import Screen
from tournament.seatings.models import SeatedRound
from tournament.signup.models import Terms
from tournament.tables.models import Arrangement, Device, Table


@dataclass(frozen=True, slots=True)
class Exported:
    """A table of the file. `of`: lookup path to the tournament; `at_home`: columns that never leave
    this installation; `private`: columns that leave it only on request, for organizers; `from_log`:
    columns taken from the log; `lookups`: lookup paths that give these columns as the log tells
    them; `key`: the column by which the log names the row; `has_rows`: False when all rows follow
    from the log."""

    name: str
    model: type[Model]
    of: str
    at_home: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    from_log: tuple[str, ...] = ()
    lookups: tuple[str, ...] = ()
    key: str = ""
    has_rows: bool = True

    @property
    def fields(self) -> tuple[str, ...]:
        """The columns of the file."""
        names = (field.name for field in self.model._meta.concrete_fields)
        left_out = {*self.at_home, *self.private, *self.from_log}
        return tuple(name for name in names if name not in left_out) if self.has_rows else ()


def _from_the_log(
    name: str,
    model: type[Model],
    of: str,
    *,
    lookups: tuple[str, ...],
    key: str = "",
    at_home: tuple[str, ...] = (),
) -> Exported:
    """A table without rows in the file."""
    columns = tuple(one.partition("__")[0] for one in (*lookups, *({key} - {"", "id"})))
    home = ("tournament", *at_home) if of == "tournament" else at_home
    return Exported(
        name, model, of, at_home=home, from_log=columns, lookups=lookups, key=key, has_rows=False
    )


TOURNAMENT = Exported(
    "tournament", Tournament, "pk",
    at_home=("id", "created_at"),
    from_log=("event_number", "event_hash"),
)  # fmt: skip
"""Its organizers are left out, too: accounts belong to one machine. The head is left out, because
it follows from the log."""

TABLES: tuple[Exported, ...] = (
    Exported("appeals", AppealWindow, "tournament", at_home=("tournament",)),
    Exported("table", Table, "tournament", at_home=("tournament", "join_nonce")),
    Exported(
        "device", Device, "table__tournament",
        at_home=("token_hash", "link_hash", "public_key", "last_seen_at", "unsent"),
    ),
    Exported("pair", Pair, "tournament", at_home=("tournament",), private=PRIVATE),
    Exported("cascade", Cascade, "tournament", at_home=("tournament",)),
    Exported("match", Match, "tournament", at_home=("tournament",)),
    Exported("game", Game, "match__tournament"),
    Exported(
        "hand", Hand, "game__match__tournament", at_home=("key", "digest"),
        from_log=("is_void", "record", "settlement", "ruled", "stones_a", "stones_b", "score_a",
              "score_b", "game_winner", "verified"),
    ),
    Exported("penalty", Penalty, "hand__game__match__tournament"),
    Exported("ruling", Ruling, "match__tournament"),
    Exported("case", TribunalCase, "ruling__match__tournament"),
)  # fmt: skip
"""The tables, in their order in the file."""

FROM_THE_LOG: tuple[Exported, ...] = (
    _from_the_log("terms", Terms, "tournament", lookups=("is_open", "cap", "fee", "note")),
    _from_the_log(
        "result_terms", ResultTerms, "tournament", at_home=("nonce",),
        lookups=("entered_by", "minutes", "closes_alone"),
    ),
    _from_the_log(
        "screen", Screen, "tournament",
        lookups=("panels", "seconds", "shown", "held", "step", "since"),
    ),
    _from_the_log(
        "pause", Pause, "tournament", key="id",
        lookups=("starts_at", "ends_at", "reason", "stops_clock", "is_off"),
    ),
    _from_the_log(
        "prepared", DrawCommitment, "tournament", key="event_number",
        lookups=("commitment", "algorithm", "numbers", "wishes", "head", "words", "state",
                 "secret"),
    ),
    _from_the_log(
        "arrival", Arrival, "pair__tournament", key="pair__number", lookups=("at",)
    ),
    _from_the_log("opt_out", OptOut, "pair__tournament", key="pair__number", lookups=("at",)),
    _from_the_log(
        "referee", Referee, "tournament", key="number", lookups=("has_left",), at_home=("name",)
    ),
    _from_the_log(
        "post", Post, "table__tournament", key="table__number",
        lookups=("referee__number", "since"),
    ),
    _from_the_log(
        "arrangement", Arrangement, "table__tournament", key="table__number",
        lookups=("name", "is_out", "kept_for__number"),
    ),
    _from_the_log("match_day", MatchDay, "tournament", key="round", lookups=("until",)),
    _from_the_log(
        "postponement", Postponement, "match__tournament", key="match__id",
        lookups=("until", "reason"),
    ),
    _from_the_log(
        "appointment", Appointment, "match__tournament", key="match__id",
        lookups=("meets_at", "venue", "new_at", "new_venue", "new_by"),
    ),
    _from_the_log("seated_round", SeatedRound, "tournament", key="number", lookups=("tables",)),
)  # fmt: skip
"""Tables whose rows follow from the log alone. The file has only their events; rebuilding makes the
rows from these, in this order."""

LEFT_OUT = {
    "tournament.Event": "the log is in the file as it is, event by event",
    "tournament.ActMemory": "how to undo an act is of the machine on which it was done",
    "tournament.ListInBox": "a list that its organizer has not entered yet, with contacts",
    "tournament.SignUp": "who signed up, with addresses, is the organizers' alone; pairs are rows",
    "tournament.Single": "who looks for a partner, with addresses; pairs are rows",
    "tournament.Payment": "that a pair has paid is between it and the desk",
    "tournament.Notice": "what was sent to whom is between them and the organizers",
    "tournament.Watch": "who follows a pair is nobody else's",
    "tournament.Role": "who may do what here is an account's, and accounts are of a machine",
    "scoring.PairLink": "links are derived from secrets of one machine; a copy gets its own",
    "scoring.Submission": "answers kept for tablets that ask twice",
    "scoring.Chances": "follow from the cards of each hand, and are counted again after it",
}
"""Tables that are not exported, and why."""


# The rows of a `.mustour` file, read strictly: every column must be known, every reference must
# have its row. A column that the file lacks, because its version had none, gets the model's
# default.


Rows = dict[str, list[Line]]
RETIRED = {"tournament": {"delay_minutes"}}
"""Table → columns that only files of earlier versions have."""
BY_MODEL = {table.model: table.name for table in TABLES}


def without_retired(line: Line) -> Line:
    """The line without the columns that no row has any more."""
    retired = RETIRED.get(str(line.data.get("row")), set())
    data = {name: value for name, value in line.data.items() if name not in retired}
    return replace(line, data=data)


def rows_in(lines: Iterable[Line]) -> Rows:
    """The rows of a file by table. Each has its own id and refers only to rows of the file. Raises
    BrokenFile."""
    rows: Rows = {}
    for line in lines:
        if line.kind == "row":
            rows.setdefault(str(line.data.get("row")), []).append(line)
    known = {TOURNAMENT.name: TOURNAMENT, **{table.name: table for table in TABLES}}
    for name, of_table in rows.items():
        if name not in known:
            raise BrokenFile(of_table[0].number, "unknown_table", name[:40])
        rows[name] = [_completed(known[name], line) for line in of_table]
    ids = {table.name: _ids(rows.get(table.name, [])) for table in TABLES}
    for name, of_table in rows.items():
        for line in of_table:
            _must_point_inside(known[name], line, ids)
    return rows


def spans_of(rows: Rows, named: Mapping[str, range]) -> dict[str, range]:
    """Table → the range of ids from the lowest to the highest in the file's rows and in its log. No
    row here may have one of these ids. Raises BrokenFile (numbers_taken), with the table and the
    line of its first row, or of the header."""
    spans = {}
    for table in TABLES:
        lines = rows.get(table.name, [])
        own = span_of([line.data["id"] for line in lines])
        if span := joined(own, named.get(table.name, range(0))):
            must_be_free(table, span, line=lines[0].number if lines else 1)
            spans[table.name] = span
    return spans


def must_be_free(table: Exported, span: range, *, line: int) -> None:
    """Raises BrokenFile: numbers_taken when a row here has an id in the range, bad_row when the
    range has ids that no row may have. Gaps in the range count too: rows were there that the log
    may name."""
    if span[0] < 1 or span[-1] > HIGHEST:
        raise BrokenFile(line, "bad_row", "id")
    if table.model._default_manager.filter(pk__gte=span[0], pk__lte=span[-1]).exists():
        detail = f"{table.name} {span[0]} to {span[-1]}"
        raise BrokenFile(line, "numbers_taken", detail)


def fields_of(table: Exported, line: Line) -> dict[str, Any]:
    """Column → value of a row, each checked (`value_of`). Raises BrokenFile."""
    values = {name: value for name, value in line.data.items() if name != "row"}
    return {
        _column(table, name): value_of(table, name, value, line=line.number)
        for name, value in values.items()
    }


def _completed(table: Exported, line: Line) -> Line:
    """The line with the model's default for each column that it lacks. Raises BrokenFile for an
    unknown column, and for one without which there is no such row."""
    wrong = line.data.keys() - {"row", *table.fields, *table.private}
    defaults = {}
    for name in (*table.fields, *table.private):
        field = table.model._meta.get_field(name)
        if name not in line.data and isinstance(field, models.Field):
            if field.primary_key or not (field.has_default() or field.null or field.blank):
                wrong.add(name)
            defaults[name] = field.get_default()
    if wrong:
        raise BrokenFile(line.number, "bad_row", ", ".join(sorted(wrong))[:200])
    return Line(line.number, line.kind, {**defaults, **line.data})


def _ids(lines: list[Line]) -> set[int]:
    ids: set[int] = set()
    for line in lines:
        number = line.data["id"]
        if type(number) is not int or not 0 < number <= HIGHEST or number in ids:
            raise BrokenFile(line.number, "bad_row", "id")
        ids.add(number)
    return ids


def _must_point_inside(table: Exported, line: Line, ids: dict[str, set[int]]) -> None:
    for name in table.fields:
        field = table.model._meta.get_field(name)
        target = BY_MODEL.get(getattr(field, "related_model", None))  # type: ignore[arg-type]
        if target is None:
            continue
        value = line.data.get(name)
        if value is None and getattr(field, "null", False):
            continue
        if type(value) is not int or value not in ids[target]:
            raise BrokenFile(line.number, "points_nowhere", name)


def _column(table: Exported, name: str) -> str:
    return f"{name}_id" if table.model._meta.get_field(name).is_relation else name


def value_of(table: Exported, name: str, value: Any, *, line: int) -> Any:
    """A value converted for its column, and checked against its type and length. Raises BrokenFile
    with the line."""
    field = table.model._meta.get_field(name)
    if field.is_relation or not isinstance(field, models.Field) or value is None:
        return value
    try:
        if isinstance(field, models.DateTimeField):
            moment = parse_datetime(value)
            if moment is None or moment.tzinfo is None or stamp(moment) != value:
                raise ValueError("not a moment")
            return moment
        if not isinstance(field, models.JSONField):
            if field.to_python(value) != value or isinstance(value, bool) != isinstance(
                field, models.BooleanField
            ):
                raise ValueError("another type")
            field.run_validators(value)
    except (ValidationError, ValueError, TypeError, OverflowError) as error:
        raise BrokenFile(line, "bad_row", f"{name}: {error}"[:200]) from error
    return value


# A tournament as one file: `.mustour`, lines of JSON (docs/export.md).


Part = tuple[str, Mapping[str, Any]]


def tournament_file(*, tournament_id: int, contacts: bool = False) -> bytes:
    """The whole file. The same tournament gives the same bytes on every machine.

    `contacts`: include what only organizers may see. Must be called while nobody writes. Raises
    Tournament.DoesNotExist.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    return "".join(written(_parts(tournament, contacts))).encode("utf-8", "surrogatepass")


def _parts(tournament: Tournament, contacts: bool) -> Iterator[Part]:
    has_texts = tournament.events.exclude(texts={}).exists()
    yield (
        "header",
        {
            "format": FORMAT if has_texts else BEFORE_TEXTS,
            "slug": tournament.slug,
            "events": tournament.event_number,
            "head": tournament.event_hash,
            "contacts": contacts,
        },
    )
    for entry in entries_of(tournament=tournament):
        yield "event", entry.to_json()
    yield "row", {"row": TOURNAMENT.name, **row_of(tournament, TOURNAMENT)}
    for table in TABLES:
        yield from _rows(tournament, table, contacts)


def _rows(tournament: Tournament, table: Exported, contacts: bool) -> Iterator[Part]:
    of_tournament = table.model._default_manager.filter(**{table.of: tournament.pk}).order_by("pk")
    for row in of_tournament.iterator(chunk_size=1000):
        private = table.private if contacts else ()
        columns = {**row_of(row, table), **{name: _value(row, name) for name in private}}
        if not contacts and isinstance(row, Ruling) and row.kind in NOT_PUBLIC:
            columns["proposed"] = {}  # what a table wrote is only for organizers
        yield "row", {"row": table.name, **columns}


def row_of(row: object, table: Exported) -> dict[str, Any]:
    """The fields of a row that go into the file. Other rows are given by their ids."""
    return {name: _value(row, name) for name in table.fields}


def _value(row: Any, name: str) -> Any:
    is_key = row._meta.get_field(name).is_relation
    value = getattr(row, f"{name}_id" if is_key else name)
    return stamp(value) if isinstance(value, datetime) else value
