"""Signing up as the desk sees it."""

from django.urls import reverse

from tournament.entries.models import ENTERED, Pair
from tournament.entries.services import departures
from tournament.signup.models import Payment, Terms
from tournament.signup.queries import link_of
from tournament.signup.services import sign_ups

OPEN = {"is_open": "on", "cap": "6", "fee": "20 €", "note": ""}


def test_it_is_switched_on_with_a_cap_and_a_fee(desk, at, entered):
    page = at("sign_up", entered.slug)
    assert "/sign-up/" not in desk.get(page).text.split("What is offered")[0][-200:]
    assert desk.post(page, {**OPEN, "cap": "1"}).status_code == 400
    desk.post(page, OPEN)
    terms = Terms.objects.get()
    assert (terms.is_open, terms.cap, terms.fee) == (True, 6, "20 €")
    assert "The page for pairs" in desk.get(page).text


def test_a_fee_is_ticked_on_the_entry_list(desk, at, entered):
    assert "not paid" not in desk.get(at("entries", entered.slug)).text
    desk.post(at("sign_up", entered.slug), OPEN)
    assert "not paid" in desk.get(at("entries", entered.slug)).text
    desk.post(at("paid", entered.slug, 2), {"paid": "1"})
    assert Payment.objects.get().pair.number == 2
    desk.post(at("paid", entered.slug, 2), {"paid": "0"})
    assert not Payment.objects.exists()


def test_contacts_leave_as_a_table_that_no_spreadsheet_runs(desk, at, entered):
    Pair.objects.filter(number=1).update(club="=1+1", player_1="＋1")
    response = desk.get(at("contacts", entered.slug))
    text = response.content.decode("utf-8-sig")
    assert response["Content-Type"].startswith("text/csv")
    columns = text.splitlines()[0].split(",")
    assert columns == ["number", *(field.name for field in ENTERED), "status", "paid"]
    assert "'=1+1" in text
    assert "'＋1" in text
    assert "600 11 22 30" in text


def test_contacts_are_erased_when_that_is_confirmed(desk, at, entered):
    page = at("erase_contacts", entered.slug)
    assert desk.post(page, {}).status_code == 400
    desk.post(page, {"sure": "on"})
    assert not Pair.objects.exclude(contact="").exists()


def test_erased_contacts_do_not_wait_in_a_box_either(desk, at, entered):
    box = at("import_pairs", entered.slug)
    desk.post(box, {"text": "Deba 1, Deba 2, Kaia, 600 11 22 33", "step": "look"})
    assert "600 11 22 33" in desk.get(box).text
    desk.post(at("erase_contacts", entered.slug), {"sure": "on"})
    assert "600 11 22 33" not in desk.get(box).text


def test_nobody_waiting_is_said(desk, at, entered):
    assert "Nobody waits" in desk.post(at("let_in", entered.slug), follow=True).text


def test_T6_a_disqualified_pair_that_signs_up_again_is_for_the_organizer_to_decide(
    desk, client, at, entered, actor
):
    desk.post(at("sign_up", entered.slug), {**OPEN, "cap": "16"})
    one = Pair.objects.get(number=1)
    departures.disqualify(pair_id=one.pk, reason="marked cards", actor=actor)
    given = {"player_1": one.player_1, "player_2": one.player_2, "phone": "600 00 00 01"}
    made = sign_ups.sign_up(tournament_id=entered.id, **given)
    assert "1 for you to decide" in desk.get(at("entries", entered.slug)).text
    listed = desk.get(at("sign_up", entered.slug)).text
    assert f"{one.player_1} was in pair 1, which is disqualified" in listed
    own = client.get(reverse("pair:own", args=[link_of(made)])).text
    assert "You are the first on the waiting list" in own
    assert "disqualified" not in own
