"""The form that begins a match, on the desk's page and on the referee's."""

from typing import Any

import pytest

from web.forms import StartForm

PLAYERS = {"A": ("Amaia", "Beñat"), "B": ("Gorka", "Itziar")}
FILLED = {"first_of_a": "2", "first_of_b": "1", "mano": "B2"}


def form(data: dict[str, str] | None = None, **options: Any) -> StartForm:
    return StartForm(data, players=PLAYERS, **{"four_kings": True, **options})


def test_h1_the_mano_is_the_seat_of_the_player_who_drew_the_highest_card():
    filled = form(FILLED)
    assert filled.is_valid()
    assert filled.seating() == {"A": [2, 1], "B": [1, 2]}
    assert filled.first_mano() == 3


@pytest.mark.parametrize(
    ("first_of_a", "first_of_b", "mano", "seat"),
    [("1", "1", "A1", 0), ("1", "1", "B1", 1), ("2", "1", "A1", 2), ("1", "2", "B1", 3)],
)
def test_every_player_is_found_at_his_seat(first_of_a, first_of_b, mano, seat):
    filled = form({"first_of_a": first_of_a, "first_of_b": first_of_b, "mano": mano})
    assert filled.is_valid()
    assert filled.first_mano() == seat


def test_a_table_is_asked_for_only_where_there_are_some_to_choose_from():
    assert "table_number" not in form().fields
    filled = form({**FILLED, "table_number": "3"}, tables=[(3, "3")])
    assert filled.is_valid()
    assert filled.cleaned_data["table_number"] == 3
    none = form(FILLED, tables=[])
    assert none.is_valid()
    assert none.cleaned_data["table_number"] is None


def test_the_mano_is_chosen_beforehand_only_when_somebody_says_so():
    assert not form().is_decided
    assert form(initial={"mano": "A1"}).is_decided
    assert "mano" in form({"first_of_a": "1", "first_of_b": "1"}).errors


def test_t4_four_kings_are_offered_where_they_may_be_agreed():
    agreed, not_offered = form({**FILLED, "four_kings": "on"}), form(FILLED, four_kings=False)
    assert agreed.is_valid()
    assert agreed.wants_four_kings()
    assert not_offered.is_valid()
    assert not not_offered.wants_four_kings()


@pytest.mark.parametrize(
    ("field", "value"),
    [("first_of_a", "3"), ("first_of_b", "x"), ("mano", "C1"), ("mano", "A3"), ("mano", "")],
)
def test_what_is_no_answer_is_said_at_its_field(field, value):
    wrong = form({**FILLED, field: value})
    assert list(wrong.errors) == [field]
