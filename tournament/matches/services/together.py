"""Acts for the whole room: all called matches begin."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import Refusal
from tournament.log import services as events
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.services import matches as matches_services
from tournament.matches.services.bracket import write
from tournament.matches.services.matches import started_data


@transaction.atomic
def start_called(*, tournament_id: int, actor: Actor) -> tuple[Match, ...]:
    """Begins every match that has been called to a free table. Players sit as entered and seat 0 is
    mano; a table that drew otherwise (H1) takes its start back and begins again. Matches whose
    table or pairs are still busy are not begun. The log has an event for each match; `together`
    holds the number of the first of them.

    Raises NotFound, NotAllowed, Refusal (nothing_to_start).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    begun = _matches_to_start(tournament)
    if not begun:
        raise Refusal.one(
            "matches",
            "nothing_to_start",
            _("No match has been called to a table that is free. Give out the tables first."),
        )
    for match in begun:
        write(
            match,
            status="playing",
            seating=matches_services.seats(None),
            first_mano=0,
            four_kings=False,
            started_at=timezone.now(),
        )
    first = tournament.event_number + 1
    events.append_all(
        tournament=tournament,
        actor=actor,
        entries=[
            events.NewEvent("match.started", {**started_data(match), "together": first})
            for match in begun
        ],
    )
    return tuple(begun)


def _matches_to_start(tournament: Tournament) -> list[Match]:
    """Matches that can begin at the table they were called to: one for each table, no pair
    twice."""
    live = Match.objects.filter(tournament=tournament, status__in=["ready", "playing"])
    matches = list(live.select_related("pair_a", "pair_b", "table"))
    playing = [match for match in matches if match.status == "playing"]
    tables = {match.table_id for match in playing}
    pairs = {pair for match in playing for pair in match.pairs}
    ready_matches: list[Match] = []
    for match in sorted(matches, key=lambda match: (match.kind, match.round, match.slot)):
        waits = match.status == "ready" and match.table_id is not None
        if waits and match.table_id not in tables and not pairs & set(match.pairs):
            tables.add(match.table_id)
            pairs |= set(match.pairs)
            ready_matches.append(match)
    return ready_matches
