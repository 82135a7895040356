"""An account of one's own: who it says it is, what it sees, and what nobody else sees."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.proof.services.erasing import erase
from scoring.statements import services as statements
from scoring.statements.queries import link_of
from season.models import Circuit, Claim
from season.services import merging
from tests.season import seasons
from tests.tournament import play
from tests.web.pages import read
from tournament.championship.models import Tournament
from tournament.entries.models import Pair

pytestmark = pytest.mark.django_db


@pytest.fixture
def player(stranger: Client) -> Client:
    return stranger


@pytest.fixture
def link(cup: Tournament, coast: Circuit) -> str:
    """The link of the pair Getaria – Orio, as in the first tournament of the circuit."""
    statements.set_terms(tournament_id=cup.pk, entered_by="both", actor=play.PROGRAM)
    return link_of(pair_id=Pair.objects.get(tournament=cup, player_1="Getaria").pk)


def text(browser: Client, name: str, *args: object) -> str:
    return read(browser, f"circuits:{name}", *args)


def claimed(player: Client, desk: Client, coast: Circuit, link: str) -> Claim:
    player.post(reverse("circuits:claim", args=[link]), {"seat": "1"})
    found = Claim.objects.get(user__username="goizueta")
    desk.post(reverse("circuits:confirm_claim", args=[coast.slug, found.pk]))
    return found


def test_a_player_claims_itself_by_the_link_and_sees_history_and_partners(
    player, desk, client, coast, link
):
    again = seasons.cup("Deba Cup", ("Getaria, Tolosa", *seasons.FOUR[1:]), day=7)
    seasons.take_in(coast, again)
    shown = client.get(reverse("pair:result", args=[link])).text
    claim = reverse("circuits:claim", args=[link])
    assert claim in shown
    assert client.get(claim).status_code == 302, "an account first"
    assert "Getaria" in text(player, "claim", link)
    player.post(claim, {"seat": "1"})
    assert "awaiting confirmation" in text(player, "own")
    assert "Tolosa" not in text(player, "own")
    people = text(desk, "people", coast.slug)
    assert "goizueta" in people
    found = Claim.objects.get()
    desk.post(reverse("circuits:confirm_claim", args=[coast.slug, found.pk]))
    own = text(player, "own")
    assert "Zarautz Cup" in own
    assert "Deba Cup" in own
    assert "Orio (1)" in own
    assert "Tolosa (1)" in own
    ranking = text(client, "ranking", coast.slug)
    assert "goizueta" not in ranking, "whose account it is, is nobody's business"
    desk.post(reverse("circuits:take_back_claim", args=[coast.slug, found.pk]))
    assert "Deba Cup" not in text(player, "own")
    desk.post(reverse("circuits:dismiss_claim", args=[coast.slug, found.pk]))
    assert "Nothing here yet" in text(player, "own")


def test_whoever_asks_not_to_be_named_is_in_nothing_that_everybody_reads(
    player, desk, client, coast, link, final
):
    Circuit.objects.filter(pk=coast.pk).update(carried_by="player")
    found = claimed(player, desk, coast, link)
    named = text(client, "ranking", coast.slug)
    assert "Getaria" in named
    key = f"{found.pair_id}-1"
    assert "Getaria" in text(client, "person", coast.slug, key)
    private = reverse("circuits:set_private", args=[found.pk])
    player.post(private, {"private": "1"})
    for name in ("ranking", "ratings", "ranking_csv", "feed"):
        page = text(client, name, coast.slug)
        assert "Getaria" not in page, name
        assert ("Orio" in page) is (name != "feed"), "a match leads to the names of its pairs"
    assert "1/0" not in text(client, "ranking", coast.slug), "results that are not shown"
    assert client.get(reverse("circuits:person", args=[coast.slug, key])).status_code == 404
    for address in ("", "ratings/"):
        api = client.get(f"/api/v1/circuits/{coast.slug}/{address}").text
        assert "Orio" in api
        assert "Getaria" not in api
    assert "Getaria" in text(desk, "people", coast.slug), "those who run it know whom they enter"
    desk.post(reverse("circuits:take_back_claim", args=[coast.slug, found.pk]))
    assert "Getaria" not in text(client, "ranking", coast.slug), "the wish stays"
    desk.post(reverse("circuits:confirm_claim", args=[coast.slug, found.pk]))
    before = seasons.sums(coast)
    player.post(private, {"private": "0"})
    assert sorted(before.values()) == sorted(seasons.sums(coast).values()), "the points stay"
    assert text(client, "ranking", coast.slug).count("Getaria") == named.count("Getaria")


def test_a_pair_one_of_whom_is_private_is_not_named(player, desk, client, coast, link):
    found = claimed(player, desk, coast, link)
    player.post(reverse("circuits:set_private", args=[found.pk]), {"private": "1"})
    page = text(client, "ranking", coast.slug)
    assert "[…]" in page
    assert "Getaria" not in page
    assert "Orio" not in page, "the tournaments name a pair by one of its players"


def test_a_player_has_one_account_and_an_account_one_player(
    player, desk, elsewhere_desk, coast, link
):
    mine = claimed(player, desk, coast, link)
    player.post(reverse("circuits:claim", args=[link]), {"seat": "2"})
    mine.refresh_from_db()
    assert mine.seat == 1, "it is somebody else already"
    elsewhere_desk.post(reverse("circuits:claim", args=[link]), {"seat": "1"})
    other = Claim.objects.get(user__username="elizondo")
    desk.post(reverse("circuits:confirm_claim", args=[coast.slug, other.pk]))
    other.refresh_from_db()
    assert other.confirmed_at is None
    for name in ("withdraw_claim", "set_private"):
        elsewhere_desk.post(reverse(f"circuits:{name}", args=[mine.pk]), {"private": "1"})
    mine.refresh_from_db()
    assert not mine.is_private, "it is not theirs"
    player.post(reverse("circuits:withdraw_claim", args=[mine.pk]))
    desk.post(reverse("circuits:confirm_claim", args=[coast.slug, other.pk]))
    other.refresh_from_db()
    assert other.confirmed_at is not None


def test_an_erased_name_and_a_removed_account_take_the_claim_with_them(
    player, desk, coast, cup, link
):
    claimed(player, desk, coast, link)
    erase(
        tournament_id=cup.pk, words=("Getaria",), asked_by="person", reason="mine",
        actor=play.PROGRAM,
    )  # fmt: skip
    assert "Zarautz Cup" not in text(player, "own")
    merging.forget_erased()
    assert not Claim.objects.exists()
    player.post(reverse("circuits:claim", args=[link]), {"seat": "2"})
    assert Claim.objects.exists()
    User.objects.get(username="goizueta").delete()
    assert not Claim.objects.exists()
