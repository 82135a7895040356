"""A pair that leaves settles what was asked about its hands; one that comes back is asked again."""

from typing import Any

import pytest

from scoring.desk.queries.now import desk_inbox
from scoring.rulings.models import Ruling, TribunalCase
from scoring.rulings.queries.review import under_review
from scoring.rulings.services import cascades, rulings, tribunal
from tests.previews import if_reopened
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import PROGRAM, plain, read, record, win_for_a
from tests.tournament import play
from tournament.championship.models import Tournament
from tournament.consolation import services as consolation
from tournament.entries.services import departures
from tournament.log.models import Event
from tournament.matches.models import Cascade, Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """With a claim that differs, and hands in which pair A claimed falsely: three, the last of them
    not decided yet, the one before it with the Tribunal."""
    found = table.a_match(best_of=5)
    record(found, plain(claim=[8, 1]))
    for _time in range(2):
        record(found, table.lie(0))
    rulings.confirm(ruling_id=Ruling.objects.get(kind="repetition").pk, actor=PROGRAM)
    for _time in range(2):
        record(found, table.lie(0))
    third = Ruling.objects.filter(kind="repetition", status="open").order_by("pk")[0]
    rulings.confirm(ruling_id=third.pk, actor=PROGRAM)
    return read(found)


def waiting(match: Match) -> list[str]:
    found = Ruling.objects.filter(match=match, status="open").order_by("pk")
    return list(found.values_list("kind", flat=True))


def withdraw(match: Match, side: str = "A") -> None:
    pair_id = match.pair_a_id if side == "A" else match.pair_b_id
    assert pair_id is not None
    departures.withdraw(pair_id=pair_id, reason="ill", actor=PROGRAM)


def bring_back(match: Match, **options: Any) -> None:
    assert match.pair_a_id is not None
    departures.reinstate(pair_id=match.pair_a_id, reason="mistaken", actor=PROGRAM, **options)


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.sampled(2)
def test_a_match_lost_by_leaving_asks_nothing_more(match, side):
    assert waiting(match) == ["claim", "repetition"]
    withdraw(match, side)
    assert waiting(match) == ["repetition"]  # for the Tribunal: it is about the pair
    assert Ruling.objects.get(kind="claim").outcome["settled_by"] == "withdrawal"
    told = Event.objects.latest("number")
    assert (told.kind, told.data["ruling"], told.data["reason"]) == ("ruling.made", "claim", "ill")


def test_what_is_settled_is_under_review_no_more(match):
    departures.disqualify(pair_id=match.pair_a_id, reason="the Tribunal's word", actor=PROGRAM)
    assert waiting(match) == []
    assert under_review(tournament_id=match.tournament_id) == frozenset()


def test_a_pair_that_comes_back_is_asked_what_its_leaving_settled(match):
    withdraw(match)
    bring_back(match)
    assert (read(match).status, sorted(waiting(match))) == ("playing", ["claim", "repetition"])


def test_G1_a_repetition_that_is_the_first_by_now_is_not_asked_of_a_pair_that_comes_back():
    match = table.a_match(best_of=5)
    for _time in range(2):
        record(match, table.lie(0))
    departures.disqualify(pair_id=match.pair_a_id, reason="the Tribunal's word", actor=PROGRAM)
    table.correct(match, 1, 1, plain())

    bring_back(match)

    assert (read(match).status, waiting(match)) == ("playing", [])
    of_pair = Ruling.objects.get(kind="repetition")
    assert (of_pair.status, of_pair.reason) == ("dismissed", "mistaken")
    assert of_pair.decided_by == PROGRAM.label


def test_G1_a_disqualification_taken_back_leaves_its_cases_to_be_decided(match):
    case = TribunalCase.objects.get()
    tribunal.hear(case_id=case.pk, note="they deny it", actor=PROGRAM)
    tribunal.judge(case_id=case.pk, verdict="disqualified", reason="heard", actor=PROGRAM)
    assert waiting(match) == []

    bring_back(match)

    case.refresh_from_db()
    assert (case.state, case.verdict, case.decided_at) == ("heard", "", None)
    assert sorted(waiting(match)) == ["claim", "repetition"]
    (told,) = Event.objects.get(kind="pair.reinstated").data["cases"]
    assert (told["game"], told["number"], told["state"]) == (2, 1, "heard")


