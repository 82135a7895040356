"""A result replaced at the desk: seen with all that follows, one event, and taken back as one."""

from re import findall

import pytest

from tests.scoring.table import read
from tests.tournament import play
from tests.web.pages import unescaped
from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.matches.models import Cascade

GIVEN = {"games_a": "1", "games_b": "2", "reason": "sides mixed up"}


@pytest.fixture
def cup(arizkun) -> Tournament:
    """Best of 3, on results alone; the final is being played."""
    found = play.tournament(entered=4, drawn=True, owner=arizkun)
    for slot in range(2):
        play.win(play.match(found, 1, slot))
    play.start(play.match(found, 2, 0))
    return found


@pytest.fixture
def where(cup, at):
    return at("replace_result", cup.slug, play.match(cup, 1, 0).pk)


def test_the_page_of_a_finished_match_offers_it(desk, at, cup, where):
    assert where in unescaped(desk.get(at("match", cup.slug, play.match(cup, 1, 0).pk)))
    playing = at("match", cup.slug, play.match(cup, 2, 0).pk)
    assert "Replace the result" not in unescaped(desk.get(playing))
    page = unescaped(desk.get(where))
    first = play.match(cup, 1, 0)
    assert f"The result stands at {first.games_a} – {first.games_b}." in page
    assert f'name="games_a" value="{first.games_a}"' in page


def test_corrections_a_result_is_replaced_in_one_event_with_its_cascade_in_sight_and_taken_back(
    desk, at, cup, where
):
    first, final = play.match(cup, 1, 0), play.match(cup, 2, 0)
    lost = {**GIVEN, "games_a": "0", "games_b": str(first.wins_needed)}
    look = unescaped(desk.post(where, lost))
    assert f"The match goes to {first.pair_b.name}." in look
    assert "undone, and kept for the record as played" in look
    assert findall(r'name="sets_aside" value="(\d+)"', look) == [str(final.pk)]
    assert read(first).winner == "A"
    before = Event.objects.count()

    blind = desk.post(where, {**lost, "step": "do"})
    assert blind.status_code == 400
    assert "sides mixed up" in unescaped(blind)
    done = desk.post(where, {**lost, "step": "do", "sets_aside": final.pk})

    assert done.url == at("match", cup.slug, first.pk)
    assert (read(first).winner, read(final).kind) == ("B", "set_aside")
    assert Event.objects.count() == before + 1
    assert Event.objects.latest("number").data["reason"] == "sides mixed up"
    undo = at("undo_cascade", cup.slug, Cascade.objects.get().pk)
    assert undo in unescaped(desk.get(done.url))
    desk.post(undo, {"reason": "it was right"})
    assert (read(first).winner, read(final).kind) == ("A", "championship")


def test_reopening_a_match_inside_a_larger_change_says_so_and_leads_to_its_undo(
    desk, at, cup, where
):
    first, final = play.match(cup, 1, 0), play.match(cup, 2, 0)
    reopen = at("reopen_match", cup.slug, first.pk)
    assert "Take the whole change back" not in unescaped(desk.get(reopen))
    lost = {**GIVEN, "games_a": "0", "games_b": str(first.wins_needed)}
    desk.post(where, {**lost, "step": "do", "sets_aside": final.pk})
    page = unescaped(desk.get(reopen))
    assert "This result came from a change that set later matches aside." in page
    undo = at("undo_cascade", cup.slug, Cascade.objects.get().pk)
    assert undo in page
    desk.post(undo, {"reason": "it was right"})
    assert "Take the whole change back" not in unescaped(desk.get(reopen))


def test_a_replaced_result_is_undone_from_what_was_done_last(desk, at, cup, where):
    first = play.match(cup, 1, 0)
    was = (first.games_a, first.games_b)
    desk.post(where, {**GIVEN, "games_a": str(first.wins_needed), "games_b": "1", "step": "do"})
    undo = at("undo_act", cup.slug, Event.objects.get(kind="match.replaced").number)
    assert undo in unescaped(desk.get(at("desk", cup.slug)))
    desk.post(undo, {"reason": "it was right"})
    first.refresh_from_db()
    assert (first.games_a, first.games_b) == was


def test_a_result_with_the_same_winner_says_that_nothing_else_moves(desk, cup, where):
    first = play.match(cup, 1, 0)
    closer = {**GIVEN, "games_a": str(first.wins_needed), "games_b": "1"}
    assert "The winner stays, and so does every match after this one." in unescaped(
        desk.post(where, closer)
    )
    desk.post(where, {**closer, "step": "do"})
    assert (read(first).winner, read(first).games_b) == ("A", 1)
    assert play.match(cup, 2, 0).status == "playing"
    assert not Cascade.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"games_a": "1", "games_b": "1"}, "One pair must have won exactly"),
        ({"reason": ""}, "Say why"),
        ({"games_a": ""}, "is required"),
        ({"games_b": "x"}, "whole number"),
    ],
)
@pytest.mark.sampled(3)
def test_what_is_no_result_is_refused_beside_its_field(desk, cup, where, wrong, said):
    for step in ("look", "do"):
        answer = desk.post(where, {**GIVEN, **wrong, "step": step})
        assert answer.status_code == 400
        assert said in unescaped(answer)
    assert read(play.match(cup, 1, 0)).winner == "A"
