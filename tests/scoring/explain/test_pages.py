"""Every stone with its reason, in as many queries for three hands as for one."""

from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from scoring.course.queries.states import match_state
from scoring.desk.queries.now import desk_inbox
from scoring.explain.queries.hands import HandPage
from scoring.explain.queries.pages import match_page
from scoring.hands.queries import hand_preview
from scoring.outbox.services import calls
from scoring.rulings.queries.cases import pair_records
from tests.night import seed_of
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, record
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


def read_in_english(sentence: object) -> str:
    with override("en"):
        return str(sentence)


def hands_in_english(match: Match) -> tuple[HandPage, ...]:
    """The hands of the first game; why a stone was paid is said when a hand is first read."""
    with override("en"):
        return tuple(match_page(match_id=match.pk).games[0].hands)


# Query counts


@pytest.mark.parametrize("hands", [1, 3])
def test_a_match_page_takes_four_queries_and_one_for_new_hands(
    match, hands, django_assert_num_queries
):
    for _hand in range(hands):
        record(match, plain(claim=[9, 9], infractions=[{"kind": "false_claim", "seat": 1}]))

    with django_assert_num_queries(5):
        first = match_page(match_id=match.pk)
    with django_assert_num_queries(4):
        assert match_page(match_id=match.pk) == first
    record(match, plain())
    with CaptureQueriesContext(connection) as asked:
        games = match_page(match_id=match.pk).games
    assert games[0].hands[:-1] == first.games[0].hands
    (read,) = [one["sql"] for one in asked if "IN (" in one["sql"]]
    assert f"IN ({games[0].hands[-1].id})" in read


@pytest.mark.parametrize("hands", [1, 3])
def test_the_state_takes_four_queries(match, hands, django_assert_num_queries):
    for _hand in range(hands):
        record(match, plain())

    with django_assert_num_queries(4):
        match_state(match_id=match.pk)


@pytest.mark.parametrize("open_rulings", [1, 3])
def test_the_desk_takes_one_query(match, open_rulings, django_assert_num_queries):
    for _hand in range(open_rulings):
        record(match, plain(claim=[9, 9]))

    with django_assert_num_queries(1):
        desk_inbox(tournament_id=match.tournament_id)


@pytest.mark.parametrize("claims", [1, 3])
def test_the_pair_records_take_two_queries(match, claims, django_assert_num_queries):
    for _hand in range(claims):
        record(match, table.lie(1))

    with django_assert_num_queries(2):
        pair_records(tournament_id=match.tournament_id)


@pytest.mark.parametrize("hands", [1, 3])
def test_saving_a_hand_takes_ten_queries(match, hands, django_assert_num_queries):
    tablet = table.a_device(match)
    for _hand in range(hands):
        record(match, plain())
    # PostgreSQL plans a tablet's questions with the first hand of a connection.
    record(match, plain(), actor=tablet, key="first", expected=(1, hands + 1))

    with django_assert_num_queries(10):
        record(match, plain(), actor=tablet, key="k", expected=(1, hands + 2))


# The page of a match


def test_every_line_of_the_ledger_has_its_reason_and_the_score_after_it(match):
    record(match, plain(bets=table.seen("grande", 4)))

    (hand,) = hands_in_english(match)
    assert [(line.lance, line.kind, line.stones, line.score) for line in hand.lines.ledger] == [
        ("grande", "envite", 4, (0, 4)),
        ("chica", "paso", 1, (1, 4)),
        ("pares", "pares", 3, (4, 4)),
        ("juego", "juego", 3, (7, 4)),
    ]
    reasons = [read_in_english(line.reason) for line in hand.lines.ledger]
    assert "Bet accepted" in reasons[0]
    assert "king, king, king, seven" in reasons[0]
    assert "(ace, ace, four, four) beats" in reasons[1]
    assert "Getaria" in reasons[2]
    assert "(ace, ace, four, four) beats" in reasons[2]


def test_a_refused_bet_says_what_it_paid(match):
    raised = [
        {"by": "A", "call": "envido", "stake": 2},
        {"by": "B", "call": "envido", "stake": 6},
        {"by": "A", "call": "no_quiero"},
    ]
    refused = [{"by": "A", "call": "envido", "stake": 5}, {"by": "B", "call": "no_quiero"}]
    record(match, plain(bets={"grande": raised, "chica": refused}))

    first, second, *_rest = hands_in_english(match)[0].lines.ledger
    assert (first.stones, second.stones) == (2, 1)
    assert "the bet before it is paid" in read_in_english(first.reason)
    assert "first bet was refused" in read_in_english(second.reason)


