"""Saving a hand: it settles, and game, match and bracket follow in the same transaction."""

import pytest

from mus.course import Ruled
from mus.sides import Side
from scoring.course.models import Game, Hand, Penalty
from scoring.course.queries.states import match_state
from scoring.hands.queries import opened
from scoring.rulings.models import Ruling
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick, record, win_for_a, win_for_b
from tests.tournament import play
from tournament.entries.services import departures
from tournament.errors import Conflict, NotAllowed, Refusal
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


def test_a_hand_is_stored_with_what_the_match_knows_and_its_settlement(match):
    answer = record(match, plain(claim=[7, 1]))

    hand = Hand.objects.get()
    assert hand.record["id"] == f"m{match.pk}-g1-h1"
    assert (hand.record["ruleset"], hand.record["mano"]) == ("brisbane-2024", 0)
    assert (hand.record["score"], hand.stones, hand.score) == ([0, 0], (7, 1), (7, 1))
    assert hand.settlement["ok"] is True
    assert answer.body["hand"]["stones"] == [7, 1]
    assert answer.body["state"]["next"]["score"] == (7, 1)


@pytest.mark.postgres
def test_a_match_is_opened_with_the_rows_that_the_orm_reads(match):
    for hand in (win_for_a(), plain()):
        record(match, hand)

    at = opened(tournament=match.tournament, match_id=match.pk, actor=PROGRAM, keys=["new"])

    stored = Match.objects.get(pk=match.pk)
    rows = [
        (at.match, stored),
        (at.match.pair_a, stored.pair_a),
        (at.match.pair_b, stored.pair_b),
        (at.match.table, stored.table),
        *zip(at.rows.games, stored.played_games.order_by("number"), strict=True),
    ]
    assert len(at.rows.games) == 2
    assert (at.used, at.rows.open_kinds) == (False, [])
    for read, row in rows:
        assert row is not None
        for field in row._meta.concrete_fields:
            own, same = getattr(read, field.attname), getattr(row, field.attname)
            assert (own, type(own)) == (same, type(same)), field


def test_h4_in_the_first_hand_of_a_game_whoever_cut_mus_is_mano(match):
    record(match, plain(mano=3))

    assert match_state(match_id=match.pk).next.mano == 0
    assert refusal(record, match, plain(mano=3)) == ("other_mano",)


def test_h5_a_new_game_starts_from_the_seat_whose_turn_it_would_be(match):
    record(match, plain())
    record(match, plain())
    record(match, win_for_a())

    following = match_state(match_id=match.pk).next
    assert (following.game, following.hand, following.mano) == (2, 1, 3)
    assert following.mano_is_free
    assert following.score == (0, 0)


def test_a_match_closes_and_its_winner_goes_on_in_one_transaction(match):
    record(match, win_for_a())
    record(match, win_for_b())

    answer = record(match, win_for_a())

    match.refresh_from_db()
    final = Match.objects.get(tournament=match.tournament, round=2)
    assert (match.status, match.winner, match.ended_by) == ("finished", "A", "games")
    assert match.pair_a_id in (final.pair_a_id, final.pair_b_id)
    assert answer.body["state"]["status"] == "finished"
    assert answer.body["state"]["next"] is None


def test_t4_four_kings_agreed_for_this_match_are_its_rule_set():
    match = table.a_match(started=False)
    play.start(match, table_number=1, four_kings=True)

    record(match, plain())

    hand = Hand.objects.get()
    assert hand.record["ruleset"] == {"preset": "brisbane-2024", "kings": 4}


def test_the_settings_of_the_tournament_are_its_rule_set():
    match = table.a_match(settings={"target": 30})

    record(match, win_for_a())

    assert Game.objects.get().score_a == 30


# Who may, and when


def test_another_tables_tablet_is_refused(match):
    other = table.a_device(match, table=3)

    with pytest.raises(NotAllowed) as refused:
        record(match, plain(), actor=other, key="k1", expected=(1, 1))

    assert refused.value.codes == ("not_this_table",)
    assert not Hand.objects.exists()


