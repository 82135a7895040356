"""Every address of the web that names something of a tournament, asked by everybody it is not for.

The addresses come from the URL map, so a page that is added is asked too. What is asked for is
there: a match with hands, a ruling, a case, a change that could be undone.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from operations.removal import services as removal
from scoring.course.models import Hand
from scoring.rulings.models import Ruling, TribunalCase
from tests.night import spared
from tests.scoring import table
from tests.tournament.play import PROGRAM
from tournament.championship.models import Tournament
from tournament.championship.services import organizers, tournaments
from tournament.log.models import Event
from tournament.log.rules.roles import Actor, may
from tournament.matches.models import Cascade, Match
from tournament.matches.services.bracket import match_row
from tournament.memory.services import desk_act
from tournament.pauses import services as pauses
from tournament.tables.models import Device, Table
from tournament.tables.queries import join_token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

OUT = {302, 403, 404, 405}


def addresses(root: URLResolver, before: str = "") -> Iterator[tuple[str, str]]:
    """Name of a view → its route, of every view of the web."""
    for one in root.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            if one.namespace != "api":
                yield from addresses(one, route)
        elif isinstance(one, URLPattern) and one.name:
            yield route, one.name


ALL = dict(addresses(get_resolver()))
OF_ORGANIZERS = [r for r in ALL if r.startswith("organizer/t/")]
OF_MATCHES = [r for r in ALL if r.startswith("referee/match/")]
SOME = OF_ORGANIZERS[:: spared(3, room="web")]
"""Whoever organizes another tournament is let try every address by day, too; the others these."""


@pytest.fixture
def match() -> Match:
    """A match being played at table 1 of a tournament, with a hand."""
    found = table.a_match()
    table.record(found, table.plain())
    return found


@pytest.fixture
def parts(match: Match) -> dict[str, Any]:
    row = match_row(match)
    cascade = Cascade.objects.create(
        tournament=match.tournament, match=match, what="match.reopened", reason="miscounted",
        actor_label="organizer", at=timezone.now(), after=row,
        before={"matches": {str(match.pk): row}, "pairs": {}},
    )  # fmt: skip
    ruling = Ruling.objects.create(
        match=match, hand=Hand.objects.get(), pair=match.pair_a, kind="repetition",
        proposed={"loser": "A"},
        raised_by="table 1", raised_at=timezone.now(),
    )  # fmt: skip
    case = TribunalCase.objects.create(
        ruling=ruling, pair=ruling.pair, opened_by="organizer", opened_at=timezone.now()
    )
    device = joined(match, 1)[1]
    with desk_act() as recorder:
        pause = pauses.announce(
            tournament_id=match.tournament_id, minutes=20, reason="lunch", actor=PROGRAM
        )
    assert recorder.memory is not None
    return {
        "slug": match.tournament.slug, "match_id": match.pk, "device_id": device.pk,
        "ruling_id": ruling.pk, "cascade_id": cascade.pk, "case_id": case.pk, "number": 2,
        "game": 1, "person_id": 999, "name": "actas", "event": recorder.memory.last,
        "first": 1, "job_id": 999, "pause_id": pause.pk, "table": 1,
    }  # fmt: skip


@pytest.fixture
def elsewhere(match: Match) -> tuple[Client, str]:
    """Somebody who organizes another tournament, with its slug. It has a table and no pair."""
    user = User.objects.create_user("goizueta")
    actor = Actor("user", user.pk, "organizer goizueta")
    made = tournaments.create(actor=actor, owner=user, name="Other Cup", starts_at=timezone.now())
    client = Client()
    client.force_login(user)
    return client, made.slug


def joined(match: Match, number: int) -> tuple[Client, Device]:
    """A tablet of a table of the match's tournament."""
    there = Table.objects.get(tournament=match.tournament, number=number)
    client = Client()
    client.post(f"/referee/join/{join_token(there)}/", {"label": "Bar"})
    return client, Device.objects.latest("pk")


def path_of(route: str, parts: dict[str, Any]) -> str:
    for name, value in parts.items():
        for kind in ("slug", "int", "str"):
            route = route.replace(f"<{kind}:{name}>", str(value))
    assert "<" not in route, route
    return f"/{route}"


def stands(match: Match) -> tuple[Any, ...]:
    """Everything that is stored of the tournament."""
    head = Tournament.objects.values_list("event_number", "event_hash").get(pk=match.tournament_id)
    return head, {
        model: sorted(map(str, keys))
        for model, keys in removal.keys_of(match.tournament_id).items()
    }


