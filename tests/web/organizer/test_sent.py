"""A rejected hand of a table, entered at the desk without typing it again."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.course.models import Hand
from scoring.outbox.services import attention
from scoring.rulings.models import Ruling
from scoring.rulings.services import rulings
from tests.scoring.table import a_device, plain, quick, seen
from tests.web.pages import form_in
from tournament.errors import Problem
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.tables.models import Table
from tournament.tables.queries import join_token

PROBLEMS = [Problem("hand", "hand_out_of_order", "A hand before it is missing.")]
RECORD = plain(
    mano=1, bets=seen("grande", 5), claim=[6, 6], infractions=[{"kind": "false_claim", "seat": 2}]
)


@pytest.fixture
def keep(playing):
    """Keeps a hand at the desk that table 1 sent for game 1."""
    device = a_device(Match.objects.get(pk=playing.id))

    def kept(record=RECORD, number=1, kind="hand.record", key="k"):
        action = {
            "key": key, "kind": kind, "match": playing.id, "game": 1, "hand": number,
            "record": record,
        }  # fmt: skip
        attention.keep(match_id=playing.id, key=key, action=action, problems=PROBLEMS, actor=device)
        return Ruling.objects.get(proposed__key=key)

    return kept


@pytest.fixture
def opened(desk, at, drawn):
    """Where "Enter this hand" leads."""
    return lambda ruling: desk.get(at("enter_sent", drawn.slug, ruling.pk))["Location"]


def values(html):
    """What the hand's form would send."""
    return form_in(html, having="key")


def save(desk, address, **more):
    """Opens the form, has its hand read back, and saves it as it is."""
    return desk.post(address.split("?")[0], {**read(desk, address), "step": "save", **more})


def read(desk, address):
    """The fields of a form whose hand was read back."""
    given = values(desk.get(address).text)
    shown = desk.post(address.split("?")[0], {**given, "step": "check"}).text
    return {**given, "confirmed": values(shown).get("confirmed", "")}


def test_the_item_offers_to_enter_its_hand(desk, at, drawn, playing, keep):
    ruling = keep(number=3)
    where = at("enter_sent", drawn.slug, ruling.pk)
    assert "game 1, hand 3" in desk.get(at("desk", drawn.slug)).text
    for page, back in (
        (at("desk", drawn.slug), at("desk", drawn.slug)),
        (at("match", drawn.slug, playing.id), at("match", drawn.slug, playing.id)),
    ):
        assert f'href="{where}?next={back}"' in desk.get(page).text
    assert where in desk.get(at("rule", drawn.slug, ruling.pk)).text


@pytest.mark.parametrize(
    ("kind", "record"), [("hand.undo", RECORD), ("call.raise", RECORD), ("hand.record", "all mine")]
)
@pytest.mark.sampled(3)
def test_what_holds_no_hand_offers_none(desk, at, drawn, keep, kind, record):
    ruling = keep(record, kind=kind)
    where = at("enter_sent", drawn.slug, ruling.pk)
    assert where not in desk.get(at("desk", drawn.slug)).text
    assert desk.get(where).status_code == 404


def test_the_form_opens_filled_in_with_everything(desk, playing, keep, opened):
    address = opened(keep())
    assert address.startswith(f"/referee/match/{playing.id}/hand/?sent=")
    html = desk.get(address).text
    assert "A hand before it is missing." in html
    given = values(html)
    assert given["cards_0"] == "A A 4 4"
    assert given["declared_pares_0"] == "yes"
    assert given["declared_juego_0"] == "no"
    assert (given["bet_grande"], given["by_grande"], given["stake_grande"]) == ("seen", "A", "5")
    assert (given["claim_a"], given["claim_b"]) == ("6", "6")
    assert (given["mano"], given["false_claim_2"]) == ("1", "on")


def test_saving_it_as_it_opens_enters_that_very_hand_and_closes_the_item(
    desk, at, drawn, keep, opened
):
    ruling = keep()
    response = save(desk, opened(ruling))
    assert response["Location"] == at("desk", drawn.slug)
    record = Hand.objects.get().record
    assert {name: record[name] for name in RECORD} == RECORD
    ruling.refresh_from_db()
    assert (ruling.status, ruling.outcome) == ("dismissed", {"became": "entered"})
    told = Event.objects.get(kind="attention.closed")
    assert (told.data["became"], told.actor_label) == ("entered", "organizer arizkun")
    assert "Settled: entered at the desk." in desk.get(at("rule", drawn.slug, ruling.pk)).text
    assert "entered at the desk" in desk.get(at("rulings", drawn.slug)).text
    assert "entered at the desk" in desk.get(at("log", drawn.slug)).text


def test_one_that_came_too_early_goes_where_the_match_stands_and_says_so(desk, keep, opened):
    html = desk.get(opened(keep(number=5))).text
    assert "The table meant game 1, hand 5. It goes in as game 1, hand 1" in html


