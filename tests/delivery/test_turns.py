"""Working out news takes a part of the time; whoever comes alone never waits."""

import asyncio

import pytest

from delivery import turns as module
from delivery.turns import Turns
from tests.aio import run_apart


async def seconds_for(turns: Turns, count: int, each: float) -> float:
    """How long it is until `count` turns were given, each of them for work of `each` seconds."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    for _turn in range(count):
        await turns.wait()
        turns.took(each)
    return loop.time() - began


def test_some_pages_at_once_do_not_wait() -> None:
    async def test() -> None:
        assert await seconds_for(Turns(), 10, module.SAVED / 20) < 0.1

    run_apart(test())


def test_many_pages_take_a_part_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SAVED", 0.01)

    async def test() -> None:
        work = 20 * 0.005
        took = await seconds_for(Turns(), 20, 0.005)
        assert took > 0.5 * work / module.SHARE

    run_apart(test())


def test_turns_are_given_in_the_order_of_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SAVED", 0.0)
    given: list[int] = []

    async def test() -> None:
        turns = Turns()
        turns.took(0.01)

        async def one(number: int) -> None:
            await turns.wait()
            given.append(number)

        await asyncio.gather(*(one(number) for number in range(5)))

    run_apart(test())
    assert given == [0, 1, 2, 3, 4]


def test_one_slow_page_holds_the_others_up_for_a_bounded_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "LONGEST_REST", 0.05)

    async def test() -> None:
        turns = Turns()
        turns.took(1_000)
        assert await seconds_for(turns, 1, 0) < 1

    run_apart(test())
