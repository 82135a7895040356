"""Queues the job that notifies the pairs of called matches. Internal to the services."""

from __future__ import annotations

from collections.abc import Sequence

from jobs.services import ask
from tournament.championship.models import Tournament
from tournament.matches.models import Match
from tournament.notices.models import Watch
from tournament.signup.models import SignUp

JOB = "notices.called"


def tell(*, tournament: Tournament, matches: Sequence[Match], event: int | None = None) -> None:
    """Queues the job once for an event, when some pair of these matches asked for notices.
    `event`: its number; None for the last one."""
    pairs = {pair for match in matches for pair in match.pairs if pair is not None}
    by_mail = SignUp.objects.filter(pair__in=pairs, wants_mail=True)
    if not (by_mail.exists() or Watch.objects.filter(pair__in=pairs).exists()):
        return
    key = f"{tournament.pk}.{event or tournament.event_number}"
    ask(
        JOB,
        {"match_ids": [match.pk for match in matches], "key": key},
        key=key,
        tournament_id=tournament.pk,
    )
