"""The operator's page of federation."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from jobs.models import Job
from operations.federation import services
from scoring.proof.services.files import write_file
from season.models import Peer
from tests.season import seasons
from tournament.witness.queries import public_key, signed_head

pytestmark = pytest.mark.django_db
PAGE = "operator:federation"


@pytest.fixture
def operator(in_english: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("operator"))
    return client


def test_an_installation_is_trusted_asked_and_trusted_no_more(operator: Client) -> None:
    page = operator.get(reverse(PAGE)).content.decode()
    assert public_key() in page
    wrong = operator.post(reverse("operator:trust"), {"address": "http://x", "key": "x"})
    assert wrong.status_code == 400
    assert "begins with https://" in wrong.content.decode()
    at = {"address": "https://mus.example/", "key": public_key()}
    assert operator.post(reverse("operator:trust"), at).status_code == 302
    peer = Peer.objects.get()
    assert peer.address == "https://mus.example"
    asked = operator.post(reverse(PAGE), {"address": "https://mus.example/t/cup/"})
    assert asked.status_code == 302
    assert Job.objects.filter(name="federation.take_in").count() == 1
    assert "https://mus.example/t/cup/" in operator.get(reverse(PAGE)).content.decode()
    operator.post(reverse("operator:distrust", args=[peer.pk]))
    assert not Peer.objects.exists()
    refused = operator.post(reverse(PAGE), {"address": "https://mus.example/t/cup/"})
    assert refused.status_code == 400
    assert "not trusted here" in refused.content.decode()


def test_everybody_sees_where_a_day_came_from(client: Client, in_english: None) -> None:
    services.trust(address="https://mus.example", key=public_key())
    cup = seasons.cup()
    content, note = write_file(tournament_id=cup.pk), signed_head(tournament_id=cup.pk)
    proof = reverse("public:proof", args=[cup.slug])
    assert "another installation" not in client.get(proof).content.decode()
    from operations.removal.services import remove_tournament

    remove_tournament(tournament_id=cup.pk, slug=cup.slug)
    services.accept(content=content, note=note)
    page = client.get(proof).content.decode()
    assert f"https://mus.example/t/{cup.slug}/" in page


def test_nobody_else_sees_or_does_it(client: Client) -> None:
    other = Client()
    other.force_login(User.objects.create_user("lezo"))
    for name, args in ((PAGE, []), ("operator:trust", []), ("operator:distrust", [1])):
        address = reverse(name, args=args)
        assert other.post(address).status_code == 404
        assert client.post(address).status_code == 302
