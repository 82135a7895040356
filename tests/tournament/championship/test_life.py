"""A tournament that moves to another day, does not take place, or is read by its address alone."""

from datetime import timedelta

import pytest

from scoring.undoing.services.undo import undo
from tests.tournament import play
from tournament.championship.queries.tournaments import (
    get_public,
    of_club,
    search,
    tournament_list,
)
from tournament.championship.services import life
from tournament.draw import services as draw
from tournament.entries.services import pairs
from tournament.errors import NotAllowed, Refusal
from tournament.log.rules.roles import Actor
from tournament.matches.services import matches
from tournament.memory.services import desk_act
from tournament.signup.queries import offer
from tournament.signup.services import desk as sign_up_desk

pytestmark = pytest.mark.django_db
BY = play.PROGRAM
LATER = play.NOON + timedelta(days=7)


def refused(act, **fields):
    with pytest.raises(Refusal) as refusal:
        act(actor=BY, **fields)
    return [(problem.field, problem.code) for problem in refusal.value.problems]


def test_a_postponed_tournament_has_the_new_day_and_says_which_one_it_had():
    cup = play.tournament(entered=2, place="Zarautz")
    moved = life.postpone(
        tournament_id=cup.pk, starts_at=LATER, place="Orio", reason="snow", actor=BY
    )
    again = life.postpone(
        tournament_id=cup.pk, starts_at=LATER + timedelta(days=1), reason="ice", actor=BY
    )
    assert (moved.starts_at, moved.place, moved.postponed_from) == (LATER, "Orio", play.NOON)
    assert (again.place, again.postponed_from) == ("Orio", play.NOON)
    event = cup.events.get(number=cup.event_number + 1)
    assert event.kind == "tournament.postponed"
    assert event.data["was"] == {"starts_at": "2026-05-24T12:00:00.000000Z", "place": "Zarautz"}
    assert event.data["reason"] == "snow"
    play.must_hold(cup)


def test_what_is_no_postponement_is_refused_and_changes_nothing():
    cup = play.tournament(entered=2, drawn=True)
    of = {"tournament_id": cup.pk}
    assert refused(life.postpone, **of, starts_at=play.NOON, reason="snow") == [
        ("starts_at", "same_start")
    ]
    assert refused(life.postpone, **of, starts_at=LATER.replace(year=1900), reason="snow") == [
        ("starts_at", "bad_year")
    ]
    assert refused(life.postpone, **of, starts_at=LATER, reason=" ") == [
        ("reason", "reason_required")
    ]
    play.start(play.match(cup, 1, 0))
    assert refused(life.postpone, **of, starts_at=LATER, reason="snow") == [
        ("tournament", "match_begun")
    ]
    cup.refresh_from_db()
    assert (cup.starts_at, cup.postponed_from) == (play.NOON, None)


def test_a_tournament_that_is_called_off_takes_no_pair_no_draw_and_no_match():
    cup = play.tournament(entered=2)
    sign_up_desk.set_terms(tournament_id=cup.pk, is_open=True, cap=None, fee="", note="", actor=BY)
    assert offer(tournament_id=cup.pk).takes
    life.call_off(tournament_id=cup.pk, reason="flood", actor=BY)
    of = {"tournament_id": cup.pk}
    called_off = [("tournament", "called_off")]
    assert refused(pairs.enter, **of, player_1="Deba", player_2="Mutriku") == called_off
    assert refused(draw.make, **of) == called_off
    assert refused(life.call_off, **of, reason="flood") == called_off
    assert refused(life.postpone, **of, starts_at=LATER, reason="flood") == called_off
    assert not offer(tournament_id=cup.pk).takes
    play.must_hold(cup)


def test_matches_of_a_tournament_that_was_called_off_do_not_begin():
    cup = play.tournament(entered=4, drawn=True)
    life.call_off(tournament_id=cup.pk, reason="flood", actor=BY)
    match = play.match(cup, 1, 0)
    assert refused(matches.start, match_id=match.pk) == [("tournament", "called_off")]
    match.refresh_from_db()
    assert match.status == "ready"


def test_a_tournament_that_was_played_to_the_end_is_not_called_off():
    cup = play.play_out(play.tournament(entered=2, drawn=True))
    assert refused(life.call_off, tournament_id=cup.pk, reason="x") == [("tournament", "finished")]


@pytest.mark.parametrize("act", [life.call_off, life.hide])
def test_undone_it_is_as_before_and_the_log_holds(act):
    cup = play.tournament(entered=2)
    with desk_act() as recorder:
        act(tournament_id=cup.pk, reason="flood", actor=BY)
    undo(tournament_id=cup.pk, event=recorder.memory.last, reason="it fell", actor=BY)
    cup.refresh_from_db()
    assert (cup.is_called_off, cup.is_hidden) == (False, False)
    draw.make(tournament_id=cup.pk, actor=BY)
    play.must_hold(cup)


def test_a_postponement_is_undone_with_day_and_place():
    cup = play.tournament(entered=2, place="Zarautz")
    with desk_act() as recorder:
        life.postpone(tournament_id=cup.pk, starts_at=LATER, place="Orio", reason="snow", actor=BY)
    undo(tournament_id=cup.pk, event=recorder.memory.last, reason="no snow", actor=BY)
    cup.refresh_from_db()
    assert (cup.starts_at, cup.place, cup.postponed_from) == (play.NOON, "Zarautz", None)
    play.must_hold(cup)


def test_a_hidden_tournament_is_read_by_its_address_and_named_by_no_list():
    cup = play.tournament(entered=2)
    of = {"tournament_id": cup.pk}
    life.hide(**of, reason="a trial", actor=BY)
    assert refused(life.hide, **of, reason="a trial") == [("tournament", "hidden")]
    assert get_public(slug=cup.slug).is_hidden
    assert tournament_list(with_rehearsals=True) == ()
    assert search(text="Getaria").pairs == ()
    assert of_club(key="club-1") is None
    life.show(**of, reason="it counts", actor=BY)
    assert [one.slug for one in tournament_list()] == [cup.slug]
    assert refused(life.show, **of, reason="it counts") == [("tournament", "not_hidden")]
    play.must_hold(cup)


def test_only_an_owner_does_any_of_it(django_user_model):
    user = django_user_model.objects.create_user("deba")
    cup = play.tournament(entered=2, owner=user)
    cup.roles.create(user=user, role="desk")
    actor = Actor("user", user.pk, "organizer deba")
    for act in (life.call_off, life.hide):
        with pytest.raises(NotAllowed):
            act(tournament_id=cup.pk, reason="flood", actor=actor)
    with pytest.raises(NotAllowed):
        life.postpone(tournament_id=cup.pk, starts_at=LATER, reason="snow", actor=actor)
