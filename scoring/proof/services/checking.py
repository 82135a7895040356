"""Checking so that no half of a change is met, and nobody who writes waits for it; what a worker
starts each night."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress

from django.db import transaction

from scoring.proof.queries.verify import Report, verify_tournament
from tournament.championship.models import Tournament
from tournament.errors import NotFound
from tournament.log.services.locking import lock

log = logging.getLogger(__name__)


@transaction.atomic
def check_one(*, tournament_id: int, with_twin: bool = False) -> Report:
    """One tournament, checked while nobody writes to it. What is wrong is also logged as an error.

    Changes nothing. Raises NotFound.
    """
    lock(tournament_id=tournament_id)
    report = verify_tournament(tournament_id=tournament_id, with_twin=with_twin)
    if not report.ok:
        log.error("tournament %s does not hold: %s", report.slug, report.first)
    return report


def check_as_read(*, tournament_id: int, with_twin: bool = False) -> Report:
    """One tournament, checked beside the play: the lock is taken only when something looks wrong,
    which may be no more than a change that was half read."""
    report = verify_tournament(tournament_id=tournament_id, with_twin=with_twin)
    return report if report.ok else check_one(tournament_id=tournament_id, with_twin=with_twin)


def check_all(*, with_twin: bool = False) -> Iterator[Report]:
    """Every tournament, one after the other: for a nightly task, which a machine that was off at
    night does when the day begins. A tournament takes seconds, for which no hand may wait."""
    for tournament_id in Tournament.objects.order_by("pk").values_list("pk", flat=True):
        with suppress(Tournament.DoesNotExist, NotFound):  # removed meanwhile
            yield check_as_read(tournament_id=tournament_id, with_twin=with_twin)
