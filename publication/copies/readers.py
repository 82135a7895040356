"""The readers (`tournament.everybody.Reader`) that requests of the public use."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext

from django.db import OperationalError

from publication.copies import files
from publication.copies.shown import made_file, shown_of
from tournament.championship.models import Tournament
from tournament.everybody import Delayed, NothingYet, reading

log = logging.getLogger(__name__)


class Asking:
    """Reads current rows, and raises Delayed at the first tournament with a delay."""

    def apart(self) -> frozenset[int]:
        return frozenset()

    def kept(self, tournament_id: int) -> AbstractContextManager[None]:
        raise Delayed(tournament_id)

    def minutes(self) -> int | None:
        return None


class OfOne:
    """Reads the copy of one tournament, and nothing else."""

    def __init__(self, minutes: int) -> None:
        self._minutes = minutes

    def apart(self) -> frozenset[int]:
        return frozenset()

    def kept(self, tournament_id: int) -> AbstractContextManager[None]:
        return nullcontext()

    def minutes(self) -> int | None:
        return self._minutes


class OfSeveral:
    """Reads the copy of every tournament with a delay, and current rows of the others."""

    def __init__(self) -> None:
        delayed = Tournament.objects.filter(delay_minutes__gt=0).order_by()
        self._delays = dict(delayed.values_list("pk", "delay_minutes"))

    def apart(self) -> frozenset[int]:
        return frozenset(self._delays)

    def kept(self, tournament_id: int) -> AbstractContextManager[None]:
        # It got its delay after the list of delayed tournaments was read.
        if tournament_id not in self._delays:
            raise NothingYet(tournament_id)
        return as_it_stood(tournament_id, self._delays[tournament_id])

    def minutes(self) -> int | None:
        return None


@contextmanager
def as_it_stood(tournament_id: int, minutes: int) -> Iterator[None]:
    """Inside this context, this thread reads the tournament's shown copy, and nothing else.

    Raises NothingYet.
    """
    with ExitStack() as opened:
        try:
            opened.enter_context(_the_shown_one(tournament_id))
        except OperationalError:  # its file was just deleted: there is a newer copy
            opened.enter_context(_the_shown_one(tournament_id))
        opened.enter_context(reading(OfOne(minutes)))
        yield


def _the_shown_one(tournament_id: int) -> AbstractContextManager[None]:
    shown = shown_of(tournament_id)
    try:
        file = None if shown is None else made_file(shown)
    except (OSError, sqlite3.Error) as error:  # no room for a file: show nothing
        log.exception("A copy that is to be shown could not be written")
        raise NothingYet(tournament_id) from error
    if file is None:
        raise NothingYet(tournament_id)
    return files.in_place_of_the_database(file)
