"""The pairs' letters exchanged: every stone goes to the same people as before."""

import pytest

from mus import PRESETS, RuleSet, Side
from mus.course import MatchCourse, Ruled
from mus.notation import (
    GameText,
    HandLine,
    MatchText,
    match_text,
    other_way_round,
    read_match,
    ruleset_text,
)
from mus.tests.test_notation_match import played

RULESETS = [*PRESETS.values(), RuleSet(seats=6), RuleSet(jokers=True)]
OTHER = {"A": "B", "B": "A", None: None}


def stones(course: MatchCourse) -> list[tuple[object, ...]]:
    """What each hand paid, entry by entry, and to whom."""
    return [
        (hand.stones, hand.score, hand.game_winner, hand.settlement["ledger"])
        for game in course.games
        for hand in game.hands
    ]


def mirrored(course: MatchCourse) -> list[tuple[object, ...]]:
    return [
        (
            hand.stones[::-1],
            hand.score[::-1],
            hand.game_winner and hand.game_winner.other,
            [{**entry, "pair": OTHER[entry["pair"]]} for entry in hand.settlement["ledger"]],
        )
        for game in course.games
        for hand in game.hands
    ]


@pytest.mark.parametrize("seed", [2, 11])
@pytest.mark.parametrize("ruleset", RULESETS, ids=ruleset_text)
def test_w1_every_payment_goes_to_the_same_people(ruleset: RuleSet, seed: int) -> None:
    match = played(ruleset, seed)
    turned = other_way_round(match)

    assert stones(turned.course()) == mirrored(match.course())
    assert read_match(match_text(turned)).course() == turned.course()


def test_h5_the_order_of_play_stays() -> None:
    match = played(PRESETS["brisbane-2024"], 3)
    before = [hand.record["mano"] for game in match.games for hand in game.hands]
    after = [hand.record["mano"] for game in other_way_round(match).games for hand in game.hands]
    assert after == [(mano + 1) % 4 for mano in before]


def test_only_the_names_of_the_pairs_move_among_the_headers() -> None:
    match = MatchText({"A": "Getaria", "B": "Orio", "Date": "2024"}, RuleSet(), 3)
    assert other_way_round(match).headers == {"A": "Orio", "B": "Getaria", "Date": "2024"}


def test_outcomes_rulings_claims_false_claims_and_decisions_are_exchanged_too() -> None:
    text = "\n".join(
        [
            '[Format "mus-match/1"]', '[A "Getaria"]', '[B "Orio"]', '[Ruleset "brisbane-2024"]',
            '[BestOf "3"]', "", "Game 1", "0 0-0 Q0-12A", "Game 2",
            "1 0-0 772A/33S2/RRSA/CCC6 P++++ J-+++ !2 =0-8 ~5-3 ; seen by all",
            "2 5-3 Q0-0B ~0-0A", "Game 3", "Decided B ; late",
        ]
    )  # fmt: skip
    turned = match_text(other_way_round(read_match(text)))
    assert [line for line in turned.splitlines() if line and line[0] in "0123D"] == [
        "1 0-0 Q12-0B",
        "2 0-0 CCC6/772A/33S2/RRSA P++++ J+-++ !3 =8-0 ~3-5 ; seen by all",
        "3 3-5 Q0-0A ~0-0B",
        "Decided A ; late",
    ]
    assert other_way_round(read_match(text)).course().outcome is Side.B
    assert read_match(text).course().outcome is Side.A


def test_four_turns_are_none() -> None:
    match = played(PRESETS["euskal-herria"], 5)
    turned = match
    for _turn in range(4):
        turned = other_way_round(turned)
    assert turned == match


def test_what_stood_nowhere_stays_nowhere() -> None:
    hand = HandLine({"mano": 3, "score": [0, 0], "declared": {}, "bets": {}}, Ruled((1, 0)))
    turned = other_way_round(MatchText({"A": "", "B": ""}, RuleSet(), 1, (GameText((hand,)),)))
    assert turned.games[0].hands[0] == HandLine(
        {"mano": 0, "score": [0, 0], "declared": {}, "bets": {}}, Ruled((0, 1))
    )
    assert turned.games[0].decided is None
