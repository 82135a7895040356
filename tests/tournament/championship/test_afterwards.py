"""A tournament that was played elsewhere, or on paper after a crash, comes in at once (53.4)."""

import pytest

from scoring.proof.queries.verify import verify_tournament
from scoring.undoing.services.undo import undo
from season.queries.ranking import ranking
from tests.refusals import faults_of
from tests.season import seasons
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.championship.services.afterwards import enter_afterwards
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.memory.services import desk_act
from tournament.standings.queries import standings

pytestmark = pytest.mark.django_db
BY = play.PROGRAM

LAST_YEAR = """
1 - 6: 3-0
5
3 – 2   1:3
4

5 - 1: 3-2
2 v 4, 3-1

5 / 2: 2 - 3
"""
"""Six pairs, best of five: two byes, two semi-finals, a final."""


def enter(cup, text, reason="last year's bracket on paper"):
    return enter_afterwards(tournament_id=cup.pk, actor=BY, results_text=text, reason=reason)


def stored(cup):
    return Tournament.objects.get(pk=cup.pk)


def test_last_years_bracket_comes_in_with_its_draw_its_results_and_its_mark():
    cup = play.tournament(entered=6)
    enter(cup, LAST_YEAR)
    now = stored(cup)
    assert (now.status, now.entered_afterwards) == ("finished", True)
    assert now.champion.number == 2
    lines = [(line.place, line.pair.number) for line in standings(tournament_id=cup.pk)]
    assert lines[:2] == [(1, 2), (2, 5)]
    report = verify_tournament(tournament_id=cup.pk)
    assert report.ok
    assert [reason for _round, _event, reason in report.by_hand] == ["last year's bracket on paper"]
    event = Event.objects.get(tournament=cup, kind="results.entered_afterwards")
    assert len(event.data["matches"]) == 5


def test_a_circuit_counts_it_like_any_other(django_user_model):
    runner = django_user_model.objects.create_user("arrasate")
    cup = play.tournament(entered=6, owner=runner)
    enter(cup, LAST_YEAR)
    made = seasons.circuit(runner, cup)
    first = ranking(circuit=seasons.view(made)).lines[0]
    assert first.person.name == stored(cup).champion.name


def test_the_paper_of_a_day_whose_laptop_died_goes_on_where_it_stood_and_undo_takes_it_back():
    cup = play.tournament(entered=8, drawn=True)
    first = [play.match(cup, 1, slot) for slot in range(4)]
    play.win(first[0])
    paper = "\n".join(f"{m.pair_b.number}-{m.pair_a.number}: 3-1" for m in first[1:3])
    with desk_act():
        enter(cup, paper, reason="the laptop died")
    assert [play.match(cup, 1, slot).winner for slot in range(4)] == ["A", "B", "B", ""]
    assert (play.match(cup, 1, 1).games_a, play.match(cup, 1, 1).games_b) == (1, 3)
    assert stored(cup).status == "running"
    event = Event.objects.get(tournament=cup, kind="results.entered_afterwards")
    undo(tournament_id=cup.pk, event=event.number, actor=BY, reason="another day's paper")
    assert [play.match(cup, 1, slot).winner for slot in range(4)] == ["A", "", "", ""]
    assert not stored(cup).entered_afterwards
    assert verify_tournament(tournament_id=cup.pk).ok


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("", "nothing_to_enter", ""),
        ("1 - 2: 3-1\nthe final", "bad_line", "2"),
        ("Round 1\n1 - 2: 3-1\n3 - 4: 3-1", "bad_line", "1"),
        ("1 - 2: 3-1\n3 - 4: 3-2\n1 - 4: 3-0", "no_such_match", "3"),
        ("1 - 2: 3-1\n3 - 4: 2-2", "not_a_result", "2"),
        ("1 - 2: 3-1\n3 - 3: 3-0", "drawn_twice", ""),
    ],
)
def test_a_line_that_cannot_be_is_named_and_nothing_is_entered(text, code, says):
    cup = play.tournament(entered=4)
    given = {"tournament_id": cup.pk, "results_text": text, "reason": "paper"}
    codes = [found for _field, found in faults_of(enter_afterwards, **given)]
    assert code in codes
    assert (stored(cup).status, stored(cup).entered_afterwards) == ("entry", False)
    assert not Match.objects.filter(tournament=cup).exists()


def test_a_thousand_lines_are_refused_before_any_is_read():
    cup = play.tournament(entered=4)
    given = {"tournament_id": cup.pk, "reason": "paper"}
    for text in ("1-2: 3-0\n" * 3_000, "9" * 50_000):
        assert faults_of(enter_afterwards, **given, results_text=text) == [
            ("results_text", "too_long")
        ]
