"""Federation over the API: the key and the origins for everybody, taking in for operators."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from operations.federation import services
from season.models import Origin
from tests.api.conftest import Api, codes
from tests.tournament import play
from tournament.witness.queries import public_key

pytestmark = pytest.mark.django_db
DAY = {"address": "https://mus.example/t/cup/"}


def test_the_key_and_the_days_taken_in_are_for_everybody(anyone: Api) -> None:
    nothing = {"count": 0, "page": 1, "pages": 1, "results": []}
    assert anyone.get("/federation/").json() == {"key": public_key(), "days": nothing}


def test_the_days_taken_in_come_in_pages_the_latest_first(anyone: Api) -> None:
    for name in ("Deba", "Orio", "Aia"):
        taken = play.tournament(name=name)
        Origin.objects.create(tournament=taken, address=DAY["address"], at=timezone.now())
    for page, names in ((1, ["Aia", "Orio"]), (2, ["Deba"]), (3, [])):
        days = anyone.get(f"/federation/?page={page}&page_size=2").json()["days"]
        assert [day["name"] for day in days.pop("results")] == names
        assert days == {"count": 3, "page": page, "pages": 2}
    assert codes(anyone.get("/federation/?page=0")) == ["min_value"]


def test_an_operator_takes_in_a_day(organizer: User, desk: Api) -> None:
    assert codes(desk.post("/federation/", DAY)) == ["not_an_operator"]
    User.objects.filter(pk=organizer.pk).update(is_superuser=True)
    assert codes(desk.post("/federation/", DAY)) == ["not_trusted"]
    services.trust(address="https://mus.example", key=public_key())
    assert desk.post("/federation/", DAY).status_code == 202
