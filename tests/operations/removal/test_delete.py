"""An owner deletes a tournament that has no draw, by typing its name."""

import pytest

from operations.removal.services import delete_tournament
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services import life
from tournament.errors import NotAllowed, Refusal
from tournament.log.rules.roles import Actor
from tournament.signup.models import SignUp

pytestmark = pytest.mark.django_db
BY = play.PROGRAM


def refused(cup, name="Zarautz Cup"):
    with pytest.raises(Refusal) as refusal:
        delete_tournament(tournament_id=cup.pk, name=name, actor=BY)
    assert Tournament.objects.filter(pk=cup.pk).exists()
    return [(problem.field, problem.code) for problem in refusal.value.problems]


def test_without_a_draw_it_goes_with_everything_in_it_and_no_other_one():
    cup, other = play.tournament(entered=2), play.tournament(entered=2)
    delete_tournament(tournament_id=cup.pk, name=" Zarautz  Cup ", actor=BY)
    assert list(Tournament.objects.all()) == [other]
    play.must_hold(other)


def test_another_name_or_a_draw_that_stands_is_refused():
    assert refused(play.tournament(entered=2), "Orio Cup") == [("name", "other_name")]
    assert refused(play.tournament(entered=2, drawn=True)) == [("tournament", "already_drawn")]


def test_those_who_signed_up_are_told_first_that_it_is_called_off():
    cup = play.tournament(entered=2)
    SignUp.objects.create(
        tournament=cup, pair=play.pair(cup, 1), player_1="Deba", player_2="Orio", state="in",
        at=play.NOON,
    )  # fmt: skip
    assert refused(cup) == [("tournament", "signed_up")]
    life.call_off(tournament_id=cup.pk, reason="flood", actor=BY)
    delete_tournament(tournament_id=cup.pk, name=cup.name, actor=BY)
    assert not Tournament.objects.exists()


def test_only_an_owner_deletes(django_user_model):
    user = django_user_model.objects.create_user("deba")
    cup = play.tournament(entered=2, owner=user)
    cup.roles.create(user=user, role="desk")
    with pytest.raises(NotAllowed):
        delete_tournament(
            tournament_id=cup.pk, name=cup.name, actor=Actor("user", user.pk, "organizer deba")
        )
