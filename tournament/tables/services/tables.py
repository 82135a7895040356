"""The tables of the room and their join links."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import wording
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import NotFound, Refusal
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.log.rules.kinds import doing
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.matches.models import Match
from tournament.matches.services import bracket, matches
from tournament.tables.models import Arrangement, Device, Table, new_nonce

MOST_TABLES = 500
LONGEST_NAME = 40


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
        raise _no_such_table()
    table.join_nonce = new_nonce()
    table.save(update_fields=["join_nonce"])
    events.append(tournament, actor, "table.link_renewed", {"table": number})
    return table


@transaction.atomic
def arrange(
    *,
    tournament_id: int,
    number: int,
    actor: Actor,
    name: str = "",
    is_out: bool = False,
    kept_for: int | None = None,
) -> Table:
    """Says of a table what people call it (its room or floor too), whether it is out of service,
    and the number of the pair that it is kept for. All three are set as given.

    A table that goes out of service gives its matches up: the one being played moves to a free
    table. Raises NotFound (no_such_table), NotAllowed, Refusal (the name's faults, no_such_pair,
    nothing_to_change, table_busy).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    tables = Table.objects.filter(tournament=tournament, number__lte=tournament.tables_count)
    table = tables.select_related("arrangement__kept_for").filter(number=number).first()
    if table is None:
        raise _no_such_table()
    clean, fault = texts.clean(name, field="name", longest=LONGEST_NAME)
    wording.refuse([fault] if fault else [])
    pair = _entered(tournament, kept_for)
    was = _state(table)
    now = {"name": clean, "is_out": bool(is_out), "kept_for": pair.number if pair else None}
    if now == was:
        raise Refusal.one("name", "nothing_to_change", _("It is so already. Change something."))
    Arrangement.objects.update_or_create(
        table=table, defaults={"name": clean, "is_out": bool(is_out), "kept_for": pair}
    )
    table.refresh_from_db()
    moved = _give_up(tournament, table) if table.is_out else []
    events.append(
        tournament,
        actor,
        "table.arranged",
        {
            **now,
            "table": number,
            "was": was,
            "assigned": [
                {"match": events.match_ref(match), "table": match.table and match.table.number}
                for match in moved
            ],
        },
    )
    if called := [match for match in moved if match.table is not None]:
        bracket.tell(tournament=tournament, matches=called)
    return table


def _state(table: Table) -> dict[str, Any]:
    arranged = getattr(table, "arrangement", None)
    pair = arranged.kept_for if arranged else None
    return {
        "name": table.name, "is_out": table.is_out, "kept_for": pair.number if pair else None,
    }  # fmt: skip


def _entered(tournament: Tournament, number: int | None) -> Pair | None:
    if number is None:
        return None
    pair = Pair.objects.filter(tournament=tournament, number=number, status="entered").first()
    if pair is None:
        raise Refusal.one(
            "kept_for", "no_such_pair", _("No pair with this number is in. Choose one that is.")
        )
    return pair


def _give_up(tournament: Tournament, table: Table) -> list[Match]:
    """Takes the open matches from a table: the one being played gets a free table."""
    live = Match.objects.filter(tournament=tournament).exclude(status="finished")
    here = list(live.filter(table=table).order_by("kind", "round", "slot"))
    busy = set(live.filter(table__isnull=False).values_list("table_id", flat=True))
    free = [one for one in matches.in_service(tournament) if one.pk not in busy]
    kept = matches.kept_tables(tournament)
    for match in here:
        instead = None
        if match.status == "playing":
            instead = matches.table_for(match, free, kept) or next(iter(free), None)
            if instead is None:
                raise Refusal.one(
                    "is_out",
                    "table_busy",
                    _("The match being played there has no free table to move to. Wait for one."),
                )
        bracket.write(match, table=instead)
    return here


def _no_such_table() -> NotFound:
    return NotFound.one(
        "table_number", "no_such_table", _("There is no such table. Choose one that exists.")
    )


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
