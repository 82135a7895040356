"""Check-in of pairs, and its undo."""

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.arrivals.models import Arrival
from tournament.arrivals.queries import opens_door, roll
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.errors import NotAllowed, Refusal, no_such_pair
from tournament.log import services as events
from tournament.log.rules.roles import Actor
from tournament.log.services import lock

THE_DOOR = Actor("program", None, "the code on the door")


@transaction.atomic
def arrive(*, tournament_id: int, numbers: Iterable[int], actor: Actor) -> tuple[Pair, ...]:
    """Ticks pairs as here; returns the newly ticked ones. A second tick changes nothing.

    Raises NotFound (no_such_pair), NotAllowed, Refusal (pair_is_out).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    return _tick(tournament, numbers, actor)


@transaction.atomic
def arrive_all(*, tournament_id: int, actor: Actor) -> tuple[Pair, ...]:
    """Ticks every entered pair that is not ticked yet; returns the newly ticked ones, none when
    another desk was faster. Raises NotFound, NotAllowed."""
    tournament = lock(tournament_id=tournament_id, official=actor)
    missing = [pair.number for pair in roll(tournament_id=tournament.pk).missing]
    return _tick(tournament, missing, actor) if missing else ()


@transaction.atomic
def arrive_by_door(*, tournament_id: int, code: str, number: int) -> tuple[Pair, ...]:
    """Ticks a pair that says itself that it is here, with the code on the door.

    Raises NotFound (no_such_pair), NotAllowed (wrong_door), Refusal (pair_is_out).
    """
    tournament = lock(tournament_id=tournament_id)
    if not opens_door(tournament_id=tournament.pk, code=code):
        raise NotAllowed.one(
            "code", "wrong_door", _("This code is not the one on the door. Scan it again there.")
        )
    return _tick(tournament, [number], THE_DOOR)


@transaction.atomic
def take_back(*, tournament_id: int, number: int, actor: Actor) -> Pair:
    """Unticks a pair that was ticked by mistake; returns it.

    Raises NotFound (no_such_pair), NotAllowed, Refusal (not_here).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    (pair,) = _pairs(tournament, [number])
    gone, _rows = Arrival.objects.filter(pair=pair).delete()
    if not gone:
        raise Refusal.one(
            "pair", "not_here", _("This pair is not checked in. There is nothing to do.")
        )
    events.append(tournament, actor, "pair.arrival_taken_back", {"pair": events.pair_ref(pair)})
    return pair


def _tick(tournament: Tournament, numbers: Iterable[int], actor: Actor) -> tuple[Pair, ...]:
    pairs = _pairs(tournament, numbers)
    if any(not pair.is_in for pair in pairs):
        raise Refusal.one(
            "pair", "pair_is_out", _("This pair has left. Bring it back before it is ticked.")
        )
    arrived_ids = set(Arrival.objects.filter(pair__in=pairs).values_list("pair_id", flat=True))
    new = [pair for pair in pairs if pair.pk not in arrived_ids]
    if not new:
        return ()
    event = events.append(
        tournament, actor, "pairs.arrived", {"pairs": [events.pair_ref(pair) for pair in new]}
    )
    Arrival.objects.bulk_create([Arrival(pair=pair, at=event.at) for pair in new])
    return tuple(new)


def _pairs(tournament: Tournament, numbers: Iterable[int]) -> list[Pair]:
    unique_numbers = set(numbers)
    # Compared here, because a number from an address can be larger than a database can compare.
    entered = Pair.objects.filter(tournament=tournament).order_by("number")
    pairs = [pair for pair in entered if pair.number in unique_numbers]
    if not pairs or len(pairs) < len(unique_numbers):
        raise no_such_pair()
    return pairs