def test_a_penalty_is_one_sentence_with_its_clause_and_its_player(match):
    record(match, plain(declared={**table.DECLARED, "pares": [False, True, False, False]}))

    (hand,) = hands_in_english(match)
    (note,) = hand.lines.notes
    assert (note.clause, note.pair) == ("P4", "A")
    said, paid = f"{match.pair_a.player_1} said no to pares and had some.", match.pair_b.name
    assert read_in_english(note.sentence) == f"{said} {paid} takes a deje of 1, 2 for pares."
    deje = next(line for line in hand.lines.ledger if line.kind == "deje")
    assert "P4" in read_in_english(deje.reason)


def test_who_was_robbed_of_three_stones_sees_which(match):
    record(match, plain(claim=[4, 1]))

    (hand,) = hands_in_english(match)
    assert hand.lines.claim.difference == (-3, 0)
    disputed = [line for line in hand.lines.ledger if line.in_dispute]
    assert [(line.pair, line.stones) for line in disputed] == [("A", 3)]


def test_a_claim_of_the_others_stones_marks_the_line_both_want(match):
    record(match, plain(claim=[6, 2]))

    (hand,) = hands_in_english(match)
    assert [line.lance for line in hand.lines.ledger if line.in_dispute] == ["chica"]


def test_what_an_official_ruled_stands_beside_what_the_rules_make_of_it(match):
    record(match, plain())
    table.overrule(match, 1, 1, reason="misdeal", stones=(2, 2))

    (hand,) = hands_in_english(match)
    assert (hand.stones, hand.lines.stones) == ((2, 2), (7, 1))
    assert [ruling.reason for ruling in hand.rulings] == ["misdeal"]


def test_any_dealt_hand_can_be_explained():
    match, rng = table.a_match(), Random(seed_of(11))
    for _hand in range(25):
        if match_state(match_id=match.pk).next is None:
            break
        record(match, table.dealt(match, rng))

    for game in match_page(match_id=match.pk).games:
        for hand in game.hands:
            sentences = [line.reason for line in hand.lines.ledger]
            assert all(read_in_english(sentence) for sentence in sentences)
            assert hand.lines.ledger[-1].score == hand.score if hand.lines.ledger else True


# The preview of a hand


def test_a_preview_gives_what_saving_then_gives_and_writes_nothing(match):
    preview = hand_preview(match_id=match.pk, record=plain(claim=[7, 1]))

    assert preview.ok
    assert not match.played_games.exists()
    answer = record(match, plain(claim=[7, 1]))
    assert answer.body["hand"]["settlement"] == preview.settlement


# The desk


def test_the_desk_has_calls_first_then_what_blocks_then_the_rest(match):
    both = [{"kind": "false_claim", "seat": 0}, {"kind": "false_claim", "seat": 1}]
    record(match, plain(claim=[9, 9]))
    record(match, plain(infractions=both))
    calls.raise_call(match_id=match.pk, actor=PROGRAM, message="please come")

    inbox = desk_inbox(tournament_id=match.tournament_id)
    assert [item.ruling.kind for item in inbox.items] == ["call", "needs_ruling", "claim"]
    assert [item.blocks for item in inbox.items] == [False, True, False]
    claim = inbox.of_kind("claim")[0]
    assert (claim.game, claim.number, claim.match.label) == (1, 1, "1.1")
    assert claim.lines.claim.difference == (2, 8)


# Records and exports


def test_the_worth_of_partners_leaves_out_who_denied_it(match):
    """P3: both partners have pares, one said no; only the other's count."""
    cards = ["A A 4 4", "R R R 7", "C C 7 4", "S 6 5 4"]
    said = {"pares": [True, True, False, False], "juego": [False, True, True, False]}
    record(match, plain(cards=cards, declared=said))

    (hand,) = hands_in_english(match)
    pares = next(line for line in hand.lines.ledger if line.lance == "pares")
    assert (hand.lines.notes[0].clause, pares.stones) == ("P3", 3)
    assert f"{match.pair_a.player_1} 3" in read_in_english(pares.reason)
    assert match.pair_a.player_2 not in read_in_english(pares.reason)


