"""Federation over the API: the key and the origins for everybody, taking in for operators."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from operations.federation import services
from tests.api.conftest import Api, codes
from tournament.witness.queries import public_key

pytestmark = pytest.mark.django_db
DAY = {"address": "https://mus.example/t/cup/"}


def test_the_key_and_the_days_taken_in_are_for_everybody(anyone: Api) -> None:
    assert anyone.get("/federation/").json() == {"key": public_key(), "days": []}


def test_an_operator_takes_in_a_day(organizer: User, desk: Api, anyone: Api) -> None:
    assert anyone.post("/federation/", DAY).status_code == 401
    assert codes(desk.post("/federation/", DAY)) == ["not_an_operator"]
    User.objects.filter(pk=organizer.pk).update(is_superuser=True)
    assert codes(desk.post("/federation/", DAY)) == ["not_trusted"]
    services.trust(address="https://mus.example", key=public_key())
    assert desk.post("/federation/", DAY).status_code == 202
