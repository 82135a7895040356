"""A ruling taken back: its question waits again, and a hand pays by the rules again."""

from functools import partial
from typing import Any

import pytest

from scoring.course.models import Game, Hand
from scoring.course.queries import ladder
from scoring.explain.queries.pages import match_page
from scoring.hands.services import corrections
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.models import Ruling
from scoring.rulings.queries.words import live_cascade
from scoring.rulings.services import cascades, endings, games, rulings, taking_back
from tests.previews import taken_back_preview
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick, read, record, win_for_a
from tests.tournament import play
from tournament.errors import Refusal
from tournament.matches.models import Cascade, Match
from tournament.matches.services import results

pytestmark = pytest.mark.django_db


def hand(match):
    return match_page(match_id=match.pk).games[0].hands[0]


def back(ruling, **more):
    return taking_back.take_back(
        ruling_id=ruling.pk, reason="it was the other hand", actor=PROGRAM, **more
    )


def preview(ruling):
    return taken_back_preview(ruling_id=ruling.pk, tournament_id=ruling.match.tournament_id)


def claimed(match):
    record(read(match), plain(claim=[9, 9]))
    return Ruling.objects.get(kind="claim", status="open")


def test_a_claim_refused_and_a_repetition_let_pass_are_asked_again(match):
    asked = claimed(match)
    rulings.decide_claim(ruling_id=asked.pk, stands="engine", reason="seen", actor=PROGRAM)
    assert preview(Ruling.objects.get(pk=asked.pk)) is None
    back(asked)
    asked.refresh_from_db()
    assert (asked.is_open, asked.reason, asked.decided_at) == (True, "", None)

    for _time in range(2):
        record(read(match), table.lie(0))
    again = Ruling.objects.get(kind="repetition")
    rulings.dismiss(ruling_id=again.pk, reason="misheard", actor=PROGRAM)
    back(again)
    again.refresh_from_db()
    assert again.is_open


def test_G1_a_repetition_let_pass_that_is_the_first_by_now_is_not_asked_again():
    """The first had been in an earlier match, whose hand was corrected since."""
    lie = table.lie(0)
    first = table.a_match(best_of=1)
    record(first, lie)
    record(first, win_for_a())
    play.win(play.match(first.tournament, 1, 1))
    record(play.start(play.match(first.tournament, 2, 0)), lie)
    asked = Ruling.objects.get(kind="repetition")
    rulings.dismiss(ruling_id=asked.pk, reason="misheard", actor=PROGRAM)
    table.correct(first, 1, 1, plain())
    back(asked)
    asked.refresh_from_db()
    assert (asked.status, asked.reason) == ("dismissed", "it was the other hand")


def test_what_was_changed_since_is_not_taken_back(match):
    asked = claimed(match)
    rulings.decide_claim(ruling_id=asked.pk, stands="claim", reason="seen", actor=PROGRAM)
    rulings.overrule(match_id=match.pk, game=1, number=1, stones=(1, 1), reason="no", actor=PROGRAM)
    assert refusal(back, asked) == ("changed_since",)


def test_a_question_that_is_open_and_a_decision_on_a_game_are_refused(match):
    asked = claimed(match)
    with pytest.raises(Refusal, match="still_open"):
        back(asked)
    games.rule(match_id=match.pk, game=1, winner="B", reason="marked cards", actor=PROGRAM)
    assert refusal(back, Ruling.objects.get(kind="overrule")) == ("other_kind",)


def test_a_ruling_that_turned_a_match_leads_to_the_change_of_all_that_fell(match):
    record(read(match), win_for_a())
    record(read(match), win_for_a())
    play.win(play.match(match.tournament, 1, 1))
    final = play.start(play.match(match.tournament, 2, 0))
    asked = Ruling.objects.get(
        pk=table.overrule(match, 2, 1, game_winner="B", reason="marked", sets_aside=[final.pk]).pk
    )  # fmt: skip
    assert Match.objects.get(pk=final.pk).kind == "set_aside"
    found = live_cascade(ruling_id=asked.pk, tournament_id=match.tournament_id)
    assert found == Cascade.objects.get().pk
    cascades.take_back(cascade_id=found, reason="they were not", actor=PROGRAM)
    assert live_cascade(ruling_id=asked.pk, tournament_id=match.tournament_id) is None


