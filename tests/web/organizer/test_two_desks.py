"""Two desks mend the same pair: neither takes back in silence what the other has just done."""

import html
import re

import pytest

from scoring.rulings.services import departures, tribunal
from tests.scoring import files
from tests.tournament import play
from tournament.consolation import services as consolation
from tournament.consolation.queries import propose
from tournament.entries.models import ENTERED, Pair
from tournament.entries.services import pairs
from tournament.errors import Conflict
from tournament.log.models import Event
from tournament.matches.services import matches, results

pytestmark = pytest.mark.django_db

NAMES = [field.name for field in ENTERED]


def shown(page):
    """Every field of the form, as a browser would send it back."""
    given = dict(
        re.findall(r'<input type="(?:text|hidden)" name="(\w+)"(?: value="([^"]*)")?', page)
    )
    return {
        name: html.unescape(value)
        for name, value in given.items()
        if name in NAMES or name.startswith("seen_")
    }


@pytest.fixture
def drawn_cup(arizkun):
    return play.tournament(entered=4, drawn=True, owner=arizkun)


@pytest.fixture
def address(at, entered):
    return at("change_pair", entered.slug, 1)


def test_a_field_that_was_left_as_it_was_takes_nothing_from_the_other_desk(desk, address):
    one, other = shown(desk.get(address).text), shown(desk.get(address).text)
    assert set(one) == {*NAMES, *(f"seen_{name}" for name in NAMES)}
    assert desk.post(address, {**one, "player_1": "Lezo"}).status_code == 302
    assert desk.post(address, {**other, "club": "Aia"}).status_code == 302
    pair = Pair.objects.get(number=1)
    assert (pair.player_1, pair.club) == ("Lezo", "Aia")


def test_who_mends_the_same_name_is_told_what_it_is_now_and_loses_nothing_typed(desk, address):
    one, other = shown(desk.get(address).text), shown(desk.get(address).text)
    desk.post(address, {**one, "player_1": "Lezo", "contact": "Lezo 1"})
    events = Event.objects.count()
    late = desk.post(address, {**other, "player_1": "Deba"})
    assert late.status_code == 409
    assert "Lezo and" in late.text
    assert Event.objects.count() == events

    again = shown(late.text)
    assert (again["player_1"], again["seen_player_1"]) == ("Deba", "Lezo")
    assert again["contact"] == "Lezo 1", "what was not typed is shown as it is now"
    assert desk.post(address, again).status_code == 302
    pair = Pair.objects.get(number=1)
    assert (pair.player_1, pair.contact) == ("Deba", "Lezo 1")


def test_who_mends_a_name_as_the_other_desk_has_is_refused_nothing(desk, address):
    one, other = shown(desk.get(address).text), shown(desk.get(address).text)
    desk.post(address, {**one, "player_1": "Lezo"})
    assert desk.post(address, {**other, "player_1": "Lezo"}).status_code == 302


def test_a_service_that_is_told_what_was_seen_says_who_is_in_the_pair_now(entered):
    pair = Pair.objects.get(number=1)
    with pytest.raises(Conflict) as refused:
        pairs.change(
            pair_id=pair.pk, actor=play.PROGRAM, seen={"player_2": "Orio"}, player_2="Deba"
        )
    assert [(one.field, one.code) for one in refused.value.problems] == [
        ("player_2", "changed_meanwhile")
    ]
    assert refused.value.current["player_2"] == pair.player_2


def version(page):
    return re.search(r'name="version" value="(\d+)"', page.text)[1]


def ended(cup, games):
    found = play.match(cup, 1, 0)
    matches.record_result(match_id=found.pk, games=games, actor=play.PROGRAM)
    return found


@pytest.mark.long
def test_a_result_that_another_desk_has_put_right_is_not_taken_back_unseen(desk, at, drawn_cup):
    first = ended(drawn_cup, (3, 0))
    where = at("reopen_match", drawn_cup.slug, first.pk)
    stale = version(desk.get(where))
    results.replace_result(
        match_id=first.pk, games=(0, 3), reason="the other way round", actor=play.PROGRAM
    )
    late = desk.post(where, {"reason": "wrong", "version": stale})
    assert late.status_code == 409
    assert "Somebody else has changed this match." in late.text
    first.refresh_from_db()
    assert (first.status, first.winner) == ("finished", "B")
    assert desk.post(where, {"reason": "wrong", "version": version(late)}).status_code == 302


def test_a_match_that_another_desk_has_begun_is_given_to_nobody_unseen(desk, at, drawn_cup):
    ready = play.match(drawn_cup, 1, 0)
    where = at("walkover", drawn_cup.slug, ready.pk)
    stale = version(desk.get(where))
    play.start(ready)
    late = desk.post(where, {"winner": "A", "reason": "B never came", "version": stale})
    assert late.status_code == 409
    ready.refresh_from_db()
    assert ready.status == "playing"


def test_a_start_that_another_desk_has_made_anew_is_not_taken_back_unseen(desk, at, drawn_cup):
    begun = play.start(play.match(drawn_cup, 1, 0))
    where = at("undo_start", drawn_cup.slug, begun.pk)
    stale = version(desk.get(where))
    matches.undo_start(match_id=begun.pk, reason="the wrong seats", actor=play.PROGRAM)
    play.start(begun)
    late = desk.post(where, {"reason": "the wrong one", "version": stale})
    assert late.status_code == 409
    begun.refresh_from_db()
    assert begun.status == "playing"


