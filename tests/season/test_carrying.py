"""A circuit's file: what it refuses, whom it asks, and what it holds."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from season.models import Circuit, Claim
from season.queries.carrying import circuit_file
from season.queries.claims import claims_of
from season.queries.ranking import ranking
from season.services.carrying import bring_in
from season.services.claims import confirm, set_private
from season.services.merging import set_apart
from tests.refusals import refusal
from tests.season.seasons import actor_of, circuit, cup, sums, view
from tournament.entries.models import Pair
from tournament.errors import NotAllowed

pytestmark = pytest.mark.django_db


def brought(whole: Any, owner: User) -> Circuit:
    content = whole if isinstance(whole, bytes) else json.dumps(whole).encode()
    return bring_in(content=content, actor=actor_of(owner), owner=owner)


def without_log(whole: dict[str, Any]) -> dict[str, Any]:
    """The file as it was before circuits had logs: it still comes in."""
    return {**whole, "format": "mus-circuit/1", "log": None, "head": None}


def test_a_private_player_stays_private_where_the_circuit_comes_in(runner):
    one = cup(owner=runner)
    made = circuit(runner, one, carried_by="player")
    pair = Pair.objects.get(tournament=one, player_1="Getaria")
    Claim.objects.create(circuit=made, user=runner, pair=pair, seat=1, is_private=True)
    content = circuit_file(circuit=view(made))
    assert json.loads(content)["private"] == [[one.slug, pair.number, 1]]
    assert "Getaria" not in content.decode()
    again = brought(content, runner)
    assert "Getaria" not in sums(again)
    assert "Orio" in sums(again)
    (nobody,) = claims_of(circuit_id=again.pk)
    assert nobody.username == ""
    assert refusal(confirm, circuit_id=again.pk, claim_id=nobody.id, actor=actor_of(runner)) == (
        "no_such_claim",
    )
    mine = Claim.objects.create(circuit=again, user=runner, pair=pair, seat=1)
    confirm(circuit_id=again.pk, claim_id=mine.pk, actor=actor_of(runner))
    assert "Getaria" not in sums(again)
    assert again.claims.get().is_private
    set_private(claim_id=mine.pk, user=runner, is_private=False)
    assert "Getaria" in sums(again)


def test_who_is_different_is_different_where_the_circuit_comes_in(runner):
    made = circuit(runner, cup(owner=runner), cup("Spring Cup", owner=runner, day=7))
    (line,) = [one for one in ranking(circuit=view(made)).lines if one.person.name == "Lezo – Deba"]
    entry = line.results[0].entry
    which = {"circuit_id": made.pk, "actor": actor_of(runner)}
    set_apart(**which, person=line.person.key, entry=entry)
    content = circuit_file(circuit=view(made))
    again = brought(content, runner)
    assert len(ranking(circuit=view(again)).lines) == 5
    written = json.loads(circuit_file(circuit=view(again)))
    of_its_own = {part: written[part] for part in ("log", "head")}
    assert written == {**json.loads(content), **of_its_own}
    # A file from before there was a choice: equal names were one person.
    earlier = without_log(json.loads(content))
    del earlier["differences"], earlier["same_names"]
    old = brought(earlier, runner)
    assert (view(old).same_names, len(ranking(circuit=view(old)).lines)) == ("all", 4)


def test_only_who_organizes_the_tournaments_makes_them_count(runner):
    made = circuit(runner, cup(owner=runner))
    content = circuit_file(circuit=view(made))
    other = User.objects.create_user("bera")
    with pytest.raises(NotAllowed):
        brought(content, other)
    assert Circuit.objects.count() == 1


def test_a_tournament_is_known_by_its_log_and_not_by_its_name(runner):
    one = cup(owner=runner)
    made = circuit(runner, one)
    whole = json.loads(circuit_file(circuit=view(made)))
    whole["tournaments"][0]["slug"] = "another-name"
    assert sums(brought(whole, runner)) == sums(made)
    head = whole["tournaments"][0]["head"]
    chain = head.split("chain ")[1][:64]
    whole["tournaments"][0]["head"] = head.replace(chain, "0" * 64)
    assert refusal(brought, whole, runner) == ("missing_tournaments",)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("format", "mus-circuit/9"), ("name", 3), ("points", None), ("taking_part", "5"),
        ("tournaments", {}), ("tournaments", [3]), ("tournaments", [{"slug": "x"}]),
        ("tournaments", [{"slug": "x", "name": "x", "counts": True, "head": "none"}]),
        ("merges", [[["x", 1, 0]]]), ("merges", [[["x", 1, 0], ["x", 1]]]),
        ("merges", [[["zarautz-cup", 1, 0], ["zarautz-cup", 99, 0]]]),
        ("merges", [[["zarautz-cup", 1, 0], ["zarautz-cup", 2, 7]]]),

        ("differences", {}), ("differences", [[[["x", 1, 0]]]]),
        ("differences", [[[["x", 1, 0]], [["x", 1, 0]]]]), ("differences", [[3, [["x", 1, 0]]]]),
        ("private", {}), ("private", [["zarautz-cup", 1]]), ("private", [["zarautz-cup", 1, 0]]),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_names_its_part(runner, part, value):
    made = circuit(runner, cup(owner=runner))
    whole = without_log(json.loads(circuit_file(circuit=view(made))))
    assert refusal(brought, {**whole, part: value}, runner) == ("bad_file",)
    assert Circuit.objects.count() == 1


@pytest.mark.parametrize("name", ["\ud800", "a\x00b", "a\u202eb", "x" * 121])
def test_the_name_of_a_tournament_that_is_missing_is_checked(runner, name):
    made = circuit(runner, cup(owner=runner))
    whole = json.loads(circuit_file(circuit=view(made)))
    (one,) = whole["tournaments"]
    chain = one["head"].split("chain ")[1][:64]
    missing = {**one, "name": name, "head": one["head"].replace(chain, "0" * 64)}
    assert refusal(brought, {**whole, "tournaments": [missing]}, runner) == ("bad_file",)


@pytest.mark.parametrize("log", ["\ud800", "\x00", "0" * 63, 3, []])
@pytest.mark.parametrize("is_old", [False, True])
def test_a_log_that_is_no_hash_is_not_looked_for(runner, log, is_old):
    made = circuit(runner, cup(owner=runner))
    whole = json.loads(circuit_file(circuit=view(made)))
    whole = without_log(whole) if is_old else whole
    beside = {**whole["tournaments"][0], "slug": "beside", "counts": False, "log": log}
    several = [*whole["tournaments"], beside]
    assert refusal(brought, {**whole, "tournaments": several}, runner) == ("bad_file",)


@pytest.mark.parametrize("content", [b"", b"\xff", b"[]", b"[" * 5000, b"0" * 1_000_001])
def test_what_is_no_file_at_all_is_refused(runner, content):
    assert refusal(brought, content, runner) == ("bad_file",)


@pytest.mark.parametrize(
    "merges",
    [
        [[["zarautz-cup", 1, 1], ["zarautz-cup", 2, 1]]],
        [[["zarautz-cup", 1, 1], ["zarautz-cup", 1, 2]]],
        [[["zarautz-cup", 1, 0], ["zarautz-cup", 1, 1]]],
        [[["zarautz-cup", 1, 1], ["spring-cup", 2, 1]]],
        [[["zarautz-cup", 1, 1], ["autumn-cup", 1, 1]],
         [["autumn-cup", 1, 1], ["zarautz-cup", 2, 1]]],
    ],
    ids=["two pairs", "two seats", "pair and seat", "by name", "by another merge"],
)  # fmt: skip
def test_two_who_played_in_one_tournament_are_not_the_same(runner, merges):
    autumn = cup("Autumn Cup", ("Aia, Bera", "Ea, Lezama"), owner=runner, day=9)
    cups = (cup(owner=runner), cup("Spring Cup", owner=runner, day=7), autumn)
    whole = json.loads(circuit_file(circuit=view(circuit(runner, *cups, carried_by="player"))))
    whole = without_log(whole)
    assert refusal(brought, {**whole, "merges": merges}, runner) == ("both_played",)
    assert Circuit.objects.count() == 1
    brought({**whole, "merges": merges[1:] and merges[:1]}, runner)


def test_wrong_settings_are_refused_as_in_the_form(runner):
    whole = without_log(json.loads(circuit_file(circuit=view(circuit(runner)))))
    assert refusal(brought, {**whole, "points": "first: 9", "carried_by": "club"}, runner) == (
        "bad_choice",
        "bad_line",
    )
    assert not Pair.objects.exists()
