"""The big screens are steered from the desk: what, for how long, and what stays."""

from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model

from tests.refusals import named_faults
from tests.tournament import play
from tournament.draw import services as draw
from tournament.errors import NotAllowed
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.screens import services as screens
from tournament.screens.queries import EVERYTHING, screen_of
from tournament.screens.rules import PANELS, in_order

pytestmark = pytest.mark.django_db


def steered(of, **asked):
    asked = {"panels": ["bracket", "tables"], "seconds": 20, "actor": play.PROGRAM, **asked}
    return screens.steer(tournament_id=of.pk, **asked)


def test_until_it_is_steered_a_screen_shows_everything_in_turn():
    assert screen_of(tournament_id=play.tournament().pk) == EVERYTHING
    assert EVERYTHING.panels == PANELS


def test_a_draw_that_was_made_again_is_played_from_its_own_beginning():
    tournament = play.tournament(entered=4, drawn=True)
    steered(tournament, shown="draw")
    chosen = Event.objects.latest("number").at
    draw.undo(tournament_id=tournament.pk, actor=play.PROGRAM, reason="a pair was missing")
    draw.make(tournament_id=tournament.pk, actor=play.PROGRAM, seed="again")
    again = Event.objects.latest("number").at
    assert chosen < again == screen_of(tournament_id=tournament.pk).since
    steered(tournament, shown="draw")
    assert screen_of(tournament_id=tournament.pk).since == Event.objects.latest("number").at


@pytest.mark.parametrize(
    ("asked", "field", "code"),
    [
        ({"panels": []}, "panels", "no_panel"),
        ({"panels": ["bracket", "weather"]}, "panels", "no_panel"),
        ({"seconds": 4}, "seconds", "out_of_range"),
        ({"seconds": 121}, "seconds", "out_of_range"),
        ({"shown": "weather"}, "shown", "unknown_panel"),
        ({"shown": "draw"}, "shown", "not_drawn"),
        ({"in_steps": True}, "in_steps", "no_steps"),
    ],
)
def test_what_a_screen_cannot_do_is_refused_with_its_field(asked, field, code):
    tournament = play.tournament(entered=3)
    assert named_faults(steered, tournament, **asked) == [(field, code)]
    assert screen_of(tournament_id=tournament.pk) == EVERYTHING


def test_only_an_organizer_steers():
    stranger = get_user_model().objects.create_user("stranger")
    with pytest.raises(NotAllowed):
        steered(play.tournament(), actor=Actor("user", stranger.pk, "organizer stranger"))


def test_panels_are_each_once_and_in_order():
    assert in_order(["ordagos", "tables", "tables"]) == ("tables", "ordagos")
    assert in_order("tables") is None
    assert in_order([]) is None


def test_what_is_shown_step_by_step_is_revealed_one_after_the_other():
    tournament = play.tournament(entered=4, drawn=True)
    of = {"tournament_id": tournament.pk, "actor": play.PROGRAM}
    assert named_faults(screens.reveal, step=1, **of) == [("step", "no_steps")]
    steered(tournament, shown="prizes", in_steps=True)
    assert screen_of(tournament_id=tournament.pk).step == 0
    screens.reveal(step=3, **of)
    assert screen_of(tournament_id=tournament.pk).step == 3
    assert named_faults(screens.reveal, step=-1, **of) == [("step", "out_of_range")]
    steered(tournament, shown="prizes")
    assert screen_of(tournament_id=tournament.pk).step is None


def test_a_held_screen_goes_on_with_what_it_showed_and_since_when():
    tournament = play.tournament(entered=4, drawn=True)
    of = {"tournament_id": tournament.pk, "actor": play.PROGRAM}
    assert named_faults(screens.hold, held="upside down", **of) == [("held", "unknown_hold")]
    steered(tournament, shown="draw")
    before = screen_of(tournament_id=tournament.pk)
    for held in ("frozen", "black", ""):
        screens.hold(held=held, **of)
        assert screen_of(tournament_id=tournament.pk) == replace(before, held=held)
