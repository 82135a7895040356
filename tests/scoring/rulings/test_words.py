"""G1: a false yes or no counts as a repetition where an official says so, with his ruling."""

from typing import Any

import pytest

from scoring.course.models import Hand
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.queries.cases import pair_records
from scoring.rulings.queries.words import countable
from scoring.rulings.services import cascades, rulings, taking_back, tribunal
from tests.previews import hand_ruling_preview
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import DECLARED, PROGRAM, lie, plain, read, record, win_for_a
from tests.tournament import play
from tournament.errors import Refusal
from tournament.log.models import Event
from tournament.matches.models import Cascade, Match

pytestmark = pytest.mark.django_db

BOTH_WRONG = {"declared": {**DECLARED, "pares": [False, False, True, False]}}


@pytest.fixture
def match() -> Match:
    return table.a_match(best_of=5)


@pytest.fixture(autouse=True)
def told_as_it_is_stored(match: Match) -> Any:
    """Whatever was done, the log tells the same ladder."""
    yield
    report = verify_tournament(tournament_id=match.tournament_id)
    assert report.ok, report.first


def asked(match: Match) -> Ruling:
    """A hand in which both pairs say a false word about pares: an official has to rule it."""
    record(match, plain(**BOTH_WRONG))
    return Ruling.objects.filter(match=match, kind="needs_ruling", status="open").latest("pk")


def confirm(ruling: Ruling, *counts: str, **options: Any) -> Ruling:
    given = {"reason": "they did it on purpose", "actor": PROGRAM, **options}
    return rulings.confirm(ruling_id=ruling.pk, counts=counts, **given)


def word() -> Ruling:
    return Ruling.objects.filter(kind="repetition", proposed__word=True).latest("pk")


def hands_of(match: Match) -> list[Hand]:
    found = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    return list(found.order_by("game__number", "number"))


def counted(match: Match) -> dict[str, int]:
    known = pair_records(tournament_id=match.tournament_id)
    records = {one.pair_id: one.false_claims for one in known}
    return {"A": records.get(match.pair_a_id or 0, 0), "B": records.get(match.pair_b_id or 0, 0)}


def take_back(ruling: Ruling, **options: Any) -> Ruling:
    given = {"reason": "too hard", "actor": PROGRAM, **options}
    return taking_back.take_back(ruling_id=ruling.pk, **given)


def test_G1_a_false_word_counts_only_when_the_official_says_so(match):
    confirm(asked(match))
    assert counted(match) == {"A": 0, "B": 0}

    confirm(asked(match), "A")

    assert counted(match) == {"A": 1, "B": 0}
    made = Event.objects.filter(kind="ruling.made").order_by("number")
    assert [event.data["ruling"] for event in made] == [
        "needs_ruling", "repetition", "needs_ruling",
    ]  # fmt: skip
    told = made[1]
    assert (told.data["outcome"]["loser"], told.data["outcome"]["takes"]) == ("A", "nothing")
    assert (told.data["reason"], told.actor_label) == ("they did it on purpose", PROGRAM.label)


def test_G1_the_third_false_word_is_a_case_of_the_tribunal_and_cleared_it_counts_no_more(match):
    confirm(asked(match), "A")
    confirm(asked(match), "A")
    third = asked(match)
    confirm(third, "A")
    case = TribunalCase.objects.get()
    assert (case.state, case.ruling.proposed["time"], counted(match)["A"]) == ("open", 3, 3)
    assert refusal(take_back, third) == ("passed_on",)

    tribunal.judge(case_id=case.pk, verdict="cleared", reason="the noise", actor=PROGRAM)

    assert counted(match)["A"] == 2


def test_G1_the_count_alone_is_taken_back_and_the_decision_stands(match):
    ruling = confirm(asked(match), "A", "B")
    assert counted(match) == {"A": 1, "B": 1}
    take_back(word())
    assert counted(match) == {"A": 1, "B": 0}
    assert not Ruling.objects.get(pk=ruling.pk).is_open
    assert refusal(take_back, word()) == ("other_kind",)


@pytest.mark.parametrize("how", ["correct", "undo"])
def test_G1_a_word_that_is_corrected_away_or_undone_counts_no_more(match, how):
    confirm(asked(match), "A")
    record(match, lie(0))
    second = Ruling.objects.get(kind="repetition", status="open")
    if how == "correct":
        table.correct(match, 1, 1, plain())
    else:
        for _time in range(2):
            table.undo(match)
        record(match, plain(**BOTH_WRONG))
    assert counted(match)["A"] == (1 if how == "correct" else 0)
    second.refresh_from_db()
    assert second.status == "dismissed"


def test_G1_any_hand_can_be_ruled_so_that_its_false_word_counts(match):
    """P4: nothing about it is asked; the stones stay as they are."""
    record(match, plain(declared={**DECLARED, "pares": [False, True, False, False]}))
    table.overrule(match, 1, 1, stones=hands_of(match)[0].stones, counts=["A"], reason="on purpose")
    assert counted(match) == {"A": 1, "B": 0}


def test_G1_another_outcome_and_the_word_take_effect_together(match):
    record(match, lie(0))
    ruling = asked(match)
    where: dict[str, Any] = {"match_id": match.pk, "game": 1, "number": 2, "stones": (3, 0)}
    foretold = hand_ruling_preview(**where, counts=["A"])
    rulings.replace(ruling_id=ruling.pk, stones=(3, 0), counts=["A"], reason="both", actor=PROGRAM)
    assert foretold.games_won_after == (read(match).games_a, read(match).games_b) == (0, 1)

    take_back(ruling)

    assert (read(match).games_b, counted(match)["A"]) == (0, 1)
    assert hands_of(match)[1].ruled is None


def test_G1_what_did_not_say_a_false_word_cannot_count_it(match):
    ruling = asked(match)
    with pytest.raises(Refusal) as unknown:
        confirm(ruling, "C")
    with pytest.raises(Refusal) as silent:
        confirm(ruling, "A", reason=" ")
    assert (unknown.value.codes, silent.value.codes) == (("no_false_word",), ("reason_required",))
    confirm(ruling, "A")
    ruling.refresh_from_db()
    assert [str(one.side) for one in countable(hand=ruling.hand, match=match)] == ["B"]


def test_G1_both_pairs_do_not_lose_one_game(match):
    confirm(asked(match), "A", "B")
    ruling = asked(match)
    assert refusal(confirm, ruling, "A", "B") == ("both_lose_the_game",)
    assert counted(match) == {"A": 1, "B": 1}


def test_G1_a_word_that_turned_a_finished_match_counts_no_more_once_all_is_as_before(match):
    record(match, lie(0))
    confirm(asked(match))
    while read(match).status == "playing":
        record(match, win_for_a())
    play.win(play.match(match.tournament, 1, 1))
    final = play.start(play.match(match.tournament, 2, 0))
    stands = hands_of(match)[1].stones
    table.overrule(match, 1, 2, stones=stands, counts=["A"], sets_aside=[final.pk])
    assert (read(match).winner, counted(match)["A"]) == ("", 2)

    cascades.take_back(cascade_id=Cascade.objects.latest("pk").pk, reason="misread", actor=PROGRAM)

    assert (read(match).winner, counted(match)["A"]) == ("A", 1)
