"""A circuit comes in from its file: its tournaments are here already."""

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from season.models import Circuit, Claim, Difference, DifferentEntry, Merge, MergedEntry
from season.queries.carrying import both_played, read_circuit
from season.queries.circuits import get_public
from season.queries.log import state_of
from season.queries.ranking import merged_within
from season.services import circuits
from season.services.acting import append
from tournament.log.rules.roles import Actor


@transaction.atomic
def bring_in(*, content: bytes, actor: Actor, owner: AbstractBaseUser) -> Circuit:
    """A new circuit from a circuit's file; `owner` runs it. Its ranking and ratings are those of
    the installation that wrote the file, and its private players stay private. Its way back: its
    tournaments are taken out, and it is removed.

    Raises Refusal (bad_file, changed_file, missing_tournaments, both_played, and what
    `circuits.create` and `circuits.offer` raise), NotAllowed for tournaments that the actor does
    not organize, TooOften.
    """
    carried = read_circuit(content=content)
    circuit = circuits.stored(owner=owner, **carried.settings)
    for tournament in carried.counting:
        circuits.entered(circuit, tournament_id=tournament.pk, actor=actor)
    now = timezone.now()
    for entries in carried.merges:
        merge = Merge.objects.create(circuit=circuit, at=now)
        MergedEntry.objects.bulk_create(
            MergedEntry(merge=merge, pair_id=pair, seat=seat) for pair, seat in entries
        )
    for sides in carried.differences:
        difference = Difference.objects.create(circuit=circuit, at=now)
        DifferentEntry.objects.bulk_create(
            DifferentEntry(difference=difference, side=number, pair_id=pair, seat=seat)
            for number, side in enumerate(sides)
            for pair, seat in side
        )
    Claim.objects.bulk_create(
        Claim(circuit=circuit, pair_id=pair, seat=seat, is_private=True)
        for pair, seat in dict.fromkeys(carried.private)
    )
    append(circuit, actor, "circuit.brought_in", **state_of(circuit=circuit), **carried.origin)
    # After the event: who is who is remembered by it.
    twice = merged_within(circuit=get_public(slug=circuit.slug))
    if twice is not None:
        raise both_played(twice)
    return circuit
