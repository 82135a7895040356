"""A match written on paper, typed in at the desk."""

import re

from scoring.course.models import Hand


def test_a_whole_match_is_typed_in_on_one_page(desk, at, drawn, ready):
    page = at("enter_paper", drawn.slug, ready.id)
    assert "A is " in desk.get(page).content.decode()
    response = desk.post(page, {"text": "7 1\n" * 18}, follow=True)
    assert "games 3 – 0" in response.content.decode()
    assert Hand.objects.count() == 18


def test_a_wrong_line_is_named_and_nothing_typed_is_lost(desk, at, drawn, ready):
    page = at("enter_paper", drawn.slug, ready.id)
    response = desk.post(page, {"text": "7 1\n7"})
    assert response.status_code == 400
    html = response.content.decode()
    assert "Line 2 is no hand" in html
    assert "7 1\n7</textarea>" in html
    assert not Hand.objects.exists()


def test_two_desks_with_one_sheet_enter_its_hands_once(desk, at, drawn, ready):
    page = at("enter_paper", drawn.slug, ready.id)
    shown = re.search(r'name="version" value="(\d+)"', desk.get(page).text)[1]
    sheet = {"text": "7 1\n4 9", "version": shown}
    assert desk.post(page, sheet).status_code == 302
    late = desk.post(page, sheet)
    assert late.status_code == 409
    assert "Somebody else has changed this match." in late.text
    assert "7 1\n4 9</textarea>" in late.text, "nothing typed is lost"
    assert Hand.objects.count() == 2
    now = re.search(r'name="version" value="(\d+)"', late.text)[1]
    assert desk.post(page, {"text": "5 5", "version": now}).status_code == 302
    assert Hand.objects.count() == 3
