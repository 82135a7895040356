"""Hands of a match that may end level (T1)."""

from functools import partial

import pytest

from scoring.course.queries.states import match_state
from scoring.course.services.refolding import match_preview
from scoring.hands.services import corrections, hands
from scoring.outbox.queries.at_table import table_state
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.services import endings
from scoring.statements.services import set_terms
from tests.scoring import table
from tests.scoring.statements.said import say
from tests.scoring.statements.test_phones import phone
from tests.scoring.table import quick, read
from tests.tournament.play import PROGRAM
from tournament.matches.models import Match
from tournament.matches.services import results

pytestmark = pytest.mark.django_db
LEAGUE = {"format": "round_robin", "settings": {"games_all_played": 2}}
FOR_A, FOR_B = quick(0, 0, game_winner="A"), quick(0, 0, game_winner="B")


def played(*records: dict) -> Match:
    """A match of two games, each an órdago."""
    match = table.a_match(best_of=2, **LEAGUE)
    for record in records:
        hands.record(match_id=match.pk, record=record, actor=PROGRAM)
    return read(match)


def of_pairs() -> Match:
    """A match of two games whose pairs enter the hands, or the result."""
    match = played()
    set_terms(tournament_id=match.tournament_id, entered_by="pairs", actor=PROGRAM)
    return match


def test_T1_a_match_is_level_after_the_last_hand_and_a_correction_turns_it_and_back():
    match = played(FOR_A, FOR_B)
    assert (match.status, match.is_level, tuple(match.games)) == ("finished", True, (1, 1))
    state = match_state(match_id=match.pk)
    assert (state.next, state.winner, state.is_level) == (None, "", True)
    at = {"match_id": match.pk, "game": 2, "number": 1, "actor": PROGRAM, "reason": "typo"}
    seen = match_preview(partial(corrections.correct, record=FOR_A, **at), match_id=match.pk)
    assert (seen.winner_before, seen.winner_after) == ("level", "A")
    assert seen.to_json()["before"] == {"games": [1, 1], "winner": None}
    for record, winner in ((FOR_A, "A"), (FOR_B, ""), (quick(3, 2), None)):
        corrections.correct(record=record, **at)
        match = read(match)
        assert (match.status, match.winner) == (
            ("playing", "") if winner is None else ("finished", winner)
        )
    assert verify_tournament(tournament_id=match.tournament_id).ok


def test_T1_chances_before_the_last_game_are_for_a_win_or_for_neither():
    assert match_state(match_id=played(FOR_A).pk).chances == (50, 0)


@pytest.mark.parametrize("side", ["A", "B"])
def test_T1_a_level_end_from_either_phone_waits_for_the_other_pair(side):
    match = of_pairs()
    own, other = phone(match, side), phone(match, "BA"["AB".index(side)])
    sent = [
        table.sent_hand(match, 1, f"k-{game}", record, game=game)
        for game, record in ((1, FOR_A), (2, FOR_B))
    ]
    assert table.outcomes(own, *sent) == ["applied"] * 2
    asked = "BA"["AB".index(side)]
    assert table_state(device=own)["match"]["awaits"] == asked
    agree = {
        "key": "k-3", "kind": "match.confirm", "match": match.pk, "by": [asked], "score": [1, 1],
        "hands": 2,
    }  # fmt: skip
    table.send(other, agree)
    assert read(match).is_level


def test_T1_two_pairs_that_say_level_end_their_match():
    match = of_pairs()
    say(match, "A", 1, 1)
    assert read(match).status == "playing"
    say(match, "B", 1, 1)
    assert read(match).is_level


def test_T6_an_official_decides_a_level_match_otherwise():
    match = played(FOR_A, FOR_B)
    why = {"actor": PROGRAM, "reason": "by the judges"}
    results.reopen(match_id=match.pk, **why)
    endings.decide(match_id=match.pk, winner="B", **why)
    assert (read(match).winner, read(match).is_level) == ("B", False)
