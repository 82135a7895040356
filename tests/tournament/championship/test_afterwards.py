"""A tournament that was played elsewhere, or on paper after a crash, comes in at once (53.4)."""

import pytest
from django.utils.translation import override

from scoring.desk.queries.latest import latest
from scoring.proof.queries.verify import verify_tournament
from scoring.undoing.services.undo import undo
from season.queries.ranking import ranking
from tests.refusals import faults_of
from tests.season import seasons
from tests.tournament import play
from tests.tournament.entries.test_sheets import ods
from tournament.championship.models import Tournament
from tournament.championship.services.afterwards import enter_afterwards
from tournament.entries.models import Pair
from tournament.errors import Refusal
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
    assert latest(tournament_id=cup.pk)[0].event.number == event.number
    undo(tournament_id=cup.pk, event=event.number, actor=BY, reason="another day's paper")
    assert [play.match(cup, 1, slot).winner for slot in range(4)] == ["A", "", "", ""]
    assert not stored(cup).entered_afterwards
    assert verify_tournament(tournament_id=cup.pk).ok


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        ("", "nothing_to_enter", ""),
        ("1 - 2: 3-1\nwho won?", "bad_line", "2"),
        ("1 - 2: 3-1\n3 - 4: 3-2\n1 - 4: 3-0", "no_such_match", "3"),
        ("1 - 2: 3-1\n3 - 4: 2-2", "not_a_result", "2"),
        ("1 - 2: 3-1\n3 - 3: 3-0", "same_pair", ""),
        ("1 - 2: 3-1\n2 - 3: 3-0", "drawn_twice", ""),
        ("1 - 2: 3-1\n3 - 9: 3-0", "unknown_number", "2"),
    ],
)
def test_a_line_that_cannot_be_is_named_and_nothing_is_entered(text, code, says):
    cup = play.tournament(entered=4)
    given = {"tournament_id": cup.pk, "results_text": text, "reason": "paper"}
    codes = [found for _field, found in faults_of(enter_afterwards, **given)]
    assert code in codes
    assert (stored(cup).status, stored(cup).entered_afterwards) == ("entry", False)
    assert not Match.objects.filter(tournament=cup).exists()


def test_a_heading_is_no_pair_that_rests():
    cup = play.tournament(entered=4)
    enter(cup, "Round 1\n1 - 2: 3-1\n3 - 4: 3-1\nFinal\n1 - 3: 3-0")
    assert stored(cup).champion.number == 1


def test_a_thousand_lines_are_refused_before_any_is_read():
    cup = play.tournament(entered=4)
    given = {"tournament_id": cup.pk, "reason": "paper"}
    for text in ("1-2: 3-0\n" * 3_000, "9" * 50_000, "1-2: 3-0\n" * 301):
        assert faults_of(enter_afterwards, **given, results_text=text) == [
            ("results_text", "too_long")
        ]


# A past event in one text or file: the pairs and their results.

BY_NAMES = """
Semifinales
Lezo / Orio - Deba / Mutriku 3-1
Getaria / Zumaia vs Bera / Aia: 2-3

Final
Bera / Aia - Lezo / Orio 3-0
"""
IN_CELLS = [
    ["Ronda", "Pareja 1", "Pareja 2", "Resultado"],
    ["Semifinal", "Lezo y Orio", "Deba y Mutriku", "3-1"],
    ["Semifinal", "Getaria y Zumaia", "Bera y Aia", "2-3"],
    ["Final", "Bera y Aia", "Lezo y Orio", "3-0"],
]
WITH_A_LIST = """
3. Lezo / Orio (Kaia)
1. Deba / Mutriku
7. Getaria / Zumaia
8. Bera / Aia
Cuartos
3 - 1: 3-1
7 - 8: 2-3
8 - 3: 3-0
"""
CELLS_ALONE = "Lezo / Orio;Deba / Mutriku;3;1\nGetaria / Zumaia;Bera / Aia;2;3\n" + (
    "Bera / Aia;Lezo / Orio;3;0"
)


def bracket_of(cup):
    return [
        (match.pair_a.name, match.pair_b.name, match.games_a, match.games_b)
        for match in Match.objects.filter(tournament=cup).order_by("round", "slot")
    ]