def test_a_match_that_has_not_begun_takes_no_hand():
    match = table.a_match(started=False)

    with pytest.raises(Conflict) as refused:
        record(match, plain())

    assert refused.value.codes == ("not_playing",)
    assert refused.value.current["status"] == "ready"


# A hand that comes with an official's word


def test_d7_an_officials_word_counts_in_place_of_the_settlement(match):
    answer = record(match, plain(), ruled=Ruled((5, 0)), reason="  seen by the judge ")

    hand, ruling = Hand.objects.get(), Ruling.objects.get()
    assert (hand.stones, hand.settlement["stones"], hand.version) == ((5, 0), [7, 1], 1)
    assert (ruling.kind, ruling.status, ruling.hand_id) == ("overrule", "replaced", hand.pk)
    assert (hand.reason, ruling.reason) == ("seen by the judge", "seen by the judge")
    assert answer.body["state"]["next"]["score"] == (5, 0)
    assert table.log(match.tournament)[-2:] == ["hand.recorded", "ruling.made"]


def test_d7_an_officials_word_may_end_game_and_match(match):
    for _game in range(2):
        record(match, plain(), ruled=Ruled((0, 0), Side.B), reason="a marked card")

    match.refresh_from_db()
    assert (match.status, match.winner) == ("finished", "B")
    assert Hand.objects.first().score == (0, 40)
    assert not Ruling.objects.filter(status="open").exists()


def test_d7_what_an_official_ruled_asks_nothing_more_but_g1_is_counted(match):
    wrong = table.lie(0, claim=[9, 9])
    record(match, wrong)
    Ruling.objects.all().delete()

    record(match, wrong, ruled=Ruled((1, 1)), reason="settled between the pairs")

    assert list(Ruling.objects.filter(status="open").values_list("kind", flat=True)) == [
        "repetition"
    ]


def test_d7_an_officials_word_needs_a_reason_and_an_official(match):
    assert refusal(record, match, plain(), ruled=Ruled((5, 0))) == ("reason_required",)
    tablet = table.a_device(match)
    with pytest.raises(NotAllowed):
        record(
            match, plain(), actor=tablet, key="k", expected=(1, 1), ruled=Ruled((5, 0)), reason="x"
        )
    assert not Hand.objects.exists()


def test_d7_a_hand_that_cannot_be_read_is_refused_whatever_an_official_said(match):
    for entered in (
        plain(cards=["x"]), {"nonsense": 1}, plain(infractions=[{"seat": 9}]), {"quick": "x"},
        {"quick": {"stones": [-1, 0]}}, [],
    ):  # fmt: skip
        with pytest.raises(Refusal):
            record(match, entered, ruled=Ruled((5, 0)), reason="seen")
    assert not Hand.objects.exists()


def test_the_same_key_with_another_ruling_is_refused(match):
    record(match, plain(), key="k", ruled=Ruled((5, 0)), reason="seen")
    assert record(match, plain(), key="k", ruled=Ruled((5, 0)), reason="seen").repeated
    with pytest.raises(Conflict):
        record(match, plain(), key="k", ruled=Ruled((6, 0)), reason="seen")


# The same hand twice, and two hands for one place


def test_a_tablet_and_an_organizer_may_use_the_same_key(match):
    record(match, plain(), actor=table.a_device(match), key="k1", expected=(1, 1))
    record(match, plain(), key="k1", expected=(1, 2))

    assert [hand.key for hand in Hand.objects.order_by("id")] == ["k1", "k1"]


def test_a_device_says_which_hand_it_enters_and_under_which_key(match):
    tablet = table.a_device(match)

    with pytest.raises(Refusal) as without_key:
        record(match, plain(), actor=tablet, expected=(1, 1))
    with pytest.raises(Refusal) as without_place:
        record(match, plain(), actor=tablet, key="k")

    assert without_key.value.codes == ("key_required",)
    assert without_place.value.codes == ("expected_required",)


