"""A claim is of the person who was confirmed, by every name that the circuit knows."""

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from operations.removal.services import remove_tournament
from scoring.proof.services.erasing import erase
from season.models import Circuit, Claim, Difference
from season.queries.carrying import circuit_file
from season.queries.claims import claims_of, own_pages
from season.queries.known import Known
from season.queries.log import log_page
from season.services import carrying, claims, merging
from tests.refusals import refusal
from tests.season import seasons
from tests.tournament import play
from tournament.entries.models import Pair
from tournament.entries.services import pairs
from tournament.errors import Refusal
from tournament.matches.services import results

pytestmark = pytest.mark.django_db

HERE = ("Ane Getaria, Orio", *seasons.FOUR[1:])
THERE = ("A. Getaria, Aia", *seasons.FOUR[1:])


def of(circuit: Circuit, pair: Pair, username: str = "getaria") -> Claim:
    return Claim.objects.create(
        circuit=circuit, user=User.objects.create_user(username), pair=pair, seat=1,
        confirmed_at=timezone.now(),
    )  # fmt: skip


def hide(claim: Claim) -> None:
    claims.set_private(claim_id=claim.pk, user=claim.user, is_private=True)


def first_pair(name: str) -> Pair:
    return Pair.objects.get(player_1=name)


def same(circuit: Circuit, runner: User, one: str, other: str) -> None:
    seat = 0 if circuit.carried_by == "pair" else 1
    a, b = (f"{first_pair(name).pk}-{seat}" for name in (one, other))
    merging.merge(circuit_id=circuit.pk, one=a, other=b, actor=seasons.actor_of(runner))


def public(circuit: Circuit) -> str:
    """The public pages of the circuit, one after the other."""
    names = ("ranking", "ratings", "ranking_csv", "match_days", "feed")
    found = [
        Client().get(reverse(f"circuits:{name}", args=[circuit.slug])).content.decode()
        for name in names
    ]
    return "".join([*found, str(log_page(circuit_id=circuit.pk, with_accounts=True))])


@pytest.mark.parametrize("carried_by", ["pair", "player"])
def test_a_player_who_is_not_named_has_no_page_for_a_day_of_individuals(runner, carried_by):
    one = seasons.cup(owner=runner)
    day = seasons.alone("Getaria", "Orio", "Mutriku", owner=runner, day=7)
    circuit = seasons.circuit(runner, one, day, carried_by=carried_by, same_names="all")
    claim = of(circuit, Pair.objects.get(tournament=one, player_1="Getaria"))
    alone = Pair.objects.get(tournament=day, player_1="Getaria")
    (own,) = own_pages(user=claim.user)
    assert [one.partner for one in own.results] == ["", "Orio"]
    assert [one.name for one in own.partners] == ["Orio"]
    hide(claim)
    assert "Getaria" not in public(circuit)
    seat = 0 if carried_by == "pair" else 1
    page = reverse("circuits:person", args=[circuit.slug, f"{alone.pk}-{seat}"])
    assert page not in public(circuit)
    assert Client().get(page).status_code == 404


@pytest.mark.parametrize("carried_by", ["pair", "player"])
def test_a_player_who_is_not_named_has_no_other_spelling_either(runner, carried_by):
    one = seasons.cup("Cup A", HERE, owner=runner)
    other = seasons.cup("Cup B", THERE, owner=runner, day=7, seed="t")
    circuit = seasons.circuit(runner, one, other, carried_by=carried_by)
    same(circuit, runner, "Ane Getaria", "A. Getaria")
    final = play.match(one, 2, 0)
    results.replace_result(
        match_id=final.pk, games=(0, final.wins_needed), reason="said A. GETARIA",
        actor=play.PROGRAM,
    )  # fmt: skip
    assert "said A. GETARIA" in public(circuit)
    assert "A. Getaria" in public(circuit)
    hide(of(circuit, first_pair("Ane Getaria")))
    assert "getaria" not in public(circuit).casefold()
    assert "Lezo" in public(circuit)


def test_the_pair_of_a_player_who_is_not_named_is_not_named_by_any_spelling(runner):
    one = seasons.cup("Cup A", HERE, owner=runner)
    other = seasons.cup("Cup B", ("A. Getaria, Orio", *THERE[1:]), owner=runner, day=7, seed="t")
    circuit = seasons.circuit(runner, one, other)
    same(circuit, runner, "Ane Getaria", "A. Getaria")
    hide(of(circuit, first_pair("Ane Getaria")))
    assert "Getaria" not in public(circuit)
    assert "Orio" not in public(circuit), "the tournaments name a pair by one of its players"
    assert "[…]" in public(circuit)


