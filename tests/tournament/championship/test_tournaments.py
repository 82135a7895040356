"""Making, changing and shortening tournaments."""

from datetime import datetime

import pytest

from tests.refusals import faults_of
from tests.tournament.play import NOON, PROGRAM, match, tournament, win
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.clock import services as clock
from tournament.errors import NotAllowed, NotFound
from tournament.log.models import Event
from tournament.log.rules.roles import Actor

pytestmark = pytest.mark.django_db


def create(**fields):
    given = {"actor": PROGRAM, "owner": None, "name": "Zarautz Cup", "starts_at": NOON}
    return tournaments.create(**{**given, **fields})


def test_names_met_before_get_the_next_number():
    assert [create().slug for _ in range(3)] == ["zarautz-cup", "zarautz-cup-2", "zarautz-cup-3"]


def test_a_name_without_latin_letters_still_gets_an_address():
    assert create(name="ムス").slug == "tournament"


def test_every_problem_is_named_at_once():
    found = faults_of(
        create,
        name=" ",
        place="x" * 121,
        starts_at=datetime(2026, 1, 1),
        regulation="poker",
        settings={"target": 3, "kings": 4, "nonsense": 1},
    )
    assert found == [
        ("name", "required"),
        ("place", "too_long"),
        ("starts_at", "bad_moment"),
        ("regulation", "unknown_regulation"),
        ("settings.target", "bad_setting"),
        ("settings.nonsense", "bad_setting"),
    ]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("tables", [0, -1, 501, True, "3", None, 2.0])
def test_a_number_of_tables_out_of_range_is_refused(tables):
    assert faults_of(create, tables=tables) == [("tables", "out_of_range")]


@pytest.mark.parametrize("regulation", [None, [], {}, 5])
def test_a_regulation_that_is_no_text_is_refused(regulation):
    assert faults_of(create, regulation=regulation) == [("regulation", "unknown_regulation")]


def test_an_unknown_field_is_refused():
    assert faults_of(
        tournaments.change, tournament_id=create().pk, actor=PROGRAM, status="finished"
    ) == [("status", "unknown_field")]


def test_only_an_organizer_may_change_it(foreign_actor):
    made = create()
    for actor in (foreign_actor, Actor("device", 1, "t"), Actor("user", None, "nobody")):
        with pytest.raises(NotAllowed):
            tournaments.change(tournament_id=made.pk, actor=actor, name="Mine")


def test_its_owner_and_a_superuser_may(organizer, django_user_model):
    made = create(owner=organizer)
    boss = django_user_model.objects.create_superuser("boss", password="unused")
    for user in (organizer, boss):
        tournaments.change(tournament_id=made.pk, actor=Actor("user", user.pk, "x"), place="Orio")


def test_an_account_that_was_shut_may_not(organizer):
    made = create(owner=organizer)
    organizer.is_active = False
    organizer.save()
    with pytest.raises(NotAllowed):
        tournaments.change(
            tournament_id=made.pk, actor=Actor("user", organizer.pk, "x"), place="Orio"
        )


def test_what_is_not_there_cannot_be_changed():
    with pytest.raises(NotFound):
        tournaments.change(tournament_id=99, actor=PROGRAM, name="x")


def reduce(of, best_of=3, reason="Six o'clock", actor=PROGRAM):
    return clock.reduce_games(tournament_id=of.pk, best_of=best_of, actor=actor, reason=reason)


def test_T5_a_match_that_has_ended_keeps_its_number_of_games():
    cup = tournament(entered=4, drawn=True)
    ended = win(match(cup, 1, 0))
    reduce(cup, best_of=1)
    ended.refresh_from_db()
    assert (ended.best_of, ended.games_a) == (5, 3)
    assert match(cup, 2, 0).best_of == 1


@pytest.mark.parametrize("best_of", [5, 7, 2, 0, -1, True, "3", None])
def test_T5_games_only_become_fewer_and_stay_odd(best_of):
    cup = tournament(entered=2, drawn=True)
    assert faults_of(reduce, of=cup, best_of=best_of) == [("best_of", "not_fewer")]


def test_T5_needs_a_draw_and_a_reason():
    assert faults_of(reduce, of=tournament(entered=2)) == [("best_of", "not_drawn")]
    cup = tournament(entered=2, drawn=True)
    assert faults_of(reduce, of=cup, reason=" ") == [("reason", "reason_required")]


def test_two_of_one_name_made_at_the_same_moment_get_two_addresses(monkeypatch):
    create()
    monkeypatch.setattr(tournaments.slugs, "free_slug", lambda *_: "zarautz-cup")
    assert create().slug.startswith("zarautz-cup-")


def test_a_tournament_goes_by_the_clock_of_its_place():
    made = create(time_zone="Australia/Brisbane")
    assert made.zone.key == "Australia/Brisbane"
    assert Event.objects.get(kind="tournament.created").data["time_zone"] == "Australia/Brisbane"
    changed = tournaments.change(tournament_id=made.pk, actor=PROGRAM, time_zone="Europe/Paris")
    assert changed.zone.key == "Europe/Paris"


def test_without_a_place_it_goes_by_the_servers_clock(settings):
    assert create().zone.key == settings.TIME_ZONE
