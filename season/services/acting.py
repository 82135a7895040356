"""The lock of a circuit, who runs it, and the only writer of its log. For services alone."""

from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from season.models import Circuit, CircuitEvent
from season.queries.circuits import no_such_circuit, not_a_runner
from season.rules.log import CIRCUIT_KINDS, ERASING, PREFIX
from tournament.championship.models import Tournament
from tournament.errors import (
    Refusal,
    no_such_tournament,
)
from tournament.log.rules.events import SHORT, NotCanonical, sealed
from tournament.log.rules.roles import Actor
from tournament.log.services import LABEL_LENGTH

RUNNER, ORGANIZER, PLAYER, OPERATOR = "runner", "organizer", "player", "operator"
"""What an account was to the circuit when it acted: in the log instead of its name."""


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
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise no_such_tournament()
    return tournament


def append(
    circuit: Circuit, actor: Actor, kind: str, *, role: str = RUNNER, **data: Any
) -> CircuitEvent:
    """Adds the next event to the circuit's log, which the caller's transaction has locked.

    In what is hashed, an account is its `role`; its name is sealed, and beside the event for those
    who run the circuit. Of a player and a program there is none. Raises Refusal (bad_text),
    RuntimeError without the lock.
    """
    if kind not in CIRCUIT_KINDS:
        raise ValueError(f"{kind!r} is no kind of event: name it in season/rules/log.py")
    # Another instance may have appended in this transaction.
    circuit.refresh_from_db(fields=["event_number", "event_hash"])
    known = {"event_number": circuit.event_number, "event_hash": circuit.event_hash}
    is_user = actor.kind == "user"
    if is_user and role != PLAYER:
        data["account"] = actor.label.partition(" ")[2] or actor.label
    try:
        entry = sealed(
            tournament=PREFIX + circuit.slug,
            number=circuit.event_number + 1,
            kind=kind,
            actor=Actor(actor.kind, None, role if is_user else actor.label[:LABEL_LENGTH]),
            at=timezone.now(),
            data=data,
            previous=circuit.event_hash,
        )
    except NotCanonical as error:
        raise Refusal.one(
            "data",
            "bad_text",
            _("This holds characters that cannot be stored. Type it again without them."),
        ) from error
    circuit.event_number, circuit.event_hash = entry.number, entry.hash
    # Check and write are one statement, so an outdated instance cannot fork the chain.
    moved = Circuit.objects.filter(pk=circuit.pk, **known).update(
        event_number=entry.number, event_hash=entry.hash
    )
    if moved != 1:
        raise RuntimeError("append() holds only under the circuit's lock")
    return CircuitEvent.objects.create(
        circuit=circuit,
        number=entry.number,
        kind=kind,
        actor_kind=entry.actor.kind,
        actor_label=entry.actor.label,
        at=entry.at,
        sealed=entry.data,
        texts=entry.texts,
        previous_hash=entry.previous,
        hash=entry.hash,
    )


def erase_account(name: str, actor: Actor) -> None:
    """Takes the name of an account out from beside every event of every circuit, for good; the
    hashes stand. One event in each of these logs says which commitments cannot be opened now."""
    for circuit in Circuit.objects.select_for_update().order_by("pk"):
        events, gone = [], list[str]()
        for event in circuit.events.exclude(texts={}):
            named = [
                commitment
                for commitment, parts in event.texts.items()
                if parts and parts[1] == name
            ]
            if named:
                event.texts |= dict.fromkeys(named)
                events.append(event)
                gone += [commitment[:SHORT] for commitment in named]
        if events:
            CircuitEvent.objects.bulk_update(events, ["texts"])
            numbers = [event.number for event in events]
            append(circuit, actor, ERASING, role=OPERATOR, texts=gone, events=numbers)
