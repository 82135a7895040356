"""A match written on paper, typed in at the desk."""

import re

import pytest

from scoring.course.models import Hand


def read_back(text, **fields):
    """A form that is sent after its hands were read back."""
    return {"text": text, "confirmed": text, **fields}


@pytest.fixture
def page(at, drawn, ready):
    return at("enter_paper", drawn.slug, ready.id)


def test_a_whole_match_is_typed_in_on_one_page(page, desk):
    assert "A is " in desk.get(page).text
    shown = desk.post(page, {"text": "7 1\n" * 18})
    assert "Not saved yet" in shown.text
    assert ">1.6</th>" in shown.text
    assert ">42–6</td>" in shown.text
    assert "Games: 3–0" in shown.text
    assert not Hand.objects.exists()
    confirmed = re.search(r'name="confirmed" value="([^"]*)"', shown.text)[1]
    response = desk.post(page, {"text": "7 1\r\n" * 18, "confirmed": confirmed}, follow=True)
    assert "games 3 – 0" in response.text
    assert Hand.objects.count() == 18


def test_hands_that_were_changed_after_being_read_back_are_read_back_again(page, desk):
    changed = desk.post(page, {"text": "1 7", "confirmed": "7 1"})
    assert "Not saved yet" in changed.text
    assert ">1–7</td>" in changed.text
    assert not Hand.objects.exists()


def test_only_the_hands_of_the_text_are_read_back(page, desk):
    desk.post(page, read_back("7 1\n7 1"))
    shown = desk.post(page, {"text": "0 5"}).text
    assert ">1.3</th>" in shown
    assert ">14–7</td>" in shown
    assert ">1.2</th>" not in shown


def test_a_wrong_line_is_named_and_nothing_typed_is_lost(page, desk):
    response = desk.post(page, {"text": "7 1\n7"})
    assert response.status_code == 400
    html = response.text
    assert "Line 2 is no hand" in html
    assert "7 1\n7</textarea>" in html
    assert not Hand.objects.exists()


def test_two_desks_with_one_sheet_enter_its_hands_once(page, desk):
    shown = re.search(r'name="version" value="(\d+)"', desk.get(page).text)[1]
    sheet = read_back("7 1\n4 9", version=shown)
    assert desk.post(page, sheet).status_code == 302
    late = desk.post(page, sheet)
    assert late.status_code == 409
    assert "Somebody else has changed this match." in late.text
    assert "7 1\n4 9</textarea>" in late.text, "nothing typed is lost"
    assert Hand.objects.count() == 2
    now = re.search(r'name="version" value="(\d+)"', late.text)[1]
    assert desk.post(page, read_back("5 5", version=now)).status_code == 302
    assert Hand.objects.count() == 3
