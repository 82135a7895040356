"""The organisation's word: confirmed, replaced, dismissed, always on the record."""

import pytest

from scoring.course.models import Game, Hand
from scoring.course.queries.states import match_state
from scoring.outbox.services import calls
from scoring.rulings.models import Ruling
from scoring.rulings.services import games, rulings
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick, record, win_for_a, win_for_b
from tests.tournament import play
from tournament.errors import Conflict, NotAllowed, NotFound, Refusal
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db

BOTH_GUILTY = [{"kind": "false_claim", "seat": 0}, {"kind": "false_claim", "seat": 1}]


@pytest.fixture
def match() -> Match:
    return table.a_match()


def problems(refused: Refusal) -> list[tuple[str, str]]:
    return [(problem.field, problem.code) for problem in refused.problems]


def disputed(match: Match) -> Ruling:
    record(match, plain(claim=[3, 5]))
    return Ruling.objects.get(kind="claim", status="open")


def needing_a_ruling(match: Match) -> Ruling:
    record(match, plain(infractions=BOTH_GUILTY))
    return Ruling.objects.get(kind="needs_ruling", status="open")


def won_but_waiting(match: Match) -> Ruling:
    """A has won two games; a hand of the second still needs a ruling."""
    record(match, win_for_a())
    ruling = needing_a_ruling(match)
    record(match, win_for_a())
    return ruling


# Asked

# Seat 0 has no pares; those of its partner beat those of B (P2). Nobody has juego.
ENDED_BY_A = {
    "cards": ["7 6 5 A", "C C 5 4", "6 6 6 4", "S 7 5 4"],
    "declared": {"pares": [True, True, True, False], "juego": [False] * 4},
    "bets": {"juego": [{"by": "A", "call": "envido"}, {"by": "B", "call": "no_quiero"}]},
}


def test_d8_a_table_that_took_its_end_for_the_end_is_asked_at_the_desk(match: Match) -> None:
    record(match, quick(39, 39))
    record(match, ENDED_BY_A)  # A's deje of the punto; but B's of P2 comes first
    ruling = Ruling.objects.get(kind="needs_ruling", status="open")
    assert ruling.proposed == {"stones": [0, 1], "game_winner": "B", "clauses": ["P2"]}

    rulings.confirm(ruling_id=ruling.pk, actor=PROGRAM)

    match.refresh_from_db()
    assert (match.games_a, match.games_b) == (0, 1)


def test_d8_a_deje_that_still_ends_the_game_asks_nothing(match: Match) -> None:
    record(match, quick(39, 38))
    record(match, ENDED_BY_A)
    assert not Ruling.objects.exists()
    assert Game.objects.get().winner == "A"


# Confirm


def test_confirming_lets_the_proposal_stand(match: Match) -> None:
    ruling = needing_a_ruling(match)

    rulings.confirm(ruling_id=ruling.pk, actor=PROGRAM, reason="as the rules say")

    ruling.refresh_from_db()
    assert (ruling.status, ruling.outcome) == ("confirmed", ruling.proposed)
    assert Hand.objects.get().version == 1
    assert Event.objects.order_by("-number")[0].kind == "ruling.made"


def test_a_match_that_waited_closes_with_the_ruling(match: Match) -> None:
    ruling = won_but_waiting(match)
    assert match_state(match_id=match.pk).awaiting_ruling

    rulings.confirm(ruling_id=ruling.pk, actor=PROGRAM)

    match.refresh_from_db()
    final = Match.objects.get(tournament=match.tournament, round=2)
    assert (match.status, match.winner) == ("finished", "A")
    assert match.pair_a_id in (final.pair_a_id, final.pair_b_id)


