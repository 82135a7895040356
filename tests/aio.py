"""Coroutines in tests."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def run_apart(coroutine: Coroutine[object, object, T]) -> T:
    """`asyncio.run` in a thread of its own.

    Playwright keeps a loop running in the thread of the tests from the first page on, and
    `asyncio.run` refuses to start beside it.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
