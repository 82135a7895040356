"""What there is to win and when what begins: announced, changed, refused, told by the log."""

import pytest

from tests.refusals import faults_of
from tests.tournament import play
from tournament.championship.queries.tournaments import get_public
from tournament.championship.rules import MOST_HOURS, MOST_PRIZES, Prize, Prizes, TimetableLine
from tournament.championship.services.prizes import set_prizes
from tournament.log.models import Event

pytestmark = pytest.mark.django_db

FIRST = {"first": 1, "last": 1, "prize": "600 €"}
OTHERS = {"first": 3, "last": 4, "prize": "100 €"}
DRAW = {"day": 1, "time": "16:00", "what": "Draw"}


@pytest.fixture
def cup():
    return play.tournament(name="Lekeitio")


def announced(cup, **given):
    set_prizes(tournament_id=cup.pk, actor=play.PROGRAM, **given)
    return get_public(slug=cup.slug).prizes


def refused(cup, **given):
    return faults_of(set_prizes, tournament_id=cup.pk, **given)


def test_prizes_and_timetable_are_read_as_they_were_announced(cup):
    final = {"day": 2, "time": "10:00", "what": "Final"}
    prizes = announced(
        cup, places=[FIRST, OTHERS], consolation=[FIRST], text="A raffle", timetable=[final, DRAW]
    )
    assert prizes == Prizes(
        places=(Prize(1, 1, "600 €"), Prize(3, 4, "100 €")),
        consolation=(Prize(1, 1, "600 €"),),
        text="A raffle",
        timetable=(TimetableLine(1, "16:00", "Draw"), TimetableLine(2, "10:00", "Final")),
    )
    assert [prizes.of_place(place) for place in (1, 2, 3, 4, 5)] == [
        "600 €",
        "",
        *["100 €"] * 2,
        "",
    ]
    assert prizes.of_place(1, consolation=True) == "600 €"


def test_what_is_left_out_is_announced_no_more_and_the_log_tells_of_it(cup):
    announced(cup, places=[FIRST])
    assert announced(cup).is_empty
    told = Event.objects.filter(tournament=cup, kind="prizes.set").order_by("number")
    assert [event.data["prizes"].get("places") for event in told] == [[FIRST], None]


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"places": "600 €"}, ("places", "not_a_list")),
        ({"places": ["600 €"]}, ("places", "not_a_list")),
        ({"places": [FIRST] * (MOST_PRIZES + 1)}, ("places", "too_many")),
        ({"places": [{**FIRST, "who": "Ane"}]}, ("places[0]", "unknown_fields")),
        ({"places": [{**FIRST, "first": 0}]}, ("places[0].first", "bad_place")),
        ({"places": [{**FIRST, "first": True}]}, ("places[0].first", "bad_place")),
        ({"places": [{**FIRST, "first": 2}]}, ("places[0].first", "bad_place")),
        ({"places": [{**FIRST, "prize": " "}]}, ("places[0].prize", "required")),
        ({"places": [{**FIRST, "prize": "€"}]}, ("places[0].prize", "no_letter")),
        ({"places": [{**FIRST, "prize": "x" * 81}]}, ("places[0].prize", "too_long")),
        ({"places": [OTHERS, FIRST]}, ("places[1].first", "places_overlap")),
        ({"consolation": [FIRST, FIRST]}, ("consolation[1].first", "places_overlap")),
        ({"text": "x" * 601}, ("text", "too_long")),
        ({"timetable": [DRAW] * (MOST_HOURS + 1)}, ("timetable", "too_many")),
        ({"timetable": [{**DRAW, "day": 8}]}, ("timetable[0].day", "bad_day")),
        ({"timetable": [{**DRAW, "time": "24:00"}]}, ("timetable[0].time", "bad_time")),
        ({"timetable": [{**DRAW, "time": 16}]}, ("timetable[0].time", "bad_time")),
        ({"timetable": [{**DRAW, "what": ""}]}, ("timetable[0].what", "required")),
    ],
)
def test_what_cannot_be_shown_is_refused_by_its_field(cup, given, fault):
    assert refused(cup, **given) == [fault]
    assert get_public(slug=cup.slug).prizes.is_empty


def test_every_problem_is_named_at_once(cup):
    wrong = {"places": [{**FIRST, "prize": ""}], "timetable": [{**DRAW, "time": "late"}]}
    assert refused(cup, **wrong) == [
        ("places[0].prize", "required"),
        ("timetable[0].time", "bad_time"),
    ]