def test_what_was_decided_is_not_decided_again(match: Match) -> None:
    ruling = needing_a_ruling(match)
    rulings.confirm(ruling_id=ruling.pk, actor=PROGRAM)

    with pytest.raises(Conflict) as refused:
        rulings.confirm(ruling_id=ruling.pk, actor=PROGRAM)

    assert refused.value.codes == ("already_decided",)
    assert refused.value.current["status"] == "confirmed"


def test_g1_a_confirmed_repetition_loses_the_game(match: Match) -> None:
    for _time in range(2):
        record(match, plain(infractions=[{"kind": "false_claim", "seat": 0}]))

    rulings.confirm(ruling_id=Ruling.objects.get(kind="repetition").pk, actor=PROGRAM)

    game = Game.objects.get()
    match.refresh_from_db()
    assert (game.winner, game.ended_by, match.games_b) == ("B", "forfeit", 1)
    assert match_state(match_id=match.pk).next.game == 2


def test_g1_the_third_time_confirmed_only_goes_on_record(match: Match) -> None:
    for _time in range(3):
        record(match, plain(infractions=[{"kind": "false_claim", "seat": 0}]))
    second, last = Ruling.objects.filter(kind="repetition").order_by("id")
    rulings.confirm(ruling_id=second.pk, actor=PROGRAM)

    rulings.confirm(ruling_id=last.pk, actor=PROGRAM, reason="to the tribunal")

    match.refresh_from_db()
    assert match.games_b == 1


# Replace


def test_the_officials_stones_stand_in_place_of_the_settlement(match: Match) -> None:
    ruling = needing_a_ruling(match)

    rulings.replace(ruling_id=ruling.pk, actor=PROGRAM, reason="misdeal", stones=(2, 2))

    hand = Hand.objects.get(is_current=True)
    assert (hand.stones, hand.ruled) == ((2, 2), {"stones": [2, 2], "game_winner": None})
    assert hand.settlement["stones"] != [2, 2]
    assert (Game.objects.get().score_a, Game.objects.get().score_b) == (2, 2)


def test_an_official_may_give_the_game_to_a_pair(match: Match) -> None:
    ruling = disputed(match)

    rulings.replace(ruling_id=ruling.pk, actor=PROGRAM, reason="two packs", game_winner="B")

    game = Game.objects.get()
    assert (game.winner, game.score_a, game.score_b, game.ended_by) == ("B", 0, 40, "hands")


@pytest.mark.parametrize(
    "outcome",
    [
        {},
        {"stones": (1,)},
        {"stones": (-1, 0)},
        {"stones": ("1", "2")},
        {"stones": (1, 10**9)},
        {"stones": "12"},
        {"game_winner": "C"},
        {"stones": (40, 40)},
    ],
)
def test_an_outcome_that_says_nothing_is_refused(match: Match, outcome: dict) -> None:
    ruling = disputed(match)

    with pytest.raises(Refusal):
        rulings.replace(ruling_id=ruling.pk, actor=PROGRAM, reason="misdeal", **outcome)

    ruling.refresh_from_db()
    assert ruling.is_open


def test_replacing_needs_a_reason(match: Match) -> None:
    ruling = disputed(match)

    with pytest.raises(Refusal) as refused:
        rulings.replace(ruling_id=ruling.pk, actor=PROGRAM, reason="", stones=(1, 1))

    assert refused.value.codes == ("reason_required",)


# Claims


def test_s8_the_claim_of_the_table_may_stand(match: Match) -> None:
    ruling = disputed(match)

    rulings.decide_claim(
        ruling_id=ruling.pk, actor=PROGRAM, stands="claim", reason="not claimed before the cut"
    )

    assert Hand.objects.get(is_current=True).stones == (3, 5)
    assert Ruling.objects.get().status == "replaced"


def test_s8_or_the_stones_of_the_rules(match: Match) -> None:
    ruling = disputed(match)

    rulings.decide_claim(ruling_id=ruling.pk, actor=PROGRAM, stands="engine", reason="counted")

    assert Hand.objects.get().stones == (7, 1)
    assert Ruling.objects.get().status == "confirmed"


