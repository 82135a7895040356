"""The lock of a circuit, who runs it, and the record of what was done. For services alone."""

from django.contrib.auth import get_user_model
from django.utils import timezone

from season.models import Circuit, CircuitAct
from season.queries.circuits import no_such_circuit, not_a_runner
from tournament.championship.models import Tournament
from tournament.errors import (
    no_such_tournament,
)
from tournament.log.rules.roles import Actor


def lock(circuit_id: int, actor: Actor) -> Circuit:
    """The circuit, locked, for somebody who runs it. Raises NotFound, NotAllowed."""
    circuit = locked(circuit_id)
    if not runs(circuit, actor):
        raise not_a_runner()
    return circuit


def locked(circuit_id: int) -> Circuit:
    circuit = Circuit.objects.select_for_update().filter(pk=circuit_id).first()
    if circuit is None:
        raise no_such_circuit()
    return circuit


def runs(circuit: Circuit, actor: Actor) -> bool:
    if actor.kind == "program":
        return True
    if actor.kind != "user" or actor.id is None:
        return False
    if circuit.runners.filter(pk=actor.id, is_active=True).exists():
        return True
    users = get_user_model()._default_manager
    return users.filter(pk=actor.id, is_active=True, is_superuser=True).exists()


def tournament_of(tournament_id: int) -> Tournament:
    found = Tournament.objects.filter(pk=tournament_id).first()
    if found is None:
        raise no_such_tournament()
    return found


def keep(circuit: Circuit, actor: Actor, kind: str, **data: object) -> None:
    CircuitAct.objects.create(
        circuit=circuit, at=timezone.now(), actor_label=actor.label[:120], kind=kind, data=data
    )
