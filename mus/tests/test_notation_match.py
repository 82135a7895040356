"""A whole match as one `.mus` text: the same ledger when it is read back."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mus import PRESETS, RuleSet, Side, settle_json
from mus.bots import NO_SLIPS, play_hand
from mus.course import Ruled
from mus.invalid import InvalidValue
from mus.notation import (
    GameText,
    HandLine,
    MatchText,
    NotationRefused,
    match_text,
    other_way_round,
    read_match,
    read_match_lines,
    ruleset_text,
)
from mus.notation.faults import MOST_FAULTS

HEADERS = {"Tournament": 'Copa "Getaria"', "Date": "2024-05-26", "A": "Getaria – Orio", "B": "Deba"}
TOP = '[Format "mus-match/1"]\n[A "Getaria"]\n[B "Orio"]\n[Ruleset "brisbane-2024"]\n[BestOf "3"]\n'


def played(ruleset: RuleSet, seed: int, *, wins: int = 2) -> MatchText:
    rng = random.Random(seed)
    mano, games, won = 0, [], {"A": 0, "B": 0}
    while max(won.values()) < wins:
        hands, score, winner = [], (0, 0), None
        while winner is None:
            record = play_hand(
                ruleset=ruleset,
                mano=mano,
                score=score,
                rng=rng,
                first_of_game=not hands,
                slips=NO_SLIPS,
            )
            settlement = settle_json(record)
            a, b = settlement["score"]  # type: ignore[misc]
            score, winner = (a, b), settlement["game_winner"]
            mano = (record["mano"] + 1) % ruleset.seats  # type: ignore[operator]
            hands.append(HandLine(record))
        won[str(winner)] += 1
        games.append(GameText(tuple(hands)))
    return MatchText(headers=HEADERS, ruleset=ruleset, best_of=2 * wins - 1, games=tuple(games))


def faults(text: str) -> list[tuple[int, str]]:
    with pytest.raises(NotationRefused) as refused:
        read_match(text)
    assert all(fault.message and "None" not in fault.message for fault in refused.value.faults)
    whole_lines = ("bad_decision", "game_open", "bad_course", "bad_game", "no_game")
    assert all(f.column == 1 for f in refused.value.faults if f.code in whole_lines)
    assert all(fault.column >= 1 for fault in refused.value.faults)
    return [(fault.line, fault.code) for fault in refused.value.faults]


@pytest.mark.parametrize("ruleset", [*PRESETS.values(), RuleSet(seats=6)], ids=ruleset_text)
def test_a_match_reads_back_to_the_same_ledger(ruleset: RuleSet) -> None:
    match = played(ruleset, 9)
    text = match_text(match)
    again = read_match(text)
    assert match_text(again) == text
    assert again.headers == HEADERS
    before, after = match.course(), again.course()
    assert after.outcome == before.outcome is not None
    assert [[h.settlement for h in g.hands] for g in after.games] == [
        [h.settlement for h in g.hands] for g in before.games
    ]


def test_a_match_names_its_rule_set_once_and_its_hands_by_game_and_number() -> None:
    match = played(PRESETS["nabo"], 5)
    text = match_text(match)
    assert "@" not in text
    assert "Getaria – Orio" in text
    course = match.course()
    assert [hand.record["id"] for hand in course.games[1].hands][:2] == ["2.1", "2.2"]


@pytest.mark.parametrize(("best_of", "won"), [(1, True), (3, True), (5, False)])
def test_the_match_is_won_by_more_than_half_of_its_games(best_of: int, won: bool) -> None:
    quick = HandLine({"mano": 2, "score": [0, 0], "quick": {"stones": [40, 0]}})
    second = HandLine({"mano": 3, "score": [0, 0], "quick": {"stones": [41, 7]}})
    games = (GameText((quick,)), GameText((second,)))
    match = MatchText({"A": "Getaria", "B": "Orio"}, RuleSet(), best_of, games)
    assert (match.course().outcome is Side.A) is won
    assert match.course().games[0].mano == 2
    assert read_match(match_text(match)) == match


def test_line_ends_of_other_systems_and_empty_lines_say_nothing() -> None:
    text = match_text(played(PRESETS["nabo"], 3))
    assert read_match("\ufeff" + text.replace("\n", "\r\n") + "\r\n; the end\n") == read_match(text)


def test_rulings_remarks_decisions_and_outcomes_read_back() -> None:
    quick = HandLine({"mano": 0, "score": [0, 0], "quick": {"stones": [5, 2]}}, None, "no cards")
    ruled = HandLine(
        {"mano": 1, "score": [5, 2], "quick": {"stones": [1, 1]}},
        Ruled((3, 0)),
        'disputed; "said" by\nall\\',
    )
    last = HandLine({"mano": 2, "score": [8, 2], "quick": {"stones": [0, 1]}})
    match = MatchText(
        {"A": "Getaria", "B": "Orio"}, PRESETS["brisbane-2024"], 1,
        (GameText((quick, ruled, last), Side.B),),
    )  # fmt: skip
    text = match_text(match)
    assert "1 5-2 Q1-1 ~3-0 ; disputed" in text
    assert "Decided B" in text
    assert read_match(text) == match
    assert read_match(text).course().outcome is Side.B


def test_an_official_may_give_the_game_to_either_pair() -> None:
    record = {"mano": 0, "score": [0, 0], "quick": {"stones": [5, 2]}}
    for winner in Side:
        hand = HandLine(record, Ruled((0, 0), winner))
        match = MatchText({"A": "Getaria", "B": "Orio"}, RuleSet(), 1, (GameText((hand,)),))
        assert f"Q5-2 ~0-0{winner}" in match_text(match)
        assert read_match(match_text(match)) == match
        assert read_match(match_text(match)).course().outcome is winner


@pytest.mark.parametrize(
    "remark", ["a\\b", "a\rb", "a\nb", "\\n", "\\r", "tail\\", " two ; spaces "]
)
def test_remarks_read_back_whatever_is_in_them(remark: str) -> None:
    hand = HandLine({"mano": 0, "score": [0, 0], "quick": {"stones": [5, 2]}}, None, remark)
    match = MatchText({"A": "Getaria", "B": "Orio"}, RuleSet(), 1, (GameText((hand,)),))
    assert read_match(match_text(match)) == match
    assert len(match_text(match).splitlines()) == 8


def test_a_decision_keeps_its_remark() -> None:
    quick = HandLine({"mano": 0, "score": [0, 0], "quick": {"stones": [5, 2]}})
    game = GameText((quick,), Side.B, "G1; the second\ntime")
    match = MatchText({"A": "Getaria", "B": "Orio"}, RuleSet(), 1, (game,))
    assert "Decided B ; G1; the second\\ntime" in match_text(match)
    assert read_match(match_text(match)) == match
    assert read_match(TOP + "Game 1\nDecided A;late").games[0].remark == "late"


def test_every_part_of_a_match_says_on_which_line_it_stands() -> None:
    text = TOP + "\nGame 1\n; a sheet\n0 0-0 Q40-0\nGame 2\n1 0-0 Q1-2\n2 1-2 Q3-4\nDecided B"
    match, lines = read_match_lines(text)
    assert match == read_match(text)
    assert lines.headers == {"Format": 1, "A": 2, "B": 3, "Ruleset": 4, "BestOf": 5}
    assert (lines.games, lines.hands) == ((7, 10), ((9,), (11, 12)))
    assert lines.decisions == (None, 13)


def test_a_fault_keeps_what_its_message_was_made_of() -> None:
    with pytest.raises(NotationRefused) as refused:
        read_match(TOP + "Game 1\n0 0:0 *\n0 0-0 * GA2 C")
    own, *engine = refused.value.faults
    assert (own.path, own.params) == (None, {"given": "0:0"})
    assert {fault.path for fault in engine} >= {"bets.grande", "declared.pares"}
    assert {fault.params.get("path") for fault in engine} >= {"bets.grande", "declared.pares"}


def test_a_match_not_begun_has_no_games() -> None:
    match = read_match(TOP)
    assert match.games == ()
    assert match.course().outcome is None
    assert match_text(match) == TOP


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [(1, "missing_header")] * 5),
        (TOP + "0 0-0 *", [(6, "no_game")]),
        (TOP + "Game 2", [(6, "bad_game")]),
        (TOP + "Game 1\nDecided C", [(7, "bad_decision")]),
        (TOP + "Game 1\nDecided A\nDecided A", [(8, "bad_decision")]),
        (TOP + "Game 1\nDecided A\n0 0-0 Q1-2", [(8, "bad_decision")]),
        (TOP + "Decided A", [(6, "bad_decision")]),
        (TOP + "Game 1\n[Date \"2024\"]", [(7, "bad_header")]),
        (TOP + "[date 2024]", [(6, "bad_header")]),
        (TOP + '[Date "a\\x"]', [(6, "bad_header")]),
        (TOP + '[A "Deba"]', [(6, "double_header")]),
        (TOP.replace('"3"', '"0"'), [(5, "bad_best_of")]),
        (TOP.replace("brisbane", "nowhere"), [(4, "bad_ruleset")]),
        (TOP.replace("match/1", "match/2"), [(1, "bad_format")]),
        (TOP + "Game 1\n0 0-0 Q1-2\nGame 2\n1 0-0 Q1-2", [(6, "game_open")]),
        (TOP + "Game 1\n0 0-0 Q1-2\n1 1-3 Q1-2\n3 2-4 Q1-2",
         [(8, "bad_course"), (9, "bad_course")]),
        (TOP + "Game 1\n0 0-0 * GA2Bn CA2", [(7, "bet_unanswered"), (7, "cards_required"),
                                            (7, "declaration_required"),
                                            (7, "declaration_required")]),
        (TOP + "Game 1\n0 0-0 Q1-x\n1 1-2 GA2", [(7, "bad_quick"), (8, "bad_cards"),]),
        (TOP.replace("Orio", "\\ud800"), [(1, "missing_header"), (3, "bad_header")]),
        (TOP + "Game 1\n0009 0-0 Q1-0", [(7, "bad_mano")]),
        (TOP + "Game 1\n" + "0" * 5000 + " 0-0 Q1-0", [(7, "bad_mano")]),
        (TOP + "Game 1\n0 0-0 * GA" + "9" * 5000 + "Bq", [(7, "bad_calls")]),
        (TOP + "Game 1\n0 0-0 * GA٣Bq", [(7, "bad_calls")]),
        (TOP + "Game 1\n@nabo,target=" + "9" * 5000 + " 0 0-0 *", [(7, "bad_ruleset")]),
        (TOP + "Game 1\n0 0-0 * !0001", [(7, "bad_token")]),
        (TOP + "Game 1\n0 0-0 * !9 ~1-0", [(7, "bad_infraction")]),
        (TOP + "Game 1\n0 0-0 RRRR/RAAA/4444/5555 ~1-0", [(7, "too_many_of_rank")]),
        (TOP + "Game 1\n0 0-0 Q1-0 ~50-50", [(7, "quick_winner_unclear")]),
        (TOP + "Game 1\n0 0-0 Q0-0", [(7, "quick_nothing_taken")]),
        (TOP + "Game 1\n@nabo 0 0-0 Q1-0\n1 1-0 Q1-0", [(7, "other_ruleset")]),
        (TOP + "Game 1\n@pagat,seats=6 5 0-0 Q1-0", [(7, "other_ruleset"), (7, "bad_mano")]),
    ],
)  # fmt: skip
def test_a_bad_match_is_refused_with_every_fault_and_its_line(
    text: str, found: list[tuple[int, str]]
) -> None:
    assert faults(text) == found


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("", "missing_header", 1),
        (TOP + "[date 2024]", "bad_header", 1),
        (TOP + '[A "Deba"]', "double_header", 1),
        (TOP.replace("brisbane", "nowhere"), "bad_ruleset", 10),
        (TOP.replace('"3"', '"0"'), "bad_best_of", 9),
        (TOP.replace('"3"', '"101"'), "bad_best_of", 9),
        (TOP.replace("match/1", "match/2"), "bad_format", 9),
    ],
)
def test_a_fault_in_a_header_says_in_which_column_it_is(text: str, code: str, column: int) -> None:
    with pytest.raises(NotationRefused) as refused:
        read_match(text)
    assert {(f.code, f.column) for f in refused.value.faults} == {(code, column)}


def test_blanks_around_a_header_a_game_or_a_decision_mean_nothing() -> None:
    plain = TOP + '[Date "2024"]\nGame 1\n0 0-0 Q1-2\nDecided A\n; the end\n'
    assert read_match("\n".join(f" \t{line}  " for line in plain.split("\n"))) == read_match(plain)


def test_a_fault_behind_blanks_is_named_with_its_column() -> None:
    assert faults(TOP + "Game 1\n  Game 3") == [(7, "bad_game")]
    assert faults(TOP + "Game 1\n  Decided C") == [(7, "bad_decision")]
    with pytest.raises(NotationRefused) as refused:
        read_match(TOP.replace("[BestOf", "  [BestOf").replace('"3"', '"0"'))
    assert [(f.line, f.column, f.code) for f in refused.value.faults] == [(5, 11, "bad_best_of")]


def test_a_hand_of_a_match_may_name_the_rule_set_that_the_match_is_played_under() -> None:
    match = read_match(TOP + "Game 1\n@brisbane-2024 0 0-0 Q1-0")
    assert match_text(match).endswith("Game 1\n0 0-0 Q1-0\n")


@pytest.mark.parametrize(
    ("headers", "field"),
    [
        ({"Format": "mus-match/2"}, "headers"),
        ({"Ruleset": "nabo"}, "headers"),
        ({"BestOf": "5"}, "headers"),
        ({"date": "2024"}, "headers"),
        ({"": "2024"}, "headers"),
        ({"Played on": "2024"}, "headers"),
        ({"Día": "2024"}, "headers"),
        ({"Date\n": "2024"}, "headers"),
        ({"Date": 2024}, "headers.Date"),
        ({"Date": "\ud800"}, "headers.Date"),
    ],
)
def test_headers_that_would_not_read_back_to_the_same_are_refused_by_name(
    headers: dict[str, str], field: str
) -> None:
    with pytest.raises(InvalidValue) as refused:
        MatchText({"A": "Getaria", "B": "Orio", **headers}, RuleSet(), 1)
    assert refused.value.field == field


@pytest.mark.parametrize("missing", ["A", "B"])
def test_a_match_without_the_name_of_a_pair_is_refused(missing: str) -> None:
    headers = {"A": "Getaria", "B": "Orio"}
    del headers[missing]
    with pytest.raises(InvalidValue, match=f"header {missing}"):
        MatchText(headers, RuleSet(), 1)


@pytest.mark.parametrize(
    "text", ["x\n" * 100_000, TOP + "Game 1\n" + "x\n" * 99_000, TOP + "Game 1\n" + "G " * 99_000]
)
def test_of_a_text_that_is_no_match_only_so_many_faults_are_looked_for(text: str) -> None:
    assert len(faults(text)) == MOST_FAULTS


def test_half_a_character_is_refused_and_its_neighbours_are_not() -> None:
    for character in ("\ud7ff", "\ue000"):
        assert read_match(TOP.replace("Orio", character)).headers["B"] == character
    for half in ("\\ud800", "\\udfff"):
        assert (3, "bad_header") in faults(TOP.replace("Orio", half))


def test_a_fault_in_a_later_game_is_found_in_its_line() -> None:
    games = "Game 1\n0 0-0 Q3-2\n1 3-2 Q40-0\nGame 2\n2 0-0 Q1-2\n"
    assert faults(TOP + games + "3 2-2 Q3-4\n0 4-6 Q1-0") == [(11, "bad_course")]
    assert {line for line, _ in faults(TOP + games + "3 1-2 * GA2")} == {11}
    assert faults(TOP + "Game 1\n0 0-0 Q3-2\n1 2-2 Q1-0\n2 3-2 Q1-0")[0] == (8, "bad_course")


LINES = st.sampled_from(
    [*TOP.splitlines(), "Game 1", "Game 2", "0 0-0 Q1-2", "1 1-2 Q50-1", "Decided A", "; x", "",
     "0 0-0 *", "[", "Gamee"]
)  # fmt: skip


@given(st.text() | st.lists(LINES, max_size=12).map(lambda lines: TOP + "\n".join(lines)))
def test_any_text_is_a_match_or_refused(text: str) -> None:
    try:
        match = read_match(text)
    except NotationRefused:
        return
    assert read_match(match_text(match)) == match


def test_a_hand_under_another_rule_set_than_its_match_is_no_match() -> None:
    at_pagat = played(PRESETS["pagat"], 3).games
    own = MatchText(headers=HEADERS, ruleset=PRESETS["pagat"], best_of=3, games=at_pagat)
    assert read_match(match_text(own)).ruleset == PRESETS["pagat"]
    with pytest.raises(InvalidValue, match="rule set"):
        MatchText(headers=HEADERS, ruleset=PRESETS["brisbane-2024"], best_of=3, games=at_pagat)


def test_S7_a_game_may_say_its_own_stones() -> None:
    text = TOP + "Game 1 to 5\n0 0-0 Q5-0\nGame 2\n1 0-0 Q5-0\n2 5-0 Q40-0"
    match = read_match(text)
    assert [game.target for game in match.games] == [5, None]
    assert match.course().games_won == (2, 0)
    assert read_match(match_text(match)) == match
    assert other_way_round(match).games[0].target == 5
    for line in ("Game 1 to 4", "Game 1 to 101", "Game 1 to", "Game 1 to 5 stones"):
        assert (6, "bad_game") in faults(TOP + line)
