"""Nothing that everybody reads joins a player who asked not to be named to a name: no answer of a
circuit holds the name or the address of the person, and none leads to a page that names it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.matchdays.services import appointments, schedule
from season.models import Circuit, Claim
from season.queries.circuits import get_public
from season.queries.known import Known
from season.services import claims, merging
from season.services.publishing import publish_ranking
from tests.api.endpoints import endpoints
from tests.night import of_many
from tests.season import seasons
from tests.tournament import play
from tournament.entries.models import Pair
from tournament.log.rules.events import ERASED
from tournament.matches.models import Match
from tournament.matches.services import results
from web.circuits.urls import C, urlpatterns

pytestmark = pytest.mark.django_db

LINES = ("Ane Getaria, Orio", "Lezo, Deba", "Eibar, Bera", "Irun, Zumaia")
AGAIN = ("A. Getaria, Orio", "Deba, Bera", "Eibar, Lezo", "Irun, Tolosa")
PLAYERS = ("Ane Getaria", "Orio", "Lezo", "Bera", "Zumaia", "A. Getaria")
TRIED = of_many(1, nightly=6)
REFERENCES = {
    "id", "key", "entry", "slug", "number", "match_id", "pair_id", "tournament", "link", "at",
    "ended_at", "club",
}  # fmt: skip
"""Fields of an answer by which a pair or a match can be looked up elsewhere."""


@dataclass(frozen=True)
class Hidden:
    """A player who asked not to be named: every spelling, and the pairs the player was one of."""

    names: frozenset[str]
    pairs: tuple[Pair, ...]

    @property
    def matches(self) -> list[Match]:
        pairs = [pair.pk for pair in self.pairs]
        of_them = Match.objects.filter(pair_a__in=pairs) | Match.objects.filter(pair_b__in=pairs)
        return list(of_them.select_related("tournament"))


@pytest.fixture(params=["pair", "player"])
def circuit(request: pytest.FixtureRequest, runner: User, in_english: None) -> Circuit:
    """Two cups, a league half-way and a day of individuals: with another spelling, a correction and
    a meeting that name a player."""
    now = timezone.now().replace(second=0, microsecond=0)
    cups = [
        seasons.cup("Cup A", LINES, owner=runner),
        seasons.cup("Cup B", AGAIN, owner=runner, day=7, seed="t"),
        seasons.alone("Orio", "Lezo", "Ane Getaria", "Bera", owner=runner, day=9),
    ]
    league = seasons.cup(
        "League", LINES, owner=runner, day=20, played=False,
        format="round_robin", format_options={"any_order": True},
    )  # fmt: skip
    days = [now + timedelta(days=7 * number) for number in (1, 2, 3)]
    schedule.set_days(tournament_id=league.pk, days=days, actor=play.PROGRAM)
    for match in Match.objects.filter(tournament=league, round=1):
        results.record_result(match_id=match.pk, games=(match.wins_needed, 0), actor=play.PROGRAM)
    for match in Match.objects.filter(tournament=league, round=2).exclude(pair_b=None):
        at = now + timedelta(days=9)
        about = {"match_id": match.pk, "reason": "by phone", "actor": play.PROGRAM}
        appointments.appoint(**about, at=at, venue="Bar of Lezo")
    final = play.match(cups[0], 2, 0)
    results.replace_result(
        match_id=final.pk, games=(0, final.wins_needed), reason="said Ane Getaria",
        actor=play.PROGRAM,
    )  # fmt: skip
    made = seasons.circuit(runner, *cups, league, carried_by=request.param, same_names="all")
    if made.carried_by == "player":
        one, other = (
            f"{Pair.objects.filter(player_1=name)[0].pk}-1"
            for name in ("Ane Getaria", "A. Getaria")
        )
        merging.merge(circuit_id=made.pk, one=one, other=other, actor=seasons.actor_of(runner))
    publish_ranking(circuit_id=made.pk, actor=seasons.actor_of(runner))
    second = play.match(cups[1], 2, 0)
    results.replace_result(
        match_id=second.pk, games=(second.games_b, second.games_a), reason="said A. Getaria",
        actor=play.PROGRAM,
    )  # fmt: skip
    return made


def hide(circuit: Circuit, name: str) -> Hidden:
    pair, seat = next(
        (pair, seat)
        for pair in Pair.objects.order_by("pk")
        for seat in (1, 2)
        if getattr(pair, f"player_{seat}") == name
    )
    claim = Claim.objects.create(
        circuit=circuit, user=User.objects.create_user("hidden"), pair=pair, seat=seat,
        confirmed_at=timezone.now(),
    )  # fmt: skip
    claims.set_private(claim_id=claim.pk, user=claim.user, is_private=True)
    merged = {"Ane Getaria", "A. Getaria"} if circuit.carried_by == "player" else set[str]()
    names = merged if name in merged else {name}
    rows = Pair.objects.select_related("tournament")
    pairs = tuple(one for one in rows if names & {one.player_1, one.player_2})
    return Hidden(frozenset(names), pairs)


def public_addresses(circuit: Circuit) -> Iterator[str]:
    """Everything of the circuit that can be asked for without an account, but those pages of people
    that nothing leads to."""
    for pattern in urlpatterns:
        route = str(pattern.pattern)
        if route.startswith(C) and "person" not in pattern.pattern.converters:
            number = [1] if "number" in pattern.pattern.converters else []
            yield reverse(f"circuits:{pattern.name}", args=[circuit.slug, *number])
    for endpoint in endpoints():
        if endpoint.route.startswith("circuits/<slug:circuit>/") and not endpoint.writes:
            yield "/api/v1" + endpoint.address(circuit=circuit.slug, number=1)
    for line in Known(get_public(slug=circuit.slug), for_everybody=True).people.values():
        yield reverse("circuits:person", args=[circuit.slug, f"{line[0]}-{line[1]}"])


def answers(circuit: Circuit) -> dict[str, str]:
    """What each of these addresses answers to somebody without an account."""
    anyone, texts = Client(headers={"accept-language": "en"}), {}
    for address in dict.fromkeys(public_addresses(circuit)):
        answer = anyone.get(address)
        assert answer.status_code in (200, 302, 401, 403, 404), address
        if answer.status_code == 200:
            texts[address] = b"".join(answer).decode()
    return texts


def marked_objects(value: Any) -> Iterator[dict[str, Any]]:
    """The members of lists, in an answer of the API, that hold […] somewhere."""
    for one in value.values() if isinstance(value, dict) else value:
        if isinstance(one, dict | list):
            is_row = isinstance(value, list) and isinstance(one, dict)
            if is_row and ERASED in json.dumps(one, ensure_ascii=False):
                yield one
            yield from marked_objects(one)


def references(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields of an object, at any depth, by which somebody can be looked up."""
    for key, one in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(one, dict | list):
            yield from references(one)
        elif key in REFERENCES and one:
            yield key, one


