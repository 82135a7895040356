"""A tournament at each stage of its day, and people in front of it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from scoring.hands.services import hands
from tournament.championship.models import Tournament
from tournament.championship.queries.tournaments import TournamentView, get_public
from tournament.championship.services import tournaments
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.log.rules.roles import Actor
from tournament.matches.queries.matches import MatchCard, next_up
from tournament.matches.services import matches

TOWNS = [
    "Getaria", "Zarautz", "Hondarribia", "Pasaia", "Tolosa", "Ordizia", "Azpeitia", "Azkoitia",
    "Zumaia", "Deba", "Mutriku", "Eibar", "Bergara", "Arrasate", "Lezo", "Orio",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _reads_english(in_english: None) -> None:
    """Pages are compared in the language of the msgids."""


@pytest.fixture
def actor(arizkun: User) -> Actor:
    return Actor("user", arizkun.pk, "organizer arizkun")


@pytest.fixture
def empty(arizkun: User, actor: Actor) -> TournamentView:
    """Just created."""
    made = tournaments.create(
        actor=actor,
        owner=arizkun,
        name="Summer Cup",
        place="Getaria",
        starts_at=timezone.now() - timedelta(minutes=20),
        tables=3,
    )
    return get_public(slug=made.slug)


@pytest.fixture
def entered(empty: TournamentView, actor: Actor) -> TournamentView:
    """With five pairs."""
    lines = [f"{TOWNS[2 * n]}, {TOWNS[2 * n + 1]}, Kaia, 600 11 22 3{n}" for n in range(5)]
    pairs.enter_list(tournament_id=empty.id, text="\n".join(lines), actor=actor)
    return get_public(slug=empty.slug)


@pytest.fixture
def drawn(entered: TournamentView, actor: Actor) -> TournamentView:
    """Drawn: three byes, best of 5."""
    draw.make(tournament_id=entered.id, actor=actor, seed="kaixo")
    return get_public(slug=entered.slug)


@pytest.fixture
def ready(drawn: TournamentView) -> MatchCard:
    """A match of the draw that could start."""
    return next_up(tournament_id=drawn.id)[0]


@pytest.fixture
def playing(ready: MatchCard, actor: Actor) -> MatchCard:
    """The same match, begun at table 1."""
    matches.start(match_id=ready.id, actor=actor, table_number=1)
    return ready


@pytest.fixture
def beaten(drawn: TournamentView, actor: Actor) -> TournamentView:
    """Three matches played, so that there are beaten pairs."""
    for _n in range(3):
        card = next_up(tournament_id=drawn.id)[0]
        matches.record_result(match_id=card.id, games=(3, 1), actor=actor)
    return drawn


@pytest.fixture
def finished(drawn: TournamentView, actor: Actor) -> TournamentView:
    while up := next_up(tournament_id=drawn.id):
        matches.record_result(match_id=up[0].id, games=(3, 1), actor=actor)
    return get_public(slug=drawn.slug)


@pytest.fixture
def at() -> Callable[..., str]:
    """The address of a view of the organizer."""

    def address(name: str, *args: object) -> str:
        return reverse(f"organizer:{name}", args=args)

    return address


@pytest.fixture
def again() -> Callable[[int], Tournament]:
    """The tournament as it is stored now."""
    return lambda pk: Tournament.objects.get(pk=pk)


@pytest.fixture
def enter(playing: MatchCard, actor: Actor) -> Callable[..., None]:
    """Enters hands in the match that is being played."""

    def record(*records: dict[str, Any]) -> None:
        for entered in records:
            hands.record(match_id=playing.id, record=entered, actor=actor)

    return record
