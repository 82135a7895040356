"""Who runs a tournament."""

import pytest

from tests.refusals import refusal
from tests.tournament.play import tournament
from tournament.championship.services import organizers
from tournament.errors import NotAllowed
from tournament.log.rules.roles import Actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def actor(organizer):
    return Actor("user", organizer.pk, "organizer zarautz")


@pytest.fixture
def cup(organizer):
    return tournament(owner=organizer)


@pytest.mark.parametrize(
    ("verb", "username", "code"),
    [
        (organizers.add, "nobody", "no_such_user"),
        (organizers.add, "a\x00b", "no_such_user"),
        (organizers.add, None, "no_such_user"),
        (organizers.add, "zarautz", "already_organizer"),
        (organizers.remove, "mutriku", "not_organizer"),
        (organizers.remove, "zarautz", "last_organizer"),
    ],
)
def test_what_cannot_be_is_refused(cup, actor, stranger, verb, username, code):
    assert refusal(verb, tournament_id=cup.pk, username=username, actor=actor) == (code,)


def test_a_stranger_adds_nobody(cup, foreign_actor):
    with pytest.raises(NotAllowed):
        organizers.add(tournament_id=cup.pk, username="mutriku", actor=foreign_actor)
