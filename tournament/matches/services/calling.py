"""Asks for the pairs of called matches to be told. Internal to the services."""

from __future__ import annotations

from collections.abc import Sequence

from jobs.services import ask
from tournament.championship.models import Tournament
from tournament.matches.models import Match
from tournament.notices.models import Watch
from tournament.signup.models import SignUp

JOB = "notices.called"


def tell(*, tournament: Tournament, matches: Sequence[Match]) -> None:
    """Asks for the job once for this event, when somebody of these matches wants to be told."""
    pairs = {pair for match in matches for pair in match.pairs if pair is not None}
    by_mail = SignUp.objects.filter(pair__in=pairs, wants_mail=True)
    if not (by_mail.exists() or Watch.objects.filter(pair__in=pairs).exists()):
        return
    key = f"{tournament.pk}.{tournament.event_number}"
    ask(
        JOB,
        {"match_ids": [match.pk for match in matches], "key": key},
        key=key,
        tournament_id=tournament.pk,
    )
