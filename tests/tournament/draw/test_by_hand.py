"""A draw by hand: round 1 as the room drew it, in every format, and what follows from it."""

import random

import pytest

from scoring.proof.queries.verify import verify_tournament
from tests.refusals import faults_of
from tests.tournament.play import PROGRAM, tournament
from tournament.commitment.queries import draw_stories
from tournament.draw import services as draw
from tournament.draw.rules import drawn_by_hand, first_round, round_1_of
from tournament.formats.protocol import Draw
from tournament.formats.registry import EVERY_FORMAT
from tournament.formats.setting import Setting
from tournament.log.models import Event
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db

WITH_MATCHES = sorted(set(EVERY_FORMAT) - {"individuals"})


def made(key, pairs, **options):
    return EVERY_FORMAT[key](Setting(options, "s", pairs))


def shuffled(format_, numbers, seed):
    """Round 1 of another draw, as a room may have drawn it."""
    template = format_.draw(numbers, f"room {seed}")
    return round_1_of(template.matches, format_.places(len(numbers)))


@pytest.mark.parametrize("key", WITH_MATCHES)
@pytest.mark.parametrize("pairs", [2, 5, 6, 7, 8, 11, 12, 16])
def test_round_1_is_as_it_was_drawn_and_the_rest_has_the_shape_of_the_format(key, pairs):
    format_, numbers = made(key, pairs), list(range(1, pairs + 1))
    try:
        round_1 = shuffled(format_, numbers, pairs)
    except ValueError:
        pytest.skip("too few pairs for this format")
    drawn = drawn_by_hand(format_, round_1, numbers, "later")
    assert isinstance(drawn, Draw), drawn
    places = format_.places(pairs)
    assert round_1_of(drawn.matches, places) == round_1
    own = format_.draw(numbers, "other")
    assert drawn.algorithm == f"by-hand:{own.algorithm}"
    assert len(drawn.matches) == len(own.matches)
    met = [frozenset(match) for match in drawn.matches]
    assert len(set(met)) == len(met)
    again = drawn_by_hand(format_, round_1_of(drawn.matches, places), numbers, "later")
    assert again == drawn


def test_any_mistake_of_the_hand_is_named():
    format_ = made("knockout", 5)

    def codes(round_1):
        faults = drawn_by_hand(format_, round_1, range(1, 6), "s")
        return [(fault.field, fault.code) for fault in faults]

    assert codes([[1, 2], [3, 3], [9, None], [None, None]]) == [
        ("by_hand[2]", "drawn_twice"),
        ("by_hand[3]", "not_to_be_drawn"),
        ("by_hand[4]", "empty_match"),
        ("by_hand", "not_all_drawn"),
    ]
    assert codes([[1, 2], [3, 4], [5, None]]) == [("by_hand", "other_round_1")]
    assert first_round(format_, range(1, 6)).byes == 3


def test_T2_two_byes_meet_only_where_they_must():
    format_ = made("knockout", 6)
    apart = [[1, None], [2, 3], [4, 5], [6, None]]
    assert isinstance(drawn_by_hand(format_, apart, range(1, 7), "s"), Draw)
    (fault,) = drawn_by_hand(format_, [[1, None], [6, None], [4, 5], [2, 3]], range(1, 7), "s")
    assert fault.code == "byes_together"


@pytest.mark.parametrize("key", WITH_MATCHES)
def test_a_draw_by_hand_is_on_the_record_and_the_log_bears_it_out(key):
    cup = tournament(entered=7, format=key)
    format_ = made(key, 7)
    round_1 = [list(match) for match in shuffled(format_, list(range(1, 8)), 3)]
    draw.make(tournament_id=cup.pk, actor=PROGRAM, by_hand=round_1, reason="Balls in the bar")
    event = Event.objects.get(tournament=cup, kind="draw.made")
    assert (event.data["algorithm"][:8], event.data["reason"]) == ("by-hand:", "Balls in the bar")
    first = Match.objects.filter(tournament=cup, round=1, pair_b__isnull=False).count()
    assert first == sum(None not in match for match in round_1)
    report = verify_tournament(tournament_id=cup.pk)
    assert report.ok
    assert report.by_hand == ((1, event.number, "Balls in the bar"),)
    (story,) = draw_stories(tournament_id=cup.pk)
    assert (story.by_hand, story.drawn_by) == ("Balls in the bar", event.actor_label)


def test_a_draw_by_hand_needs_a_reason_and_every_pair():
    cup = tournament(entered=4)
    given = {"tournament_id": cup.pk, "by_hand": [[1, 2], [3, 4]]}
    assert faults_of(draw.make, **given) == [("reason", "reason_required")]
    given["by_hand"] = [[1, 2], [3, None]]
    assert faults_of(draw.make, **given, reason="Balls") == [("by_hand", "not_all_drawn")]


def test_any_order_of_the_balls_is_taken():
    format_, lot = made("knockout", 9), random.Random(5)
    for _trial in range(20):
        numbers = lot.sample(range(1, 10), 9)
        # Seven byes in four groups: one group of round 2 has a match of round 1.
        round_1 = [[number, None] for number in numbers[2:]]
        round_1.insert(lot.randrange(8), numbers[:2])
        assert isinstance(drawn_by_hand(format_, round_1, range(1, 10), "s"), Draw)
