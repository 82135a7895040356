"""The copy of a tournament that everybody is shown, and its file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from publication.copies import files
from publication.copies.rows import chances_of, hands_in, layout, log_of, shape, unpacked
from publication.models import Copy
from scoring.course.models import Hand
from scoring.explain.models import Chances
from scoring.explain.rules.chances import ENGINE
from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.log.queries.heads import Head, heads

LETTERS = 16
MOST_KNOWN = 1_000
_whole: set[str] = set()
"""Names of files in which all hands have their chances."""


@dataclass(frozen=True, slots=True)
class ShownCopy:
    """A copy that everybody may see: its key, and the event number and head of its state."""

    pk: int
    tournament: int
    number: int
    hash: str

    @property
    def name(self) -> str:
        """The name of its file, the same on every machine."""
        return f"{self.tournament}-{self.pk}-{self.number}-{self.hash[:LETTERS]}-{layout()[:8]}"


def shown_of(tournament_id: int) -> ShownCopy | None:
    """The copy that is shown; None while none is old enough. One query."""
    return shown_of_all([tournament_id]).get(tournament_id)


def shown_of_all(tournaments: Iterable[int]) -> dict[int, ShownCopy]:
    """Tournament → its shown copy. One query."""
    copies = Copy.objects.filter(
        tournament_id__in=tournaments, shown_at__isnull=False, shape=shape()
    )
    rows = copies.order_by("number").values_list("pk", "tournament_id", "number", "hash")
    return {row[1]: ShownCopy(*row) for row in rows}


def shown_heads(*, slugs: Sequence[str] | None = None) -> dict[str, Head]:
    """slug → the head that everybody may see; number 0 while nothing is old enough. One query, or
    two when a tournament has a delay."""
    found = heads(slugs=slugs)
    delayed = {head.tournament: head for head in found.values() if head.delay}
    if not delayed:
        return found
    shown = shown_of_all(delayed)
    for tournament, head in delayed.items():
        copy = shown.get(tournament)
        number, hash_ = (copy.number, copy.hash) if copy else (0, "")
        found[head.slug] = replace(head, number=number, hash=hash_)
    return found


def shown_of_copy(copy: Copy) -> ShownCopy:
    """The ShownCopy for a stored copy."""
    return ShownCopy(copy.pk, copy.tournament_id, copy.number, copy.hash)


def made_file(shown: ShownCopy) -> Path | None:
    """The file of a copy, made now if missing. None when its rows are gone, or the log is another
    one."""
    file = files.file_of(shown.name)
    if file.exists():
        return file
    kept = Copy.objects.filter(pk=shown.pk).values_list("rows", flat=True).first()
    if kept is None or not _is_of_this_log(shown):
        return None
    log, rows = log_of(shown.tournament, shown.number), unpacked(bytes(kept))
    return files.make(shown.name, [rows, log, chances_of(hands_in(rows))])


def with_chances(shown: ShownCopy) -> None:
    """Adds chances counted since the file was made. No query once all are in."""
    if shown.name in _whole or not files.file_of(shown.name).exists():
        return
    missing = files.keys_in(shown.name, *_without_chances())
    rows = chances_of(missing)
    (found,) = rows.values()
    if found:
        files.add(shown.name, rows)
    if len(found) == len(missing):
        while len(_whole) >= MOST_KNOWN:
            _whole.pop()
        _whole.add(shown.name)


def _without_chances() -> tuple[str, tuple[str]]:
    hands, chances = Hand._meta.db_table, Chances._meta.db_table
    counted = f'SELECT hand_id FROM "{chances}" WHERE engine = ?'  # noqa: S608  (names of tables)
    return f'SELECT id FROM "{hands}" WHERE id NOT IN ({counted})', (ENGINE,)  # noqa: S608


def begins_at(tournament_id: int) -> datetime | None:
    """When the first copy of a tournament will be old enough to show."""
    delay = Tournament.objects.filter(pk=tournament_id).values_list("delay_minutes", flat=True)
    taken = Copy.objects.filter(tournament_id=tournament_id, shape=shape()).order_by("taken_at")
    minutes, first = delay.first(), taken.values_list("taken_at", flat=True).first()
    return None if first is None or minutes is None else first + timedelta(minutes=minutes)


def _is_of_this_log(shown: ShownCopy) -> bool:
    """Whether the copy belongs to the present log: after restoring a backup the log may have other
    events."""
    if shown.number == 0:
        return True
    at = Event.objects.filter(tournament_id=shown.tournament, number=shown.number)
    return at.values_list("hash", flat=True).first() == shown.hash
