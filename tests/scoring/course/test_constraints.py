"""What must be true of the data is held by the database itself."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from scoring.course.models import Game, Hand, Penalty, Submission
from scoring.rulings.models import Ruling
from tests.scoring import table
from tests.scoring.table import record
from tournament.matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def match() -> Match:
    match = table.a_match()
    record(match, table.lie(1))
    return match


def refuses(write: Any) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        write()


def another(hand: Hand, **changes: Any) -> Hand:
    fields = {f.name: getattr(hand, f.name) for f in Hand._meta.fields if f.name != "id"}
    return Hand(**{**fields, **changes})


@pytest.mark.parametrize(
    "change",
    [
        {"winner": "A"},
        {"ended_by": "hands"},
        {"winner": "C", "ended_by": "hands", "finished_at": timezone.now()},
        {"number": 0},
        {"mano": 6},
    ],
)
def test_a_game_has_a_winner_exactly_when_it_has_ended(match, change):
    refuses(lambda: Game.objects.update(**change))


def test_a_game_number_is_given_once_a_match(match):
    refuses(lambda: Game.objects.create(match=match, number=1, mano=0, started_at=timezone.now()))


@pytest.mark.parametrize(
    "change",
    [
        {"is_void": True},
        {"is_void": True, "version": 1, "reason": "x"},
        {"version": 2},
        {"number": 0},
        {"game_winner": "C"},
        {"score_a": 0, "stones_a": 5},
    ],
)
def test_a_hand_that_cannot_be_is_not_stored(match, change):
    refuses(lambda: Hand.objects.update(**change))


def test_only_one_version_of_a_hand_is_current(match):
    first = Hand.objects.get()

    refuses(lambda: another(first, version=2, previous=first).save())
    Hand.objects.update(is_current=False)
    another(first, version=2, previous=first).save()


def test_a_version_number_is_given_once(match):
    first = Hand.objects.get()

    refuses(lambda: another(first, is_current=False).save())


def test_a_version_has_one_successor(match):
    first = Hand.objects.get()
    another(first, version=2, previous=first, is_current=False).save()

    refuses(lambda: another(first, version=3, previous=first, is_current=False).save())


def test_only_false_claims_count(match):
    refuses(lambda: Penalty.objects.update(clause="P1"))


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "gossip"},
        {"status": "confirmed"},
        {"decided_at": timezone.now()},
        {"status": "replaced", "decided_at": timezone.now(), "outcome": {}},
        {"status": "dismissed", "decided_at": timezone.now(), "outcome": {}},
    ],
)
def test_a_ruling_that_is_decided_says_what_and_when_and_why(match, change):
    Ruling.objects.create(match=match, kind="call", raised_by="table 1", raised_at=timezone.now())

    refuses(lambda: Ruling.objects.update(**change))


def test_a_key_is_answered_once(match):
    answered = {"scope": "device:1", "key": "k", "body_hash": "", "answer": {}}
    Submission.objects.create(**answered, at=timezone.now())

    refuses(lambda: Submission.objects.create(**answered, at=timezone.now()))


@pytest.mark.parametrize("model", [Game, Hand])
def test_nothing_is_deleted(match, model):
    with pytest.raises(ProtectedError):
        (match if model is Game else Game.objects.get()).delete()