def test_two_accounts_are_not_confirmed_as_one_player_by_a_merge(runner):
    one = seasons.cup("Cup A", HERE, owner=runner)
    other = seasons.cup("Cup B", THERE, owner=runner, day=7, seed="t")
    circuit = seasons.circuit(runner, one, other, carried_by="player")
    of(circuit, first_pair("Ane Getaria"))
    second = of(circuit, first_pair("A. Getaria"), "aia")
    assert refusal(same, circuit, runner, "Ane Getaria", "A. Getaria") == ("claimed_by_another",)
    assert not circuit.merges.exists()
    actor = seasons.actor_of(runner)
    claims.take_back(circuit_id=circuit.pk, claim_id=second.pk, actor=actor)
    same(circuit, runner, "Ane Getaria", "A. Getaria")
    with pytest.raises(Refusal):
        claims.confirm(circuit_id=circuit.pk, claim_id=second.pk, actor=actor)


def namesakes(runner: User) -> tuple[Circuit, Pair, Pair]:
    """A circuit with one name in two tournaments, and its pair in each."""
    one = seasons.cup("Cup A", HERE, owner=runner)
    other = seasons.cup("Cup B", HERE, owner=runner, day=7, seed="t")
    circuit = seasons.circuit(runner, one, other, carried_by="player", same_names="all")
    here, there = (Pair.objects.get(tournament=cup, player_1="Ane Getaria") for cup in (one, other))
    return circuit, here, there


def apart(circuit: Circuit, runner: User, pair: Pair) -> Difference:
    """The player of this pair's seat 1 is somebody else of the same name."""
    return merging.set_apart(
        circuit_id=circuit.pk, person=key_at(circuit, pair), entry=f"{pair.pk}-1",
        actor=seasons.actor_of(runner),
    )  # fmt: skip


def key_at(circuit: Circuit, pair: Pair) -> str:
    """The key of whoever sits on seat 1 of a pair."""
    known = Known(seasons.view(circuit))
    return "{}-{}".format(*known.people[pair.pk, 1])


def test_two_people_of_one_name_are_both_confirmed_once_they_are_told_apart(runner):
    circuit, here, there = namesakes(runner)
    first = of(circuit, here)
    second = of(circuit, there, "orio")
    which = {"circuit_id": circuit.pk, "actor": seasons.actor_of(runner)}
    claims.take_back(claim_id=second.pk, **which)
    assert refusal(claims.confirm, claim_id=second.pk, **which) == ("claimed_by_another",)
    difference = apart(circuit, runner, there)
    claims.confirm(claim_id=second.pk, **which)
    for claim, cup in ((first, "Cup A"), (second, "Cup B")):
        (page,) = own_pages(user=claim.user)
        assert [one.result.tournament_name for one in page.results] == [cup]
    # They are two people, so they cannot become one while both have an account.
    assert refusal(merging.rejoin, difference_id=difference.pk, **which) == ("claimed_by_another",)
    assert circuit.differences.exists()


def test_one_of_two_namesakes_who_is_named_again_does_not_name_the_other(runner):
    circuit, here, there = namesakes(runner)
    first = of(circuit, here)
    apart(circuit, runner, there)
    second = of(circuit, there, "orio")
    hide(first)
    hide(second)
    claims.set_private(claim_id=second.pk, user=second.user, is_private=False)
    assert "Getaria" not in public(circuit), "a name cannot be hidden for one of two"
    claims.withdraw(claim_id=second.pk, user=second.user)
    assert "Getaria" not in public(circuit)
    seats = circuit.claims.filter(is_private=True).values_list("pair", "seat")
    assert {(here.pk, 1), (there.pk, 1)} <= set(seats)
    claims.set_private(claim_id=first.pk, user=first.user, is_private=False)
    assert "Getaria" in public(circuit)


