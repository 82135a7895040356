"""The tables of the room and their join links."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import NotFound, Refusal
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.queries import rights
from tournament.log.rules.kinds import doing
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.tables.models import Device, Table, new_nonce

MOST_TABLES = 500


@transaction.atomic
def set_count(*, tournament_id: int, count: int, actor: Actor) -> tuple[Match, ...]:
    """Sets how many tables there are; returns the matches that lost their table.

    Tables beyond the count are deactivated: their devices are revoked, and no match is assigned
    to them any more.

    Raises NotFound, NotAllowed, Refusal (out_of_range, table_busy).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    rights.whole_number(count, field="count", least=1, most=MOST_TABLES)
    was = tournament.tables_count
    freed = _deactivate(tournament, above=count)
    lay(tournament=tournament, count=count)
    events.append(
        tournament,
        actor,
        "tables.count_set",
        {"tables": count, "was": was, "freed": [events.match_ref(match) for match in freed]},
    )
    return freed


@transaction.atomic
def rotate(*, tournament_id: int, number: int, actor: Actor) -> Table:
    """Gives a table a new join link; the printed link no longer works. Devices that have joined
    stay.

    Raises NotFound, NotAllowed.
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    table = Table.objects.filter(tournament=tournament, number=number).first()
    if table is None:
        raise NotFound.one(
            "table_number", "no_such_table", _("There is no such table. Choose one that exists.")
        )
    table.join_nonce = new_nonce()
    table.save(update_fields=["join_nonce"])
    events.append(tournament, actor, "table.link_renewed", {"table": number})
    return table


def lay(*, tournament: Tournament, count: int) -> None:
    """Creates missing tables up to `count`. Internal to the services."""
    have = set(Table.objects.filter(tournament=tournament).values_list("number", flat=True))
    Table.objects.bulk_create(
        Table(tournament=tournament, number=number)
        for number in range(1, count + 1)
        if number not in have
    )
    tournament.tables_count = count
    tournament.save(update_fields=["tables_count"])


def _deactivate(tournament: Tournament, *, above: int) -> tuple[Match, ...]:
    matches = Match.objects.filter(tournament=tournament, table__number__gt=above)
    busy = matches.filter(status="playing").select_related("table").first()
    if busy is not None and busy.table is not None:
        raise Refusal.one(
            "count",
            "table_busy",
            _("A match is being played at table %(table)s. Move it or let it end first."),
            table=busy.table.number,
        )
    freed = tuple(matches.exclude(status="finished").order_by("kind", "round", "slot"))
    for match in freed:
        match.table = None
        match.version += 1
        match.save(update_fields=["table", "version"])
    devices = Device.objects.filter(table__tournament=tournament, table__number__gt=above)
    devices.filter(revoked_at__isnull=True).update(revoked_at=timezone.now())
    return freed


# Deletes tablets of past tournaments that did nothing but join.


def forget_idle(*, before: datetime) -> int:
    """Deletes the tablets of tournaments that began before that moment, if they have been silent
    since then and did nothing but join; returns how many.

    A tablet that entered something is never deleted: its hands refer to it, and their keys are
    unique among its hands. A tablet that reported unsent hands stays too.
    """
    silent = Q(last_seen_at__lt=before) | Q(last_seen_at=None, joined_at__lt=before)
    idle = Device.objects.filter(silent, unsent=0, table__tournament__starts_at__lt=before)
    tournaments = Tournament.objects.filter(pk__in=idle.values("table__tournament"))
    return sum(
        _forget(Device.objects.filter(pk__in=idle.values("pk"), table__tournament=one), one)
        for one in tournaments.order_by("pk").values_list("pk", flat=True)
    )


@transaction.atomic
def _forget(idle: QuerySet[Device], tournament_id: int) -> int:
    own = Event.objects.filter(tournament_id=tournament_id, actor_kind="device")
    acted = own.exclude(kind__in=doing("join")).values_list("actor_id", flat=True).distinct()
    keys = set(idle.order_by("pk").values_list("pk", flat=True)) - set(acted)
    return Device.objects.filter(pk__in=keys).delete()[0]
