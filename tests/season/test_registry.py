"""The registry of a circuit: one chosen name, a licence, and one search."""

from __future__ import annotations

import pytest
from django.urls import reverse

from season.models import RegistryEntry
from season.queries.log import verify_log
from season.queries.registry import registry
from season.services import merging, registering
from tests.refusals import refusal
from tests.season.seasons import FOUR, actor_of, circuit, cup, key_of, sums, view
from tournament.entries.models import Pair
from tournament.log.rules.events import ERASED

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(runner):
    """A player under two names, the longer one first."""
    cups = [
        cup("January Cup", ("José Mª Agirre, Orio, Kaia", *FOUR[1:]), owner=runner),
        cup(
            "February Cup", ("J. M. Agirre, Orio, Kaia", *FOUR[1:]), owner=runner, day=31, seed="t"
        ),
    ]
    made = circuit(runner, *cups, carried_by="player", same_names="all")
    keys = [key_of(made, name) for name in ("José Mª Agirre", "J. M. Agirre")]
    merging.merge(circuit_id=made.pk, one=keys[0], other=keys[1], actor=actor_of(runner))
    return made


def find(made, text):
    return [one.name for one in registry(circuit=view(made), text=text)]


def test_a_person_is_known_by_the_name_that_somebody_chose_until_it_is_taken_back(
    runner, made, client, in_english
):
    (person,) = registry(circuit=view(made), text="agirre")
    assert person.name == "J. M. Agirre", "as in the latest tournament"
    long_name = next(one for one in person.names if one.name == "José Mª Agirre")
    client.force_login(runner)
    page = reverse("circuits:register", args=[made.slug, person.key])
    assert "José Mª Agirre (January Cup)" in client.get(page).text
    assert client.post(page, {"name": long_name.entry, "licence": "NA-12"}).status_code == 302
    assert "José Mª Agirre" in sums(made)
    assert "J. M. Agirre" not in sums(made)
    shown = client.get(reverse("circuits:registry", args=[made.slug]), {"q": "na-12"}).text
    assert "José Mª Agirre" in shown
    assert "Getaria" not in shown
    public = client.get(reverse("circuits:ranking", args=[made.slug])).text
    assert "NA-12" not in public, "for those who run the circuit alone"
    assert verify_log(circuit_id=made.pk).ok
    client.post(page, {"name": "", "licence": ""})
    assert "J. M. Agirre" in sums(made)
    assert not RegistryEntry.objects.exists()


@pytest.mark.parametrize(
    "text", ["AGIRRE", "jose ma", "J. M. Agirre", "José M. Agirre", "J. Mª Agirre", "kaia"]
)
def test_one_search_finds_a_person_in_any_spelling(made, text):
    assert "J. M. Agirre" in find(made, text)


def test_a_search_finds_nobody_else(made):
    assert find(made, "Agirrezabala") == []
    assert len(find(made, "")) == len(sums(made))


def test_a_licence_is_of_one_person(runner, made):
    about = {"circuit_id": made.pk, "actor": actor_of(runner)}
    one, other = key_of(made, "J. M. Agirre"), key_of(made, "Lezo")
    registering.register(person=one, licence="NA-12", **about)
    assert refusal(registering.register, person=other, licence="NA-12", **about) == (
        "licence_taken",
    )
    made.refresh_from_db()
    entries = made.event_number
    registering.register(person=one, licence="NA-12", **about)
    made.refresh_from_db()
    assert made.event_number == entries, "the same again changes nothing"
    assert refusal(registering.register, person=one, name=other, **about) == ("no_such_name",)


def test_an_erased_name_takes_what_was_noted_along(runner, made):
    about = {"circuit_id": made.pk, "actor": actor_of(runner)}
    person = key_of(made, "J. M. Agirre")
    (known,) = registry(circuit=view(made), text="agirre")
    long_name = next(one for one in known.names if one.name == "José Mª Agirre")
    registering.register(person=person, name=long_name.entry, licence="NA-12", **about)
    Pair.objects.filter(player_1="José Mª Agirre").update(player_1=ERASED)
    merging.forget_erased()
    assert not RegistryEntry.objects.exists()
    assert find(made, "NA-12") == []