@pytest.mark.parametrize("name", PLAYERS[:TRIED])
def test_a_player_who_asked_not_to_be_named_is_joined_to_no_name(circuit, name):
    of_circuit = f"/circuits/{circuit.slug}/"
    before = Client().get(of_circuit).text
    assert name in before
    assert ERASED not in before
    hidden = hide(circuit, name)
    texts = answers(circuit)
    assert len(texts) > 10
    for address, text in texts.items():
        for one in hidden.names:
            assert one.casefold() not in text.casefold(), (address, one)
        for pair in hidden.pairs:
            own_page = reverse("public:pair", args=[pair.tournament.slug, pair.number])
            assert f'"{own_page}"' not in text, address
            if circuit.carried_by == "pair":
                assert f"{of_circuit}who/{pair.pk}-0/" not in text, address
        for match in hidden.matches:
            of_match = reverse("public:match", args=[match.tournament.slug, match.pk])
            assert of_match not in text, address
        if f"{of_circuit}log" in address:
            continue  # there […] is the account of those who run the circuit
        for row in re.findall(r"<tr.*?</tr>|<li.*?</li>|<entry.*?</entry>", text, re.DOTALL):
            assert ERASED not in row or "href" not in row, (address, row)
        if address.startswith("/api/"):
            for row in marked_objects(json.loads(text)):
                assert not list(references(row)), (address, row)
    ranking = texts[of_circuit]
    assert ERASED in ranking, "the points of others depend on the line"


def test_only_those_who_run_the_circuit_read_who_is_private(runner):
    circuit = seasons.circuit(runner, seasons.cup(owner=runner))
    hide(circuit, "Lezo")
    page = reverse("circuits:circuit_file", args=[circuit.slug])
    api = f"/api/v1/circuits/{circuit.slug}/file/"
    desk, stranger = Client(), Client()
    desk.force_login(runner)
    stranger.force_login(User.objects.create_user("stranger"))
    for address in (page, api):
        assert desk.get(address).json()["private"]
        assert stranger.get(address).status_code in (403, 404)
        assert Client().get(address).status_code in (302, 401, 403)
