"""What somebody knows counts as the newest only when it is: after a restore or an upgrade too."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.scoring import table
from tests.tournament import play
from tournament.championship.services import tournaments
from tournament.matches.models import Match
from tournament.tables.queries import join_token
from tournament.tables.services import devices

pytestmark = pytest.mark.django_db

Ask = Callable[..., Any]
ADDRESSES = (
    "/t/{slug}/",
    "/t/{slug}/standings/",
    "/t/{slug}/match/{match}/",
    "/api/v1/tournaments/{slug}/",
    "/api/v1/tournaments/{slug}/bracket/",
    "/api/v1/tournaments/{slug}/matches/{match}/hands/",
    "/api/v1/table/",
)


@pytest.fixture
def match() -> Match:
    return table.a_match()


@pytest.fixture(params=ADDRESSES)
def ask(request: pytest.FixtureRequest, match: Match, client: Client) -> Ask:
    address = request.param.format(slug=match.tournament.slug, match=match.pk)
    _device, token = devices.join(token=join_token(match.table))

    def asked(known: str = "") -> Any:
        headers = {"authorization": f"Device {token}"} if address.endswith("/table/") else {}
        return client.get(address, headers={**headers, "if-none-match": known})

    return asked


def renamed(match: Match, name: str) -> None:
    tournaments.change(tournament_id=match.tournament_id, actor=play.PROGRAM, name=name)


def test_what_is_known_is_not_sent_again(ask):
    assert ask(ask()["ETag"]).status_code == 304


def test_after_a_restore_the_same_number_with_another_event_is_sent(match, ask):
    with transaction.atomic():
        renamed(match, "As it was before the copy came back")
        known = ask()["ETag"]
        transaction.set_rollback(True)
    renamed(match, "As it went on after the copy came back")
    answer = ask(known)
    assert answer.status_code == 200
    assert answer["ETag"] != known


def test_after_an_upgrade_the_same_state_is_sent_in_its_new_form(ask, monkeypatch):
    known = ask()["ETag"]
    monkeypatch.setattr("delivery.stamps.release", lambda: "another")
    assert ask(known).status_code == 200


def test_another_language_is_another_page(client, match):
    address = f"/t/{match.tournament.slug}/"
    first = client.get(address, headers={"accept-language": "eu"})["ETag"]
    again = client.get(address, headers={"accept-language": "fr", "if-none-match": first})
    assert again.status_code == 200


def test_a_hand_leaves_the_standings_as_they_are_and_a_result_does_not(client, match):
    address = f"/t/{match.tournament.slug}/standings/"
    before = client.get(address)["ETag"]
    table.record(match, table.plain())
    assert client.get(address, headers={"if-none-match": before}).status_code == 304
    play.win(table.read(match))
    assert client.get(address, headers={"if-none-match": before}).status_code == 200
