"""The match for third place, in every bracket that has one, and those of groups may have lengths of
their own (T1)."""

import pytest

from scoring.proof.queries.verify import verify_tournament
from tests.tournament import play
from tests.tournament.play import PROGRAM
from tournament.clock.services import reduce_games, take_back_reduction
from tournament.formats.registry import format_of
from tournament.log.models import Event
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db
SETTINGS = {"games_to_win": 2, "final_games_to_win": 4, "third_place_games_to_win": 1}


def lengths(cup) -> dict[tuple[int, int], int]:
    rows = Match.objects.filter(tournament=cup, kind="championship").order_by("round", "slot")
    return {(row.round, row.slot): row.best_of for row in rows}


@pytest.mark.parametrize("entered", [4, 7, 8])
def test_T1_the_match_for_third_place_is_shorter_than_the_final(entered):
    cup = play.tournament(
        entered=entered, drawn=True, format_options={"third_place": True}, settings=SETTINGS
    )
    last = format_of(cup).rounds(entered)
    assert cup.games_by_round == {str(last): 7, f"third_{last}": 1}
    own = {(last, 0): 7, (last, 1): 1}
    assert lengths(cup) == {**dict.fromkeys(lengths(cup), 3), **own}
    assert verify_tournament(tournament_id=cup.pk).ok


def test_T1_it_is_as_long_as_the_final_without_a_length_of_its_own():
    settings = {"games_to_win": 1, "final_games_to_win": 2}
    cup = play.tournament(
        entered=4, drawn=True, format_options={"third_place": True}, settings=settings
    )
    assert lengths(cup)[2, 1] == 3


@pytest.mark.parametrize(("option", "matches"), [("third_place", 1), ("third_places", 2)])
def test_T1_after_groups_it_holds_in_every_bracket_that_has_one(option, matches):
    cup = play.tournament(
        entered=8, drawn=True, format="groups", settings=SETTINGS | {"bracket_b_games_to_win": 3},
        format_options={"group_size": 4, "qualifiers": 2, "brackets": 2, option: True},
    )  # fmt: skip
    found = lengths(cup)
    short = [number for number, slot in found if found[number, slot] == 1]
    assert len(short) == matches
    assert [found[number, 0] for number in short] == [7, 5][:matches], "finals are as before"
    assert verify_tournament(tournament_id=cup.pk).ok


@pytest.mark.parametrize(("from_round", "left"), [(1, 1), (2, 1), (3, 3)])
def test_T5_fewer_games_shorten_a_longer_match_for_third_place_and_come_back(from_round, left):
    cup = play.tournament(
        entered=8, drawn=True, format_options={"third_place": True},
        settings={"games_to_win": 2, "third_place_games_to_win": 3},
    )  # fmt: skip
    assert lengths(cup)[3, 1] == 5
    reduce_games(
        tournament_id=cup.pk, best_of=left, from_round=from_round, actor=PROGRAM, reason="late"
    )
    cup.refresh_from_db()
    assert lengths(cup)[3, 1] == left
    event = Event.objects.filter(tournament=cup).latest("number").number
    take_back_reduction(tournament_id=cup.pk, event=event, actor=PROGRAM, reason="time enough")
    assert lengths(cup)[3, 1] == 5
    assert verify_tournament(tournament_id=cup.pk).ok


def test_T5_fewer_games_leave_a_shorter_match_for_third_place_alone():
    cup = play.tournament(
        entered=8, drawn=True, format_options={"third_place": True}, settings=SETTINGS
    )
    reduce_games(tournament_id=cup.pk, best_of=3, from_round=3, actor=PROGRAM, reason="late")
    assert (lengths(cup)[3, 0], lengths(cup)[3, 1]) == (3, 1)


@pytest.mark.parametrize("brackets", [1, 2])
@pytest.mark.parametrize(
    ("others", "in_groups", "in_brackets"),
    [
        ({"games_to_win": 3}, 3, 5),
        ({"games_all_played": 5}, 3, 5),
        ({"games_to_win": 3, "round_2_games_to_win": 1}, 3, 5),
    ],
)
def test_T1_the_matches_of_groups_are_shorter_than_those_of_brackets(
    brackets, others, in_groups, in_brackets
):
    cup = play.tournament(
        entered=8, drawn=True, format="groups", settings={**others, "group_games_to_win": 2},
        format_options={"group_size": 4, "qualifiers": 2, "brackets": brackets},
    )  # fmt: skip
    by_round = {number: best_of for (number, _slot), best_of in lengths(cup).items()}
    if "round_2_games_to_win" in others:
        assert by_round.pop(2) == 1, "a round by its number goes before the groups"
    group_rounds = {number for number in by_round if number <= 3}
    assert {by_round[number] for number in group_rounds} == {in_groups}
    assert {by_round[number] for number in by_round.keys() - group_rounds} == {in_brackets}
    if "games_to_win" in others:  # elsewhere nobody wins without losing a game
        play.play_out(cup)
    assert verify_tournament(tournament_id=cup.pk).ok


def test_T1_a_length_of_groups_says_nothing_where_there_are_none():
    cup = play.tournament(entered=4, drawn=True, settings={"group_games_to_win": 1})
    assert set(lengths(cup).values()) == {5}