def test_a_match_that_falls_again_with_what_is_taken_back_keeps_its_table_in_the_log():
    """Another match is being played at the table where it was."""
    cup = play.tournament(entered=8, drawn=True)
    for slot in range(2):
        play.win(play.match(cup, 1, slot))
    semi = play.start(play.match(cup, 2, 0), table_number=3)
    why = {"reason": "sides mixed", "actor": PROGRAM}
    seen: dict[str, Any] = {"match_id": play.match(cup, 1, 1).pk, "games": (0, 3), **why}
    results.replace_result(**seen, sets_aside=[semi.pk])
    first = play.match(cup, 1, 0)
    results.replace_result(match_id=first.pk, games=(0, 3), **why)
    play.start(play.match(cup, 1, 2), table_number=3)
    changed = Cascade.objects.get(match=seen["match_id"])
    cascades.take_back(cascade_id=changed.pk, sets_aside=[semi.pk], **why)
    semi.refresh_from_db()
    assert (semi.kind, semi.table and semi.table.number) == ("set_aside", 3)
    assert verify_tournament(tournament_id=cup.pk).ok


def test_D7_a_second_ruling_taken_back_leaves_the_first():
    match = table.a_match()
    record(match, plain())
    where = {"match_id": match.pk, "game": 1, "number": 1, "actor": PROGRAM}
    first = rulings.overrule(**where, stones=(5, 0), reason="the first word")
    second = rulings.overrule(**where, stones=(0, 7), reason="the second word")

    taking_back.take_back(ruling_id=second.pk, reason="no", actor=PROGRAM)
    assert Hand.objects.get(is_current=True).stones == (5, 0)

    taking_back.take_back(ruling_id=first.pk, reason="no", actor=PROGRAM)
    assert Hand.objects.get(is_current=True).ruled is None


@pytest.mark.parametrize("game_given_back", [False, True])
def test_G1_a_counted_second_false_claim_is_counted_no_more(game_given_back):
    match = table.a_match()
    record(match, table.lie(0))
    record(match, table.lie(0))
    ruling = Ruling.objects.get(kind="repetition")
    before = (ruling.status, ladder.counted_of(pair_ids=[match.pair_a_id]))
    rulings.confirm(ruling_id=ruling.pk, actor=PROGRAM)
    assert Game.objects.get(number=1).winner == "B"
    if game_given_back:
        games.take_back(match_id=match.pk, game=1, reason="not so", actor=PROGRAM)

    taking_back.take_back(ruling_id=ruling.pk, reason="not so", actor=PROGRAM)

    ruling.refresh_from_db()
    assert (ruling.status, ladder.counted_of(pair_ids=[match.pair_a_id])) == before
    assert Game.objects.get(number=1).winner == ""


@pytest.mark.parametrize(
    ("act", "given"),
    [(rulings.overrule, {"game_winner": "B"}), (corrections.correct, {"record": quick(0, 40)})],
)
def test_a_result_entered_as_it_stands_is_not_overtaken_by_a_hand(act, given):
    match = table.a_match()
    record(match, plain())
    why: dict[str, Any] = {"match_id": match.pk, "reason": "told", "actor": PROGRAM}
    results.record_result(games=(match.wins_needed, 0), over_recorded=True, **why)
    assert refusal(act, game=1, number=1, **given, **why) == ("result_entered",)
    assert (tuple(read(match).games), read(match).winner) == ((match.wins_needed, 0), "A")


def test_a_game_that_was_never_played_after_the_match_was_won_is_not_ruled():
    match = table.a_match(best_of=3)
    for hand in (win_for_a(), quick(0, 40), win_for_a()):
        record(match, hand)
    table.overrule(match, 2, 1, game_winner="A", reason="no")
    assert Game.objects.get(number=3).winner == ""
    assert refusal(
        games.rule, match_id=match.pk, game=3, winner="B", reason="no", actor=PROGRAM
    ) == ("match_won",)


@pytest.mark.parametrize("ended", [{"game_winner": "B"}, {"stones": (40, 0)}])
def test_D7_hands_after_a_game_that_a_ruling_ended_count_again_with_it_taken_back(ended):
    match = table.a_match()
    for one in (quick(5, 0), quick(0, 6), quick(34, 0), quick(3, 1)):
        record(match, one)
    before = [(one.game.number, one.number, one.stones) for one in counting(match)]
    score = match.played_games.values_list("score_a", "score_b", "winner").order_by("number")
    was = list(score)
    ruling = rulings.overrule(
        match_id=match.pk, game=1, number=2, reason="no", actor=PROGRAM, **ended
    )
    assert len(counting(match)) == 2

    taking_back.take_back(ruling_id=ruling.pk, reason="not so", actor=PROGRAM)

    assert [(one.game.number, one.number, one.stones) for one in counting(match)] == before
    assert list(score.all()) == was


