"""The one locking pattern: a writer first locks the row of its tournament.

Writers of one tournament queue there, so event numbers have no gaps and each writer reads what the
one before it wrote. Writers of different tournaments do not wait for each other, except on SQLite,
which has one write lock for its file. docs/decisions/ says why.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.matches.models import Match
from tournament.missing import no_such_match, no_such_pair, no_such_tournament

_turn = threading.Lock()
TURN_SECONDS = 5.0


@contextmanager
def in_turn() -> Iterator[None]:
    """Lets the threads of this process begin transactions on SQLite one after the other.

    Threads that wait for SQLite's write lock sleep and try again, at growing intervals; this lock
    is passed on at once. Whoever waits for TURN_SECONDS goes on to SQLite's own lock. Inside a
    transaction, which has that lock already, and on other databases it does nothing.
    """
    is_queued = connection.vendor == "sqlite" and transaction.get_autocommit()
    has_turn = is_queued and _turn.acquire(timeout=TURN_SECONDS)
    try:
        yield
    finally:
        if has_turn:
            _turn.release()


def lock(*, tournament_id: int) -> Tournament:
    """The tournament, locked until the caller's transaction ends.

    Opens no transaction: outside one it raises RuntimeError. Raises NotFound.
    """
    if transaction.get_autocommit():
        raise RuntimeError("lock() holds only inside transaction.atomic")
    tournament = Tournament.objects.select_for_update().filter(pk=tournament_id).first()
    if tournament is None:
        raise no_such_tournament()
    return tournament


def lock_match(*, match_id: int) -> tuple[Tournament, Match]:
    """A match with its pairs and table, read after its tournament is locked. Raises NotFound, also
    when the match was deleted while waiting for the lock."""
    tournament = lock_tournament_of(match_id=match_id)
    match = Match.objects.select_related("pair_a", "pair_b", "table").filter(pk=match_id).first()
    if match is None:  # the draw was undone while this writer waited
        raise no_such_match()
    match.tournament = tournament
    return tournament, match


def lock_tournament_of(*, match_id: int) -> Tournament:
    """The tournament of a match, locked, for a service that then reads the match itself.

    Raises NotFound.
    """
    owner = Match.objects.filter(pk=match_id).values_list("tournament_id", flat=True).first()
    if owner is None:
        raise no_such_match()
    return lock(tournament_id=owner)


def lock_pair(*, pair_id: int) -> tuple[Tournament, Pair]:
    """A pair, read after its tournament is locked. Raises NotFound."""
    owner = Pair.objects.filter(pk=pair_id).values_list("tournament_id", flat=True).first()
    if owner is None:
        raise no_such_pair()
    tournament = lock(tournament_id=owner)
    pair = Pair.objects.get(pk=pair_id)
    pair.tournament = tournament
    return tournament, pair
