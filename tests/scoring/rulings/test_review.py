"""How sure a result is: under review, provisional, final."""

from datetime import timedelta

import pytest

from scoring.explain.queries.pages import match_page
from scoring.rulings.models import Ruling
from scoring.rulings.queries.review import finality, under_review, window_minutes
from scoring.rulings.services import appeals, rulings
from tests.scoring import table
from tests.tournament.play import PROGRAM, match, start, tournament, win
from tournament.errors import NotAllowed, Refusal
from tournament.log.models import Event
from tournament.log.rules.roles import Actor
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return tournament(entered=4, drawn=True)


def of(one):
    return finality(page=match_page(match_id=one.pk))


def test_S8_a_match_is_under_review_while_a_claim_is_open(cup):
    begun = start(match(cup, 1, 0))
    assert of(begun) is None
    table.record(table.read(begun), table.plain(claim=[9, 9]))
    assert of(begun).state == "under_review"
    assert under_review(tournament_id=cup.pk) == {begun.pk}
    rulings.decide_claim(
        ruling_id=Ruling.objects.get().pk, actor=PROGRAM, stands="engine", reason="counted"
    )
    assert of(begun) is None
    assert under_review(tournament_id=cup.pk) == frozenset()


def test_a_match_that_ended_by_an_officials_word_is_under_review_no_more():
    """The Tribunal gives a finished match away: a claim about its hands changes nothing."""
    found = table.a_match(best_of=1)
    table.record(found, table.plain(claim=[8, 1]))
    table.record(found, table.win_for_a())
    assert under_review(tournament_id=found.tournament_id) == {found.pk}
    matches.replace_result(
        match_id=found.pk, games=(1, 0), winner="B", ended_by="ruling", reason="T6", actor=PROGRAM
    )
    assert under_review(tournament_id=found.tournament_id) == frozenset()
    assert of(found) is None


def test_a_call_of_the_table_puts_nothing_under_review(cup):
    begun = start(match(cup, 1, 0))
    Ruling.objects.create(
        match=begun, kind="call", raised_by="table 1", raised_at=begun.started_at, proposed={}
    )
    assert of(begun) is None


def test_a_result_is_provisional_for_as_long_as_was_set(cup):
    over = win(match(cup, 1, 0))
    assert of(over) is None
    appeals.set_window(tournament_id=cup.pk, minutes=20, actor=PROGRAM)
    over.refresh_from_db()
    assert of(over).state == "provisional"
    assert of(over).until == over.finished_at + timedelta(minutes=20)
    assert Event.objects.latest("number").data == {"minutes": 20}
    appeals.set_window(tournament_id=cup.pk, minutes=0, actor=PROGRAM)
    assert of(over) is None
    assert window_minutes(tournament_id=cup.pk) == 0


def test_a_match_that_is_not_played_says_nothing(cup):
    appeals.set_window(tournament_id=cup.pk, minutes=20, actor=PROGRAM)
    assert of(match(cup, 1, 0)) is None
    assert of(match(cup, 2, 0)) is None


def test_only_officials_set_it_and_within_a_day(cup):
    for minutes in (-1, 1441, "x"):
        with pytest.raises(Refusal):
            appeals.set_window(tournament_id=cup.pk, minutes=minutes, actor=PROGRAM)
    with pytest.raises(NotAllowed):
        appeals.set_window(tournament_id=cup.pk, minutes=5, actor=Actor("user", None, "nobody"))