def test_D7_a_second_decision_on_a_game_taken_back_leaves_the_first():
    match = table.a_match(best_of=5)
    record(match, quick(40, 0))
    where: dict[str, Any] = {"match_id": match.pk, "game": 1, "actor": PROGRAM, "reason": "why"}
    games.rule(**where, winner="B")
    games.rule(**where, winner="A")
    games.forfeit(**where, loser="A")

    for winner, ended_by in (("A", "ruling"), ("B", "ruling"), ("A", "hands")):
        games.take_back(**where)
        game = Game.objects.get(match=match, number=1)
        assert (game.winner, game.ended_by) == (winner, ended_by)
    with pytest.raises(Refusal):
        games.take_back(**where)
    assert verify_tournament(tournament_id=match.tournament_id).first is None


@pytest.mark.parametrize("last_decided", [False, True])
def test_D7_games_that_a_decision_cut_off_count_again_with_it_taken_back(last_decided):
    match = table.a_match(best_of=5)
    for one in (quick(40, 0), quick(40, 0), quick(0, 40), quick(5, 0), quick(0, 6)):
        record(match, one)
    where: dict[str, Any] = {"match_id": match.pk, "actor": PROGRAM, "reason": "why"}
    if last_decided:
        games.rule(**where, game=4, winner="B")
    score = match.played_games.values_list("score_a", "score_b", "winner", "ended_by")
    before = list(score.order_by("number")), [one.stones for one in counting(match)]
    games.rule(**where, game=3, winner="A")
    assert read(match).winner == "A"
    assert len(counting(match)) == 3

    games.take_back(**where, game=3)

    assert (list(score.order_by("number")), [one.stones for one in counting(match)]) == before
    assert read(match).status == "playing"
    assert verify_tournament(tournament_id=match.tournament_id).first is None


def test_D7_hands_cut_off_by_a_decision_that_another_replaced_count_again_after_both():
    match = table.a_match(best_of=5)
    for one in (quick(40, 0), quick(0, 40), quick(0, 40), quick(5, 0), quick(0, 6)):
        record(match, one)
    before = [one.stones for one in counting(match)]
    where: dict[str, Any] = {"match_id": match.pk, "actor": PROGRAM, "reason": "why"}
    games.forfeit(**where, game=4, loser="A")
    assert read(match).winner == "B"
    games.rule(**where, game=4, winner="B")

    games.take_back(**where, game=4)
    games.take_back(**where, game=4)

    assert [one.stones for one in counting(match)] == before
    assert read(match).status == "playing"
    assert verify_tournament(tournament_id=match.tournament_id).first is None


def test_D7_bets_after_an_end_by_a_ruling_come_back_with_it():
    match = table.a_match(best_of=5, settings={"target": 30})
    deje = [{"by": "B", "call": "envido", "stake": 2}, {"by": "A", "call": "no_quiero"}]
    record(match, quick(2, 3))
    record(match, plain(bets={"grande": deje, **table.seen("pares", 5), **table.seen("juego", 6)}))
    before = [one.stones for one in counting(match)]
    ruling = table.overrule(match, 1, 1, stones=(2, 29))
    assert [one.stones for one in counting(match)] == [(2, 29), (0, 1)]

    back(ruling)

    assert [one.stones for one in counting(match)] == before
    assert verify_tournament(tournament_id=match.tournament_id).first is None


@pytest.mark.parametrize("over", [False, True], ids=["ended it", "before its end"])
def test_D7_a_match_that_ended_with_a_question_dismissed_is_open_again_and_waits(over):
    match = table.a_match(best_of=5)
    for _game in range(2):
        record(match, table.lie(1))
        record(match, quick(40, 0))
    asked = Ruling.objects.get(kind="repetition")
    if over:
        record(match, quick(40, 0))
        assert read(match).status == "playing"
    rulings.dismiss(ruling_id=asked.pk, reason="misheard", actor=PROGRAM)
    if not over:
        record(match, quick(40, 0))
    assert (read(match).status, read(match).winner) == ("finished", "A")

    back(asked)

    assert (read(match).status, read(match).winner) == ("playing", "")
    assert Ruling.objects.get(kind="repetition").is_open
    assert verify_tournament(tournament_id=match.tournament_id).ok