def test_W1_equal_cards_say_with_whom_and_that_the_mano_decides(match):
    record(match, plain(cards=["R R S 7", "C C 5 4", "S S C 7", "R R S 7"], declared={
        "pares": [True, True, True, True], "juego": [True, False, True, True],
    }))  # fmt: skip

    (hand,) = hands_in_english(match)
    grande = read_in_english(hand.lines.ledger[0].reason)
    first, last = match.pair_a.player_1, match.pair_b.player_2
    same = "king, king, jack, seven"
    assert f"{first} and {last} have the same ({same} and {same}): {first} wins" in grande


def test_JX_one_note_names_both_who_were_wrong(match):
    cards = ["R R R 4", "C C 5 4", "S S 6 A", "3 3 7 7"]
    said = {"pares": [True] * 4, "juego": [True, True, True, True]}
    record(match, plain(cards=cards, declared=said))

    hand = hands_in_english(match)[-1]
    (note,) = hand.lines.notes
    assert (note.clause, note.seats, note.pair) == ("JX", (1, 2), "")
    said = read_in_english(note.sentence)
    assert f"{match.pair_b.player_1} said yes to juego without having it." in said
    assert f"{match.pair_a.player_2} said yes to juego without having it." in said


def test_D5_one_note_names_both_partners_and_says_nothing_of_what_they_hold(match):
    """P4: it named one, and said that the partner had none beside the partner's two kings."""
    said = {"pares": [False, True, False, False], "juego": [False, True, True, False]}
    cards = ["A A 4 4", "R R R 7", "C C 7 4", "S 6 5 4"]
    record(match, plain(cards=cards, declared=said))

    (hand,) = hands_in_english(match)
    (note,) = hand.lines.notes
    assert (note.clause, note.seats, note.pair) == ("P4", (0, 2), "A")
    a, b = match.pair_a, match.pair_b
    assert read_in_english(note.sentence) == (
        f"{a.player_1} said no to pares and had some. {a.player_2} said no to pares and had some. "
        f"{b.name} takes a deje of 1, 2 for pares."
    )


def test_G0_a_false_word_beside_a_false_claim_promises_nothing(match):
    """J5: it said that no punto was paid, where the other pair was paid it."""
    cards = ["R R 5 4", "C C 5 4", "S S C 6", "4 5 6 7"]
    said = {"pares": [True, True, True, False], "juego": [False] * 4}
    claim = [{"kind": "false_claim", "seat": 0}]
    record(match, plain(cards=cards, declared=said, infractions=claim))

    (hand,) = hands_in_english(match)
    claimed, denied = hand.lines.notes
    assert (claimed.clause, denied.clause) == ("G0", "J5")
    assert hand.lines.ledger[-1].kind == "punto"
    assert read_in_english(denied.sentence) == (
        f"{match.pair_a.player_2} said no to juego and had it. The false claim (G0) decides it."
    )


def test_J5_a_juego_that_was_denied_is_no_punto_and_J1_a_punto_no_juego(match):
    cards = ["R R 5 4", "C C 5 4", "S S C 6", "4 5 6 7"]
    pares = [True, True, True, False]
    record(match, plain(cards=cards, declared={"pares": pares, "juego": [False] * 4}))
    cards = ["R R 5 4", "C C 5 4", "S S 5 4", "4 5 6 7"]
    juego = [True, False, False, False]
    record(match, plain(cards=cards, declared={"pares": pares, "juego": juego}))

    denied, false = hands_in_english(match)
    assert denied.lines.notes[0].clause == "J5"
    assert str(denied.lines.ledger[-1].lance_name) == "Juego"
    assert false.lines.notes[0].clause == "J1"
    assert str(false.lines.ledger[-1].lance_name) == "Punto"


def test_a_lance_that_was_bet_on_is_compared_once(match):
    record(match, plain(bets=table.seen("pares", 2)))

    (hand,) = hands_in_english(match)
    stake, worth = (
        read_in_english(line.reason) for line in hand.lines.ledger if line.lance == "pares"
    )
    assert "beats" in stake
    assert "beats" not in worth


def test_no_line_is_blamed_for_stones_that_nobody_else_misses(match):
    record(match, plain(claim=[8, 1]))

    (hand,) = hands_in_english(match)
    assert not any(line.in_dispute for line in hand.lines.ledger)


def test_a_match_that_takes_no_hand_has_no_preview():
    match = table.a_match(started=False)

    assert not hand_preview(match_id=match.pk, record=plain()).ok
