"""Gives Python's calls room in one piece of memory (docs/decisions/0111).

CPython keeps the frames of calls in pieces of 16 KB. A call at the end of a piece takes a new piece
from the system, and gives it back when it returns. If the innermost loop of a template is at that
point, this happens thousands of times for one page.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, TypeVar

Call = TypeVar("Call", bound=Any)

SLOTS = 17_000
"""The slots of 8 bytes that a frame asks for. CPython rounds up to a power of two, 256 KB. The
calls inside use the remaining 123 KB: eight times as much as the deepest page needs."""


def with_room(call: Call) -> Call:
    """Returns the same function. All calls inside it have room in the piece of its own frame."""
    if isinstance(call, FunctionType):
        call.__code__ = call.__code__.replace(co_stacksize=SLOTS)
    return call
