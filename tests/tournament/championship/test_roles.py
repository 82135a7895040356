"""What each organizer is there for: owner, desk, head referee."""

import pytest
from django.contrib.auth import get_user_model

from tests.refusals import refusal
from tests.tournament.play import PROGRAM, match, tournament
from tournament.championship.queries.tournaments import organizers_of
from tournament.championship.services import organizers, tournaments
from tournament.commitment import services as commitment
from tournament.draw import services as draw
from tournament.entries.services import departures, pairs
from tournament.errors import NotAllowed
from tournament.log.models import Event
from tournament.log.rules.kinds import BY_NAME, KINDS, SEVERAL
from tournament.log.rules.roles import RESERVED, ROLES, Actor, may
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(organizer):
    return tournament(entered=4, owner=organizer)


@pytest.fixture
def person(cup):
    """Adds somebody with a role; returns them as they act."""

    def add(role):
        user = get_user_model().objects.create_user(role, password="unused")
        organizers.add(tournament_id=cup.pk, username=role, actor=PROGRAM)
        organizers.set_role(tournament_id=cup.pk, username=role, role=role, actor=PROGRAM)
        return Actor("user", user.pk, f"organizer {role}")

    return add


def test_every_reserved_kind_exists_and_an_owner_may_do_all():
    assert set(RESERVED) <= KINDS
    assert all(may("owner", kind) for kind in KINDS)
    assert all(may(role, "match.started") for role in ROLES)


def test_every_kind_that_takes_an_act_back_names_the_act_and_is_reserved_alike():
    ends = (
        "_taken_back", ".taken_back", "undone", "removed", "cancelled", "called_off", "revoked",
        "withdrawn", "reopened", "reinstated", "opted_in", "replaced", "shown",
    )  # fmt: skip
    backwards = {kind for kind in KINDS if kind.endswith(ends)} - {
        "pair.withdrawn",
        "tournament.called_off",
    }
    inverses = {name: BY_NAME[name].undoes for name in KINDS if BY_NAME[name].undoes}
    assert backwards == inverses.keys()
    assert set(inverses.values()) <= KINDS | {SEVERAL}
    for inverse, act in inverses.items():
        for role in ROLES if act != SEVERAL else ():
            assert may(role, inverse) == may(role, act), (role, inverse, act)


def test_a_person_is_added_in_a_role_by_one_event(cup):
    get_user_model().objects.create_user("deba", password="unused")
    assert refusal(
        organizers.add, tournament_id=cup.pk, username="deba", role="king", actor=PROGRAM
    ) == ("bad_role",)
    organizers.add(tournament_id=cup.pk, username="deba", role="referee", actor=PROGRAM)
    told = Event.objects.latest("number")
    assert (told.kind, told.data) == ("organizer.added", {"organizer": "deba", "role": "referee"})
    roles = {one.username: one.role for one in organizers_of(tournament_id=cup.pk)}
    assert roles["deba"] == "referee"


def test_who_may_not_disqualify_brings_no_disqualified_pair_back(cup, person):
    desk, referee = person("desk"), person("referee")
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    first, second = match(cup, 1, 0).pair_a, match(cup, 1, 1).pair_a
    departures.disqualify(pair_id=first.pk, reason="marked", actor=referee)
    departures.withdraw(pair_id=second.pk, reason="ill", actor=referee)
    with pytest.raises(NotAllowed) as found:
        departures.reinstate(pair_id=first.pk, reason="no", actor=desk)
    assert found.value.codes == ("role",)
    departures.reinstate(pair_id=second.pk, reason="well again", actor=desk)
    departures.reinstate(pair_id=first.pk, reason="another pair", actor=referee)


def test_who_may_not_draw_neither_prepares_a_draw_nor_cancels_it(cup, person):
    desk, referee = person("desk"), person("referee")
    with pytest.raises(NotAllowed):
        commitment.commit(tournament_id=cup.pk, actor=referee)
    commitment.commit(tournament_id=cup.pk, actor=desk)
    with pytest.raises(NotAllowed):
        commitment.cancel(tournament_id=cup.pk, actor=referee, reason="no")
    commitment.cancel(tournament_id=cup.pk, actor=desk, reason="another day")