@pytest.mark.long
def test_where_another_hand_stands_it_opens_as_its_correction(desk, playing, keep, opened, enter):
    enter(quick(1, 1), quick(2, 2))
    ruling = keep()
    address = opened(ruling)
    assert address.startswith(f"/referee/match/{playing.id}/hand/1/1/?sent=")
    html = desk.get(address).text
    assert "Another hand has been entered there, with 1 – 1 stones" in html
    assert "enter it as game 1, hand 3" in html
    given = values(html)
    checked = desk.post(address.split("?")[0], {**given, "step": "check"})
    given = values(checked.text)
    assert given["reason"] == "The table sent this hand; it is entered at the desk."
    assert desk.post(address.split("?")[0], {**given, "step": "save"}).status_code == 302
    hand = Hand.objects.get(number=1, is_current=True)
    assert (hand.version, hand.record["claim"], hand.record["mano"]) == (2, [6, 6], 1)
    assert not Ruling.objects.filter(kind="attention").get().is_open


def test_what_cannot_be_taken_over_is_named(desk, keep, opened):
    bad = {**RECORD, "claim": "six", "bets": {**seen("grande", 5), "pares": 7}}
    html = desk.get(opened(keep(bad))).text
    assert "Could not be taken over, please fill in:" in html
    assert "Bets: Pares, What the table says it took." in html
    assert values(html)["stake_grande"] == "5"


def test_sending_the_form_twice_is_one_hand(desk, at, drawn, keep, opened):
    address = opened(keep())
    given = {**read(desk, address), "step": "save"}
    for _twice in range(2):
        assert desk.post(address.split("?")[0], given)["Location"] == at("desk", drawn.slug)
    assert Hand.objects.count() == 1


def test_an_item_that_was_settled_meanwhile_enters_nothing(desk, at, drawn, actor, keep, opened):
    ruling = keep()
    address = opened(ruling)
    given = read(desk, address)
    rulings.dismiss(ruling_id=ruling.pk, actor=actor, reason="a mistake")
    response = desk.post(address.split("?")[0], {**given, "step": "save"})
    assert response.status_code == 400
    assert "decided already" in response.text
    assert not Hand.objects.exists()
    shown = desk.get(address, follow=True).text
    assert "This has been settled already: dismissed." in shown
    assert opened(ruling) == at("rule", drawn.slug, ruling.pk)


def test_a_match_that_takes_no_hand_says_so(desk, at, drawn, playing, actor, keep):
    ruling = keep()
    matches.undo_start(match_id=playing.id, actor=actor, reason="the wrong match")
    response = desk.get(at("enter_sent", drawn.slug, ruling.pk), follow=True)
    assert response.redirect_chain[-1][0] == at("rule", drawn.slug, ruling.pk)
    assert "takes no hand as it is now" in response.text


class TestWhoMay:
    def address(self, ruling):
        return f"{reverse('referee:hand', args=[ruling.match_id])}?sent={ruling.pk}"

    @pytest.fixture
    def tablet(self, playing):
        """A browser that has joined the table of the match."""
        client = Client()
        number = Match.objects.get(pk=playing.id).table_id
        client.post(reverse("referee:join", args=[join_token(Table.objects.get(pk=number))]))
        return client

    def test_not_the_table_itself(self, tablet, keep):
        ruling = keep()
        assert tablet.get(reverse("referee:hand", args=[ruling.match_id])).status_code == 200
        assert tablet.get(self.address(ruling)).status_code == 404
        given = {"sent": ruling.pk, "step": "save", "stones_a": "1", "stones_b": "0"}
        quick_page = reverse("referee:quick", args=[ruling.match_id])
        assert tablet.post(quick_page, given).status_code == 404
        assert Ruling.objects.get(kind="attention").is_open

    def test_the_organizer_also_in_a_browser_that_joined_the_table(
        self, desk, playing, keep, opened
    ):
        ruling = keep()
        at_table = Table.objects.get(pk=Match.objects.get(pk=playing.id).table_id)
        desk.post(reverse("referee:join", args=[join_token(at_table)]))
        assert save(desk, opened(ruling)).status_code == 302
        assert Hand.objects.get().actor_label == "organizer arizkun"

    @pytest.mark.parametrize("sent", ["x", "-1", "9" * 30, "١", "999", "1.5"])
    @pytest.mark.sampled(5)
    def test_a_number_of_nothing_is_not_found(self, desk, playing, keep, sent):
        keep()
        for name in ("hand", "quick"):
            address = reverse(f"referee:{name}", args=[playing.id])
            assert desk.get(address, {"sent": sent}).status_code == 404

    def test_a_hand_of_another_match_is_not_entered_here(self, desk, playing, keep):
        ruling = keep()
        other = Match.objects.exclude(pk=playing.id).filter(status="ready")[0]
        address = reverse("referee:hand", args=[other.pk])
        assert desk.get(address, {"sent": ruling.pk}).status_code == 404
