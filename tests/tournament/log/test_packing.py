"""An object of JSON comes back from its packed text as it was, for as long as rows are kept."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.log.rules import packing

NEVER_CHANGED = {1: "521ff1eae56e560e8fd44bf50a3e981a577ba0e631a62eacb3d1b7391e9f8953"}
"""What rows are packed against. A better text gets the next number: this list only grows."""
LONG = {"record": {"cards": ["R C 7 4"] * 8}, "stones": [7, 1], "reason": "Ez da “garbia”, ñ"}
STORED = "1:DczBCgIhEADQX5E5a6AtFHOILsF0qz50EXZK2dUR1Jgg/Pfc67u8P0xcZr/kdXz25wMdvjX9"
leaves = st.none() | st.booleans() | st.integers() | st.text()
values = st.recursive(leaves, lambda one: st.lists(one) | st.dictionaries(st.text(), one))


def test_what_rows_are_packed_against_is_what_it_always_was() -> None:
    texts = {number: sha256(text).hexdigest() for number, text in packing.AGAINST.items()}
    assert texts == NEVER_CHANGED


@given(values)
def test_whatever_is_packed_comes_back(value: Any) -> None:
    stored = json.loads(json.dumps(packing.packed(value)))
    assert packing.unpacked(stored) == value
    assert json.dumps(packing.unpacked(stored)) == json.dumps(value)  # in the same order


@given(st.text())
def test_a_text_is_never_taken_for_a_packed_one(text: str) -> None:
    for value in (text, f"1:{text}", f"0:{text}"):
        assert packing.unpacked(packing.marked(value)) == value
        assert packing.unpacked(packing.packed(value)) == value


def test_a_packed_object_is_shorter_and_says_against_what() -> None:
    stored = packing.packed(LONG)
    assert stored.startswith("1:")
    assert len(stored) < len(json.dumps(LONG))
    assert packing.packed({"stones": [7, 1]}) == {"stones": [7, 1]}


def by_hand(text: bytes) -> str:
    deflating = zlib.compressobj(9, zlib.DEFLATED, packing.RAW, zdict=packing.AGAINST[1])
    return "1:" + b64encode(deflating.compress(text) + deflating.flush()).decode()


@pytest.mark.parametrize(
    "text",
    [by_hand(b'"' + b" " * packing.MOST_BYTES + b'"'), by_hand(b"[" * 200_000)],
    ids=["long", "deep"],
)
def test_a_text_that_would_swell_or_nest_without_end_is_unreadable(text: str) -> None:
    """Whoever can write into the database, or into a backup, breaks no page by it."""
    assert len(text) < 30_000
    assert packing.unpacked(text) == {"unreadable": text}
    assert packing.unpacked(by_hand(b'["a"]')) == ["a"]


@pytest.mark.parametrize("text", ["1:", "1:####", "1:QUJD", "7:QUJD", "99999:x", STORED[:40]])
def test_a_text_that_nobody_packed_says_so_and_breaks_nothing(text: str) -> None:
    assert packing.unpacked(text) == {"unreadable": text}
