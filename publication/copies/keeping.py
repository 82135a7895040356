"""Takes copies of tournaments with a delay, shows them when they are old enough, and deletes older
ones.

Nothing younger than the delay is shown, and never something older after something newer: a shown
copy stays until a newer one may be shown.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from publication.copies import files
from publication.copies.rows import rows_of, shape
from publication.copies.shown import (
    ShownCopy,
    made_file,
    shown_of,
    shown_of_all,
    shown_of_copy,
    with_chances,
)  # fmt: skip
from publication.models import Copy
from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.notify import Change

SECONDS_BETWEEN = 5
"""Seconds between two copies of one tournament, at least."""
TRIES = 3
TOPIC = "delay"
"""The topic of the event that changes a delay."""
ERASURE = "texts.erased"


@dataclass(frozen=True, slots=True)
class Shown:
    """Tournament `slug` has a delay and is shown as it stood at event `number`; 0: nothing is shown
    yet."""

    slug: str
    number: int
    delay: int


def keep(*, now: datetime) -> tuple[Shown, ...]:
    """Takes, shows and deletes copies of every tournament with a delay, as due; returns the shown
    state of each.

    Any number of processes may do this at once.
    """
    delayed = Tournament.objects.filter(delay_minutes__gt=0).order_by("pk")
    found = list(delayed.values_list("pk", "slug", "event_number", "delay_minutes"))
    _drop(Copy.objects.exclude(tournament_id__in=[pk for pk, *_rest in found]))
    if not found and not files.has_folder():
        return ()
    told = tuple(_kept(pk, slug, head, delay, now) for pk, slug, head, delay in found)
    shown = shown_of_all(pk for pk, *_rest in found)
    files.drop_all_but([one.name for one in shown.values()])
    return told


def hear(change: Change) -> None:
    """A subscriber to changes. When a tournament gets its first delay, its present state, which
    everybody has already seen, is copied and shown until a newer copy is old enough."""
    if TOPIC not in change.topics or not change.delay or _is_in_a_loop():
        return
    events = Event.objects.filter(tournament__slug=change.slug, number=change.number)
    event = events.only("tournament_id", "sealed").first()
    if event is None or event.sealed["was"]:
        return
    now = timezone.now()
    _drop(Copy.objects.filter(tournament_id=event.tournament_id))  # left from an earlier delay
    taken = take(tournament_id=event.tournament_id)
    if taken is not None and taken.number == change.number:
        _show(taken, now)


def take(*, tournament_id: int) -> Copy | None:
    """Takes a copy of all rows at one moment; None when another process was faster."""
    for _try in range(TRIES):
        head = _head(tournament_id)
        rows = rows_of(tournament_id)
        if _head(tournament_id) == head:  # every change moves the head
            return _stored(tournament_id, head, rows)
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament_id)
        return _stored(tournament_id, _head(tournament_id), rows_of(tournament_id))


def _head(tournament_id: int) -> tuple[int, str]:
    heads = Tournament.objects.order_by().values_list("event_number", "event_hash")
    return heads.get(pk=tournament_id)


def _stored(tournament_id: int, head: tuple[int, str], rows: bytes) -> Copy | None:
    number, hash_ = head
    try:
        with transaction.atomic():
            return Copy.objects.create(
                tournament_id=tournament_id,
                number=number,
                hash=hash_,
                # Taken after reading, so that nothing in the copy is younger.
                taken_at=timezone.now(),
                shape=shape(),
                rows=rows,
            )
    except IntegrityError:
        return None


def _kept(pk: int, slug: str, head: int, delay: int, now: datetime) -> Shown:
    copies = Copy.objects.filter(tournament_id=pk, shape=shape()).defer("rows")
    newest = copies.order_by("-number").first()
    if newest is None or (newest.number != head and not _is_just_taken(newest, now)):
        take(tournament_id=pk)
    old = copies.filter(taken_at__lte=now - timedelta(minutes=delay)).order_by("-number").first()
    due = _only_erased(copies.order_by("-number").first(), shown_of(pk)) or old
    if due is not None and due.shown_at is None:
        made_file(shown_of_copy(due))  # made before the first reader needs it
        _show(due, now)
    shown = shown_of(pk)
    if shown is None:
        return Shown(slug, 0, delay)
    made_file(shown)
    with_chances(shown)
    _drop(Copy.objects.filter(tournament_id=pk, number__lt=shown.number))
    return Shown(slug, shown.number, delay)


def _only_erased(newest: Copy | None, shown: ShownCopy | None) -> Copy | None:
    """The newest copy, when nothing but names and reasons were erased since the shown one: it shows
    nothing newer, and is shown without waiting."""
    if newest is None or shown is None or newest.number <= shown.number:
        return None
    since = Event.objects.filter(tournament_id=shown.tournament, number__gt=shown.number)
    others = since.filter(number__lte=newest.number).exclude(kind=ERASURE)
    return None if others.exists() else newest


def _is_just_taken(copy: Copy, now: datetime) -> bool:
    """Whether the copy was taken within the last SECONDS_BETWEEN. A time in the future, after a
    clock was set back, does not count."""
    return timedelta(0) <= now - copy.taken_at < timedelta(seconds=SECONDS_BETWEEN)


def _drop(copies: QuerySet[Copy]) -> None:
    if copies.exists():  # even deleting nothing would block writers
        copies.delete()


def _show(copy: Copy, now: datetime) -> None:
    Copy.objects.filter(pk=copy.pk).update(shown_at=now)


def _is_in_a_loop() -> bool:
    """Whether this is the event loop's thread. It only hears of changes of other processes, which
    take the copy themselves."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
