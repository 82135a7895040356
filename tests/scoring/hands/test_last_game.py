"""S7: the last game that a match can have is won by stones of its own."""

import pytest

from mus.sides import BySide
from scoring.course.models import Game, Hand
from scoring.course.queries.states import match_state
from scoring.explain.queries.pages import match_page
from scoring.hands.services import corrections
from scoring.hands.services.runs import Sent, record_run
from scoring.matchfiles.queries.notation import match_mus
from scoring.matchfiles.services import import_match
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.services import games, taking_back
from tests.refusals import refusal
from tests.scoring import files, table
from tests.scoring.table import PROGRAM, quick, record, win_for_a, win_for_b
from tournament.championship.models import Tournament
from tournament.clock.services import reduce_games
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db
WHY = {"reason": "misread", "actor": PROGRAM}


def a_match(**fields: object) -> Match:
    return table.a_match(settings={"last_game_stones": 20}, **fields)


def level(match: Match, games: int) -> None:
    for won in (win_for_a, win_for_b) * games:
        record(match, won())


def target(match: Match) -> int:
    return match_state(match_id=match.pk, history=False).target


def test_S7_the_third_game_of_best_of_three_is_to_twenty():
    match = a_match()
    assert target(match) == 40
    level(match, 1)
    assert target(match) == 20
    record(match, quick(19, 0))
    record(match, quick(1, 0))
    match.refresh_from_db()
    assert (match.status, match.winner) == ("finished", "A")
    assert Game.objects.get(number=3).score_a == 20


def test_S7_a_match_of_one_game_is_played_to_the_stones_of_the_others():
    assert target(a_match(best_of=1)) == 40


def test_S7_a_run_of_hands_from_a_tablet_ends_the_last_game_at_its_stones():
    match = a_match(best_of=5)
    level(match, 2)
    sent = [Sent("k1", quick(9, 0), (5, 1)), Sent("k2", quick(10, 2), (5, 2))]
    answers = record_run(match_id=match.pk, sent=sent, actor=PROGRAM)
    assert [answer.body["state"]["target"] for answer in answers] == [20, 20]
    assert {hand.record["ruleset"]["target"] for hand in Hand.objects.filter(game__number=5)} == {
        20
    }


def test_S7_a_corrected_hand_of_an_earlier_game_is_settled_by_its_own_stones():
    match = a_match()
    record(match, quick(21, 0))
    record(match, win_for_a())
    record(match, win_for_b())
    record(match, quick(5, 0))
    table.correct(match, 1, 1, quick(22, 0), **WHY)
    assert Hand.objects.get(game__number=1, number=1, is_current=True).score == (22, 0)
    table.correct(match, 3, 1, quick(20, 0), **WHY)
    match.refresh_from_db()
    assert match.winner == "A"


def test_S7_a_game_begun_at_forty_stays_at_forty_when_the_match_is_made_shorter():
    match = a_match(best_of=5)
    Tournament.objects.filter(pk=match.tournament_id).update(best_of=5)
    level(match, 1)
    record(match, quick(25, 3))
    reduce_games(tournament_id=match.tournament_id, best_of=3, reason="late", actor=PROGRAM)
    match.refresh_from_db()
    assert (match.best_of, target(match)) == (3, 40)
    record(match, quick(14, 0))
    match.refresh_from_db()
    assert match.status == "playing"
    assert "\nGame 3\n" in match_mus(match_id=match.pk)
    record(match, quick(1, 0))
    match.refresh_from_db()
    assert match.winner == "A"


def test_S7_a_file_says_the_stones_of_its_last_game():
    match = files.ready(settings={"last_game_stones": 20})
    games = ("Game 1", f"0 0-0 {files.WON_BY_A}", "Game 2", f"1 0-0 {files.WON_BY_B}")
    assert refusal(
        import_match,
        match_id=match.pk,
        text=files.text(match, *games, "Game 3", "2 0-0 Q40-0"),
        **WHY,
    ) == ("other_stones",)
    right = files.text(match, *games, "Game 3 to 20", "2 0-0 Q20-0")
    import_match(match_id=match.pk, text=right, **WHY)
    match.refresh_from_db()
    assert match.winner == "A"
    assert "\nGame 3 to 20\n" in match_mus(match_id=match.pk)


def test_S7_the_page_of_a_match_has_the_stones_that_each_game_began_with() -> None:
    match = a_match(best_of=5)
    Tournament.objects.filter(pk=match.tournament_id).update(best_of=5)
    level(match, 1)
    record(match, quick(25, 3))
    reduce_games(tournament_id=match.tournament_id, best_of=3, reason="late", actor=PROGRAM)
    assert [game.target for game in match_page(match_id=match.pk).games] == [40, 40, 40]
    other = a_match()
    level(other, 1)
    record(other, quick(5, 3))
    assert [game.target for game in match_page(match_id=other.pk).games] == [40, 40, 20]


def corrected(match: Match) -> None:
    table.correct(match, 1, 1, quick(5, 0), goes_on=True, **WHY)
    corrections.take_back(match_id=match.pk, **WHY)


def given_to_a(match: Match) -> None:
    games.rule(match_id=match.pk, game=2, winner="A", **WHY)
    games.take_back(match_id=match.pk, game=2, **WHY)


def overruled(match: Match) -> None:
    ruling = table.overrule(match, 2, 1, stones=(40, 0))
    taking_back.take_back(ruling_id=ruling.pk, **WHY)


@pytest.mark.parametrize("and_back", [corrected, given_to_a, overruled])
def test_S7_the_last_game_has_its_own_stones_again_when_what_undid_it_is_taken_back(and_back):
    match = table.a_match(settings={"last_game_stones": 20, "games_to_win": 2})
    for stones in ((40, 0), (0, 40), (22, 0)):
        record(match, quick(*stones))
    and_back(match)
    match.refresh_from_db()
    assert (match.status, match.winner, match.games) == ("finished", "A", BySide(2, 1))
    last = Game.objects.get(number=3)
    assert (last.winner, last.score_a) == ("A", 22)
    hand = Hand.objects.get(game=last, is_current=True)
    assert hand.record["ruleset"]["target"] == 20
    assert verify_tournament(tournament_id=match.tournament_id).ok
