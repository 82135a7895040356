"""A name is erased in all tournaments of a circuit, asked for once."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from season.models import Erasure
from season.queries.erasures import entries_named, erasures_for, erasures_of
from season.queries.log import log_page, verify_log
from season.services import erasing, merging
from tests.refusals import refusal
from tests.season.seasons import FOUR, actor_of, circuit, cup, key_of
from tests.tournament import play
from tournament.entries.models import Pair
from tournament.errors import NotAllowed
from tournament.log.rules.events import ERASED

pytestmark = pytest.mark.django_db
WHY = {"asked_by": "person", "reason": "asked by letter"}


@pytest.fixture
def valley(db: None) -> User:
    return User.objects.create_user("valley")


@pytest.fixture
def made(runner, valley):
    """Two tournaments of the one who runs the circuit, one of another organizer."""
    own = [cup("January Cup", owner=runner), cup("March Cup", owner=runner, day=60, seed="u")]
    other = ("Getaria, Oriotarra", *FOUR[1:])
    theirs = cup("February Cup", other, owner=valley, day=31, seed="t")
    return circuit(runner, *own, theirs, same_names="all")


def named(name: str) -> list[str]:
    rows = Pair.objects.filter(player_1=name) | Pair.objects.filter(player_2=name)
    return sorted(rows.values_list("tournament__name", flat=True))


def test_a_name_is_erased_in_own_tournaments_and_asked_for_in_the_others(
    runner, valley, made, client, in_english
):
    keys = [key_of(made, name) for name in ("Getaria – Orio", "Getaria – Oriotarra")]
    merging.merge(circuit_id=made.pk, one=keys[0], other=keys[1], actor=actor_of(runner))
    found = entries_named(circuit_id=made.pk, name="ORIO", user=runner)
    assert [(one.name, one.tournament, one.is_own) for one in found] == [
        ("Orio", "January Cup", True), ("Oriotarra", "February Cup", False),
        ("Orio", "March Cup", True),
    ]  # fmt: skip
    client.force_login(runner)
    page = reverse("circuits:erase_name", args=[made.slug])
    assert "its organizers are asked" in client.get(page, {"name": "Orio"}).text
    assert client.post(page, {"name": "Orio", **WHY}).status_code == 400, "it must be sure"
    assert client.post(page, {"name": "Orio", **WHY, "sure": "1"}).status_code == 302
    assert named("Orio") == []
    assert named("Oriotarra") == ["February Cup"]
    assert verify_log(circuit_id=made.pk).ok
    assert "Oriotarra" in client.get(page).text

    (asked,) = erasures_for(user=valley)
    assert erasures_for(user=runner) == ()
    client.force_login(valley)
    assert "Names to erase" in client.get(reverse("circuits:mine")).text
    client.post(reverse("circuits:erase_asked", args=[asked.id]))
    assert named("Oriotarra") == []
    assert not Erasure.objects.exists()
    for one in made.entries.all():
        play.must_hold(one.tournament)
    log = str([line.data for line in log_page(circuit_id=made.pk).lines])
    assert "Orio" not in log, "the log of a circuit names nobody"


def test_only_its_organizers_erase_and_the_wish_can_be_discarded(runner, valley, made):
    erasing.erase_name(circuit_id=made.pk, name="Lezo", actor=actor_of(runner), **WHY)
    (asked,) = erasures_of(circuit_id=made.pk)
    stranger = actor_of(User.objects.create_user("stranger"))
    for act in (erasing.erase_asked, erasing.discard_erasure):
        with pytest.raises(NotAllowed):
            act(erasure_id=asked.id, actor=stranger)
    with pytest.raises(NotAllowed):
        erasing.erase_asked(erasure_id=asked.id, actor=actor_of(runner))
    erasing.erase_name(circuit_id=made.pk, name="Lezo", actor=actor_of(runner), **WHY)
    assert len(erasures_of(circuit_id=made.pk)) == 1, "asked for once"
    erasing.discard_erasure(erasure_id=asked.id, actor=actor_of(valley))
    assert erasures_of(circuit_id=made.pk) == ()
    assert named("Lezo") == ["February Cup"]
    assert refusal(erasing.erase_asked, erasure_id=asked.id, actor=actor_of(valley)) == (
        "no_such_wish",
    )


def test_what_an_organizer_erased_otherwise_is_asked_no_more(runner, made):
    erasing.erase_name(circuit_id=made.pk, name="Deba", actor=actor_of(runner), **WHY)
    Pair.objects.filter(player_2="Deba").update(player_2=ERASED)
    assert erasures_of(circuit_id=made.pk) == ()
    merging.forget_erased()
    assert not Erasure.objects.exists()


def test_nobody_of_that_name_is_a_refusal(runner, made):
    asked = {"circuit_id": made.pk, "actor": actor_of(runner)}
    assert refusal(erasing.erase_name, name="Nobody", **asked, **WHY) == ("nobody_named",)
    assert refusal(erasing.erase_name, name=" ", **asked, **WHY) == ("nobody_named",)
    assert refusal(erasing.erase_name, name="Orio", **asked, asked_by="me", reason="x") == (
        "bad_choice",
    )