def result_of(match):
    now = read(match)
    return now.status, now.winner, now.ended_by, now.games


def walk_over(match):
    results.walkover(match_id=match.pk, winner="A", reason="they left", actor=PROGRAM)


def enter_result(match):
    results.record_result(
        match_id=match.pk, games=(0, 3), reason="as said", over_recorded=True, actor=PROGRAM
    )


def decide_match(match):
    endings.decide(match_id=match.pk, winner="A", reason="a quarrel", actor=PROGRAM)


def rule_after(match, end):
    end(match)
    return table.overrule(read(match), 1, 1, stones=(2, 9))


def rule_before(match, end):
    ruled = table.overrule(match, 1, 1, stones=(2, 9))
    end(match)
    return ruled


def answer_before(match, end, stands="claim"):
    asked = Ruling.objects.get(kind="claim")
    rulings.decide_claim(ruling_id=asked.pk, stands=stands, reason="seen", actor=PROGRAM)
    end(match)
    return asked


ANSWERS = (rule_after, rule_before, answer_before, partial(answer_before, stands="engine"))


@pytest.mark.parametrize("end", [walk_over, enter_result, decide_match])
@pytest.mark.parametrize("answer", ANSWERS, ids=["ruled after", "ruled", "claim", "engine"])
def test_T6_a_match_that_ended_otherwise_asks_only_when_it_is_open_again(answer, end):
    match = table.a_match(best_of=5)
    claimed(match)
    ruling = answer(match, end)
    ended = result_of(match)

    back(ruling)

    assert result_of(match) == ended
    assert not Ruling.objects.filter(status="open").exists()
    assert verify_tournament(tournament_id=match.tournament_id).ok

    results.reopen(match_id=match.pk, reason="they came back", actor=PROGRAM)
    assert [one.kind for one in Ruling.objects.filter(status="open")] == ["claim"]


@pytest.mark.parametrize("end", [walk_over, enter_result, decide_match])
def test_S8_a_claim_corrected_in_a_match_that_ended_otherwise_waits_with_it(end):
    match = table.a_match(best_of=5)
    record(match, plain())
    end(match)

    table.correct(match, 1, 1, plain(claim=[9, 9]), reason="the slip says so")

    assert not Ruling.objects.filter(status="open").exists()
    assert verify_tournament(tournament_id=match.tournament_id).ok
    results.reopen(match_id=match.pk, reason="they came back", actor=PROGRAM)
    assert Ruling.objects.get(status="open").kind == "claim"


def counting(match: Match) -> list[Hand]:
    """The hands that count, in order."""
    found = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    return list(found.select_related("game").order_by("game__number", "number"))


def test_G1_a_decision_on_a_game_that_a_counted_false_claim_replaced_stands_again_after_it():
    match = table.a_match(best_of=5)
    record(match, table.lie(0))
    record(match, quick(40, 0))
    record(match, table.lie(0))
    games.rule(match_id=match.pk, game=2, winner="A", reason="marked cards", actor=PROGRAM)
    asked = Ruling.objects.get(kind="repetition")
    rulings.confirm(ruling_id=asked.pk, actor=PROGRAM)
    lost = Game.objects.get(match=match, number=2)
    assert (lost.winner, lost.ended_by) == ("B", "forfeit")

    back(asked)

    lost.refresh_from_db()
    assert (lost.winner, lost.ended_by) == ("A", "ruling")
    assert verify_tournament(tournament_id=match.tournament_id).ok


def test_G1_a_game_after_one_that_a_counted_false_claim_cost_counts_again_without_it():
    match = table.a_match(best_of=5)
    lies = table.lie(0), table.lie(0)
    for one in (quick(0, 40), quick(0, 40), *lies, quick(40, 0), quick(5, 0)):
        record(match, one)
    before = [one.stones for one in counting(match)]
    asked = Ruling.objects.get(kind="repetition")
    rulings.confirm(ruling_id=asked.pk, actor=PROGRAM)
    assert (read(match).status, read(match).winner) == ("finished", "B")

    back(asked)

    assert [one.stones for one in counting(match)] == before
    assert read(match).status == "playing"
    assert verify_tournament(tournament_id=match.tournament_id).ok
