"""The canonical form and the chain of hashes."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.log.rules.events import (
    GENESIS,
    NotCanonical,
    first_fault,
    opened,
    sealed,
    sealed_texts,
    stamp,
)
from tournament.log.rules.roles import Actor

AT = datetime(2026, 5, 24, 12, 0, 0, 5, tzinfo=UTC)
ACTOR = Actor("user", 7, "organizer ñandú")


def chain(length):
    entries, previous = [], GENESIS
    for number in range(1, length + 1):
        entry = sealed(
            tournament="cup",
            number=number,
            kind="thing.done",
            actor=ACTOR,
            at=AT + timedelta(seconds=number),
            data={"n": number, "club": "Getaria – Orio"},
            previous=previous,
        )
        entries.append(entry)
        previous = entry.hash
    return entries


def fault(entries):
    return first_fault(entries, head_number=5, head_hash=chain(5)[-1].hash)


def test_a_chain_as_written_holds():
    assert fault(chain(5)) is None


@pytest.mark.parametrize("number", [1, 3, 5])
@pytest.mark.parametrize(
    "edit",
    [
        {"kind": "thing.undone"},
        {"data": {"n": 99}},
        {"actor": Actor("user", 8, "organizer ñandú")},
        {"actor": Actor("user", 7, "organizer n")},
        {"at": AT - timedelta(microseconds=1)},
        {"tournament": "other"},
        {"hash": "0" * 64},
    ],
)
def test_an_edit_of_any_field_shows_at_its_number(number, edit):
    entries = chain(5)
    entries[number - 1] = replace(entries[number - 1], **edit)
    assert (fault(entries).number, fault(entries).code) == (number, "wrong_hash")


def test_an_edit_hashed_again_shows_at_the_next_event():
    entries = chain(5)
    forged = sealed(
        tournament="cup",
        number=2,
        kind="thing.done",
        actor=ACTOR,
        at=AT,
        data={"n": "forged"},
        previous=entries[0].hash,
    )
    entries[1] = forged
    assert (fault(entries).number, fault(entries).code) == (3, "wrong_previous")


def test_an_event_taken_out_shows():
    entries = chain(5)
    del entries[2]
    assert (fault(entries).number, fault(entries).code) == (3, "number_gap")


def test_the_end_cut_off_shows_against_the_head():
    assert (fault(chain(5)[:3]).number, fault(chain(5)[:3]).code) == (4, "wrong_head")


def test_a_whole_chain_forged_anew_shows_against_the_head():
    forged = [replace(entry, tournament="cup") for entry in chain(4)]
    assert first_fault(forged, head_number=4, head_hash="f" * 64).code == "wrong_head"


def test_times_are_written_in_utc_whatever_their_zone():
    there = AT.astimezone(timezone(timedelta(hours=10)))
    assert stamp(there) == stamp(AT) == "2026-05-24T12:00:00.000005Z"


@pytest.mark.parametrize(
    "data",
    [
        {"x": 1.5},
        {"x": float("nan")},
        {"x": "\x00"},
        {"x": "\ud800"},
        {"\x00": 1},
        {1: "x"},
        {"x": {1, 2}},
        {"x": b"bytes"},
        {"x": AT},
    ],
)
def test_data_that_has_no_one_spelling_is_refused(data):
    with pytest.raises(NotCanonical):
        sealed(
            tournament="cup",
            number=1,
            kind="k",
            actor=ACTOR,
            at=AT,
            data=data,
            previous=GENESIS,
        )


def test_data_nested_without_end_is_refused():
    data = {}
    data["again"] = data
    with pytest.raises(NotCanonical):
        sealed(tournament="c", number=1, kind="k", actor=ACTOR, at=AT, data=data, previous=GENESIS)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), json_values))
def test_what_is_sealed_still_holds_after_a_trip_through_json(data):
    try:
        entry = sealed(
            tournament="c", number=1, kind="k", actor=ACTOR, at=AT, data=data, previous=GENESIS
        )
    except NotCanonical:
        assert "\\u0000" in json.dumps(data) or "\\ud" in json.dumps(data)
        return
    again = replace(entry, data=json.loads(json.dumps(data)))
    assert first_fault([again], head_number=1, head_hash=entry.hash) is None


def test_a_pair_that_is_named_in_an_event_about_the_tournament_is_sealed_there_too():
    pair = {"number": 3, "name": "Ane – Jon"}
    told = {"name": "Zarautz Cup", "followed": [{"pairs": [pair, None], "games": [2, 0]}]}
    data, texts = sealed_texts("tournament.games_reduced", told)
    assert data["name"] == "Zarautz Cup"
    assert [text for _salt, text in texts.values()] == ["Ane – Jon"]
    assert opened(data, texts) == told
