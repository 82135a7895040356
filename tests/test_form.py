"""The form that tests hold refusals and events to tells right from wrong."""

import pytest
from django.utils.translation import gettext_lazy as _

from tests.form import must_be_a_problem, must_be_an_entry
from tournament.errors import Problem, said

GOOD = {
    "field": "reason",
    "code": "reason_required",
    "message": _("This needs a reason. Say why in a few words."),
}


@pytest.mark.parametrize(
    "wrong",
    [
        {"field": None},
        {"field": "REASON"},
        {"field": "XXreasonXX"},
        {"code": None},
        {"code": "REASON_REQUIRED"},
        {"message": None},
        {"message": _("XXThis needs a reason.XX")},
        {"message": said(_("There is no such format. Choose one of: %(keys)s."), keys=None)},
    ],
    ids=str,
)
def test_a_problem_without_its_form_is_found(wrong):
    must_be_a_problem(Problem(**GOOD))  # type: ignore[arg-type]
    problem = Problem(**{**GOOD, **wrong})  # type: ignore[arg-type]
    with pytest.raises((AssertionError, TypeError)):
        must_be_a_problem(problem)


@pytest.mark.parametrize("data", [{"XXgameXX": 1}, {"GAME": 1}, {"hands": [{"Game": 1}]}], ids=str)
def test_an_event_with_a_strange_name_in_it_is_found(data):
    with pytest.raises(AssertionError):
        must_be_an_entry(data)


def test_what_services_write_has_the_form():
    must_be_an_entry({"seating": {"A": [1, 2]}, "hands": [{"record": {"X": 1}}]})
