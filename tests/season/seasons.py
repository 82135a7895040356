"""Circuits to test with: tournaments played through the services that people use."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User

from season.models import Circuit
from season.queries.circuits import CircuitView, get_public
from season.queries.ranking import ranking
from season.services import circuits
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.log.rules.roles import Actor
from tournament.seatings import services as seatings

FOUR = ("Getaria, Orio", "Lezo, Deba", "Eibar, Bera", "Irun, Zumaia")


def actor_of(user: User) -> Actor:
    return Actor("user", user.pk, f"organizer {user.get_username()}")


def cup(
    name: str = "Zarautz Cup",
    lines: tuple[str, ...] = FOUR,
    *,
    owner: User | None = None,
    day: int = 0,
    seed: str = "s",
    played: bool = True,
    **fields: Any,
) -> Tournament:
    """A tournament of these pairs `day` days after the first; `played`: to its end."""
    starts_at = play.NOON + timedelta(days=day)
    made = play.tournament(name=name, owner=owner, starts_at=starts_at, **fields)
    pairs.enter_list(tournament_id=made.pk, text="\n".join(lines), actor=play.PROGRAM)
    draw.make(tournament_id=made.pk, actor=play.PROGRAM, seed=seed)
    made.refresh_from_db()
    return play.play_out(made) if played else made


def alone(
    *names: str, owner: User | None = None, name: str = "Day of Individuals", day: int = 0
) -> Tournament:
    """A day of individuals of one round at one table, played: they finish in this order."""
    made = play.tournament(
        name=name, owner=owner, starts_at=play.NOON + timedelta(days=day),
        regulation="short-rules", format_options={"rounds": 1, "seats": len(names)},
    )  # fmt: skip
    pairs.enter_list(tournament_id=made.pk, text="\n".join(names), actor=play.PROGRAM)
    draw.make(tournament_id=made.pk, actor=play.PROGRAM, seed="s")
    seatings.seat(tournament_id=made.pk, actor=play.PROGRAM)
    order = list(range(1, len(names) + 1))
    seatings.enter_order(tournament_id=made.pk, number=1, table=1, order=order, actor=play.PROGRAM)
    made.refresh_from_db()
    return made


def circuit(owner: User, *cups: Tournament, **settings: Any) -> Circuit:
    """A circuit run by `owner` in which these tournaments are."""
    settings = {"points": "1: 100\n2: 70\n3-4: 40", "taking_part": 5, **settings}
    made = circuits.create(
        actor=actor_of(owner), owner=owner, name=settings.pop("name", "Coast Circuit"), **settings
    )
    for one in cups:
        take_in(made, one)
    return made


def take_in(made: Circuit, one: Tournament) -> None:
    circuits.offer(circuit_id=made.pk, tournament_id=one.pk, actor=play.PROGRAM)


def view(made: Circuit) -> CircuitView:
    return get_public(slug=made.slug)


def sums(made: Circuit) -> dict[str, int]:
    """Name → points, in the order of the ranking."""
    return {line.person.name: line.points for line in ranking(circuit=view(made)).lines}


def key_of(made: Circuit, name: str) -> str:
    found = [one for one in ranking(circuit=view(made)).lines if one.person.name == name]
    return found[0].person.key
