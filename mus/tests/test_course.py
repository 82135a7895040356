"""The course of a match: one step to save a hand, the same step folded over all of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mus import settle_json
from mus.course import (
    EnteredGame,
    EnteredHand,
    GameLeftOpen,
    HandImpossible,
    MatchCourse,
    Ruled,
    content_of,
    follow,
    games_in_vaca,
    match_outcome,
    match_results,
    next_seat,
    settle_entered,
    tally,
)
from mus.faults import RecordRefused
from mus.invalid import InvalidValue
from mus.ruleset import with_target
from mus.sides import LEVEL, Side

RULES = "brisbane-2024"
CARDS = ["A A 4 4", "R R R 7", "C S 7 4", "S 6 5 4"]
DECLARED = {"pares": [True, True, False, False], "juego": [False, True, True, False]}
REFUSED = [{"by": "A", "call": "envido"}, {"by": "B", "call": "no_quiero"}]
BOTH_REFUSED = {"grande": REFUSED, "chica": REFUSED}
PLAIN: dict[str, object] = {"cards": CARDS, "declared": DECLARED}  # A 7, B 1


def hand(content: dict[str, object] | None = None, **fields: object) -> EnteredHand:
    return EnteredHand("h", PLAIN if content is None else content, **fields)  # type: ignore[arg-type]


def quick(a: int, b: int, winner: str | None = None, **fields: object) -> EnteredHand:
    said: dict[str, object] = {"stones": [a, b]}
    return hand({"quick": said if winner is None else {**said, "game_winner": winner}}, **fields)


def won_by(side: str) -> EnteredGame:
    return EnteredGame((quick(0, 0, side),))


def course(*games: EnteredGame, wins: int = 2, mano: int = 0, rules: object = RULES) -> MatchCourse:
    return follow(games, ruleset=rules, best_of=2 * wins - 1, first_mano=mano)


# One hand


def test_a_hand_is_settled_where_the_match_stands() -> None:
    settled = settle_entered(hand(), ruleset=RULES, mano=2, score=(10, 20))

    assert settled.record == {
        "id": "h", "ruleset": RULES, "mano": 2, "score": [10, 20], **PLAIN,
    }  # fmt: skip
    assert settled.settlement == settle_json(settled.record)
    assert (settled.stones, settled.score, settled.game_winner) == ((7, 1), (17, 21), None)


def test_what_a_table_enters_is_all_but_what_the_match_gives() -> None:
    record = {"format": "mus-hand/1", "id": 1, "ruleset": "nabo", "mano": 3, "score": [1, 1]}

    assert content_of({**record, **PLAIN, "claim": [7, 1]}) == {**PLAIN, "claim": [7, 1]}


def test_a_hand_at_fault_is_refused_the_first_time() -> None:
    late = {**PLAIN, "bets": BOTH_REFUSED}
    with pytest.raises(RecordRefused) as refused:
        settle_entered(hand(late), ruleset=RULES, mano=0, score=(39, 0))

    assert [f.code for f in refused.value.faults] == ["bets_after_game_over"]


def test_d7_a_hand_with_an_officials_word_is_settled_as_far_as_the_game_went() -> None:
    entered = hand({**PLAIN, "bets": BOTH_REFUSED},
                   ruled=Ruled((0, 0)))  # fmt: skip
    settled = settle_entered(entered, ruleset=RULES, mano=0, score=(39, 39))

    assert settled.settlement["ok"]
    assert settled.record["bets"] == {"grande": REFUSED}
    assert (settled.stones, settled.score) == ((0, 0), (39, 39))


def test_h5_the_mano_moves_one_seat_to_the_right() -> None:
    assert [next_seat(seat, seats=4) for seat in range(4)] == [1, 2, 3, 0]
    assert next_seat(5, seats=6) == 0


# Without cards


def test_an_outcome_settles_into_the_shape_of_a_hand() -> None:
    settled = settle_entered(quick(7, 3), ruleset=RULES, mano=0, score=(1, 2))

    assert settled.settlement == {
        "id": "h",
        "ok": True,
        "winners": {},
        "ledger": [
            {"pair": "A", "lance": None, "kind": "quick", "stones": 7},
            {"pair": "B", "lance": None, "kind": "quick", "stones": 3},
        ],
        "stones": [7, 3],
        "score": [8, 5],
        "game_winner": None,
        "penalties": [],
        "needs_ruling": False,
    }


@pytest.mark.parametrize(
    ("said", "before", "stones", "score", "winner"),
    [
        (quick(5, 0), (35, 0), (5, 0), (40, 0), Side.A),
        (quick(0, 9), (0, 39), (0, 9), (0, 48), Side.B),
        (quick(0, 0, "A"), (12, 30), (28, 0), (40, 30), Side.A),
        (quick(3, 2, "B"), (12, 30), (3, 10), (15, 40), Side.B),
        (quick(0, 12, "B"), (12, 30), (0, 12), (12, 42), Side.B),
        (quick(39, 0), (0, 0), (39, 0), (39, 0), None),
    ],
)
def test_s6_who_won_the_game_gets_what_was_missing(said, before, stones, score, winner) -> None:
    settled = settle_entered(said, ruleset=RULES, mano=0, score=before)

    assert (settled.stones, settled.score, settled.game_winner) == (stones, score, winner)


@pytest.mark.parametrize(
    ("said", "code", "path"),
    [
        ("nothing", "bad_quick", "quick"),
        ({"stones": [1, 2], "more": 1}, "bad_quick", "quick"),
        ({"stones": [1]}, "bad_quick", "quick.stones"),
        ({"stones": (1, 2)}, "bad_quick", "quick.stones"),
        ({"stones": [1, -1]}, "bad_quick", "quick.stones"),
        ({"stones": [1, True]}, "bad_quick", "quick.stones"),
        ({"stones": [1, 1.5]}, "bad_quick", "quick.stones"),
        ({"stones": [1, 2], "game_winner": "a"}, "bad_quick", "quick.game_winner"),
        ({}, "quick_nothing_taken", "quick.stones"),
        ({"stones": [40, 40]}, "quick_winner_unclear", "quick.game_winner"),
        ({"stones": [40, 0], "game_winner": "B"}, "quick_winner_unclear", "quick.game_winner"),
    ],
)
def test_an_outcome_that_cannot_be_is_refused_with_its_path(said, code, path) -> None:
    with pytest.raises(RecordRefused) as refused:
        settle_entered(hand({"quick": said}), ruleset=RULES, mano=0, score=(0, 0))

    (fault,) = refused.value.faults
    assert (fault.code, fault.path) == (code, path)
    assert fault.params == ({"target": 40} if code == "quick_winner_unclear" else {})


def test_an_outcome_stands_alone() -> None:
    with pytest.raises(RecordRefused) as refused:
        settle_entered(
            hand({**PLAIN, "quick": {"stones": [1, 0]}}), ruleset=RULES, mano=0, score=(0, 0)
        )

    faults = {(f.code, f.path) for f in refused.value.faults}
    assert faults == {("quick_stands_alone", "cards"), ("quick_stands_alone", "declared")}


# A game


def test_a_game_adds_its_hands_up_and_passes_the_mano_on() -> None:
    (game,) = course(EnteredGame((hand(), hand(), quick(0, 4))), mano=3).games

    assert [h.mano for h in game.hands] == [3, 0, 1]
    assert [h.score for h in game.hands] == [(7, 1), (14, 2), (14, 6)]
    assert (game.mano, game.score, game.winner, game.next_mano) == (3, (14, 6), None, 2)


def test_h4_the_first_hand_says_who_was_mano() -> None:
    (game,) = course(EnteredGame((hand(mano=2), hand(mano=0)))).games

    assert (game.mano, [h.mano for h in game.hands]) == (2, [2, 3])


def test_hands_after_the_one_that_won_fall_away() -> None:
    (game,) = course(EnteredGame((quick(0, 0, "B"), hand(), hand()))).games

    assert (len(game.hands), game.fell_away, game.winner) == (1, 2, Side.B)
    assert game.next_mano == 1


def test_d7_an_officials_word_on_a_hand_stands_for_its_settlement() -> None:
    (game,) = course(EnteredGame((hand(ruled=Ruled((0, 3))), hand()))).games

    first = game.hands[0]
    assert (first.stones, first.score, first.settlement["stones"]) == ((0, 3), (0, 3), [7, 1])
    assert [each.ruled for each in game.hands] == [Ruled((0, 3)), None]
    assert game.score == (7, 4)


def test_d7_an_officials_word_does_not_hang_on_what_was_entered() -> None:
    impossible = hand({"declared": DECLARED}, ruled=Ruled((2, 2)))

    (game,) = course(EnteredGame((impossible,))).games
    assert game.score == (2, 2)
    assert game.hands[0].settlement == {
        "id": "h",
        "ok": False,
        "errors": [{"code": "cards_required", "path": "cards"}],
    }


def test_d7_an_official_may_give_the_game() -> None:
    (game,) = course(EnteredGame((hand(), hand(ruled=Ruled(game_winner=Side.B))))).games

    assert (game.winner, game.score, game.hands[1].stones) == (Side.B, (7, 40), (0, 39))


def test_d7_two_winners_are_refused() -> None:
    with pytest.raises(HandImpossible) as impossible:
        course(EnteredGame((hand(ruled=Ruled((40, 40))),)))

    assert str(impossible.value) == "hand 1.1: quick_winner_unclear"
    assert [(f.code, f.path) for f in impossible.value.faults] == [
        ("quick_winner_unclear", "game_winner")
    ]


def test_g1_an_officials_word_on_a_game_stands_whatever_its_hands() -> None:
    followed = course(EnteredGame((quick(0, 0, "A"),), Side.B), EnteredGame((), Side.B))

    assert [game.winner for game in followed.games] == [Side.B, Side.B]
    assert [game.decided for game in followed.games] == [Side.B, Side.B]
    assert followed.outcome is Side.B
    assert followed.games[0].score == (40, 0)


def test_an_officials_word_survives_json() -> None:
    for ruled in (Ruled((1, 2)), Ruled((0, 0), Side.B)):
        assert Ruled.from_json(ruled.to_json()) == ruled
    assert Ruled.from_json(None) is None
    assert Ruled((1, 2)).to_json() == {"stones": [1, 2], "game_winner": None}


# A match


def test_h5_a_new_game_starts_from_the_seat_whose_turn_it_would_be() -> None:
    followed = course(EnteredGame((hand(), quick(0, 0, "A"))), EnteredGame((hand(),)), mano=1)

    assert followed.games[1].mano == 3
    assert followed.games[1].hands[0].record["score"] == [0, 0]


def test_a_match_is_won_with_the_games_it_needs() -> None:
    followed = course(won_by("A"), won_by("B"), won_by("B"))

    assert (followed.outcome, followed.games_won) == (Side.B, (1, 2))
    assert course(won_by("A"), won_by("B")).outcome is None


def test_games_after_the_match_was_won_fall_away() -> None:
    followed = course(won_by("A"), won_by("A"), EnteredGame((hand(), hand())))

    assert followed.outcome is Side.A
    last = followed.games[2]
    assert (last.hands, last.fell_away, last.winner, last.score) == ((), 2, None, (0, 0))
    assert last.mano == last.next_mano == followed.games[1].next_mano
    assert len(course(won_by("A"), won_by("A"), EnteredGame(()), EnteredGame(())).games) == 4


def test_a_game_that_is_not_won_must_be_the_last_that_was_played() -> None:
    with pytest.raises(GameLeftOpen) as left:
        course(EnteredGame((hand(),)), EnteredGame(()), EnteredGame((hand(),)))

    assert (left.value.game, left.value.later) == (1, 3)
    assert str(left.value) == "game 1 is open, game 3 was played"
    with pytest.raises(GameLeftOpen):
        course(EnteredGame((hand(),)), EnteredGame((), Side.A))
    assert course(EnteredGame((hand(),)), EnteredGame(())).outcome is None


def test_bets_after_a_deje_that_now_ends_the_game_are_left_out() -> None:
    (game,) = course(EnteredGame((quick(39, 0), hand({**PLAIN, "bets": BOTH_REFUSED})))).games

    assert game.hands[1].record["bets"] == {"grande": REFUSED}
    assert game.winner is Side.A


def test_a_hand_that_could_not_have_gone_so_is_named() -> None:
    short = hand({"bets": {"grande": REFUSED}})
    course(EnteredGame((quick(39, 0), short)))

    with pytest.raises(HandImpossible) as impossible:
        course(won_by("A"), EnteredGame((quick(30, 0), short)))

    assert (impossible.value.game, impossible.value.hand) == (2, 2)
    assert "declaration_required" in {f.code for f in impossible.value.faults}


def test_the_settings_of_the_match_hold_in_every_hand() -> None:
    rules = {"preset": "brisbane-2024", "target": 15}
    followed = course(EnteredGame((hand(), hand(), hand())), rules=rules)

    assert followed.games[0].score == (15, 3)
    assert followed.games[0].hands[-1].record["ruleset"] == rules


# Always


outcomes = st.tuples(st.integers(0, 12), st.integers(0, 12)).filter(any)


@given(hands=st.lists(outcomes, max_size=12), mano=st.integers(0, 3))
def test_one_step_after_the_other_is_the_same_as_the_fold(hands, mano) -> None:
    entered = [quick(a, b) for a, b in hands]
    try:
        (game,) = course(EnteredGame(tuple(entered)), mano=mano).games
    except HandImpossible:
        return
    score, turn = (0, 0), mano
    for one, folded in zip(entered, game.hands, strict=False):
        step = settle_entered(one, ruleset=RULES, mano=turn, score=score)
        assert step == folded
        score, turn = step.score, next_seat(turn, seats=4)
    assert score == game.score


@given(hands=st.lists(outcomes, min_size=1, max_size=12))
def test_what_counts_followed_again_gives_itself(hands) -> None:
    try:
        (game,) = course(EnteredGame(tuple(quick(a, b) for a, b in hands))).games
    except HandImpossible:
        return
    again = EnteredGame(
        tuple(EnteredHand("h", content_of(h.record), None, h.ruled) for h in game.hands)
    )
    assert course(again).games == (
        type(game)(**{f: getattr(game, f) for f in game.__slots__} | {"fell_away": 0}),
    )


def test_the_winner_by_an_officials_word_may_be_written_plainly() -> None:
    assert Ruled(game_winner="A").game_winner is Side.A  # type: ignore[arg-type]
    ruled = EnteredGame((hand(ruled=Ruled(game_winner="A")),))  # type: ignore[arg-type]
    decided = EnteredGame((), decided="B")  # type: ignore[arg-type]
    for game, winner in ((ruled, Side.A), (decided, Side.B)):
        course = follow([game], ruleset=RULES, best_of=1, first_mano=0)
        assert course.outcome is winner


@pytest.mark.parametrize("wins", [0, -1, True, 1.5, "2", None])
def test_a_match_is_won_by_one_game_or_more(wins: object) -> None:
    with pytest.raises(InvalidValue, match="best_of"):
        follow([won_by("A")], ruleset=RULES, best_of=wins, first_mano=0)  # type: ignore[arg-type]


@pytest.mark.parametrize("mano", [4, 5])
def test_an_outcome_has_a_mano_who_sits_at_the_table(mano: int) -> None:
    with pytest.raises(RecordRefused, match="bad_mano"):
        settle_entered(quick(1, 0), ruleset=RULES, mano=mano, score=(0, 0))
    six = {"preset": RULES, "seats": 6}
    assert settle_entered(quick(1, 0), ruleset=six, mano=mano, score=(0, 0)).mano == mano


def test_an_outcome_has_no_more_stones_than_a_record_can_hold() -> None:
    for stones in (2**53, 10**30):
        with pytest.raises(RecordRefused, match="bad_quick"):
            settle_entered(quick(stones, 0), ruleset=RULES, mano=0, score=(0, 0))


def test_games_that_nobody_plays_are_looked_at_once_and_not_once_for_each_other() -> None:
    looked_at = 0

    class Counted(list[EnteredGame]):
        def __getitem__(self, part):  # type: ignore[no-untyped-def]
            nonlocal looked_at
            looked_at += 1
            return super().__getitem__(part)

    games = Counted([EnteredGame(())] * 50)
    assert len(follow(games, ruleset=RULES, best_of=1, first_mano=0).games) == 50
    assert looked_at == 1


def test_T1_where_all_games_are_played_the_match_ends_with_the_last_one() -> None:
    assert match_outcome((2, 0), best_of=3) is Side.A
    assert match_outcome((2, 0), best_of=3, all_played=True) is None
    assert match_outcome((2, 1), best_of=3, all_played=True) is Side.A
    assert match_outcome((0, 3), best_of=3, all_played=True) is Side.B
    assert match_results(best_of=3) == ((2, 0), (2, 1), (0, 2), (1, 2))
    assert match_results(best_of=3, all_played=True) == ((3, 0), (2, 1), (0, 3), (1, 2))
    played = [EnteredGame((), Side.A), EnteredGame((), Side.A), EnteredGame((), Side.B)]
    shorter = follow(played, ruleset=None, best_of=3, first_mano=0)
    assert shorter.games_won == (2, 0)
    course = follow(played, ruleset=None, best_of=3, first_mano=0, all_played=True)
    assert (course.games_won, course.outcome) == ((2, 1), Side.A)


def test_T1_an_even_number_of_games_is_all_played_and_may_end_level() -> None:
    outcomes = [match_outcome(won, best_of=4) for won in ((3, 0), (2, 2), (3, 1), (0, 4))]
    assert outcomes == [None, LEVEL, Side.A, Side.B]
    assert match_results(best_of=4) == ((4, 0), (3, 1), (0, 4), (1, 3), (2, 2))
    games = [EnteredGame((), side) for side in (Side.A, Side.A, Side.B, Side.B)]
    course = follow(games, ruleset=None, best_of=4, first_mano=0)
    assert (course.games_won, course.outcome) == ((2, 2), LEVEL)


@pytest.mark.parametrize(
    ("winners", "best_of", "ends"),
    [("AA", 1, Side.A), ("AB", 1, None), ("ABB", 1, Side.B), ("ABA", 2, Side.A), ("AB", 2, LEVEL)],
)
def test_T5_where_all_are_played_games_above_a_reduced_number_count(winners, best_of, ends) -> None:
    games = [EnteredGame((), Side(winner)) for winner in winners]
    course = follow(games, ruleset=None, best_of=best_of, first_mano=0, all_played=True)
    assert course.games_won == (winners.count("A"), winners.count("B"))
    assert course.outcome == ends


def test_S7_a_game_with_stones_of_its_own_is_won_by_them_and_its_hands_name_them() -> None:
    ours, last = won_by("A"), EnteredGame((quick(19, 3), quick(1, 0)), target=20)
    played = course(ours, won_by("B"), last)

    assert (played.games_won, played.outcome) == ((2, 1), Side.A)
    assert played.games[2].score == (20, 3)
    assert played.games[0].hands[0].record["ruleset"] == RULES
    assert played.games[2].hands[0].record["ruleset"] == {"preset": RULES, "target": 20}


def test_S7_a_game_with_the_stones_of_the_rule_set_names_it_as_it_is() -> None:
    assert with_target("euskal-herria", 30) == "euskal-herria"
    assert with_target("euskal-herria", 20) == {"preset": "euskal-herria", "target": 20}
    assert with_target({"kings": 4}, 20) == {"kings": 4, "target": 20}
    assert with_target(None, 20) == {"target": 20}


def test_T1_a_match_in_vacas_is_won_by_vacas_and_each_begins_anew() -> None:
    a, b = won_by("A"), won_by("B")
    games = [a, b, a, b, b, a, b, b, b, a, b]
    played = follow(games, ruleset=RULES, best_of=3, first_mano=0, vaca=3)

    # Each needs three games of a vaca: 2-3, then 1-3; the games after that fall away.
    assert (played.games_won, played.outcome) == ((0, 2), Side.B)
    assert [game.winner for game in played.games][9:] == [None] * 2
    assert tally("AABBA", vaca=3) == (1, 0)
    assert games_in_vaca("AABBAB", vaca=3) == (0, 1)
    assert tally(["A", None, "", "B"]) == (1, 1)


@given(st.lists(st.sampled_from("AB")), st.integers(1, 9))
def test_T1_vacas_and_the_games_of_the_last_one_are_all_the_games_that_count(
    winners: list[str], vaca: int
) -> None:
    won, games = tally(winners, vaca=vaca), games_in_vaca(winners, vaca=vaca)
    assert max(games) < vaca
    least = sum(won) * vaca + sum(games)
    assert least <= len(winners) <= least + sum(won) * (vaca - 1)
    if vaca == 1:
        assert won == (winners.count("A"), winners.count("B"))
