"""A match written on paper, typed in at the desk."""

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
