"""An account is removed, and the tournaments that it organized are told."""

import pytest
from django.contrib.auth import get_user_model

from operations.removal.services import remove_account
from tests.tournament.play import PROGRAM, tournament
from tournament.championship.models import Role
from tournament.championship.queries.tournaments import organizers_of
from tournament.championship.services import organizers
from tournament.errors import Refusal
from tournament.log.models import Event
from tournament.log.queries.log import verify_log

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator():
    return get_user_model().objects.create_superuser("getaria", password="unused")


@pytest.fixture
def organizer():
    return get_user_model().objects.create_user("zarautz", password="unused")


@pytest.fixture
def cups(organizer):
    return [tournament(owner=organizer, slug=slug) for slug in ("orio", "deba")]


def add(cup, name, role=None):
    get_user_model().objects.get_or_create(username=name)
    organizers.add(tournament_id=cup.pk, username=name, actor=PROGRAM)
    if role:
        organizers.set_role(tournament_id=cup.pk, username=name, role=role, actor=PROGRAM)


def refused(user, operator):
    before = Event.objects.count()
    with pytest.raises(Refusal) as found:
        remove_account(user_id=user.pk, by=operator)
    assert Event.objects.count() == before
    assert get_user_model().objects.filter(pk=user.pk).exists()
    return found.value.codes


def test_every_log_tells_who_removed_the_organizer(cups, organizer, operator):
    for cup in cups:
        add(cup, "mutriku")
    remove_account(user_id=organizer.pk, by=operator)
    for cup in cups:
        assert [one.username for one in organizers_of(tournament_id=cup.pk)] == ["mutriku"]
        last = Event.objects.filter(tournament=cup).order_by("number").last()
        assert (last.kind, last.data["organizer"]) == ("organizer.removed", "zarautz")
        assert last.actor_label == "operator getaria"
        assert verify_log(tournament_id=cup.pk).ok


@pytest.mark.parametrize("role", ["desk", "referee"])
def test_an_operator_who_helps_at_one_of_them_removes_as_an_operator(
    cups, organizer, operator, role
):
    for cup in cups:
        add(cup, "mutriku")
        add(cup, "getaria", role)
    remove_account(user_id=organizer.pk, by=operator)
    assert [event.actor_label for event in Event.objects.filter(kind="organizer.removed")] == [
        "operator getaria", "operator getaria",
    ]  # fmt: skip
    assert all(verify_log(tournament_id=cup.pk).ok for cup in cups)


def test_a_tournament_is_not_left_to_nobody(cups, organizer, operator):
    add(cups[0], "mutriku")
    assert refused(organizer, operator) == ("only_organizer",)


def test_a_tournament_is_not_left_without_an_owner(cups, organizer, operator):
    add(cups[0], "mutriku")
    add(cups[1], "mutriku", "desk")
    assert refused(organizer, operator) == ("only_owner",)
    organizers.set_role(tournament_id=cups[1].pk, username="mutriku", role="owner", actor=PROGRAM)
    remove_account(user_id=organizer.pk, by=operator)
    assert not Role.objects.filter(user_id=organizer.pk).exists()


def test_a_closed_account_does_not_keep_a_tournament(cups, organizer, operator):
    add(cups[0], "mutriku")
    add(cups[1], "mutriku")
    add(cups[1], "deba", "desk")
    get_user_model().objects.filter(username="mutriku").update(is_active=False)
    assert refused(organizer, operator) == ("only_organizer",)
    add(cups[0], "deba", "desk")
    assert refused(organizer, operator) == ("only_owner",)
    for cup in cups:
        organizers.set_role(tournament_id=cup.pk, username="deba", role="owner", actor=PROGRAM)
    remove_account(user_id=organizer.pk, by=operator)


def test_who_runs_the_desk_is_removed_whoever_else_there_is(cups, organizer, operator):
    add(cups[0], "mutriku", "desk")
    desk = get_user_model().objects.get(username="mutriku")
    remove_account(user_id=desk.pk, by=operator)
    assert [one.username for one in organizers_of(tournament_id=cups[0].pk)] == ["zarautz"]
