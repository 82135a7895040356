"""Room for the calls of a request."""

from __future__ import annotations

import sys

import pytest

from config.stack import SLOTS, with_room
from config.threads import InThreads

BYTES = 8


def test_a_function_with_room_does_what_it_did_and_says_that_it_needs_more_than_a_piece() -> None:
    @with_room
    def both(one: int, *, other: int) -> int:
        return one + other

    assert both(1, other=2) == 3
    assert both.__code__.co_stacksize == SLOTS
    with pytest.raises(TypeError):
        both(1)  # type: ignore[call-arg]


def test_what_is_left_beside_the_frame_itself_is_room_for_the_deepest_page() -> None:
    piece = 1 << (SLOTS * BYTES).bit_length()  # as CPython takes it: the next power of two
    left = piece - SLOTS * BYTES
    assert left > 100_000, "SLOTS must lie just above a power of two, not just below"


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="is about CPython's frames")
def test_requests_are_taken_up_with_room() -> None:
    assert InThreads._ask.__code__.co_stacksize == SLOTS
