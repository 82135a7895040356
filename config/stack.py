"""Room for Python's calls in one piece of memory (docs/decisions/0111).

CPython keeps the frames of its calls in pieces of 16 KB. A call that begins at the end of a piece
takes a new one from the system and gives it back when it returns: where the innermost loop of a
template lies there, that is done thousands of times for one page.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any, TypeVar

Call = TypeVar("Call", bound=Any)

SLOTS = 17_000
"""What a frame says that it needs, 8 bytes each. The next power of two is taken, 256 KB, and the
calls inside have the 123 KB that are left: eight times as much as the deepest page needs."""


def with_room(call: Call) -> Call:
    """The same function. All that it calls has room in the piece that its own frame gets."""
    if isinstance(call, FunctionType):
        call.__code__ = call.__code__.replace(co_stacksize=SLOTS)
    return call
