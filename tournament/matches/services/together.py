"""Acts for the whole room: all called matches begin; tables given out together are taken back."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import NotFound, Refusal
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.services import matches as seating
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
            seating=seating.seats(None),
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


@transaction.atomic
def take_tables_back(*, tournament_id: int, event: int, actor: Actor) -> tuple[Match, ...]:
    """Takes back the tables that event number `event` gave out, from every match that has not begun
    and is still assigned there. Returns these matches.

    Raises NotFound (no_such_act), NotAllowed, Refusal (nothing_left).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    freed = [
        match
        for match, number in _assigned_matches(tournament, event)
        if match.status == "ready" and match.table and match.table.number == number
    ]
    if not freed:
        raise Refusal.one(
            "tables",
            "nothing_left",
            _("All of these matches have begun or been moved since. Change them one by one."),
        )
    for match in freed:
        write(match, table=None)
    events.append(
        tournament,
        actor,
        "tables.taken_back",
        {"takes_back": event, "freed": [events.match_ref(match) for match in freed]},
    )
    return tuple(freed)


def _assigned_matches(tournament: Tournament, event: int) -> list[tuple[Match, int]]:
    """The matches that got a table by this event, each with the table's number."""
    log_events = Event.standing.filter(tournament=tournament, number=event, kind="tables.assigned")
    data = log_events.values_list("sealed", flat=True).first()
    if data is None:
        raise NotFound.one(
            "event", "no_such_act", _("No tables were given out there. Look at the desk again.")
        )
    tables = {one["match"]["id"]: one["table"] for one in data["assigned"]}
    matches = Match.objects.filter(tournament=tournament, pk__in=tables).exclude(
        kind=Match.Kind.SET_ASIDE
    )
    rows = matches.select_related("pair_a", "pair_b", "table").order_by("kind", "round", "slot")
    return [(match, tables[match.pk]) for match in rows]


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
