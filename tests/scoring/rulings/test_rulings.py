"""The organisation's word: confirmed, replaced, dismissed, always on the record."""

import pytest

from scoring.course.models import Game, Hand
from scoring.course.queries.states import match_state
from scoring.outbox.services import calls
from scoring.rulings.models import Ruling
from scoring.rulings.services import games, rulings
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, quick, record, win_for_a
from tournament.errors import Conflict, NotAllowed, NotFound, Refusal
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db

BOTH_GUILTY = [{"kind": "false_claim", "seat": 0}, {"kind": "false_claim", "seat": 1}]


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


def test_d8_a_table_that_took_its_end_for_the_end_is_asked_at_the_desk(match):
    record(match, quick(39, 39))
    record(match, ENDED_BY_A)  # A's deje of the punto; but B's of P2 comes first
    ruling = Ruling.objects.get(kind="needs_ruling", status="open")
    assert ruling.proposed == {"stones": [0, 1], "game_winner": "B", "clauses": ["P2"]}

    rulings.confirm(ruling_id=ruling.pk, actor=PROGRAM)

    match.refresh_from_db()
    assert (match.games_a, match.games_b) == (0, 1)


def test_d8_a_deje_that_still_ends_the_game_asks_nothing(match):
    record(match, quick(39, 38))
    record(match, ENDED_BY_A)
    assert not Ruling.objects.exists()
    assert Game.objects.get().winner == "A"


# Confirm


def test_a_match_that_waited_closes_with_the_ruling(match):
    ruling = won_but_waiting(match)
    assert match_state(match_id=match.pk).awaiting_ruling

    rulings.confirm(ruling_id=ruling.pk, actor=PROGRAM)

    match.refresh_from_db()
    final = Match.objects.get(tournament=match.tournament, round=2)
    assert (match.status, match.winner) == ("finished", "A")
    assert match.pair_a_id in (final.pair_a_id, final.pair_b_id)


# Replace


def test_an_official_may_give_the_game_to_a_pair(match):
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
def test_an_outcome_that_says_nothing_is_refused(match, outcome):
    ruling = disputed(match)

    with pytest.raises(Refusal):
        rulings.replace(ruling_id=ruling.pk, actor=PROGRAM, reason="misdeal", **outcome)

    ruling.refresh_from_db()
    assert ruling.is_open


# Overrule


def test_overruling_a_version_that_was_changed_meanwhile_is_a_conflict(match):
    record(match, plain())

    with pytest.raises(Conflict):
        table.overrule(match, 1, 1, reason="x", stones=(0, 0), expected_version=7)


# Games


def test_two_games_forfeited_end_the_match(match):
    for _game in range(2):
        games.forfeit(match_id=match.pk, loser="A", actor=PROGRAM, reason="late", clause="T7")

    match.refresh_from_db()
    assert (match.status, match.winner) == ("finished", "B")


def test_a_decision_that_says_nothing_new_is_refused(match):
    games.rule(match_id=match.pk, game=1, winner="B", actor=PROGRAM, reason="marked cards")

    with pytest.raises(Refusal) as again:
        games.rule(match_id=match.pk, game=1, winner="B", actor=PROGRAM, reason="marked cards")
    with pytest.raises(Refusal) as never:
        games.take_back(match_id=match.pk, game=2, actor=PROGRAM, reason="for nothing")
    with pytest.raises(NotFound):
        games.rule(match_id=match.pk, game=5, winner="B", actor=PROGRAM, reason="for nothing")

    assert again.value.codes == ("nothing_changed",)
    assert never.value.codes == ("not_decided",)


def test_there_is_no_game_after_the_one_that_won_the_match(match):
    won_but_waiting(match)

    assert refusal(
        games.forfeit, match_id=match.pk, loser="A", actor=PROGRAM, reason="late", clause="T7"
    ) == ("match_won",)


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
def test_neither_the_tablet_nor_a_stranger_rules(match, decision):
    ruling = disputed(match)
    for actor in (table.a_device(match), Actor("user", 999, "nobody here")):
        with pytest.raises(NotAllowed):
            decision(ruling, actor)

    assert Hand.objects.get().stones == (7, 1)


# What is told


def test_the_log_repeats_no_words_of_a_table(match):
    calls.raise_call(match_id=match.pk, actor=PROGRAM, message="They whisper.", key="")
    call = Ruling.objects.get(kind="call")
    rulings.dismiss(ruling_id=call.pk, actor=PROGRAM, reason="no need")
    assert Event.objects.latest("number").data["proposed"] is None


def test_who_decides_what_is_decided_is_shown_the_decision(match):
    ruling = disputed(match)
    given = {"ruling_id": ruling.pk, "actor": PROGRAM, "reason": "counted"}
    rulings.decide_claim(**given, stands="engine")
    with pytest.raises(Conflict) as twice:
        rulings.decide_claim(**given, stands="claim")
    assert twice.value.current == {
        "status": "confirmed", "outcome": {"stones": [7, 1]}, "reason": "counted",
    }  # fmt: skip


def test_s8_nothing_but_the_claim_or_the_rules_can_stand(match):
    ruling = disputed(match)

    with pytest.raises(Refusal) as refused:
        rulings.decide_claim(ruling_id=ruling.pk, actor=PROGRAM, stands="both", reason="asked")

    assert problems(refused.value) == [("stands", "bad_choice")]
    assert Ruling.objects.get().is_open
