"""A match at the desk."""

import re
from html import unescape

import pytest

from scoring.hands.services import corrections
from scoring.outbox.services import calls
from scoring.rulings.models import Ruling
from scoring.rulings.services import rulings
from tests.scoring import table
from tournament.matches.models import Match
from tournament.matches.services import matches

START = {"table_number": "2", "first_of_a": "2", "first_of_b": "1", "mano": "B2"}


@pytest.fixture
def stored(ready):
    return lambda: Match.objects.select_related("table").get(pk=ready.id)


def test_in_each_state_of_a_match_one_act_leads(desk, at, drawn, ready, actor):
    def leading(match=ready.id):
        main = desk.get(at("match", drawn.slug, match)).text.partition("<main")[2]
        found = re.findall(r"<(?:a|button)[^>]*button--primary[^>]*>\s*(.*?)\s*<", main)
        assert '<details id="acts-menu">' in main  # the rest
        return found

    def result_is_in_sight():
        first = desk.get(at("match", drawn.slug, ready.id)).text.partition("acts-menu")[0]
        return at("result", drawn.slug, ready.id) in first

    assert leading() == ["Start the match"]
    matches.start(match_id=ready.id, actor=actor, table_number=1)
    assert leading() == ["Enter the next hand"]
    assert result_is_in_sight(), "a club may write down no hand"
    match = Match.objects.get(pk=ready.id)
    calls.raise_call(match_id=ready.id, about="help", actor=actor)
    assert leading() == ["On the way"]
    table.record(table.read(match), table.plain(claim=[9, 9]))
    assert leading() == ["On the way"]  # of two that wait, the first
    assert not result_is_in_sight()
    calls.close(ruling_id=Ruling.objects.get(kind="call").pk, actor=actor)
    assert leading() == ["The rules' count stands"]
    rulings.decide_claim(
        ruling_id=Ruling.objects.get(kind="claim").pk, stands="engine", reason="right", actor=actor
    )
    matches.record_result(
        match_id=ready.id, games=(3, 1), actor=actor, reason="lost", over_recorded=True
    )
    assert leading() == ["Replace the result"]
    matches.reopen(match_id=ready.id, actor=actor, reason="played on")
    assert leading() == ["Enter the next hand"]
    matches.walkover(match_id=ready.id, winner="A", reason="late", actor=actor)
    assert leading() == ["Replace the result"]
    assert leading(Match.objects.get(round=3).pk) == []  # it waits for its pairs


def test_t7_a_late_start_shows_the_courtesy(desk, at, drawn):
    first = Match.objects.get(round=1, status="ready")
    html = desk.get(at("match", drawn.slug, first.pk)).text
    assert "20 minutes after the start; the courtesy is 15." in html


def test_h1_seats_and_mano_are_noted_at_the_start(desk, at, drawn, ready, stored):
    html = desk.get(at("start_match", drawn.slug, ready.id)).text
    assert "Mano: who drew the highest card" in html
    response = desk.post(at("start_match", drawn.slug, ready.id), START)
    assert response.url == at("match", drawn.slug, ready.id)
    match = stored()
    assert match.status == "playing"
    assert match.table.number == 2
    assert match.seating == {"A": [2, 1], "B": [1, 2]}
    assert match.first_mano == 3  # player 2 of B sits at seat 3


def test_a_busy_table_is_not_offered_and_is_refused(desk, at, drawn, playing, actor):
    other = Match.objects.filter(status="ready").exclude(pk=playing.id)[0]
    assert '<option value="1"' not in desk.get(at("start_match", drawn.slug, other.pk)).text
    response = desk.post(at("start_match", drawn.slug, other.pk), {**START, "table_number": "1"})
    assert response.status_code == 400


def test_a_table_is_assigned_and_taken_away(desk, at, drawn, ready, stored):
    where = at("assign_table", drawn.slug, ready.id)
    assert desk.post(where, {"table_number": "3"}).url == at("desk", drawn.slug) + "#ready"
    assert stored().table.number == 3
    response = desk.post(where, {"table_number": "", "from": "match"})
    assert response.url == at("match", drawn.slug, ready.id)
    assert stored().table is None


def test_a_table_that_is_busy_or_promised_says_so_where_it_is_chosen(
    desk, at, drawn, playing, actor
):
    other = Match.objects.filter(status="ready").exclude(pk=playing.id)[0]
    matches.assign_table(match_id=other.pk, table_number=2, actor=actor)
    final = Match.objects.get(round=3)
    matches.assign_table(match_id=final.pk, table_number=2, actor=actor)
    html = " ".join(desk.get(at("match", drawn.slug, other.pk)).text.split())
    assert f">Table 1 · playing {playing.label} <" in html
    assert f">Table 2 · {final.label} waits <" in html
    assert ">Table 3 <" in html