def refuses(client: Client, address: str, allowed: set[int] = OUT) -> None:
    for method in ("get", "post"):
        status = getattr(client, method)(address).status_code
        assert status in allowed, (method, address, status)


def test_there_is_something_to_ask():
    assert len(OF_ORGANIZERS) > 50
    assert len(OF_MATCHES) >= 6
    assert "organizer/t/<slug:slug>/rulings/<int:ruling_id>/" in OF_ORGANIZERS


def test_nobody_gets_into_the_desk_or_to_a_match(match, parts):
    before = stands(match)
    for route in (*SOME, *OF_MATCHES):
        refuses(Client(), path_of(route, parts))
    assert stands(match) == before


def test_the_organizer_of_another_tournament_gets_to_nothing_of_this_one(match, parts, elsewhere):
    before = stands(match)
    for route in OF_ORGANIZERS:
        refuses(elsewhere[0], path_of(route, parts), {404, 405})
    for route in OF_MATCHES:
        refuses(elsewhere[0], path_of(route, parts))
    assert stands(match) == before


def test_things_of_this_tournament_are_not_found_under_the_name_of_another(match, parts, elsewhere):
    client, slug = elsewhere
    before = stands(match)
    asked = [r for r in SOME if "<int:" in r]
    assert len(asked) > 8
    for route in asked:
        refuses(client, path_of(route, {**parts, "slug": slug}), {302, 404, 405})
    assert stands(match) == before


@pytest.mark.parametrize("number", [2, None], ids=["another table", "another tournament"])
def test_a_tablet_of_another_table_gets_to_nothing_of_this_match(match, parts, number):
    before_joining = number or 1
    other = match if number else table.a_match()
    tablet, device = joined(other, before_joining)
    before = stands(match)
    assert device.table.number == before_joining
    for route in OF_MATCHES:
        refuses(tablet, path_of(route, parts), {302, 403, 404, 405, 409})
    for route in SOME:
        refuses(tablet, path_of(route, parts), {302, 405})
    assert stands(match) == before


def test_the_table_itself_and_its_organizer_do_get_there(match, parts):
    """Otherwise the tests above would hold for a broken address."""
    tablet, _device = joined(match, 1)
    user = User.objects.create_user("organizer-of-it")
    match.tournament.organizers.add(user)
    desk = Client()
    desk.force_login(user)
    assert tablet.get(path_of("referee/match/<int:match_id>/", parts)).status_code == 200
    missing = [
        route
        for route in SOME
        if "/seating/" not in route  # only a day of individuals has them
        and desk.get(path_of(route, {**parts, "number": 1, "person_id": user.pk})).status_code
        not in (200, 302, 405)
    ]
    assert len(missing) < 8, missing


TYPED = {
    "username": "stranger", "role": "owner", "reason": "miscounted", "name": "Getaria",
    "player_1": "Deba", "player_2": "Lezo", "text": "Deba, Lezo", "seed": "s", "winner": "A",
    "loser": "A", "step": "save", "confirmed": "yes", "best_of": "1", "games_a": "2",
    "games_b": "0", "count": "6",
    "verdict": "match", "table": "2", "pair": "1", "minutes": "10", "seen": "1", "word": "yes",
}  # fmt: skip
"""What the forms of the desk ask for, all at once."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("role", ["desk", "referee"])
def test_whatever_a_role_sends_to_any_address_it_brings_about_nothing_that_is_not_its_own(
    match, parts, role
):
    """The roles are asked where an event is written: so there is no address around them."""
    cup = match.tournament
    user = User.objects.create_user(role)
    User.objects.create_user("stranger")
    for name in ("owner", role):
        User.objects.get_or_create(username=name)
        organizers.add(tournament_id=cup.pk, username=name, actor=PROGRAM)
    organizers.set_role(tournament_id=cup.pk, username=role, role=role, actor=PROGRAM)
    client = Client()
    client.force_login(user)
    before = Event.objects.count()
    owner = User.objects.get(username="owner")
    for route in (*OF_ORGANIZERS, *OF_MATCHES):
        status = client.post(path_of(route, {**parts, "person_id": owner.pk}), TYPED).status_code
        assert status in {200, 302, 400, 403, 404, 405, 409, 413, 415}, (route, status)
    kinds = set(Event.objects.order_by("pk")[before:].values_list("kind", flat=True))
    assert {kind for kind in kinds if not may(role, kind)} == set()
    assert len(kinds) > 3, f"it was let do something: {kinds}"
    assert cup.organizers.filter(username="owner").exists()
    assert not cup.organizers.filter(username="stranger").exists()