def test_G1_a_case_that_was_decided_otherwise_stays_decided(match):
    case = TribunalCase.objects.get()
    tribunal.judge(case_id=case.pk, verdict="warned", reason="heard", actor=PROGRAM)
    departures.disqualify(pair_id=match.pair_a_id, reason="marked cards", actor=PROGRAM)
    bring_back(match)
    case.refresh_from_db()
    assert (case.state, case.verdict) == ("decided", "warned")


def test_G1_the_match_taken_by_the_tribunal_asks_nothing_more(match):
    case = TribunalCase.objects.get()
    tribunal.judge(case_id=case.pk, verdict="match", reason="heard", actor=PROGRAM)
    assert (read(match).ended_by, waiting(match)) == ("ruling", ["repetition"])


def test_G1_a_pair_that_comes_back_is_asked_about_a_match_that_is_over(match):
    case = TribunalCase.objects.get()
    tribunal.judge(case_id=case.pk, verdict="match", reason="heard", actor=PROGRAM)
    departures.disqualify(pair_id=match.pair_a_id, reason="marked cards", actor=PROGRAM)
    assert waiting(match) == []
    bring_back(match)
    assert (read(match).ended_by, waiting(match)) == ("ruling", ["repetition"])


@pytest.mark.long
def test_a_return_that_is_taken_back_settles_it_again(match):
    departures.disqualify(pair_id=match.pair_a_id, reason="marked cards", actor=PROGRAM)
    play.win(Match.objects.get(tournament=match.tournament, round=1, slot=1))
    final = play.start(Match.objects.get(tournament=match.tournament, round=2))
    record(final, win_for_a())
    bring_back(match, sets_aside=[final.pk])
    assert sorted(waiting(match)) == ["claim", "repetition"]

    cascades.take_back(cascade_id=Cascade.objects.get().pk, reason="they did", actor=PROGRAM)

    assert (read(match).ended_by, waiting(match)) == ("disqualification", [])
    assert TribunalCase.objects.get().verdict == "disqualified"


def test_a_consolation_match_that_is_called_off_asks_nothing_more():
    made = claimed_in_consolation()

    consolation.cancel(match_id=made.pk, reason="they went home", actor=PROGRAM)

    assert waiting(made) == []
    told = Event.objects.latest("number")
    assert (told.kind, told.data["outcome"]["settled_by"]) == ("ruling.made", "called_off")


@pytest.mark.long
def test_a_consolation_match_that_a_cascade_calls_off_asks_at_the_desk_only_while_it_stands():
    made = claimed_in_consolation()
    cup = made.tournament
    first = play.match(cup, 1, 0)
    assert open_questions(cup) == ["claim"]

    matches.reopen(
        match_id=first.pk,
        reason="miscounted",
        actor=PROGRAM,
        sets_aside=if_reopened(match=first).sets_aside,
    )
    assert read(made).ended_by == "ruling"
    assert open_questions(cup) == []
    assert under_review(tournament_id=cup.pk) == frozenset()

    cascades.take_back(cascade_id=Cascade.objects.get().pk, reason="right", actor=PROGRAM)
    assert read(made).status == "playing"
    assert open_questions(cup) == ["claim"], "asked again with the match that stands again"


def claimed_in_consolation() -> Match:
    """A consolation match of the two pairs beaten in round 1, with a hand that a pair doubts."""
    cup = play.tournament(entered=4, drawn=True)
    for slot in range(2):
        play.win(play.match(cup, 1, slot))
    beaten = [play.match(cup, 1, slot).pair_b for slot in range(2)]
    consolation.create_matches(
        tournament_id=cup.pk, pairings=[tuple(pair.number for pair in beaten)], actor=PROGRAM
    )
    made = play.start(Match.objects.get(tournament=cup, kind="consolation"))
    record(made, plain(claim=[8, 1]))
    return made


def open_questions(cup: Tournament) -> list[str]:
    """What waits at the desk."""
    return [item.ruling.kind for item in desk_inbox(tournament_id=cup.pk).items]


def test_T7_a_pair_that_plays_another_match_is_not_absent():
    cup = play.tournament(entered=4, drawn=True, format="round_robin")
    absent = play.match(cup, 1, 0)
    matches.walkover(match_id=absent.pk, winner="B", reason="late", actor=PROGRAM)
    play.win(play.match(cup, 1, 1))
    later = play.start(play.match(cup, 2, 0))
    record(later, plain(claim=[8, 1]))
    matches.reopen(match_id=absent.pk, reason="they came", actor=PROGRAM)
    assert set(later.pairs) & set(read(absent).pairs)

    assert refusal(
        departures.both_absent, match_id=absent.pk, reason="nobody came", actor=PROGRAM
    ) == ("pair_busy",)