@pytest.mark.parametrize(
    "text",
    [BY_NAMES, "\n".join("\t".join(row) for row in IN_CELLS), CELLS_ALONE, WITH_A_LIST],
    ids=["names", "columns", "cells", "list and numbers"],
)
def test_one_text_brings_the_pairs_and_their_results(text):
    cup = play.tournament(entered=0)
    enter(cup, text)
    played = {frozenset(one[:2]): sorted(one[2:]) for one in bracket_of(cup)}
    assert played == {
        frozenset({"Lezo – Orio", "Deba – Mutriku"}): [1, 3],
        frozenset({"Getaria – Zumaia", "Bera – Aia"}): [2, 3],
        frozenset({"Bera – Aia", "Lezo – Orio"}): [0, 3],
    }
    now = stored(cup)
    assert (now.champion.name, now.entered_afterwards) == ("Bera – Aia", True)
    assert verify_tournament(tournament_id=cup.pk).ok


def test_a_spreadsheet_brings_them_too_its_results_on_whichever_sheet():
    cup = play.tournament(entered=0)
    results = [["8", "3", "3", "0"], ["Final"]]
    sheets = {
        "Resultados": [["3", "1", "3", "1"], ["7", "8", "2", "3"], *results],
        "Parejas": [
            ["Nº", "Jugador 1", "Jugador 2", "Club"],
            ["3", "Lezo", "Orio", "Kaia"],
            ["1", "Deba", "Mutriku", ""],
            ["7", "Getaria", "Zumaia", ""],
            ["8", "Bera", "Aia", "Gora"],
        ],
    }
    enter_afterwards(tournament_id=cup.pk, actor=BY, file=ods(**sheets), reason="last year")
    now = stored(cup)
    assert (now.champion.name, now.champion.club) == ("Bera – Aia", "Gora")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("Lezo / Orio - Lezo / Orio 3-1", "same_pair", 1),
        ("Lezo / Orio - Deba / Mutriku 3-1\nwho won?", "bad_line", 2),
        ("Lezo / Orio\nDeba / Mutriku\n1 - 9: 3-1", "unknown_number", 3),
        ("Lezo / Orio\nDeba / Mutriku\nLezo / Orio - Deba / Ea 3-0", "unknown_pair", 3),
        ("Lezo / Orio - Deba / Mutriku 3-1\nLezo / Orio - Deba / Ea 3-0", "player_on_line", 2),
        ("Lezo / Orio (baja)\nDeba / Mutriku\n1 - 2: 3-0", "cancelled", 1),
        ("Lezo / Orio - Deba / Mutriku 5-1", "not_a_result", 1),
        ("Lezo / Orio\nDeba / Mutriku", "nothing_to_enter", 0),
        ("Lezo - Deba 3-1", "one_player", 1),
        ("Pareja 1;Pareja 2;Resultado\nLezo;Deba / Mutriku;3-1", "one_player", 2),
    ],
)
def test_a_wrong_line_is_named_and_nothing_is_entered(text, code, line):
    cup = play.tournament(entered=0)
    with pytest.raises(Refusal) as refused:
        enter(cup, text)
    first = refused.value.problems[0]
    assert (first.field, first.code) == ("results_text", code)
    with override("en"):
        assert str(first.message).startswith(f"Line {line}:") == bool(line)
    assert not Pair.objects.exists()
    assert stored(cup).status == "entry"


def test_names_lead_to_the_pairs_that_are_entered_however_they_are_written():
    cup = play.tournament(entered=2, drawn=True)
    a, b = Pair.objects.order_by("number")
    enter(cup, f"{b.player_2.upper()} / {b.player_1} - {a.player_1} / {a.player_2} 3-2")
    assert stored(cup).champion == b
    assert Pair.objects.count() == 2


@pytest.mark.parametrize(
    "text", ["Bar Lezo - Bar Orio 3-1", "Local;Visitante;Resultado\nBar Lezo;Bar Orio;3-1"]
)
def test_T6_clubs_come_in_by_their_names_alone(text):
    cup = play.tournament(settings={"entrants": "clubs"})
    enter(cup, text)
    assert stored(cup).champion.name == "Bar Lezo"
