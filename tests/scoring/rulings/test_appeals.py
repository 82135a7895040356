"""A pair appeals: in time, with a reason, decided, and taken back."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.course.services.versions import ask_again
from scoring.explain.queries.pages import match_page
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.models import Ruling
from scoring.rulings.queries.review import finality, under_review
from scoring.rulings.services import appeals, taking_back
from scoring.undoing.services.undo import undo
from tests.refusals import refusal
from tests.scoring import table
from tests.tournament import play
from tests.tournament.play import PROGRAM, match, must_hold, start, tournament, win
from tournament.errors import NotFound
from tournament.log import services as events
from tournament.log.models import Event
from tournament.log.rules import kinds
from tournament.matches.models import Match
from tournament.memory.services import desk_act

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    made = tournament(entered=4, drawn=True)
    appeals.set_window(tournament_id=made.pk, minutes=20, actor=PROGRAM)
    return made


@pytest.fixture
def over(cup):
    return win(match(cup, 1, 0))


def appeal(one, **more):
    given = {"side": "B", "reason": "the last hand was misread", "actor": PROGRAM, **more}
    return appeals.enter(match_id=one.pk, **given)


def state(one):
    found = finality(page=match_page(match_id=one.pk))
    return found and found.state


def told():
    return Event.objects.latest("number")


def refused(call, code, **given):
    assert refusal(call, **given) == (code,)


def test_a_result_is_under_review_while_an_appeal_is_open_and_provisional_after(cup, over):
    asked = appeal(over)
    assert (asked.kind, asked.pair, asked.game) == ("appeal", match(cup, 1, 0).pair_b, None)
    assert state(over) == "under_review"
    assert under_review(tournament_id=cup.pk) == {over.pk}
    assert (told().kind, told().data["reason"]) == ("appeal.entered", "the last hand was misread")
    appeals.reject(ruling_id=asked.pk, reason="three people saw it", actor=PROGRAM)
    assert state(over) == "provisional"
    assert (told().kind, told().data["decision"]) == ("ruling.made", "dismissed")
    assert "misread" not in str(told().data)


def test_an_appeal_that_is_upheld_gives_the_match_another_result_and_a_hand_another_outcome(cup):
    over = win(match(cup, 1, 0))
    was = Match.objects.get(pk=over.pk)
    other = (was.games_b, was.games_a)
    asked = appeal(over)
    appeals.uphold(ruling_id=asked.pk, reason="it was the other way", games=other, actor=PROGRAM)
    now = Match.objects.get(pk=over.pk)
    assert ((now.games_a, now.games_b), now.winner) == (other, "B")

    begun = start(match(cup, 1, 1))
    table.record(table.read(begun), table.plain())
    asked = appeal(begun, game=1, number=1)
    assert state(begun) == "under_review"
    appeals.uphold(ruling_id=asked.pk, reason="seen again", stones=(0, 7), actor=PROGRAM)
    hand = match_page(match_id=begun.pk).games[0].hands[0]
    assert (hand.stones, hand.rulings[0].status) == ((0, 7), "replaced")
    assert state(begun) is None
    assert verify_tournament(tournament_id=cup.pk).ok


def test_an_appeal_after_the_time_or_where_there_is_none_is_refused(cup, over):
    Match.objects.filter(pk=over.pk).update(finished_at=timezone.now() - timedelta(minutes=21))
    refused(appeal, "too_late", one=over)
    appeals.set_window(tournament_id=cup.pk, minutes=0, actor=PROGRAM)
    refused(appeal, "no_window", one=over)
    assert not Ruling.objects.exists()
    appeals.set_window(tournament_id=cup.pk, minutes=22, actor=PROGRAM)
    appeal(over)
    refused(appeal, "already_open", one=over)
    assert appeal(over, side="A").is_open


def test_an_appeal_says_who_why_and_about_what(cup, over):
    refused(appeal, "reason_required", one=over, reason=" ")
    refused(appeal, "bad_side", one=over, side="C")
    refused(appeal, "not_begun", one=match(cup, 1, 1))
    begun = start(match(cup, 1, 1))
    refused(appeal, "half_a_place", one=begun, game=1)
    with pytest.raises(NotFound):
        appeal(begun, game=1, number=4)
    asked = appeal(begun)
    refused(
        appeals.uphold,
        "about_no_hand",
        ruling_id=asked.pk,
        stones=(1, 2),
        reason="x",
        actor=PROGRAM,
    )
    refused(
        appeals.uphold, "one_change", ruling_id=asked.pk, stones=(1, 2), games=(1, 2), reason="x",
        actor=PROGRAM,
    )  # fmt: skip
    table.record(table.read(begun), table.plain(claim=[9, 9]))
    claim = Ruling.objects.get(kind="claim")
    refused(appeals.reject, "other_kind", ruling_id=claim.pk, reason="x", actor=PROGRAM)


def test_an_appeal_outlives_its_hand_and_a_change_taken_back(cup):
    begun = start(match(cup, 1, 0))
    table.record(table.read(begun), table.plain())
    asked = appeal(begun, game=1, number=1)
    table.undo(begun)
    asked.refresh_from_db()
    assert asked.is_open
    with pytest.raises(NotFound):
        appeals.uphold(ruling_id=asked.pk, stones=(1, 2), reason="x", actor=PROGRAM)
    appeals.reject(ruling_id=asked.pk, reason="it is gone", actor=PROGRAM)


def test_an_appeal_does_not_wait_again_beside_another_of_its_pair(cup, over):
    first = appeal(over)
    with desk_act() as recorder:
        appeals.reject(ruling_id=first.pk, reason="it stands", actor=PROGRAM)
    theirs = appeal(over, side="A")
    second = appeal(over)
    back = {"tournament_id": cup.pk, "event": recorder.memory.last, "actor": PROGRAM}
    refused(undo, "played_since", reason="again", **back)
    appeals.withdraw(ruling_id=second.pk, reason="they let it be", actor=PROGRAM)
    undo(reason="again", **back)
    assert Ruling.objects.get(pk=first.pk).is_open
    assert Ruling.objects.get(pk=theirs.pk).is_open


def test_a_later_appeal_of_the_pair_is_named_and_undone_with_the_decision_on_the_first(cup, over):
    first = appeal(over)
    with desk_act() as rejected:
        appeals.reject(ruling_id=first.pk, reason="it stands", actor=PROGRAM)
    with desk_act() as entered:
        appeal(over)
    back = {"tournament_id": cup.pk, "event": rejected.memory.last, "actor": PROGRAM}
    refused(undo, "changed_since", reason="again", **back)
    undo(reason="again", together=[entered.memory.last], **back)
    assert [one.pk for one in Ruling.objects.filter(kind="appeal", status="open")] == [first.pk]
    must_hold(cup)


def test_D7_an_upheld_appeal_whose_hand_changed_is_taken_back_unless_another_one_is_open(cup):
    begun = start(match(cup, 1, 0))
    table.record(table.read(begun), table.plain())
    asked = appeal(begun, game=1, number=1)
    appeals.uphold(ruling_id=asked.pk, stones=(1, 2), reason="cards seen", actor=PROGRAM)
    second = appeal(begun, game=1, number=1)
    refused(taking_back.take_back, "already_open", ruling_id=asked.pk, reason="x", actor=PROGRAM)
    appeals.withdraw(ruling_id=second.pk, reason="they let it be", actor=PROGRAM)
    taking_back.take_back(ruling_id=asked.pk, reason="x", actor=PROGRAM)
    assert Ruling.objects.get(pk=asked.pk).is_open
    must_hold(cup)


def test_a_log_of_an_earlier_version_in_which_an_appeal_was_reopened_still_holds(cup, monkeypatch):
    monkeypatch.setattr(events, "KINDS", kinds.KINDS | kinds.RETIRED)
    over = win(match(cup, 1, 0))
    appeals.set_window(tournament_id=cup.pk, minutes=30, actor=PROGRAM)
    first = appeal(over)
    appeals.reject(ruling_id=first.pk, reason="it stands", actor=PROGRAM)
    ask_again(Ruling.objects.get(pk=first.pk))
    pair = events.pair_record(play.pair(cup, first.pair.number))
    told = {"match": events.match_ref(over), "pair": pair, "appeal": first.pk, "reason": "again"}
    events.append(cup, PROGRAM, "appeal.reopened", told)
    must_hold(cup)
