"""Several pairs withdrawn at once, before the draw."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.services.departures import MOVED_TOPICS, moved_data
from tournament.errors import Problem, Refusal, said
from tournament.log.queries import checks, rights
from tournament.log.rules.actors import Actor
from tournament.log.services import events
from tournament.log.services.locking import lock
from tournament.matches.services import bracket
from tournament.missing import no_such_pair


@transaction.atomic
def withdraw_several(
    *, tournament_id: int, numbers: Iterable[int], reason: str, actor: Actor
) -> tuple[Pair, ...]:
    """Withdraws several pairs, by number, before the draw and for one reason: all, or none.

    Returns the pairs. The log has an event for each.

    Raises NotFound, NotAllowed, Refusal (already_drawn, already_out, reason_required).
    """
    tournament = lock(tournament_id=tournament_id)
    rights.official(tournament=tournament, actor=actor)
    if tournament.status != Tournament.Status.ENTRY:
        raise Refusal.one(
            "tournament",
            "already_drawn",
            _("The draw has been made. Now pairs are withdrawn one by one, each on its page."),
        )
    pairs = _of_numbers(tournament, set(numbers))
    given = checks.given_reason(reason)
    for pair in pairs:
        pair.status = Pair.Status.WITHDRAWN
    Pair.objects.bulk_update(pairs, ["status"])
    followed = bracket.update(tournament=tournament)
    events.append_all(
        tournament=tournament,
        actor=actor,
        entries=[
            events.NewEvent("pair.withdrawn", moved_data(pair, given, [], followed), MOVED_TOPICS)
            for pair in pairs
        ],
    )
    return tuple(pairs)


def _of_numbers(tournament: Tournament, numbers: set[int]) -> list[Pair]:
    """The pairs of these numbers. Raises when one does not exist or is out."""
    pairs = list(Pair.objects.filter(tournament=tournament, number__in=numbers).order_by("number"))
    if not pairs or len(pairs) < len(numbers):
        raise no_such_pair()
    has_left = _("%(pair)s has left already. Go back and take its tick away.")
    gone = [
        Problem("pair", "already_out", said(has_left, pair=f"{pair.number}. {pair.name}"))
        for pair in pairs
        if not pair.is_in
    ]
    if gone:
        raise Refusal(gone)
    return pairs
