"""A tournament as one file: `.mustour`, lines of JSON (docs/export.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from scoring.proof.queries.tables import TABLES, TOURNAMENT, Exported
from scoring.proof.rules.lines import BEFORE_TEXTS, FORMAT, written
from scoring.rulings.models import Ruling
from scoring.rulings.queries.standing import NOT_PUBLIC
from tournament.championship.models import Tournament
from tournament.log.queries.log import entries_of
from tournament.log.rules.events import stamp

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
        said = {**row_of(row, table), **{name: _value(row, name) for name in private}}
        if not contacts and isinstance(row, Ruling) and row.kind in NOT_PUBLIC:
            said["proposed"] = {}  # what a table wrote is only for organizers
        yield "row", {"row": table.name, **said}


def row_of(row: object, table: Exported) -> dict[str, Any]:
    """The fields of a row that go into the file. Other rows are given by their ids."""
    return {name: _value(row, name) for name in table.fields}


def _value(row: object, name: str) -> Any:
    value = getattr(row, f"{name}_id") if _is_other_row(row, name) else getattr(row, name)
    return stamp(value) if isinstance(value, datetime) else value


def _is_other_row(row: Any, name: str) -> bool:
    return bool(row._meta.get_field(name).is_relation)
