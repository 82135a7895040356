"""What takes one press where its page has shown all that follows, and asks where more would."""

import pytest
from django.urls import reverse

from scoring.rulings.models import Ruling
from scoring.rulings.services import appeals
from tests.scoring.table import plain, quick
from tournament.arrivals.queries import roll
from tournament.entries.models import Pair
from tournament.matches.models import Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db
AGAIN = {"step": "at_once", "reason": "code:counted_again"}


def log_of(client, tournament):
    return client.get(reverse("public:log", args=[tournament.slug])).text


def claim_of(desk, at, drawn):
    """The address and version of the claim's card, whose buttons are on the desk."""
    [claim] = Ruling.objects.filter(kind="claim", status="open")
    page = at("rule", drawn.slug, claim.pk)
    assert f'action="{page}"' in desk.get(at("desk", drawn.slug)).text
    return page, claim


@pytest.mark.parametrize(("decision", "stones"), [("confirm", (7, 1)), ("claim", (3, 5))])
def test_S8_a_claim_within_its_hand_is_decided_on_its_card(
    desk, at, drawn, enter, client, decision, stones
):
    enter(plain(claim=[3, 5]))
    page, claim = claim_of(desk, at, drawn)
    done = desk.post(page, {**AGAIN, "decision": decision}, follow=True)
    assert "The decision is on the record." in done.text
    claim.refresh_from_db()
    assert claim.status != "open"
    assert tuple(claim.hand.stones) == stones or claim.hand.is_current is False
    assert "Counted again" in log_of(client, drawn)


def test_S8_a_claim_that_would_end_the_game_is_shown_before_it_is_decided(desk, at, drawn, enter):
    enter(quick(33, 0), plain(claim=[6, 1]))  # 33 and 7 are 40; with the claim the game goes on
    page, claim = claim_of(desk, at, drawn)
    shown = desk.post(page, {**AGAIN, "decision": "claim"})
    assert shown.status_code == 200
    assert "What would change" in shown.text
    claim.refresh_from_db()
    assert claim.status == "open"


def test_T7_a_missing_pair_is_one_press_on_the_page_of_its_table(
    desk, at, drawn, ready, actor, client
):
    page = at("match", drawn.slug, ready.id)
    withdrawal = at("withdraw_pair", drawn.slug, ready.pair_a.number)
    assert f'action="{withdrawal}"' not in desk.get(page).text, "it has no table yet"
    matches.assign_table(match_id=ready.id, table_number=1, actor=actor)
    shown = desk.get(page).text
    assert "Is somebody missing?" in shown
    assert f"If the match goes to {ready.pair_b.name}" in shown
    assert f'action="{at("both_absent", drawn.slug, ready.id)}"' in shown
    assert f'action="{withdrawal}"' in shown
    assert desk.post(withdrawal, {"reason": "code:absent"}).status_code == 302
    assert Pair.objects.get(pk=ready.pair_a.id).status == "withdrawn"
    assert "Did not come" in log_of(client, drawn)


def test_T7_a_pair_that_stops_loses_the_match_by_one_press(desk, at, drawn, playing, client):
    page = desk.get(at("match", drawn.slug, playing.id)).text
    walkover = at("walkover", drawn.slug, playing.id)
    assert "Does somebody stop?" in page
    assert f'action="{walkover}"' in page
    desk.post(walkover, {"winner": "B", "reason": "code:left"})
    assert Match.objects.get(pk=playing.id).winner == "B"
    assert "Left the match" in log_of(client, drawn)


def test_an_appeal_names_its_pair_with_the_button_that_enters_it(desk, at, drawn, ready, actor):
    appeals.set_window(tournament_id=drawn.id, minutes=15, actor=actor)
    matches.record_result(match_id=ready.id, games=(3, 1), actor=actor)
    address = at("appeal", drawn.slug, ready.id)
    assert f'formaction="{address}"' in desk.get(at("who_appeals", drawn.slug)).text
    assert desk.post(address, {"side": "B", "reason": ""}).status_code == 400
    assert desk.post(address, {"side": "B", "reason": "the last hand"}).status_code == 302
    assert Ruling.objects.get(kind="appeal").status == "open"


def test_everybody_else_is_ticked_from_the_desk(desk, at, entered):
    home = at("desk", entered.slug)
    press = at("arrive_all", entered.slug)
    assert f'action="{press}"' in desk.get(home).text
    done = desk.post(press, {"next": home}, follow=True)
    assert done.redirect_chain[-1][0] == home
    assert not roll(tournament_id=entered.id).missing
    assert f'action="{press}"' not in desk.get(home).text
