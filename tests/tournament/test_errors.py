"""Refusals."""

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tournament.errors import Conflict, NotAllowed, NotFound, Problem, Refusal, lazy_text


def test_a_refusal_carries_its_problems_and_its_status():
    refusal = Refusal([Problem("a", "x", "…"), Problem("b", "y", "…")])
    assert refusal.codes == ("x", "y")
    assert [kind.status for kind in (Refusal, NotAllowed, NotFound, Conflict)] == [
        400,
        403,
        404,
        409,
    ]


def test_one_makes_a_refusal_of_its_own_kind():
    assert type(NotFound.one("a", "b", "c")) is NotFound
    assert Conflict.over("a", "b", "c", current={"version": 2}).current == {"version": 2}


def test_a_message_is_put_in_the_readers_language_when_it_is_read():
    message = lazy_text(_("Enter a number."), n=3)
    with translation.override("es"):
        assert str(message) == "Escriba un número."
    with translation.override("en"):
        assert str(message) == "Enter a number."


def test_a_message_is_filled_with_what_it_is_about():
    assert str(lazy_text("At most %(longest)s characters.", longest=80)) == "At most 80 characters."
