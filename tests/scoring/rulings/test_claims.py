"""S8: an open claim holds up the end of a game or match exactly where it could turn it."""

from functools import partial

import pytest

from mus.sides import BySide
from scoring.course.models import Game, Hand
from scoring.course.queries.states import match_state
from scoring.desk.queries.now import desk_inbox
from scoring.hands.services import corrections, runs
from scoring.hands.services.runs import Sent
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.models import Ruling
from scoring.rulings.services import rulings
from tests.previews import claim_preview
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick, read, record, win_for_a
from tests.tournament import play
from tournament.clock import services as clock
from tournament.errors import Conflict
from tournament.matches.models import Match
from tournament.matches.services import results

pytestmark = pytest.mark.django_db

SHORT = [6, 1]
"""One stone less for A than the rules give it in a plain hand."""


def following(match: Match) -> tuple[int, int] | None:
    state = match_state(match_id=match.pk)
    return (state.next.game, state.next.hand) if state.next else None


def decide(stands: str, match: Match, *, first: bool = False, **options: object) -> None:
    waiting = Ruling.objects.filter(match=match, kind="claim", status="open")
    ruling = waiting.order_by("pk")[0] if first else waiting.get()
    rulings.decide_claim(
        ruling_id=ruling.pk, actor=PROGRAM, stands=stands, reason="looked at", **options
    )


def test_S8_a_game_that_a_claim_could_turn_is_held_up(match, in_english):
    record(match, quick(33, 0))
    record(match, plain(claim=SHORT))

    assert match_state(match_id=match.pk).awaiting_ruling
    assert following(match) is None
    (item,) = desk_inbox(tournament_id=match.tournament_id).items
    assert item.blocks
    with pytest.raises(Conflict) as refused:
        record(match, plain())
    assert refused.value.codes == ("awaiting_ruling",)
    assert "could change who won the last game" in str(refused.value.problems[0].message)


@pytest.mark.parametrize(("stands", "then"), [("engine", (2, 1)), ("claim", (1, 3))])
def test_S8_it_goes_on_as_it_is_decided(match, stands, then):
    record(match, quick(33, 0))
    record(match, plain(claim=SHORT))

    decide(stands, match)

    assert following(match) == then


@pytest.mark.parametrize("claim", [[8, 1], [7, 2], [7, 0], [30, 1]])
def test_S8_nothing_waits_for_a_claim_that_turns_nothing(match, claim):
    record(match, quick(33, 0))
    record(match, plain(claim=claim))

    assert following(match) == (2, 1)
    (item,) = desk_inbox(tournament_id=match.tournament_id).items
    assert not item.blocks


def test_S8_a_game_being_played_does_not_wait(match):
    record(match, plain(claim=[40, 0]))
    assert following(match) == (1, 2)


def test_S8_a_claim_of_an_earlier_hand_holds_the_end_of_its_game(match):
    record(match, plain(claim=SHORT))
    record(match, quick(33, 0))
    assert following(match) is None


def test_S8_two_claims_that_turn_it_only_together_hold_it_up(match):
    record(match, plain(claim=SHORT))
    record(match, plain(claim=SHORT))
    record(match, quick(27, 0))
    assert following(match) is None


def test_S8_a_match_does_not_close_over_a_claim_that_could_turn_it():
    match = table.a_match(best_of=1)
    record(match, quick(33, 0))
    record(match, plain(claim=SHORT))
    assert read(match).status == "playing"

    decide("engine", match)

    assert (read(match).status, read(match).winner) == ("finished", "A")


def test_S8_a_match_closes_over_a_claim_that_could_not():
    match = table.a_match(best_of=1)
    record(match, quick(33, 0))
    record(match, plain(claim=[9, 1]))
    assert (read(match).status, read(match).winner) == ("finished", "A")


def test_S8_dismissed_it_holds_nothing_up():
    match = table.a_match(best_of=1)
    record(match, quick(33, 0))
    record(match, plain(claim=SHORT))
    rulings.dismiss(ruling_id=Ruling.objects.get().pk, actor=PROGRAM, reason="withdrawn")
    assert read(match).winner == "A"


def test_S8_a_claim_never_undoes_an_ordago_seen(match):
    record(match, plain(claim=[0, 39]))
    record(match, {**win_for_a(), "claim": [0, 39]})
    assert following(match) == (2, 1)
    ruling = Ruling.objects.get(hand__number=2)

    rulings.decide_claim(
        ruling_id=ruling.pk, actor=PROGRAM, stands="claim", reason="not claimed in time"
    )

    hand = Hand.objects.get(number=2, is_current=True)
    assert (hand.game_winner, Game.objects.get(number=1).winner) == ("A", "A")
    assert hand.score[1] < 40


def test_S8_an_ordago_seen_waits_for_no_claim(match):
    record(match, {**win_for_a(), "claim": [0, 40]})
    assert following(match) == (2, 1)


def test_S8_a_claim_of_an_earlier_hand_undoes_no_ordago_seen_either(match):
    """B would have had 40 before it, and yet the órdago was played and seen."""
    record(match, plain(claim=[7, 30]))
    record(match, plain(claim=[7, 30]))
    record(match, win_for_a())
    assert following(match) == (2, 1)

    for _claim in range(2):
        decide("claim", match, first=True)

    last = Hand.objects.get(number=3, is_current=True)
    assert (last.game_winner, last.is_void, last.score[1]) == ("A", False, 39)
    assert Game.objects.get(number=1).winner == "A"


