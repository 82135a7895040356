"""Rounds of individuals drawn, orders of finish entered and corrected."""

from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import Conflict, NotFound, Refusal
from tournament.formats.registry import individuals_of, is_individual
from tournament.formats.seated import Order, SeatedTable
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.seatings.models import SeatedRound
from tournament.seatings.queries import outcome, rounds_of


@transaction.atomic
def seat(*, tournament_id: int, actor: Actor) -> SeatedRound:
    """Draws the tables of the next round from the seed among those who are in; returns it.

    Raises NotFound, NotAllowed, Refusal (not_individual, not_drawn, already_over, round_open,
    too_few_players, too_many_rounds).
    """
    tournament = _locked(tournament_id, actor)
    rounds = rounds_of(tournament_id=tournament.pk)
    format_ = individuals_of(tournament)
    if any(table.order is None for tables in rounds for table in tables):
        raise Refusal.one(
            "round",
            "round_open",
            _("A table of the last round has no result yet. Enter the order of finish first."),
        )
    if tournament.status == Tournament.Status.FINISHED or len(rounds) >= format_.rounds(2):
        raise Refusal.one(
            "round", "already_over", _("All rounds have been played. There is none to draw.")
        )
    pairs = Pair.objects.filter(tournament=tournament, status=Pair.Status.ENTERED)
    players = {pair.number: pair for pair in pairs.order_by("number")}
    if len(players) < 2:
        raise Refusal.one(
            "round", "too_few_players", _("A round needs two players who have not left.")
        )
    tables = format_.seated(rounds, players)
    drawn = SeatedRound.objects.create(
        tournament=tournament,
        number=len(rounds) + 1,
        tables=[table.to_json() for table in tables],
    )
    events.append(
        tournament,
        actor,
        "round.seated",
        {
            "round": drawn.number,
            "seats": [list(table.seats) for table in tables],
            "players": [events.pair_ref(pair) for pair in players.values()],
        },
    )
    return drawn


@transaction.atomic
def enter_order(
    *,
    tournament_id: int,
    number: int,
    table: int,
    order: object,
    actor: Actor,
    reason: str = "",
    seen: object = None,
) -> SeatedRound:
    """Enters the order of finish of a table of round `number`, or corrects it, with a `reason`;
    returns the round.

    `order`: groups of players' numbers, the first first; those in one group share a place. Whoever
    has left may be missing: without a place, without points. `seen`: the order as the official
    saw it before correcting; None: none was entered. Raises NotFound (no_such_table), NotAllowed,
    Conflict (changed_meanwhile), Refusal (not_individual, not_drawn, bad_order, nothing_changed,
    reason_required).
    """
    tournament = _locked(tournament_id, actor)
    drawn, stood = _round_and_table(tournament, number, table)
    placed = _checked(tournament, stood, order)
    if stood.order is None:
        return _write(tournament, drawn, table, placed, "round.order_entered", actor)
    if seen is None or _as_order(seen) != stood.order:
        raise Conflict.over(
            "order",
            "changed_meanwhile",
            _("This table has another result by now. Look at it, then correct it if it is wrong."),
            current=stood.to_json(),
        )
    if placed == stood.order:
        raise Refusal.one(
            "order", "nothing_changed", _("That is the order on record. There is nothing to do.")
        )
    why = rights.given_reason(reason)
    was = {"was": {"order": stood.to_json()["order"]}, "reason": why}
    return _write(tournament, drawn, table, placed, "round.order_corrected", actor, **was)


def _locked(tournament_id: int, actor: Actor) -> Tournament:
    tournament = lock(tournament_id=tournament_id, official=actor)
    if not is_individual(tournament):
        raise Refusal.one(
            "tournament",
            "not_individual",
            _("Pairs play matches here. Choose a tournament of individuals."),
        )
    if tournament.status == Tournament.Status.ENTRY:
        raise Refusal.one("tournament", "not_drawn", _("No draw has been made yet."))
    return tournament


def _round_and_table(
    tournament: Tournament, number: int, table: int
) -> tuple[SeatedRound, SeatedTable]:
    drawn = SeatedRound.objects.filter(tournament=tournament, number=number).first()
    if drawn is None or not 1 <= table <= len(drawn.tables):
        raise NotFound.one(
            "table", "no_such_table", _("There is no such table in this round. Choose another.")
        )
    return drawn, SeatedTable.from_json(drawn.tables[table - 1])


def _as_order(value: object) -> Order | None:
    """The order given, each group by rising number; None for what is none."""
    if not isinstance(value, list | tuple):
        return None
    groups = [one if isinstance(one, list | tuple) else (one,) for one in value]
    if not all(groups) or any(type(player) is not int for group in groups for player in group):
        return None
    return tuple(tuple(sorted(group)) for group in groups)


def _checked(tournament: Tournament, stood: SeatedTable, value: object) -> Order:
    """The order, if it names each player of the table once. Raises Refusal (bad_order)."""
    order = _as_order(value)
    players = [player for group in order or () for player in group]
    here = Pair.objects.filter(
        tournament=tournament, number__in=stood.seats, status=Pair.Status.ENTERED
    )
    must = set(here.values_list("number", flat=True))
    distinct = set(players)
    if order is None or len(distinct) != len(players) or not must <= distinct <= set(stood.seats):
        raise Refusal.one(
            "order",
            "bad_order",
            _("Give everybody at this table once, by number, in the order of finish: %(numbers)s."),
            numbers=", ".join(map(str, stood.seats)),
        )
    return order


def _write(
    tournament: Tournament,
    drawn: SeatedRound,
    table: int,
    order: Order,
    kind: str,
    actor: Actor,
    **more: Any,
) -> SeatedRound:
    """Stores the order, what follows from it for the day, and the event."""
    stood = SeatedTable.from_json(drawn.tables[table - 1])
    now = replace(stood, order=order).to_json()
    drawn.tables = [*drawn.tables[: table - 1], now, *drawn.tables[table:]]
    drawn.save(update_fields=["tables"])
    champion, status = crown(tournament)
    players = Pair.objects.filter(tournament=tournament, number__in=stood.seats)
    events.append(
        tournament,
        actor,
        kind,
        {
            "round": drawn.number,
            "table": table,
            "order": now["order"],
            "players": [events.pair_ref(pair) for pair in players.order_by("number")],
            **more,
            "champion": events.pair_ref(champion),
            "tournament_status": status,
        },
    )
    return drawn


def crown(tournament: Tournament) -> tuple[Pair | None, str]:
    """Writes whether the day is over and who has won it; returns both. For services that hold the
    lock, once the draw is made."""
    over, champion = outcome(tournament=tournament)
    status = Tournament.Status.FINISHED if over else Tournament.Status.RUNNING
    best = champion.pk if champion else None
    if (tournament.status, tournament.champion_id) != (status, best):
        tournament.status, tournament.champion = status, champion
        tournament.save(update_fields=["status", "champion"])
    return champion, status