def test_s8_nothing_but_the_claim_or_the_rules_can_stand(match: Match) -> None:
    ruling = disputed(match)

    with pytest.raises(Refusal) as refused:
        rulings.decide_claim(ruling_id=ruling.pk, actor=PROGRAM, stands="both", reason="asked")

    assert problems(refused.value) == [("stands", "bad_choice")]
    assert Ruling.objects.get().is_open


def test_a_claim_is_no_matter_for_anything_else(match: Match) -> None:
    ruling = disputed(match)

    with pytest.raises(Refusal) as refused:
        rulings.confirm(ruling_id=ruling.pk, actor=PROGRAM)

    assert refused.value.codes == ("other_kind",)


def test_a_claim_may_be_dismissed(match: Match) -> None:
    ruling = disputed(match)

    rulings.dismiss(ruling_id=ruling.pk, actor=PROGRAM, reason="withdrawn")

    assert Ruling.objects.get().status == "dismissed"


# Overrule


def test_d7_any_hand_can_be_overruled_never_silently(match: Match) -> None:
    record(match, plain())

    rulings.overrule(
        match_id=match.pk, game=1, number=1, actor=PROGRAM, reason="wrong pack", stones=(0, 0)
    )

    ruling = Ruling.objects.get()
    event = Event.objects.order_by("-number")[0]
    assert (ruling.kind, ruling.reason) == ("overrule", "wrong pack")
    assert (event.kind, event.data["reason"]) == ("ruling.made", "wrong pack")
    assert Hand.objects.get(is_current=True).stones == (0, 0)


def test_overruling_a_version_that_was_changed_meanwhile_is_a_conflict(match: Match) -> None:
    record(match, plain())

    with pytest.raises(Conflict):
        rulings.overrule(
            match_id=match.pk, game=1, number=1, actor=PROGRAM, reason="x", stones=(0, 0),
            expected_version=7,
        )  # fmt: skip


# Games


def test_a_game_can_be_forfeited_before_its_first_hand(match: Match) -> None:
    games.forfeit(match_id=match.pk, loser="A", actor=PROGRAM, reason="late", clause="T7")

    match.refresh_from_db()
    assert (Game.objects.get().winner, match.games_b) == ("B", 1)
    assert Event.objects.get(kind="game.decided").data["clause"] == "T7"
    assert Ruling.objects.get().outcome["clause"] == "T7"
    assert match_state(match_id=match.pk).next.game == 2


def test_two_games_forfeited_end_the_match(match: Match) -> None:
    for _game in range(2):
        games.forfeit(match_id=match.pk, loser="A", actor=PROGRAM, reason="late", clause="T7")

    match.refresh_from_db()
    assert (match.status, match.winner) == ("finished", "B")


def test_a_game_ruled_stands_whatever_its_hands(match: Match) -> None:
    record(match, win_for_a())
    record(match, plain())

    games.rule(match_id=match.pk, game=1, winner="B", actor=PROGRAM, reason="marked cards")

    match.refresh_from_db()
    assert (match.games_a, match.games_b) == (0, 1)
    assert Game.objects.get(number=1).ended_by == "ruling"


def test_a_decision_on_a_game_can_be_taken_back(match: Match) -> None:
    record(match, win_for_a())
    games.rule(match_id=match.pk, game=1, winner="B", actor=PROGRAM, reason="marked cards")

    games.take_back(match_id=match.pk, game=1, actor=PROGRAM, reason="they were not")

    match.refresh_from_db()
    assert (match.games_a, match.games_b) == (1, 0)
    assert Game.objects.get(number=1).ended_by == "hands"


def test_d7_a_game_goes_to_one_of_its_two_pairs(match: Match) -> None:
    with pytest.raises(Refusal) as refused:
        games.rule(match_id=match.pk, game=1, winner="C", actor=PROGRAM, reason="marked cards")

    assert problems(refused.value) == [("winner", "bad_side")]


