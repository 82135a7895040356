"""The operator's page of federation."""

from __future__ import annotations

from unittest import mock

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from jobs.models import Job, State
from jobs.registry import Declined
from operations.federation import services
from operations.removal.services import remove_tournament
from scoring.proof.services.files import write_file
from season.models import Peer
from tests.season import seasons
from tests.tournament import play
from tournament.witness.queries import public_key, signed_head

pytestmark = pytest.mark.django_db
PAGE = "operator:federation"
THERE = "https://mus.example"


@pytest.fixture
def operator(in_english: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("operator"))
    return client


def test_an_installation_is_trusted_asked_and_trusted_no_more(operator: Client) -> None:
    assert public_key() in operator.get(reverse(PAGE)).text
    wrong = operator.post(reverse("operator:trust"), {"address": "http://x", "key": "x"})
    assert wrong.status_code == 400
    assert "begins with https://" in wrong.text
    at = {"address": "https://mus.example/", "key": public_key()}
    assert operator.post(reverse("operator:trust"), at).status_code == 302
    peer = Peer.objects.get()
    assert peer.address == "https://mus.example"
    asked = operator.post(reverse(PAGE), {"address": "https://mus.example/t/cup/"})
    assert asked.status_code == 302
    assert Job.objects.filter(name="federation.take_in").count() == 1
    assert "https://mus.example/t/cup/" in operator.get(reverse(PAGE)).text
    operator.post(reverse("operator:distrust", args=[peer.pk]))
    assert not Peer.objects.exists()
    refused = operator.post(reverse(PAGE), {"address": "https://mus.example/t/cup/"})
    assert refused.status_code == 400
    assert "not trusted here" in refused.text


def test_a_refusal_says_what_to_do_and_offers_it(operator: Client) -> None:
    """A copy that goes further than the file that is fetched again."""
    services.trust(address=THERE, key=public_key())
    cup = seasons.cup(played=False)
    start = write_file(tournament_id=cup.pk), signed_head(tournament_id=cup.pk)
    play.play_out(cup)
    end = write_file(tournament_id=cup.pk), signed_head(tournament_id=cup.pk)
    remove_tournament(tournament_id=cup.pk, slug=cup.slug)
    services.accept(content=end[0], note=end[1])
    where = f"{THERE}/t/{cup.slug}/"
    page = operator.get(reverse(PAGE)).text
    assert f'name="address" value="{where}"' in page, "the copy can be fetched again"
    operator.post(reverse(PAGE), {"address": where})
    job = Job.objects.get(name="federation.take_in")
    fetched = mock.patch.object(services, "fetch", side_effect=[start[1].encode(), start[0]])
    with fetched, pytest.raises(Declined):
        services.do_ask(**job.arguments)
    Job.objects.update(state=State.FAILED)
    page = operator.get(reverse(PAGE)).text
    assert "Take the day in again once it has caught up" in page
    assert "Try again" in page
    assert f'href="/t/{cup.slug}/"' in page
    assert "http-equiv" not in page
    spanish = operator.get(reverse(PAGE), headers={"accept-language": "es"}).text
    assert "Traiga el torneo otra vez" in spanish


def test_everybody_sees_where_a_day_came_from(client: Client, in_english: None) -> None:
    services.trust(address="https://mus.example", key=public_key())
    cup = seasons.cup()
    content, note = write_file(tournament_id=cup.pk), signed_head(tournament_id=cup.pk)
    proof = reverse("public:proof", args=[cup.slug])
    assert "another installation" not in client.get(proof).text
    remove_tournament(tournament_id=cup.pk, slug=cup.slug)
    services.accept(content=content, note=note)
    assert f"https://mus.example/t/{cup.slug}/" in client.get(proof).text