def test_S8_a_claim_that_was_dismissed_is_not_asked_again_when_the_score_changes(match):
    record(match, quick(3, 0))
    record(match, plain(claim=SHORT))
    rulings.dismiss(ruling_id=Ruling.objects.get().pk, actor=PROGRAM, reason="withdrawn")
    table.correct(match, 1, 1, quick(4, 0))
    assert not Ruling.objects.filter(status="open").exists()


def test_S8_it_is_decided_at_any_later_time(match):
    record(match, plain(claim=[8, 1]))
    record(match, win_for_a())
    record(match, win_for_a())
    play.win(Match.objects.get(tournament=match.tournament, round=1, slot=1))
    play.start(Match.objects.get(tournament=match.tournament, round=2))
    found = claim_preview(match_id=match.pk, game=1, number=1)
    assert not found.cascade

    decide("claim", match)

    first = Hand.objects.get(game__match=match, game__number=1, number=1, is_current=True)
    assert (first.stones, read(match).winner) == ((8, 1), "A")


def test_S8_a_run_of_hands_stops_where_a_claim_could_turn_the_game(match):
    record(match, plain(claim=SHORT))
    sent = [
        Sent("a", quick(33, 0), (1, 2)),
        Sent("b", plain(), (2, 1)),
    ]
    answers = runs.record_run(match_id=match.pk, sent=sent, actor=table.a_device(match))
    assert len(answers) == 0


def test_S8_a_match_made_shorter_does_not_close_over_a_claim_that_could_turn_it():
    match = table.a_match(best_of=5)
    record(match, win_for_a())
    record(match, quick(33, 0))
    record(match, plain(claim=SHORT))
    act = partial(clock.reduce_games, tournament_id=match.tournament_id, actor=PROGRAM)
    three, _one = clock.preview_reductions(act, tournament_id=match.tournament_id)
    assert [[card.id for card in cards] for cards in (three.won, three.waiting)] == [[], [match.pk]]

    act(best_of=3, reason="late")

    found = read(match)
    assert (found.status, found.best_of, found.games) == ("playing", 3, BySide(2, 0))
    assert match_state(match_id=match.pk).awaiting_ruling
    decide("engine", match)
    assert (read(match).status, read(match).winner) == ("finished", "A")


@pytest.mark.parametrize(("best_of", "lost", "won"), [(3, 1, 2), (5, 1, 3), (5, 2, 3), (5, 1, 2)])
def test_T5_a_won_match_that_waits_is_still_won_under_fewer_games(best_of, lost, won):
    match = table.a_match(best_of=best_of)
    for _game in range(lost):
        record(match, quick(0, 40))
    for _game in range(won - 1):
        record(match, win_for_a())
    record(match, quick(33, 0))
    record(match, plain(claim=SHORT))
    assert read(match).games == BySide(won, lost)
    clock.reduce_games(tournament_id=match.tournament_id, best_of=1, reason="late", actor=PROGRAM)
    assert read(match).best_of == 2 * won - 1 <= best_of
    assert match_state(match_id=match.pk).awaiting_ruling
    decide("engine", match)
    found = read(match)
    assert (found.status, found.winner, found.games) == ("finished", "A", BySide(won, lost))


def test_S8_a_question_that_an_ending_settled_is_not_asked_beside_a_later_one_of_its_hand(match):
    record(match, plain(claim=SHORT))
    won = {"match_id": match.pk, "reason": "told", "actor": PROGRAM}
    results.record_result(**won, games=(match.wins_needed, 0), over_recorded=True)
    table.correct(match, 1, 1, plain(claim=[9, 9]))
    results.reopen(**won)
    decide("engine", match)

    results.record_result(**won, games=(match.wins_needed, 0), over_recorded=True)
    results.reopen(**won)

    assert not Ruling.objects.filter(match=match, status="open").exists()


def corrected_back(match: Match) -> None:
    table.correct(match, 1, 1, plain(claim=[9, 9]))


def taken_back(match: Match) -> None:
    corrections.take_back(match_id=match.pk, reason="it was right", actor=PROGRAM)


@pytest.mark.parametrize("go_back", [corrected_back, taken_back])
@pytest.mark.parametrize("how", ["engine", "dismissed"])
def test_S8_a_decided_claim_is_not_asked_again_when_another_one_is_corrected_away(how, go_back):
    match = table.a_match(settings={"games_to_win": 2})
    record(match, plain(claim=[9, 9]))
    first = Ruling.objects.get()
    if how == "engine":
        decide("engine", match)
    else:
        rulings.dismiss(ruling_id=first.pk, actor=PROGRAM, reason="withdrawn")
    table.correct(match, 1, 1, plain(claim=SHORT))
    other = Ruling.objects.get(status="open")
    go_back(match)
    first.refresh_from_db()
    other.refresh_from_db()
    assert first.status == ("confirmed" if how == "engine" else "dismissed")
    assert (other.status, other.outcome) == ("dismissed", {"superseded": True})
    assert other.proposed["claim"] == SHORT
    assert verify_tournament(tournament_id=match.tournament_id).ok


def test_S8_a_claim_that_was_not_decided_is_asked_again_when_it_is_corrected_back(match):
    record(match, plain(claim=[9, 9]))
    decide("engine", match)
    for claim in (SHORT, [8, 8]):
        table.correct(match, 1, 1, plain(claim=claim))
        assert Ruling.objects.get(status="open").proposed["claim"] == claim
    corrected_back(match)
    table.correct(match, 1, 1, plain(claim=SHORT))
    assert Ruling.objects.get(status="open").proposed["claim"] == SHORT