def test_a_match_given_to_a_busy_table_is_said_to_wait(desk, at, drawn, playing):
    other = Match.objects.filter(status="ready").exclude(pk=playing.id)[0]
    where = at("assign_table", drawn.slug, other.pk)
    html = desk.post(where, {"table_number": "1"}, follow=True).text
    assert f"Table 1 is playing {playing.label}: {other.label} waits for it." in html


def test_the_start_is_not_offered_to_be_taken_back_once_a_hand_counts(
    desk, at, drawn, playing, enter, actor
):
    page, undo = (at(name, drawn.slug, playing.id) for name in ("match", "undo_start"))
    assert undo in desk.get(page).text
    enter(table.plain())
    assert undo not in desk.get(page).text
    corrections.undo(match_id=playing.id, reason="misheard", actor=actor)
    assert undo in desk.get(page).text


@pytest.mark.parametrize("name", ["walkover", "decide_match"])
@pytest.mark.sampled(2)
def test_who_would_go_on_where_is_said_before_and_who_does_after(desk, at, drawn, playing, name):
    where = at(name, drawn.slug, playing.id)
    to = "2.1" if playing.slot < 2 else "2.2"
    html = unescape(desk.get(where).text)
    for pair in (playing.pair_a, playing.pair_b):
        assert f"If the match goes to {pair.name}: it goes on to match {to}, against" in html
    response = desk.post(where, {"winner": "B", "reason": "A never came"}, follow=True)
    said = f"Match {playing.label} goes to {playing.pair_b.name}: it goes on to match {to}, against"
    assert said in unescape(response.text)


def test_t7_a_walkover_is_an_officials_word_with_a_reason(desk, at, drawn, ready, stored):
    where = at("walkover", drawn.slug, ready.id)
    assert "15 minutes" in desk.get(where).text
    response = desk.post(where, {"winner": "B", "reason": ""})
    assert response.status_code == 400
    assert 'value="B"' in response.text
    assert desk.post(where, {"winner": "C", "reason": "late"}).status_code == 400
    desk.post(where, {"winner": "B", "reason": "A never came"})
    assert (stored().winner, stored().ended_by) == ("B", "walkover")


def test_what_is_no_result_is_refused_and_kept(desk, at, drawn, ready, stored):
    response = desk.post(at("result", drawn.slug, ready.id), {"games_a": "2", "games_b": "2"})
    html = response.text
    assert response.status_code == 400
    assert "exactly 3 games" in html
    assert html.count('value="2"') == 2
    assert stored().status == "ready"


def test_a_result_over_hands_says_what_is_recorded_and_asks_to_be_meant(
    desk, at, drawn, playing, enter, stored
):
    enter({"quick": {"stones": [12, 40], "game_winner": "B"}}, {"quick": {"stones": [7, 1]}})
    where = at("result", drawn.slug, playing.id)
    html = desk.get(where).text
    assert "Recorded so far: 0 – 1 in games." in html
    assert "The game being played stands at 7 – 1." in html
    assert "Table 1 is playing it now." in html
    given = {"games_a": "3", "games_b": "1", "version": stored().version}
    response = desk.post(where, given)
    assert response.status_code == 400
    html = response.text
    assert "Confirm that you mean it" in html
    assert "Say why, in a few words" in html
    assert stored().status == "playing"
    desk.post(where, {**given, "reason": "the tablet broke", "over_recorded": "on"})
    assert (stored().winner, stored().games_b) == ("A", 1)


def test_a_result_points_to_the_ruling_when_it_would_take_a_game_away(
    desk, at, drawn, playing, enter, stored
):
    enter({"quick": {"stones": [12, 40], "game_winner": "B"}})
    given = {"games_a": "3", "games_b": "0", "reason": "so they say", "over_recorded": "on"}
    response = desk.post(
        at("result", drawn.slug, playing.id), {**given, "version": stored().version}
    )
    assert response.status_code == 400
    assert "decide the match by a ruling" in response.text
    assert stored().status == "playing"


def test_a_hand_that_comes_in_while_the_result_is_typed_is_not_passed_over(
    desk, at, drawn, playing, enter, stored
):
    enter({"quick": {"stones": [7, 1]}})
    seen = stored().version
    enter({"quick": {"stones": [1, 7]}})
    given = {"games_a": "3", "games_b": "0", "reason": "it broke", "over_recorded": "on"}
    response = desk.post(at("result", drawn.slug, playing.id), {**given, "version": seen})
    assert response.status_code == 409
    assert f'name="version" value="{stored().version}"' in response.text


def test_a_match_that_waits_for_its_pairs_says_so(desk, at, drawn):
    final = Match.objects.get(round=3)
    assert "not known yet" in desk.get(at("match", drawn.slug, final.pk)).text
    assert desk.get(at("start_match", drawn.slug, final.pk)).status_code == 200
    assert desk.post(at("start_match", drawn.slug, final.pk), START).status_code == 400
