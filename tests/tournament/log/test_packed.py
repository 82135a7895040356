"""Hands and events are stored packed, and nobody who reads them learns of it."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.exceptions import FieldError
from django.core.management import call_command
from django.db import connection

from scoring.course.models import Hand
from scoring.proof.queries.verify import verify_tournament
from tests.scoring import table
from tournament.log import packed
from tournament.log.models import Event
from tournament.log.queries.log import verify_log
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


LONG = {"record": {"cards": table.CARDS * 2}, "stones": [7, 1]}
HAND = {"kind": "hand.recorded"}


@pytest.fixture
def match() -> Match:
    """A match with a hand of cards."""
    made = table.a_match()
    table.record(made, table.plain())
    return made


def stored(model: Any, column: str, **known: Any) -> list[Any]:
    """What stands in a column of these rows, as the database has it."""
    numbers = list(model.objects.filter(**known).order_by("pk").values_list("pk", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT id, {column} FROM {model._meta.db_table}")
        found = dict(cursor.fetchall())
    return [json.loads(found[number]) for number in numbers]


def put(event: Event, told: Any) -> None:
    """Writes into the log behind the program's back."""
    slot = "%s::jsonb" if connection.vendor == "postgresql" else "%s"
    with connection.cursor() as cursor:
        statement = f"UPDATE tournament_event SET sealed = {slot} WHERE id = %s"
        cursor.execute(statement, [json.dumps(told), event.pk])


def test_a_settlement_and_what_an_event_tells_of_a_hand_are_stored_packed(match: Match) -> None:
    hand, event = Hand.objects.get(), Event.objects.get(**HAND)
    assert hand.settlement["stones"] == [7, 1]
    assert event.sealed["hand"]["settlement"] == hand.settlement
    (settlement,), (told,) = stored(Hand, "settlement"), stored(Event, "sealed", **HAND)
    assert settlement.startswith("1:")
    assert told["hand"].startswith("1:")
    assert len(settlement) + len(told["hand"]) < len(json.dumps(event.sealed)) / 2


def test_what_the_table_entered_and_what_is_looked_for_stay_readable(match: Match) -> None:
    assert stored(Hand, "record")[0]["cards"] == table.CARDS
    assert stored(Event, "sealed", **HAND)[0]["match"]["id"] == match.pk
    assert Event.objects.filter(sealed__match__id=match.pk, **HAND).exists()
    assert list(Event.objects.filter(**HAND).values_list("sealed__match__id", flat=True)) == [
        match.pk
    ]


def test_every_way_of_reading_gives_the_same(match: Match) -> None:
    event = Event.objects.get(**HAND)
    assert Event.objects.only("sealed").get(**HAND).sealed == event.sealed
    assert Event.objects.values_list("sealed", flat=True).get(**HAND) == event.sealed
    assert Event.objects.values("sealed").get(**HAND)["sealed"] == event.sealed


@pytest.mark.parametrize("way", ["save", "update", "bulk_create", "bulk_update"])
def test_every_way_of_writing_packs(match: Match, way: str) -> None:
    event = Event.objects.get(**HAND)
    event.sealed = told = {**event.sealed, "hand": LONG}
    if way == "save":
        event.save(update_fields=["sealed"])
    elif way == "update":
        Event.objects.filter(pk=event.pk).update(sealed=told)
    elif way == "bulk_update":
        Event.objects.bulk_update([event], ["sealed"])
    else:
        event.pk, event.number = None, 1_000
        Event.objects.bulk_create([event])
    assert stored(Event, "sealed", number=event.number)[0]["hand"].startswith("1:")
    assert Event.objects.get(number=event.number).sealed == told


@pytest.mark.parametrize("question", ["sealed__hand__number", "sealed__hand"])
def test_a_question_that_looks_into_what_is_packed_is_refused(question: str) -> None:
    with pytest.raises(FieldError, match="packed"):
        Event.objects.filter(**{question: 1}).exists()
    with pytest.raises(FieldError, match="packed"):
        Hand.objects.filter(settlement__ok=True).exists()


@pytest.mark.parametrize("text", ["1:", "1:QUJD", "7:QUJD", "packed"])
def test_a_packed_text_that_somebody_changed_is_found_out(match: Match, text: str) -> None:
    event = Event.objects.get(**HAND)
    assert verify_log(tournament_id=match.tournament_id).ok
    put(event, {**stored(Event, "sealed", **HAND)[0], "hand": text})
    assert verify_log(tournament_id=match.tournament_id).wrong_number == event.number
    chain = verify_tournament(tournament_id=match.tournament_id).first
    assert chain is not None
    assert chain.event == event.number


def test_rows_are_packed_and_unpacked_and_the_log_holds_all_the_while(match: Match) -> None:
    before = list(Event.objects.order_by("pk").values_list("sealed", "hash"))
    said = rows_packed("--undo")
    assert said == {"scoring_hand": 1, "tournament_event": 1}
    assert stored(Hand, "settlement")[0]["stones"] == [7, 1]
    assert stored(Event, "sealed", **HAND)[0]["hand"]["stones"] == [7, 1]
    assert list(Event.objects.order_by("pk").values_list("sealed", "hash")) == before
    assert verify_log(tournament_id=match.tournament_id).ok
    assert rows_packed() == {"scoring_hand": 1, "tournament_event": 1}
    assert rows_packed() == {"scoring_hand": 0, "tournament_event": 0}
    assert stored(Hand, "settlement")[0].startswith("1:")
    assert list(Event.objects.order_by("pk").values_list("sealed", "hash")) == before


def test_more_rows_than_a_batch_takes_are_packed(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _hand in range(4):
        table.record(match, table.plain())
    monkeypatch.setattr(packed, "ROWS_AT_ONCE", 2)
    assert rows_packed("--undo") == {"scoring_hand": 5, "tournament_event": 5}
    assert rows_packed() == {"scoring_hand": 5, "tournament_event": 5}


def rows_packed(*options: str) -> dict[str, int]:
    """How many rows of each table the command changed."""
    out = StringIO()
    call_command("pack_rows", *options, stdout=out)
    lines = (line.split(": ") for line in out.getvalue().splitlines())
    return {name: int(number) for name, number in lines}


@pytest.mark.skipif("connection.vendor != 'postgresql'")
def test_postgresql_goes_on_with_plain_rows_until_it_is_told(match: Match) -> None:
    rows_packed("--undo")
    table.record(match, table.plain())
    assert all(isinstance(one, dict) for one in stored(Hand, "settlement"))
    rows_packed()
    table.record(match, table.plain())
    assert all(isinstance(one, str) for one in stored(Hand, "settlement"))


@pytest.mark.skipif("connection.vendor != 'postgresql'")
def test_a_process_that_holds_back_asks_again_after_a_minute(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed.hold_back(connection, holds=True)
    assert not packed.is_packing(connection)
    known = packed._packs_from.copy()
    packed.hold_back(connection, holds=False)
    packed._packs_from.update(known)  # as in another process
    assert not packed.is_packing(connection)
    later = packed.monotonic() + packed.ASKED_AGAIN_SECONDS + 1
    monkeypatch.setattr(packed, "monotonic", lambda: later)
    assert packed.is_packing(connection)
