"""A hand of an earlier match can be corrected at any time: it goes as far as it must, as one."""

import pytest
from django.contrib.auth import get_user_model

from scoring.course.models import Hand
from scoring.proof.queries.verify import verify_tournament
from scoring.rulings.models import Ruling
from scoring.rulings.services import cascades, endings, games, taking_back
from tests.previews import (
    game_decision_preview,
    hand_ruling_preview,
)
from tests.refusals import refusal
from tests.scoring import table
from tests.scoring.table import PROGRAM, correct, plain, quick, read, record, win_for_a, win_for_b
from tests.tournament import play
from tournament.championship.services import organizers
from tournament.errors import Conflict, NotAllowed, Refusal
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.matches.models import Cascade, Match
from tournament.matches.services import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """Won by A in two games of two hands; its winner has lost a game of the final."""
    found = table.a_match()
    for hand in (plain(), win_for_a(), plain(), win_for_a()):
        record(found, hand)
    play.win(Match.objects.get(tournament=found.tournament, round=1, slot=1))
    final = play.start(Match.objects.get(tournament=found.tournament, round=2))
    record(final, win_for_b())
    return read(found)


def final_of(match: Match) -> Match:
    return Match.objects.get(tournament=match.tournament, kind="championship", round=2)


def test_corrections_a_hand_that_changes_nothing_later_is_corrected_once_the_next_match_has_begun(
    match,
):
    final = final_of(match)

    correct(match, 1, 1, quick(3, 2))

    assert Hand.objects.get(game__match=match, game__number=1, number=1, version=2).stones == (3, 2)
    assert read(match).winner == "A"
    assert final_of(match).pk == final.pk
    assert not Cascade.objects.exists()


def test_corrections_a_cascade_is_undone_as_one_with_its_hands(match):
    final = final_of(match)
    stood = {(h.game_id, h.number): h.stones for h in Hand.objects.filter(is_current=True)}
    correct(match, 2, 2, win_for_b(), sets_aside=[final.pk])

    cascades.take_back(cascade_id=Cascade.objects.get().pk, actor=PROGRAM, reason="it was right")

    stands = {(h.game_id, h.number): h.stones for h in Hand.objects.filter(is_current=True)}
    assert stands == stood
    assert Hand.objects.filter(game__match=match).count() == 6
    again = read(match)
    assert (again.status, again.winner, again.games_a) == ("finished", "A", 2)
    assert (final_of(match).pk, final_of(match).status) == (final.pk, "playing")
    event = Event.objects.latest("number")
    assert (event.kind, event.data["takes_back"]) == ("cascade.undone", event.number - 1)
    with pytest.raises(Conflict) as twice:
        cascades.take_back(cascade_id=Cascade.objects.get(play__isnull=False).pk, actor=PROGRAM,
                           reason="again")  # fmt: skip
    assert twice.value.codes == ("already_undone",)


@pytest.mark.rows_by_hand
def test_what_falls_with_a_way_back_is_not_accused_of_having_no_match_of_its_own(match):
    cup, final = match.tournament, final_of(match)
    correct(match, 2, 2, win_for_b(), sets_aside=[final.pk])
    cascades.take_back(cascade_id=Cascade.objects.get().pk, actor=PROGRAM, reason="it was right")
    event = Event.objects.latest("number")
    fell = Cascade.objects.create(
        tournament=cup, what=event.kind, event_number=event.number, reason="it was right",
        actor_label=event.actor_label, at=event.at,
    )  # fmt: skip
    assert verify_tournament(tournament_id=cup.pk).ok

    Cascade.objects.filter(pk=fell.pk).update(match=match)
    assert not verify_tournament(tournament_id=cup.pk).ok


def test_corrections_hands_entered_since_keep_a_cascade_from_being_undone(match):
    correct(match, 2, 2, win_for_b(), sets_aside=[final_of(match).pk])
    record(match, plain())

    with pytest.raises(Conflict) as refused:
        cascades.take_back(cascade_id=Cascade.objects.get().pk, actor=PROGRAM, reason="x")
    assert refused.value.codes == ("changed_since",)
    table.undo(match)

    cascades.take_back(cascade_id=Cascade.objects.get().pk, actor=PROGRAM, reason="x")
    assert read(match).winner == "A"


def test_corrections_rulings_reach_as_far(match):
    final = final_of(match)
    found = hand_ruling_preview(match_id=match.pk, game=2, number=2, stones=(0, 0), game_winner="B")
    table.overrule(
        match, 2, 2, game_winner="B", reason="marked cards", sets_aside=found.cascade.sets_aside
    )
    assert read(final).is_set_aside
    cascades.take_back(cascade_id=Cascade.objects.get().pk, actor=PROGRAM, reason="they were not")
    assert final_of(match).pk == final.pk

    decided = game_decision_preview(match_id=match.pk, winner="B", game=1)
    games.rule(
        match_id=match.pk, game=1, winner="B", actor=PROGRAM, reason="marked cards",
        sets_aside=decided.cascade.sets_aside,
    )  # fmt: skip
    assert read(match).status == "playing"


def test_corrections_a_walkover_is_taken_back_with_what_stands_on_it():
    match = table.a_match()
    record(match, plain(claim=[9, 9]))
    results.walkover(match_id=match.pk, winner="A", reason="they left", actor=PROGRAM)
    play.win(Match.objects.get(tournament=match.tournament, round=1, slot=1))
    final = play.start(final_of(match))

    with pytest.raises(Refusal):
        results.reopen(match_id=match.pk, reason="they came", actor=PROGRAM)
    results.reopen(match_id=match.pk, reason="they came", actor=PROGRAM, sets_aside=[final.pk])
    assert (read(match).status, Ruling.objects.get().status) == ("playing", "open")
    cascades.take_back(cascade_id=Cascade.objects.get().pk, actor=PROGRAM, reason="no")

    assert (read(match).ended_by, final_of(match).pk) == ("walkover", final.pk)
    assert Ruling.objects.get().status == "dismissed"


def test_corrections_hands_of_a_match_ended_by_an_official_leave_his_word(match):
    other = table.a_match()
    record(other, plain())
    endings.decide(match_id=other.pk, winner="B", reason="T6", actor=PROGRAM)

    correct(other, 1, 1, quick(1, 2))

    assert (read(other).winner, read(other).ended_by) == ("B", "ruling")


def test_corrections_no_hand_of_a_match_that_was_set_aside_is_changed(match):
    final = final_of(match)
    correct(match, 2, 2, win_for_b(), sets_aside=[final.pk])

    assert refusal(correct, final, 1, 1, plain()) == ("set_aside",)
    with pytest.raises(Conflict):
        record(final, plain())


def test_the_desk_does_not_take_a_ruling_back_by_way_of_its_cascade(match):
    ruling = table.overrule(
        match, 2, 2, game_winner="B", reason="the órdago was B's", sets_aside=[final_of(match).pk]
    )
    at = {"tournament_id": match.tournament_id, "actor": PROGRAM}
    for name in ("owner", "desk"):
        user = get_user_model().objects.create_user(name, password="unused")
        organizers.add(**at, username=name)
    organizers.set_role(**at, username="desk", role="desk")
    desk = Actor("user", user.pk, "organizer desk")
    with pytest.raises(NotAllowed):
        taking_back.take_back(ruling_id=ruling.pk, actor=desk, reason="no")

    with pytest.raises(NotAllowed) as found:
        cascades.take_back(cascade_id=Cascade.objects.get().pk, actor=desk, reason="no")

    assert found.value.codes == ("role",)