@pytest.mark.long
def test_d7_a_match_that_went_on_meanwhile_is_decided_by_nobody_unseen(desk, at, drawn_cup):
    begun = play.start(play.match(drawn_cup, 1, 0))
    where = at("decide_match", drawn_cup.slug, begun.pk)
    stale = version(desk.get(where))
    matches.set_games(match_id=begun.pk, games=(1, 0), actor=play.PROGRAM)
    late = desk.post(where, {"winner": "B", "reason": "the lights", "version": stale})
    assert late.status_code == 409
    begun.refresh_from_db()
    assert begun.status == "playing"
    seen = {"winner": "B", "reason": "the lights", "version": version(late)}
    assert desk.post(where, seen).status_code == 302


def test_t3_a_consolation_match_that_has_begun_meanwhile_is_not_called_off_unseen(
    desk, at, drawn_cup
):
    for slot in (0, 1):
        play.win(play.match(drawn_cup, 1, slot))
    pairing = propose(tournament_id=drawn_cup.pk).matches[0]
    (made,) = consolation.create_matches(
        tournament_id=drawn_cup.pk,
        pairings=[(pairing.pair_a.number, pairing.pair_b.number)],
        actor=play.PROGRAM,
    )
    where = at("call_off", drawn_cup.slug, made.pk)
    stale = version(desk.get(where))
    play.start(made)
    late = desk.post(where, {"reason": "they went home", "version": stale})
    assert late.status_code == 409
    made.refresh_from_db()
    assert made.status == "playing"
    seen = {"reason": "they went home", "version": version(late)}
    assert desk.post(where, seen).status_code == 302


@pytest.fixture
def second(drawn_cup):
    """A match of round 2, ready. Afterwards `other` makes the beaten pair of 1.1 play it."""
    for slot in (0, 1):
        matches.record_result(
            match_id=play.match(drawn_cup, 1, slot).pk, games=(3, 0), actor=play.PROGRAM
        )
    return play.match(drawn_cup, 2, 0)


def other_pair(cup):
    """Another desk puts the result of 1.1 right: another pair is in the match of round 2."""
    first = play.match(cup, 1, 0)
    results.replace_result(
        match_id=first.pk, games=(0, 3), reason="the other way round", actor=play.PROGRAM
    )


def test_a_result_is_not_given_to_a_pair_that_was_not_in_the_match_when_it_was_shown(
    desk, at, drawn_cup, second
):
    where = at("result", drawn_cup.slug, second.pk)
    body = {"games_a": 3, "games_b": 0, "version": version(desk.get(where))}
    other_pair(drawn_cup)
    late = desk.post(where, body)
    assert late.status_code == 409
    assert "Somebody else has changed this match." in late.text
    second.refresh_from_db()
    assert second.status == "ready"
    assert desk.post(where, {**body, "version": version(late)}).status_code == 302


@pytest.mark.long
def test_a_file_is_not_recorded_for_a_pair_that_was_not_in_the_match_when_it_was_shown(
    desk, at, drawn_cup, second
):
    where = at("import_match", drawn_cup.slug, second.pk)
    body = {"text": files.two_games(second), "sides": "AB"}
    looked = version(desk.post(where, {**body, "step": "look"}))
    other_pair(drawn_cup)
    late = desk.post(where, {**body, "step": "record", "version": looked})
    assert late.status_code == 409
    assert "Somebody else has changed this match." in late.text
    second.refresh_from_db()
    assert second.status == "ready"


@pytest.mark.parametrize("verb", ["withdraw_pair", "disqualify_pair"])
@pytest.mark.sampled(2)
def test_a_pair_that_has_another_match_by_now_leaves_it_only_once_that_is_seen(
    desk, at, drawn_cup, verb
):
    first = play.match(drawn_cup, 1, 0)
    where = at(verb, drawn_cup.slug, first.pair_a.number)
    stale = version(desk.get(where))
    play.win(first)
    late = desk.post(where, {"reason": "went home", "version": stale})
    assert late.status_code == 409
    assert "what it plays next, has changed" in late.text
    first.pair_a.refresh_from_db()
    assert first.pair_a.is_in
    assert desk.post(where, {"reason": "went home", "version": version(late)}).status_code == 302


@pytest.mark.long
def test_a_pair_that_another_desk_has_disqualified_meanwhile_is_not_brought_back_unseen(
    desk, at, drawn_cup
):
    gone = play.pair(drawn_cup, 1)
    act = {"pair_id": gone.pk, "actor": play.PROGRAM}
    departures.withdraw(**act, reason="ill")
    where = at("return_pair", drawn_cup.slug, 1)
    stale = version(desk.get(where))
    tribunal.disqualify(**act, reason="a third false claim")
    late = desk.post(where, {"reason": "well again", "version": stale})
    assert late.status_code == 409
    gone.refresh_from_db()
    assert gone.status == "disqualified"
    assert desk.post(where, {"reason": "heard", "version": version(late)}).status_code == 302
