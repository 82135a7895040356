"""Signing up as the desk sees it."""

from tournament.entries.models import Pair
from tournament.signup.models import Payment, Terms

OPEN = {"is_open": "on", "cap": "6", "fee": "20 €", "note": ""}


def test_it_is_switched_on_with_a_cap_and_a_fee(desk, at, entered):
    page = at("sign_up", entered.slug)
    assert "/sign-up/" not in desk.get(page).content.decode().split("What is offered")[0][-200:]
    assert desk.post(page, {**OPEN, "cap": "1"}).status_code == 400
    desk.post(page, OPEN)
    terms = Terms.objects.get()
    assert (terms.is_open, terms.cap, terms.fee) == (True, 6, "20 €")
    assert "The page for pairs" in desk.get(page).content.decode()


def test_a_fee_is_ticked_on_the_entry_list(desk, at, entered):
    assert "not paid" not in desk.get(at("entries", entered.slug)).content.decode()
    desk.post(at("sign_up", entered.slug), OPEN)
    assert "not paid" in desk.get(at("entries", entered.slug)).content.decode()
    desk.post(at("paid", entered.slug, 2), {"paid": "1"})
    assert Payment.objects.get().pair.number == 2
    desk.post(at("paid", entered.slug, 2), {"paid": "0"})
    assert not Payment.objects.exists()


def test_contacts_leave_as_a_table_that_no_spreadsheet_runs(desk, at, entered):
    Pair.objects.filter(number=1).update(club="=1+1", player_1="＋1")
    response = desk.get(at("contacts", entered.slug))
    text = response.content.decode("utf-8-sig")
    assert response["Content-Type"].startswith("text/csv")
    assert text.splitlines()[0] == "number,player_1,player_2,club,contact,status,paid"
    assert "'=1+1" in text
    assert "'＋1" in text
    assert "600 11 22 30" in text


def test_contacts_are_erased_when_that_is_confirmed(desk, at, entered):
    page = at("erase_contacts", entered.slug)
    assert desk.post(page, {}).status_code == 400
    desk.post(page, {"sure": "on"})
    assert not Pair.objects.exclude(contact="").exists()


def test_nobody_waiting_is_said(desk, at, entered):
    response = desk.post(at("let_in", entered.slug), follow=True)
    assert "Nobody waits" in response.content.decode()
