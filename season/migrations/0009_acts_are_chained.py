"""The acts of each circuit become the events of its log, each at its own time, and after them one
event says how the circuit stood then (docs/decisions)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import migrations
from django.utils import timezone

from season.rules.points import PointsTable
from tournament.log.rules.events import GENESIS, LogEntry, sealed
from tournament.log.rules.roles import Actor

KINDS = {
    "created": "circuit.created",
    "changed": "circuit.changed",
    "brought_in": "circuit.brought_in",
    "runner_added": "runner.added",
    "runner_removed": "runner.removed",
    "tournament_offered": "tournament.offered",
    "offer_withdrawn": "tournament.offer_withdrawn",
    "tournament_taken_in": "tournament.taken_in",
    "tournament_taken_out": "tournament.taken_out",
    "people_merged": "people.merged",
    "people_split": "people.split",
    "alike_merged": "people.merged",
    "alike_split": "people.split",
    "people_parted": "people.parted",
    "people_rejoined": "people.rejoined",
    "claim_confirmed": "claim.confirmed",
    "claim_taken_back": "claim.taken_back",
    "claim_dismissed": "claim.dismissed",
    "qualified": "pairs.qualified",
}
ORGANIZERS = {"tournament_offered", "offer_withdrawn"}


def chain_acts(apps: Any, editor: Any) -> None:
    Circuit = apps.get_model("season", "Circuit")
    CircuitEvent = apps.get_model("season", "CircuitEvent")
    for circuit in Circuit.objects.order_by("pk"):
        number, previous, rows = 0, GENESIS, []
        for kind, actor, at, data in _events(apps, circuit):
            number += 1
            entry: LogEntry = sealed(
                tournament=f"circuits/{circuit.slug}",
                number=number,
                kind=kind,
                actor=actor,
                at=at,
                data=data,
                previous=previous,
            )
            previous = entry.hash
            rows.append(
                CircuitEvent(
                    circuit=circuit, number=number, kind=kind, actor_kind=actor.kind,
                    actor_label=actor.label, at=at, sealed=entry.data, texts=entry.texts,
                    previous_hash=entry.previous, hash=entry.hash,
                )
            )  # fmt: skip
        CircuitEvent.objects.bulk_create(rows)
        Circuit.objects.filter(pk=circuit.pk).update(event_number=number, event_hash=previous)
        circuit.acts.all().delete()


def _events(apps: Any, circuit: Any) -> Iterator[tuple[str, Actor, Any, dict[str, Any]]]:
    acts = list(circuit.acts.order_by("pk"))
    for act in acts:
        role, _space, account = act.actor_label.partition(" ")
        is_user = role in ("organizer", "operator") and bool(account)
        data: dict[str, Any] = {}
        if "tournament" in act.data:
            data["tournament"] = _tournament(apps, act.data["tournament"])
        if "people" in act.data:
            people = _people(apps, act.data["people"])
            is_parted = act.kind in ("people_parted", "people_rejoined")
            data["differences" if is_parted else "merges"] = (
                [[[one] for one in people]] if is_parted else [people]
            )
        if "username" in act.data:
            data["runner"] = {"account": act.data["username"]}
        data |= {name: act.data[name] for name in ("pairs", "names") if name in act.data}
        actor = Actor("program", None, act.actor_label)
        if is_user:
            data["account"] = account
            was = "organizer" if act.kind in ORGANIZERS else "runner"
            actor = Actor("user", None, role if role == "operator" else was)
        yield KINDS[act.kind], actor, act.at, data
    table = PointsTable.from_json(circuit.points)
    counting = circuit.entries.filter(status="in").order_by("pk")
    merges = [
        _people(apps, merge.merged.order_by("pk").values_list("pair_id", "seat"))
        for merge in circuit.merges.order_by("pk")
    ]
    differences = [
        [
            _people(apps, entries.filter(side=side).values_list("pair_id", "seat"))
            for side in entries.order_by("side").values_list("side", flat=True).distinct()
        ]
        for entries in (one.entries.order_by("pk") for one in circuit.differences.order_by("pk"))
    ]
    state = {
        "acts": len(acts),
        "settings": {
            "name": circuit.name,
            "carried_by": circuit.carried_by,
            "same_names": circuit.same_names,
            "points": table.to_text(),
            "taking_part": table.taking_part,
            "best_of": circuit.best_of,
        },
        "tournaments": [_tournament(apps, one.tournament_id) for one in counting],
        "merges": merges,
        "differences": differences,
    }
    yield "circuit.chained", Actor("program", None, "upgrade"), timezone.now(), state


def _tournament(apps: Any, pk: int) -> dict[str, str] | None:
    """A tournament by its slug and its log; None when it was removed."""
    rows = apps.get_model("tournament", "Event").objects.filter(tournament=pk, number=1)
    row = rows.values_list("tournament__slug", "hash").first()
    return {"slug": row[0], "log": row[1]} if row else None


def _people(apps: Any, people: Any) -> list[dict[str, Any]]:
    """People by the log of their tournament, their pair's number and the seat; without those that
    were removed."""
    pairs = apps.get_model("tournament", "Pair").objects
    events = apps.get_model("tournament", "Event").objects
    found = []
    for pk, seat in people:
        pair = pairs.filter(pk=pk).first()
        if pair is not None:
            first = events.get(tournament=pair.tournament_id, number=1)
            found.append({"log": first.hash, "pair": pair.number, "seat": seat})
    return found


class Migration(migrations.Migration):
    dependencies = [
        ("season", "0008_log_of_a_circuit"),
        ("tournament", "0039_copies_of_other_days"),
    ]

    operations = [migrations.RunPython(chain_acts, migrations.RunPython.noop)]
