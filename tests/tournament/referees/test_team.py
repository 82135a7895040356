"""The referee team: put together, its tables handed over, its names kept out of the log."""

import pytest
from django.contrib.auth import get_user_model

from tests.refusals import faults_of, refusal
from tests.tournament import play
from tournament.championship.services import organizers
from tournament.errors import NotAllowed, NotFound
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.referees import services as referees
from tournament.referees.models import Referee
from tournament.referees.queries import team

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    """Two referees, and the tables of a small day."""
    made = play.tournament(tables=4)
    for name in ("Getaria", "Orio"):
        referees.add(tournament_id=made.pk, name=name, actor=play.PROGRAM)
    return made


def hand_over(cup, *tables, to):
    return referees.hand_over(tournament_id=cup.pk, tables=tables, to=to, actor=play.PROGRAM)


def tables_of(cup):
    return {one.name: one.tables for one in team(tournament_id=cup.pk).referees}


def test_what_somebody_has_already_is_no_event(cup):
    hand_over(cup, 1, to=1)
    before = Event.objects.count()
    assert hand_over(cup, 1, to=1) == ()
    assert Event.objects.count() == before


def test_tables_are_taken_from_everybody(cup):
    hand_over(cup, 1, 2, to=1)
    assert hand_over(cup, 1, 4, to=None) == (1,)
    assert tables_of(cup)["Getaria"] == (2,)


def test_who_leaves_leaves_no_name_and_their_tables_to_nobody(cup):
    hand_over(cup, 1, 2, to=1)
    assert referees.remove(tournament_id=cup.pk, number=1, actor=play.PROGRAM) == (1, 2)
    assert team(tournament_id=cup.pk).unassigned == (1, 2, 3, 4)
    assert not Referee.objects.filter(name="Getaria").exists()
    # The number is not given to somebody else: the log speaks of it.
    assert referees.add(tournament_id=cup.pk, name="Deba", actor=play.PROGRAM).number == 3


def test_the_log_never_has_a_name(cup):
    hand_over(cup, 1, to=1)
    referees.remove(tournament_id=cup.pk, number=1, actor=play.PROGRAM)
    assert not any("Getaria" in str(event.data) for event in Event.objects.all())


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "required"), ("getaria", "already_there"), ("x" * 61, "too_long"), (5, "not_text")],
)
def test_a_name_that_will_not_do_is_refused(cup, name, code):
    assert faults_of(referees.add, tournament_id=cup.pk, name=name) == [("name", code)]


def test_a_full_team_takes_nobody_until_somebody_leaves(cup, monkeypatch):
    monkeypatch.setattr(referees, "MOST_REFEREES", 2)
    assert faults_of(referees.add, tournament_id=cup.pk, name="Deba") == [("name", "too_many")]
    assert set(tables_of(cup)) == {"Getaria", "Orio"}
    referees.remove(tournament_id=cup.pk, number=1, actor=play.PROGRAM)
    assert referees.add(tournament_id=cup.pk, name="Deba", actor=play.PROGRAM).number == 3


def test_what_is_not_there_is_not_handed_over(cup):
    for asked in ({"tables": [9], "to": 1}, {"tables": [1], "to": 7}):
        with pytest.raises(NotFound):
            referees.hand_over(tournament_id=cup.pk, actor=play.PROGRAM, **asked)
    assert refusal(hand_over, cup, to=1) == ("no_tables",)


def test_the_desk_hands_over_and_the_head_referee_makes_the_team(cup):
    people = get_user_model().objects
    actors = {}
    for role in ("owner", "desk", "referee"):
        user = people.create_user(role)
        organizers.add(tournament_id=cup.pk, username=role, actor=play.PROGRAM)
        organizers.set_role(tournament_id=cup.pk, username=role, role=role, actor=play.PROGRAM)
        actors[role] = Actor("user", user.pk, f"organizer {role}")
    referees.add(tournament_id=cup.pk, name="Deba", actor=actors["referee"])
    with pytest.raises(NotAllowed):
        referees.add(tournament_id=cup.pk, name="Eibar", actor=actors["desk"])
    referees.hand_over(tournament_id=cup.pk, tables=[1], to=3, actor=actors["desk"])
    stranger = Actor("user", people.create_user("stranger").pk, "stranger")
    with pytest.raises(NotAllowed):
        referees.hand_over(tournament_id=cup.pk, tables=[1], to=1, actor=stranger)
