"""What a request costs, in calls and bytes: unlike seconds, these are the same on every machine."""

import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType
from typing import Any


@dataclass(frozen=True, slots=True)
class Cost:
    """Function calls, the most bytes of memory at once, and processor seconds of this thread.

    Seconds are only for what is done in one call, such as sorting or normalizing a long text:
    their ceiling is many times what they usually are.
    """

    calls: int
    bytes: int
    seconds: float

    def __le__(self, most: "Cost") -> bool:
        return (
            self.calls <= most.calls and self.bytes <= most.bytes and self.seconds <= most.seconds
        )


def cost_of(work: Callable[[], Any]) -> tuple[Any, Cost]:
    """Returns what `work` returns, and what it cost."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    tracemalloc.start()
    began = time.thread_time()
    sys.setprofile(count)
    try:
        answer = work()
    finally:
        sys.setprofile(before)
        seconds = time.thread_time() - began
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return answer, Cost(calls, peak, seconds)


def most_for(size: int) -> Cost:
    """The ceiling for a body of this size: what grows faster than the body is above it."""
    return Cost(calls=300_000 + 15 * size, bytes=6_000_000 + 60 * size, seconds=5)
