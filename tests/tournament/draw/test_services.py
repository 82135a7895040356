"""Making and undoing the draw."""

import pytest

from tests.refusals import faults_of, refusal
from tests.tournament.play import NOON, PROGRAM, match, tournament
from tournament.draw import services as draw
from tournament.errors import NotAllowed
from tournament.formats.knockout import draw as rule
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.services import matches

pytestmark = pytest.mark.django_db


def make(of, actor=PROGRAM, **fields):
    return draw.make(tournament_id=of.pk, actor=actor, **fields)


@pytest.mark.parametrize(
    ("entered", "in_all", "byes", "best_of"),
    [(2, 1, 0, 5), (3, 3, 1, 5), (8, 7, 0, 5), (9, 15, 7, 3), (27, 31, 5, 3), (33, 63, 31, 3)],
)
def test_T1_T2_the_bracket_is_laid_out_whole(entered, in_all, byes, best_of):
    cup = tournament(entered=entered, drawn=True)
    found = Match.objects.filter(tournament=cup)
    assert found.count() == in_all
    assert found.filter(ended_by="bye").count() == byes
    assert not found.filter(ended_by="bye").exclude(round=1).exists()
    assert (cup.status, cup.best_of) == ("running", best_of)
    assert set(found.values_list("best_of", flat=True)) == {best_of}


def test_T2_the_event_has_all_that_is_needed_to_draw_again():
    cup = tournament(entered=27, drawn=True)
    data = Event.objects.get(tournament=cup, kind="draw.made").data
    assert data["algorithm"] == "mus-draw/1"
    again = rule(data["numbers"], data["seed"])
    assert [list(both) for both in again.matches] == data["matches"]
    first = Match.objects.filter(tournament=cup, round=1).order_by("slot")
    drawn = [[m.pair_a.number, m.pair_b.number if m.pair_b else None] for m in first]
    assert drawn == data["matches"]


@pytest.mark.parametrize("seed", ["", " ", "x" * 201, "a\x00"])
def test_a_seed_is_a_line_of_text(seed):
    assert [field for field, _code in faults_of(make, of=tournament(entered=2), seed=seed)] == [
        "seed"
    ]


def undo(of, reason="A pair was forgotten", actor=PROGRAM):
    return draw.undo(tournament_id=of.pk, actor=actor, reason=reason)


def test_a_draw_stands_once_a_match_has_been_decided_at_the_desk():
    cup = tournament(entered=4, drawn=True)
    matches.walkover(match_id=match(cup, 1, 0).pk, winner="A", reason="absent", actor=PROGRAM)
    assert faults_of(undo, of=cup) == [("tournament", "match_begun")]


def test_undoing_needs_a_draw_and_a_reason():
    assert faults_of(undo, of=tournament(entered=2)) == [("tournament", "not_drawn")]
    assert faults_of(undo, of=tournament(entered=2, drawn=True), reason="") == [
        ("reason", "reason_required")
    ]


def test_only_organizers_draw(foreign_actor):
    cup = tournament(entered=2)
    with pytest.raises(NotAllowed):
        draw.make(tournament_id=cup.pk, actor=foreign_actor)
    with pytest.raises(NotAllowed):
        draw.undo(tournament_id=cup.pk, actor=foreign_actor, reason="x")


@pytest.mark.rows_by_hand
def test_a_draw_stands_once_something_is_written_on_a_match():
    from scoring.course.models import Game

    cup = tournament(entered=4, drawn=True)
    Game.objects.create(match=match(cup, 1, 0), number=1, mano=0, started_at=NOON)
    assert faults_of(undo, of=cup) == [("tournament", "match_begun")]
    assert Match.objects.filter(tournament=cup).count() == 3


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"least_pairs": 5}, "too_few_pairs"),
        ({"most_pairs": 3}, "too_many_pairs"),
        ({"least_pairs": 4, "most_pairs": 4}, None),
    ],
)
def test_T1_a_draw_needs_as_many_pairs_as_the_rules_say(rules, code):
    cup = tournament(entered=4, settings=rules)
    if code is None:
        assert draw.make(tournament_id=cup.pk, actor=PROGRAM).drawn_pairs == 4
    else:
        asked = {"tournament_id": cup.pk, "actor": PROGRAM}
        assert refusal(draw.make, **asked) == (code,)


def test_T1_the_least_pairs_are_no_more_than_the_most():
    assert refusal(tournament, settings={"least_pairs": 9, "most_pairs": 8}) == ("contradicts",)