# What the record says


def test_every_fault_of_a_record_is_named_with_its_path(match):
    with pytest.raises(Refusal) as refused:
        record(match, plain(cards=["X 7 2 A", *table.CARDS[1:]], claim=[1], mano=9, surprise=1))

    named = {(problem.field, problem.code) for problem in refused.value.problems}
    assert ("cards[0][0]", "bad_card") in named
    assert ("claim", "bad_claim") in named
    assert ("mano", "bad_mano") in named
    assert ("surprise", "bad_json") in named
    assert all(str(problem.message) for problem in refused.value.problems)


def test_a_record_nested_beyond_measure_is_refused(match):
    endless: object = 1
    for _level in range(5_000):
        endless = [endless]

    assert refusal(record, match, plain(claim=endless), key="k1") == ("bad_claim",)
    record(match, plain(), key="k1")
    assert refusal(record, match, plain(claim=endless), key="k1") == ("bad_json",)


def test_whole_numbers_are_stored_as_whole_numbers_however_they_were_written(match):
    record(match, plain(claim=[7.0, 1.0], bets=table.seen("grande", 2.0)))

    assert ".0" not in str(Hand.objects.get().record)


def test_a_record_made_for_another_score_meets_the_score_as_it_is(match):
    record(match, plain())

    with pytest.raises(Conflict) as refused:
        record(match, plain(score=[0, 0]))

    assert refused.value.codes == ("other_score",)
    assert refused.value.current["next"]["score"] == (7, 1)


def test_a_record_made_under_another_rule_set_is_a_conflict(match):
    assert refusal(record, match, plain(ruleset="nabo")) == ("other_ruleset",)


def test_stones_beyond_any_reason_are_refused(match):
    assert refusal(record, match, plain(bets=table.seen("grande", 50_000), claim=[50_000, 0])) == (
        "too_many_stones",
        "too_many_stones",
    )


# Without cards


def test_s2_the_loser_of_a_game_never_reaches_the_target(match):
    record(match, quick(38, 38))

    assert refusal(record, match, quick(2, 2)) == ("quick_winner_unclear",)


@pytest.mark.parametrize(
    "entered",
    [
        {"quick": []},
        {"quick": {"stones": [1]}},
        {"quick": {"stones": [-1, 0]}},
        {"quick": {"stones": [1.5, 0]}},
        {"quick": {"stones": [True, 0]}},
        {"quick": {"stones": [1, 0], "game_winner": "C"}},
        {"quick": {"stones": [1, 0], "who": 1}},
        {"quick": {"stones": [0, 0]}},
        {"quick": {"stones": [1, 0]}, "cards": table.CARDS},
    ],
)
def test_a_quick_hand_that_says_too_little_or_too_much_is_refused(match, entered):
    with pytest.raises(Refusal) as refused:
        record(match, entered)

    assert str(refused.value.problems[0].message)


# What asks for an official


def test_g0_is_on_the_pairs_record_and_counts(match):
    record(match, table.lie(1))

    penalty = Penalty.objects.get()
    assert (penalty.clause, penalty.seat, penalty.counts) == ("G0", 1, True)
    assert penalty.pair_id == match.pair_b_id


def test_a_false_word_is_on_the_pairs_record_and_does_not_count(match):
    record(match, plain(declared={**table.DECLARED, "pares": [False, True, False, False]}))

    penalty = Penalty.objects.get()
    assert (penalty.clause, penalty.lance, penalty.counts) == ("P4", "pares", False)


def test_a_pair_that_was_disqualified_plays_no_further_hand(match):
    departures.disqualify(pair_id=match.pair_a_id, reason="tribunal", actor=PROGRAM)

    with pytest.raises(Conflict):
        record(match, plain())