def test_a_substitute_does_not_get_the_account_of_whom_it_replaces(runner):
    one = seasons.cup("Cup A", HERE, owner=runner, played=False)
    other = seasons.cup("Cup B", HERE, owner=runner, day=7, seed="t")
    circuit = seasons.circuit(runner, one, other, carried_by="player")
    claim = of(circuit, Pair.objects.get(tournament=one, player_1="Ane Getaria"))
    hide(claim)
    pairs.substitute(
        pair_id=claim.pair_id, out=1, player="Tolosa", reason="ill", actor=play.PROGRAM
    )
    play.play_out(one)
    assert "Tolosa" in public(circuit)
    assert "Getaria" not in public(circuit), "the wish stays with the person"
    private = json.loads(circuit_file(circuit=seasons.view(circuit)))["private"]
    assert private == [[other.slug, 1, 1]]
    (page,) = own_pages(user=claim.user)
    assert page.name == "Ane Getaria"
    assert [line.result.tournament_name for line in page.results] == ["Cup B"]
    actor = seasons.actor_of(runner)
    claims.take_back(circuit_id=circuit.pk, claim_id=claim.pk, actor=actor)
    assert "Getaria" not in public(circuit), "nor does it end with the confirmation"


def test_a_corrected_name_keeps_the_claim_and_the_wish(runner):
    one = seasons.cup("Cup A", HERE, owner=runner)
    other = seasons.cup("Cup B", HERE, owner=runner, day=7, seed="t")
    circuit = seasons.circuit(runner, one, other, carried_by="player")
    claim = of(circuit, Pair.objects.get(tournament=one, player_1="Ane Getaria"))
    hide(claim)
    pairs.change(
        pair_id=claim.pair_id, player_1="Anne Getaria", reason="spelling", actor=play.PROGRAM
    )
    assert "Getaria" not in public(circuit)
    (page,) = own_pages(user=claim.user)
    assert page.name == "Anne Getaria"
    assert len(page.results) == 2


def test_the_wish_outlives_a_name_erased_and_a_tournament_removed(runner):
    cups = [
        seasons.cup("Cup A", HERE, owner=runner),
        seasons.cup("Cup B", THERE, owner=runner, day=7, seed="t"),
        seasons.cup("Cup C", HERE, owner=runner, day=9, seed="u"),
    ]
    circuit = seasons.circuit(runner, *cups, carried_by="player")
    a = f"{Pair.objects.get(tournament=cups[0], player_1='Ane Getaria').pk}-1"
    b = f"{first_pair('A. Getaria').pk}-1"
    actor = seasons.actor_of(runner)
    merging.merge(circuit_id=circuit.pk, one=a, other=b, actor=actor)
    claim = of(circuit, Pair.objects.get(tournament=cups[0], player_1="Ane Getaria"))
    hide(claim)
    assert len(claims_of(circuit_id=circuit.pk)) == 1, "a player is listed once"
    claims.set_private(claim_id=claim.pk, user=claim.user, is_private=False)
    assert "A. Getaria" in public(circuit), "and can be named again"
    hide(claim)
    erase(
        tournament_id=cups[0].pk, words=("Ane Getaria",), asked_by="person", reason="mine",
        actor=play.PROGRAM,
    )  # fmt: skip
    merging.forget_erased()
    assert not Claim.objects.filter(user__isnull=False).exists()
    assert "Getaria" not in public(circuit)
    remove_tournament(tournament_id=cups[2].pk, slug=cups[2].slug)
    assert "Getaria" not in public(circuit)
    (left,) = claims_of(circuit_id=circuit.pk)
    assert not left.username
    claims.dismiss(circuit_id=circuit.pk, claim_id=left.id, actor=actor)
    assert "A. Getaria" in public(circuit)


def test_a_circuit_brought_in_hides_every_spelling_of_a_private_player(runner):
    one = seasons.cup("Cup A", HERE, owner=runner)
    other = seasons.cup("Cup B", THERE, owner=runner, day=7, seed="t")
    circuit = seasons.circuit(runner, one, other, carried_by="player")
    same(circuit, runner, "Ane Getaria", "A. Getaria")
    hide(of(circuit, first_pair("Ane Getaria")))
    content = circuit_file(circuit=seasons.view(circuit))
    assert b"Getaria" not in content
    actor = seasons.actor_of(runner)
    again = carrying.bring_in(content=content, actor=actor, owner=runner)
    assert "Lezo" in public(again)
    assert "Getaria" not in public(again)
    for merge in again.merges.all():
        merging.split(circuit_id=again.pk, merge_id=merge.pk, actor=actor)
    assert "Getaria" not in public(again), "each spelling came with a seat"
