"""T1: a match in vacas, each to so many games; the match counts vacas."""

import pytest

from scoring.course.models import Game
from scoring.course.queries.states import live_scores, match_state
from scoring.matchfiles.queries.notation import match_mus
from scoring.matchfiles.services import import_match
from scoring.outbox.queries.at_table import match_json
from scoring.rulings.services import games as games_services
from tests.scoring import files, table
from tests.scoring.table import PROGRAM, record, win_for_a, win_for_b
from tournament.championship.contradictions import contradictions
from tournament.errors import Refusal
from tournament.formats.regulations import REGULATIONS
from tournament.matches.models import Match
from tournament.matches.queries.matches import match_card
from tournament.matches.services import results

pytestmark = pytest.mark.django_db
WHY = {"reason": "misread", "actor": PROGRAM}


@pytest.fixture
def match() -> Match:
    return table.a_match(settings={"vaca_games": 2})


def games(match: Match, winners: str) -> Match:
    for winner in winners:
        record(match, win_for_a() if winner == "A" else win_for_b())
    match.refresh_from_db()
    return match


def test_T1_two_games_win_a_vaca_and_two_vacas_the_match(match):
    games(match, "ABA")
    assert (match.games_a, match.games_b, match.status) == (1, 0, "playing")
    games(match, "BBA")
    assert (match.games_a, match.games_b) == (1, 1)
    assert match_state(match_id=match.pk).games_in_vaca == (1, 0)
    games(match, "A")
    assert (match.games_a, match.games_b, match.winner) == (2, 1, "A")
    assert Game.objects.filter(match=match).count() == 7


def test_T1_the_chances_of_a_match_in_vacas_are_the_same_on_every_page(match):
    games(match, "AAB")
    record(match, table.quick(5, 3))
    state = match_state(match_id=match.pk)
    live = live_scores(tournament_id=match.tournament_id)
    assert state.chances == live[match.pk].chances


def test_T1_a_corrected_game_moves_the_vacas(match):
    games(match, "ABB")
    assert (match.games_a, match.games_b) == (0, 1)
    table.correct(match, 2, 1, win_for_a(), **WHY)
    match.refresh_from_db()
    assert (match.games_a, match.games_b) == (1, 0)
    assert match_state(match_id=match.pk).games_in_vaca == (0, 1)


def test_T1_a_result_without_hands_is_given_in_vacas(match):
    with pytest.raises(Refusal):
        results.record_result(match_id=match.pk, games=(4, 1), actor=PROGRAM)
    results.record_result(match_id=match.pk, games=(2, 1), actor=PROGRAM)
    match.refresh_from_db()
    assert (match.winner, match.games_a, match.games_b) == ("A", 2, 1)


def test_T1_the_tablet_knows_the_games_of_a_vaca(match):
    assert match_json(match_id=match.pk)["vaca"] == 2


def test_T1_a_file_says_the_games_of_a_vaca():
    match = files.ready(settings={"vaca_games": 2})
    lines = [f"{n % 4} 0-0 {files.WON_BY_A}" for n in range(4)]
    played = [word for n, hand in enumerate(lines, 1) for word in (f"Game {n}", hand)]
    with pytest.raises(Refusal) as refused:
        import_match(match_id=match.pk, text=files.text(match, *played, Vaca=""), **WHY)
    assert "other_vaca" in refused.value.codes
    import_match(match_id=match.pk, text=files.text(match, *played), **WHY)
    match.refresh_from_db()
    assert (match.games_a, match.winner) == (2, "A")
    assert '[Vaca "2"]' in match_mus(match_id=match.pk)


def test_T7_games_lost_by_lateness_count_in_the_first_vaca():
    match = table.a_match(settings={"vaca_games": 2, "late_first_game": 10, "late_next_game": 5})
    card = match_card(match_id=match.pk)
    rule = REGULATIONS["pagat"].late_rule(match.tournament.settings)
    assert [rule.loses(late, wins_needed=card.fewest_games) for late in (9, 10, 15, 90)] == [
        0, 1, 2, 2 * match.wins_needed,
    ]  # fmt: skip
    for number, vacas in ((1, (0, 0)), (2, (0, 1))):
        games_services.forfeit(match_id=match.pk, loser="A", game=number, clause="T7", **WHY)
        match.refresh_from_db()
        assert (match.games_a, match.games_b) == vacas


def test_no_game_of_a_vaca_is_known_to_be_the_last_of_the_match():
    given = {"vaca_games": 3, "last_game_stones": 20, "late_first_game": 10}
    of = {"regulation": "pagat", "format": "knockout"}
    found = {problem.field for problem in contradictions(given, **of)}
    assert found == {"settings.last_game_stones"}
    assert contradictions({"vaca_games": 3}, **of) == []