def test_a_decision_that_says_nothing_new_is_refused(match: Match) -> None:
    games.rule(match_id=match.pk, game=1, winner="B", actor=PROGRAM, reason="marked cards")

    with pytest.raises(Refusal) as again:
        games.rule(match_id=match.pk, game=1, winner="B", actor=PROGRAM, reason="marked cards")
    with pytest.raises(Refusal) as never:
        games.take_back(match_id=match.pk, game=2, actor=PROGRAM, reason="for nothing")
    with pytest.raises(NotFound):
        games.rule(match_id=match.pk, game=5, winner="B", actor=PROGRAM, reason="for nothing")

    assert again.value.codes == ("nothing_changed",)
    assert never.value.codes == ("not_decided",)


def test_no_game_is_decided_once_a_later_match_has_begun(match: Match) -> None:
    record(match, win_for_a())
    record(match, win_for_a())
    play.win(Match.objects.get(tournament=match.tournament, round=1, slot=1))
    play.start(Match.objects.get(tournament=match.tournament, round=2))

    with pytest.raises(Refusal) as refused:
        games.rule(match_id=match.pk, game=2, winner="B", actor=PROGRAM, reason="too late")

    assert refused.value.codes == ("later_match_begun",)


def test_a_correction_that_leaves_a_game_open_can_be_replaced_by_ruling_it(match: Match) -> None:
    record(match, win_for_a())
    record(match, win_for_b())
    record(match, quick(3, 4))

    games.rule(match_id=match.pk, game=1, winner="B", actor=PROGRAM, reason="wrongly written")

    match.refresh_from_db()
    assert (match.status, match.winner) == ("finished", "B")


def test_there_is_no_game_after_the_one_that_won_the_match(match: Match) -> None:
    won_but_waiting(match)

    with pytest.raises(Refusal) as refused:
        games.forfeit(match_id=match.pk, loser="A", actor=PROGRAM, reason="late", clause="T7")

    assert refused.value.codes == ("match_won",)


# Calls


def test_a_table_calls_the_organizer_with_its_state_attached(match: Match) -> None:
    record(match, plain())
    tablet = table.a_device(match)

    calls.raise_call(
        match_id=match.pk, actor=tablet, message="a card fell", draft={"cards": None}, key="c1"
    )

    call = Ruling.objects.get()
    assert (call.kind, call.status) == ("call", "open")
    assert call.proposed["state"]["next"]["score"] == [7, 1]
    assert call.proposed["draft"] == {"cards": None}


def test_what_a_table_says_to_the_organizer_is_not_in_the_public_log(match: Match) -> None:
    calls.raise_call(match_id=match.pk, actor=PROGRAM, message="he is drunk")

    assert "drunk" not in str(Event.objects.order_by("-number")[0].data)


def test_a_call_sent_twice_is_one_call(match: Match) -> None:
    tablet = table.a_device(match)
    for _time in range(2):
        calls.raise_call(match_id=match.pk, actor=tablet, message="please", key="c1")

    assert Ruling.objects.count() == 1


def test_a_call_is_answered_once(match: Match) -> None:
    call = calls.raise_call(match_id=match.pk, actor=PROGRAM).body["call"]
    calls.close(ruling_id=call, actor=PROGRAM, reason="gone there")

    with pytest.raises(Conflict):
        calls.close(ruling_id=call, actor=PROGRAM)


def test_a_table_that_never_stops_calling_is_stopped(match: Match) -> None:
    for _call in range(20):
        calls.raise_call(match_id=match.pk, actor=PROGRAM)

    with pytest.raises(Refusal) as refused:
        calls.raise_call(match_id=match.pk, actor=PROGRAM)

    assert refused.value.codes == ("too_many_calls",)


