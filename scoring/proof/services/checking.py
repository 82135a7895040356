"""Checks tournaments, each night too, without seeing half a change or delaying writers."""

import logging
from collections.abc import Iterator
from contextlib import suppress

from django.db import transaction

from scoring.proof.queries.verify import Report, verify_tournament
from tournament.championship.models import Tournament
from tournament.errors import NotFound
from tournament.log.services import lock

log = logging.getLogger(__name__)


@transaction.atomic
def check_one(*, tournament_id: int, with_twin: bool = False) -> Report:
    """Checks one tournament while nobody writes to it. Faults are also logged as errors.

    Changes nothing. Raises NotFound.
    """
    lock(tournament_id=tournament_id)
    report = verify_tournament(tournament_id=tournament_id, with_twin=with_twin)
    if not report.ok:
        log.error("tournament %s does not hold: %s", report.slug, report.first)
    return report


def check_as_read(*, tournament_id: int, with_twin: bool = False) -> Report:
    """Checks one tournament while play goes on. Only when a fault is found is it checked again
    under the lock, because the fault may come from reading half a change."""
    report = verify_tournament(tournament_id=tournament_id, with_twin=with_twin)
    return report if report.ok else check_one(tournament_id=tournament_id, with_twin=with_twin)


def check_all(*, with_twin: bool = False) -> Iterator[Report]:
    """Checks every tournament, one after the other. This is a nightly job, but a machine that was
    off at night runs it in the morning, while hands are saved. A check takes seconds, and no hand
    may wait that long."""
    for tournament_id in Tournament.objects.order_by("pk").values_list("pk", flat=True):
        with suppress(Tournament.DoesNotExist, NotFound):  # removed meanwhile
            yield check_as_read(tournament_id=tournament_id, with_twin=with_twin)