def test_an_organizer_is_an_owner_until_something_else_is_said(cup, organizer):
    assert [one.role for one in organizers_of(tournament_id=cup.pk)] == ["owner"]


def test_the_desk_runs_the_day_and_does_not_rule(cup, person):
    desk = person("desk")
    pairs.enter(tournament_id=cup.pk, player_1="Deba", player_2="Lezo", actor=desk)
    draw.make(tournament_id=cup.pk, actor=desk, seed="s")
    first = match(cup, 1, 0).pair_a
    departures.withdraw(pair_id=first.pk, reason="ill", actor=desk)
    with pytest.raises(NotAllowed) as found:
        departures.disqualify(pair_id=first.pk, reason="marked", actor=desk)
    assert found.value.codes == ("role",)
    first.refresh_from_db()
    assert first.status == "withdrawn"


def test_the_head_referee_rules_and_does_not_draw(cup, person):
    referee = person("referee")
    with pytest.raises(NotAllowed):
        draw.make(tournament_id=cup.pk, actor=referee)
    draw.make(tournament_id=cup.pk, actor=PROGRAM, seed="s")
    matches.start(match_id=match(cup, 1, 0).pk, actor=referee)
    departures.disqualify(pair_id=match(cup, 1, 1).pair_a_id, reason="marked", actor=referee)
    assert Event.objects.latest("number").kind == "pair.disqualified"


def test_only_an_owner_says_who_runs_the_tournament(cup, person):
    for role in ("desk", "referee"):
        actor = person(role)
        with pytest.raises(NotAllowed):
            organizers.set_role(tournament_id=cup.pk, username=role, role="owner", actor=actor)
        with pytest.raises(NotAllowed):
            tournaments.change(tournament_id=cup.pk, actor=actor, name="Mine")


def closed(name):
    get_user_model().objects.filter(username=name).update(is_active=False)


def test_an_owner_whose_account_is_closed_is_none(cup, person, organizer):
    person("owner")
    closed("owner")
    person("desk")
    for verb in (
        lambda: organizers.set_role(
            tournament_id=cup.pk, username="zarautz", role="desk", actor=PROGRAM
        ),
        lambda: organizers.remove(tournament_id=cup.pk, username="zarautz", actor=PROGRAM),
    ):
        assert refusal(verb) == ("last_owner",)
    organizers.set_role(tournament_id=cup.pk, username="desk", role="owner", actor=PROGRAM)
    organizers.remove(tournament_id=cup.pk, username="zarautz", actor=PROGRAM)


def test_an_organizer_whose_account_is_closed_is_taken_away_or_made_less(cup, person):
    for name in ("owner", "desk"):
        person(name)
        closed(name)
    organizers.set_role(tournament_id=cup.pk, username="owner", role="desk", actor=PROGRAM)
    organizers.remove(tournament_id=cup.pk, username="owner", actor=PROGRAM)
    organizers.remove(tournament_id=cup.pk, username="desk", actor=PROGRAM)
    assert [one.username for one in organizers_of(tournament_id=cup.pk)] == ["zarautz"]


def test_the_last_organizer_whose_account_is_open_stays(cup, person):
    person("desk")
    closed("desk")
    assert refusal(organizers.remove, tournament_id=cup.pk, username="zarautz", actor=PROGRAM) == (
        "last_organizer",
    )


def test_a_role_is_one_of_three_and_of_an_organizer(cup, organizer, stranger):
    for name, role, code in (
        ("zarautz", "king", "bad_role"),
        ("mutriku", "desk", "not_organizer"),
        ("nobody", "desk", "no_such_user"),
    ):
        assert refusal(
            organizers.set_role, tournament_id=cup.pk, username=name, role=role, actor=PROGRAM
        ) == (code,)
