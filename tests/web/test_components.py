"""The tags that every template has."""

import pytest
from django.template import engines
from django.utils.translation import override

from web.templatetags.components import score


def render(source: str, **context: object) -> str:
    with override("en"):
        return engines["django"].from_string(source).render(context)


@pytest.mark.parametrize(
    ("stones", "amarracos", "singles"), [(0, 0, 0), (4, 0, 4), (5, 1, 0), (33, 6, 3), (None, 0, 0)]
)
def test_a_score_is_amarracos_of_five_and_single_stones(stones, amarracos, singles):
    shown = score(stones)
    assert (len(shown["amarracos"]), len(shown["singles"])) == (amarracos, singles)


@pytest.mark.parametrize(
    ("stones", "target", "inside"),
    [(34, 40, False), (35, 40, True), (39, 40, True), (40, 40, False), (25, 30, True)],
)
def test_s7_a_pair_is_inside_from_five_before_the_target(stones, target, inside):
    assert score(stones, target)["inside"] is inside


@pytest.mark.parametrize(
    ("token", "name"),
    [("R", "king"), ("12o", "king of coins"), ("7", "seven"), ("Ae", "ace of swords")],
)
def test_a_card_has_a_name_for_those_who_cannot_see_it(token, name):
    assert f'aria-label="{name}"' in render("{% playing_card token %}", token=token)


def test_a_joker_shows_what_it_stands_for():
    assert "=R" in render("{% playing_card 'Sc=R' %}")


@pytest.mark.parametrize("token", ["", None, "<b>", "99", "Rx"])
def test_what_is_no_card_shows_a_back(token):
    shown = render("{% playing_card token %}", token=token)
    assert "playing-card--back" in shown
    assert "<b>" not in shown


@pytest.mark.parametrize("cards", ["R R 7c Ae", ["R", "R", "7c", "Ae"]])
def test_a_holding_shows_four_cards(cards):
    assert render("{% holding cards %}", cards=cards).count('role="img"') == 4
