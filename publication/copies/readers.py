"""The readers for everybody: who has not yet met a tournament with a delay, and who reads one."""

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
    """Reads the rows of now, and stops at the first tournament with a delay."""

    def apart(self) -> frozenset[int]:
        return frozenset()

    def kept(self, tournament_id: int) -> AbstractContextManager[None]:
        raise Delayed(tournament_id)

    def minutes(self) -> int | None:
        return None


class OfOne:
    """Reads one tournament as it stood, and has no other."""

    def __init__(self, minutes: int) -> None:
        self._minutes = minutes

    def apart(self) -> frozenset[int]:
        return frozenset()

    def kept(self, tournament_id: int) -> AbstractContextManager[None]:
        return nullcontext()

    def minutes(self) -> int | None:
        return self._minutes


class OfSeveral:
    """Reads every tournament that has a delay as it stood, and the others as they are now."""

    def __init__(self) -> None:
        delayed = Tournament.objects.filter(delay_minutes__gt=0).order_by()
        self._delays = dict(delayed.values_list("pk", "delay_minutes"))

    def apart(self) -> frozenset[int]:
        return frozenset(self._delays)

    def kept(self, tournament_id: int) -> AbstractContextManager[None]:
        # One that was given its delay after the others were asked for.
        if tournament_id not in self._delays:
            raise NothingYet(tournament_id)
        return as_it_stood(tournament_id, self._delays[tournament_id])

    def minutes(self) -> int | None:
        return None


@contextmanager
def as_it_stood(tournament_id: int, minutes: int) -> Iterator[None]:
    """Inside, this thread reads the tournament as everybody is shown it, and nothing else.

    Raises NothingYet.
    """
    with ExitStack() as opened:
        try:
            opened.enter_context(_the_shown_one(tournament_id))
        except OperationalError:  # its file went at this very moment: there is a newer one
            opened.enter_context(_the_shown_one(tournament_id))
        opened.enter_context(reading(OfOne(minutes)))
        yield


def _the_shown_one(tournament_id: int) -> AbstractContextManager[None]:
    shown = shown_of(tournament_id)
    try:
        file = None if shown is None else made_file(shown)
    except (OSError, sqlite3.Error) as error:  # no room for a file: nothing newer instead
        log.exception("A copy that is to be shown could not be written")
        raise NothingYet(tournament_id) from error
    if file is None:
        raise NothingYet(tournament_id)
    return files.in_place_of_the_database(file)
