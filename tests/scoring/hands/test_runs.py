"""A run of hands saved together is what the same hands are when saved one by one."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.course.models import Game, Hand
from scoring.hands.services import hands
from scoring.hands.services.runs import Sent, record_run
from scoring.outbox.queries.at_table import match_json
from tests.scoring import table
from tests.scoring.table import plain, quick, seen, win_for_a, win_for_b
from tournament.errors import NotAllowed
from tournament.log.models import Event
from tournament.log.queries.log import verify_log
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

RECORDS = [
    plain(mano=2),
    plain(bets=seen("grande", 4), claim=[7, 4]),
    quick(3, 2),
    plain(score=[17, 7]),
]


@pytest.fixture
def tablet(match: Match) -> Actor:
    return table.a_device(match)


def sent(*records: Any, game: int = 1, first: int = 1) -> list[Sent]:
    return [
        Sent(f"key-{game}-{number}", record, (game, number))
        for number, record in enumerate(records, start=first)
    ]


def one_by_one(match: Match, actor: Actor, run: list[Sent]) -> list[dict[str, Any]]:
    return [
        hands.record(
            match_id=match.pk, record=s.record, actor=actor, key=s.key, expected=s.expected
        ).body
        for s in run
    ]


def told(value: Any, match: Match) -> Any:
    """The same for two matches: without what names one of them."""
    text = json.dumps(value, sort_keys=True, default=lambda _moment: "then").replace(
        f"m{match.pk}-", "m-"
    )
    text = re.sub(r'"by": \{[^}]*\}', '"by"', text)  # each match has a tablet of its own
    text = re.sub(r'"at": "[^"]*"', '"at"', text)
    for name in ("id", "match_id"):
        text = text.replace(f'"{name}": {match.pk}', "")
    return text.replace(match.tournament.slug, "slug")


def test_what_is_stored_logged_and_answered_is_the_same():
    together, single = table.a_match(name="Orio Cup"), table.a_match(name="Orio Cup")
    run = sent(*RECORDS)
    answers = record_run(match_id=together.pk, sent=run, actor=table.a_device(together))
    expected = one_by_one(single, table.a_device(single), run)

    assert len(answers) == len(RECORDS)
    for answer, body in zip(answers, expected, strict=True):
        assert told(answer.body, together) == told(body, single)
    states = [match_json(match_id=one.pk) for one in (together, single)]
    assert told(states[0], together) == told(states[1], single)
    logs = [[told(event.data, one) for event in _logged(one)] for one in (together, single)]
    assert logs[0] == logs[1]
    assert verify_log(tournament_id=together.tournament_id).ok


def _logged(match: Match) -> Any:
    return Event.objects.filter(tournament=match.tournament_id, kind="hand.recorded").order_by(
        "number"
    )


def test_a_game_that_is_won_goes_along_and_the_match_does_not():
    together, single = table.a_match(name="Orio Cup"), table.a_match(name="Orio Cup")
    run = [
        *sent(plain(), win_for_a()),
        *sent(plain(), win_for_b(), game=2),
        *sent(plain(mano=3), win_for_a(), game=3),
    ]
    answers = record_run(match_id=together.pk, sent=run, actor=table.a_device(together))
    expected = one_by_one(single, table.a_device(single), run[:5])

    assert [told(answer.body, together) for answer in answers] == [
        told(body, single) for body in expected
    ]
    states = [match_json(match_id=one.pk) for one in (together, single)]
    assert told(states[0], together) == told(states[1], single)
    logs = [
        [
            (event.kind, told(event.data, one))
            for event in Event.objects.filter(tournament=one.tournament_id, number__gt=5).order_by(
                "number"
            )
        ]
        for one in (together, single)
    ]
    assert logs[0] == logs[1]
    assert "match.games" in [kind for kind, _data in logs[0]]
    assert verify_log(tournament_id=together.tournament_id).ok


def test_each_hand_of_a_run_can_be_sent_again(match, tablet):
    run = sent(*RECORDS)
    answers = record_run(match_id=match.pk, sent=run, actor=tablet)

    again = one_by_one(match, tablet, run)

    for name in ("hand", "rulings"):
        first = [told(answer.body[name], match) for answer in answers]
        assert [told(body[name], match) for body in again] == first
    # The match is told as it stands by now, not as it stood then.
    assert [body["state"] for body in again] == [answers[-1].body["state"]] * len(RECORDS)
    assert Hand.objects.count() == len(RECORDS)


def test_a_run_ends_before_a_hand_that_was_sent_before(match, tablet):
    run = sent(*RECORDS)
    record_run(match_id=match.pk, sent=run[:2], actor=tablet)
    assert record_run(match_id=match.pk, sent=run, actor=tablet) == ()


@pytest.mark.parametrize(
    "special",
    [
        pytest.param(plain(claim=[40, 0]), id="is claimed otherwise"),
        pytest.param(table.lie(0), id="has a false claim"),
        pytest.param({"cards": []}, id="cannot be read"),
        pytest.param(plain(score=[30, 30]), id="was made for another score"),
        pytest.param(None, id="is nothing"),
    ],
)
def test_a_run_ends_before_a_hand_that_is_more_than_its_stones(match, tablet, special):
    answers = record_run(match_id=match.pk, sent=sent(plain(), special, plain()), actor=tablet)
    assert len(answers) == 1
    assert Game.objects.get().score_a == 7


def test_a_run_ends_where_a_hand_was_taken_back(match, tablet):
    record_run(match_id=match.pk, sent=sent(plain()), actor=tablet)
    table.undo(match, actor=tablet, key="undo", expected_version=1)
    run = sent(plain(), game=1)
    assert record_run(match_id=match.pk, sent=[Sent("new", *_of(run[0]))], actor=tablet) == ()


def _of(one: Sent) -> tuple[Any, tuple[int, int]]:
    return one.record, one.expected


def test_the_same_key_twice_in_a_run_ends_it(match, tablet):
    run = [Sent("same", plain(), (1, 1)), Sent("same", plain(), (1, 2))]
    assert len(record_run(match_id=match.pk, sent=run, actor=tablet)) == 1


def test_a_run_of_another_table_is_not_allowed(match):
    elsewhere = table.a_device(match, table=3)
    with pytest.raises(NotAllowed):
        record_run(match_id=match.pk, sent=sent(plain()), actor=elsewhere)


def test_a_run_takes_as_many_statements_as_one_hand(match, tablet):
    record_run(match_id=match.pk, sent=sent(quick(1, 0)), actor=tablet)
    for first, many in ((2, 1), (3, 9)):
        with CaptureQueriesContext(connection) as asked:
            record_run(
                match_id=match.pk, sent=sent(*[quick(1, 0)] * many, first=first), actor=tablet
            )
        assert len(asked) == 10