@pytest.mark.parametrize(
    "said",
    [
        {"message": 3},
        {"message": "x" * 301},
        {"message": "a\x00b"},
        {"draft": []},
        {"draft": {"cards": "\x00"}},
        {"draft": {"cards": "\ud800"}},
        {"draft": {"cards": "x" * 30_000}},
    ],
)
def test_a_call_that_cannot_be_read_is_refused(match: Match, said: dict) -> None:
    with pytest.raises(Refusal):
        calls.raise_call(match_id=match.pk, actor=PROGRAM, **said)


# Who


@pytest.mark.parametrize(
    "decision",
    [
        lambda ruling, actor: rulings.decide_claim(
            ruling_id=ruling.pk, actor=actor, stands="claim", reason="ours"
        ),
        lambda ruling, actor: rulings.replace(
            ruling_id=ruling.pk, actor=actor, stones=(40, 0), reason="ours"
        ),
        lambda ruling, actor: rulings.dismiss(ruling_id=ruling.pk, actor=actor, reason="ours"),
        lambda ruling, actor: rulings.overrule(
            match_id=ruling.match_id, game=1, number=1, actor=actor, reason="ours", stones=(1, 0)
        ),
        lambda ruling, actor: games.forfeit(
            match_id=ruling.match_id, loser="A", actor=actor, reason="ours"
        ),
    ],
)
def test_neither_the_tablet_nor_a_stranger_rules(match: Match, decision) -> None:
    ruling = disputed(match)
    for actor in (table.a_device(match), Actor("user", 999, "nobody here")):
        with pytest.raises(NotAllowed):
            decision(ruling, actor)

    assert Hand.objects.get().stones == (7, 1)


def test_no_such_ruling(match: Match) -> None:
    with pytest.raises(NotFound) as refused:
        rulings.confirm(ruling_id=999, actor=PROGRAM)

    assert problems(refused.value) == [("ruling", "no_such_ruling")]


# What is told


def test_s8_a_claim_proposes_both_counts_and_their_difference(match: Match) -> None:
    assert disputed(match).proposed == {"stones": [7, 1], "claim": [3, 5], "difference": [-4, 4]}


def test_a_decision_tells_the_log_what_was_proposed_and_decided(match: Match) -> None:
    ruling = disputed(match)
    rulings.decide_claim(ruling_id=ruling.pk, actor=PROGRAM, stands="engine", reason="counted")
    told = Event.objects.latest("number").data
    assert (told["proposed"], told["outcome"]) == (ruling.proposed, {"stones": [7, 1]})
    assert (told["ruling"], told["decision"], told["reason"]) == ("claim", "confirmed", "counted")
    assert (told["game"], told["number"]) == (1, 1)


def test_the_log_repeats_no_words_of_a_table(match: Match) -> None:
    calls.raise_call(match_id=match.pk, actor=PROGRAM, message="They whisper.", key="")
    call = Ruling.objects.get(kind="call")
    rulings.dismiss(ruling_id=call.pk, actor=PROGRAM, reason="no need")
    assert Event.objects.latest("number").data["proposed"] is None


def test_who_decides_what_is_decided_is_shown_the_decision(match: Match) -> None:
    ruling = disputed(match)
    given = {"ruling_id": ruling.pk, "actor": PROGRAM, "reason": "counted"}
    rulings.decide_claim(**given, stands="engine")
    with pytest.raises(Conflict) as twice:
        rulings.decide_claim(**given, stands="claim")
    assert twice.value.current == {
        "status": "confirmed", "outcome": {"stones": [7, 1]}, "reason": "counted",
    }  # fmt: skip


def test_an_overruled_hand_is_on_record_with_its_game(match: Match) -> None:
    record(match, plain())
    ruling = rulings.overrule(
        match_id=match.pk, game=1, number=1, stones=[0, 0], reason="void", actor=PROGRAM
    )
    assert ruling.game_id == Hand.objects.get(is_current=True).game_id
