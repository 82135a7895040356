"""The hub tells every listener the newest state, soon, and never too often."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from delivery import hub as module
from delivery.hub import Hub, Listener, message
from tests.aio import run_apart
from tournament import notify
from tournament.notify import Change


def run(test: Callable[[Hub], Awaitable[None]]) -> None:
    async def body() -> None:
        hub = Hub()
        hub.start()
        await asyncio.wait_for(test(hub), timeout=5)

    run_apart(body())


def read(raw: bytes) -> tuple[str, dict[str, Any]]:
    fields = dict(line.split(": ", 1) for line in raw.decode().split("\r\n") if line)
    return fields["id"], json.loads(fields["data"])


async def next_of(listener: Listener) -> dict[str, Any]:
    async for raw in listener.messages():
        return read(raw)[1]
    raise AssertionError("the stream ended")


def test_a_message_carries_the_event_number_as_its_id() -> None:
    assert read(message(7, {"match:3", "bracket"})) == (
        "7",
        {"number": 7, "topics": ["bracket", "match:3"]},
    )


def test_a_change_reaches_everybody_who_listens_to_that_tournament() -> None:
    async def test(hub: Hub) -> None:
        ours = [hub.join("kaia"), hub.join("kaia")]
        theirs = hub.join("txingudi")
        hub.tell("kaia", 1, ["bracket"])
        for listener in ours:
            assert await next_of(listener) == {"number": 1, "topics": ["bracket"]}
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(next_of(theirs), 0.05)

    run(test)


def test_a_burst_is_told_at_most_four_times_a_second_and_ends_on_the_last() -> None:
    async def test(hub: Hub) -> None:
        listener = hub.join("kaia")
        told: list[dict[str, Any]] = []

        async def listen() -> None:
            async for raw in listener.messages():
                told.append(read(raw)[1])

        task = asyncio.create_task(listen())
        for number in range(1, 61):
            hub.tell("kaia", number, [f"match:{number}"])
            await asyncio.sleep(0.01)
        await asyncio.sleep(module.SECONDS_BETWEEN + 0.1)
        task.cancel()
        assert told[0]["number"] == 1
        assert told[-1]["number"] == 60
        assert len(told) <= 6
        topics = {topic for one in told for topic in one["topics"]}
        assert topics == {f"match:{number}" for number in range(1, 61)}

    run(test)


def test_a_slow_listener_finds_one_message_with_the_newest_state() -> None:
    async def test(hub: Hub) -> None:
        listener = hub.join("kaia")
        for number in (1, 2, 3):
            hub.tell("kaia", number, [f"match:{number}"])
            await asyncio.sleep(module.SECONDS_BETWEEN + 0.02)
        assert await next_of(listener) == {
            "number": 3,
            "topics": ["match:1", "match:2", "match:3"],
        }

    run(test)


def test_a_number_already_told_is_not_told_again() -> None:
    async def test(hub: Hub) -> None:
        listener = hub.join("kaia")
        hub.tell("kaia", 5)
        assert (await next_of(listener))["number"] == 5
        hub.tell("kaia", 5)
        hub.tell("kaia", 4)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(next_of(listener), 0.4)

    run(test)


def test_a_stream_does_not_repeat_what_it_opened_with() -> None:
    async def test(hub: Hub) -> None:
        listener = hub.join("kaia")
        listener.knows(5)
        hub.tell("kaia", 5)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(next_of(listener), 0.05)

    run(test)


def test_a_commit_in_any_thread_is_heard() -> None:
    async def test(hub: Hub) -> None:
        stop = notify.subscribe(hub.tell_from_any_thread)
        try:
            listener = hub.join("kaia")
            await asyncio.to_thread(notify.deliver, Change("kaia", 9, ("bracket",)))
            assert (await next_of(listener))["number"] == 9
        finally:
            stop()

    run(test)


def test_a_hub_that_has_stopped_takes_no_notice() -> None:
    async def test(hub: Hub) -> None:
        listener = hub.join("kaia")
        hub.tell_from_any_thread(Change("kaia", 8, ()))
        assert await next_of(listener) == {"number": 8, "topics": []}
        hub.stop()
        hub.tell_from_any_thread(Change("kaia", 9, ()))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(next_of(listener), 2 * module.SECONDS_BETWEEN)


def test_a_hub_that_stops_does_not_tell_what_was_waiting_its_turn() -> None:
    async def test(hub: Hub) -> None:
        listener = hub.join("kaia")
        hub.tell("kaia", 1, ())
        await next_of(listener)
        hub.tell("kaia", 2, ())
        hub.stop()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(next_of(listener), 2 * module.SECONDS_BETWEEN)

    run(test)


def test_a_channel_goes_with_its_last_listener() -> None:
    async def test(hub: Hub) -> None:
        one, two = hub.join("kaia"), hub.join("kaia")
        assert hub.streams == 2
        hub.leave("kaia", one)
        assert hub.slugs() == ("kaia",)
        hub.leave("kaia", two)
        assert hub.slugs() == ()
        assert hub.streams == 0

    run(test)


def test_a_stream_without_news_beats_with_an_event_that_its_page_can_hear(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "HEARTBEAT_SECONDS", 0.01)

    async def test(hub: Hub) -> None:
        listener = hub.join("kaia")
        messages = listener.messages()
        for _time in range(2):
            beat = await anext(messages)
            # A comment would begin with a colon, and no script would ever see it.
            assert beat.startswith(b"event: beat\r\ndata:")
            assert beat.endswith(b"\r\n\r\n")
        hub.tell("kaia", 3, ["bracket"])
        news = [await anext(messages) for _time in range(2)]
        assert message(3, ["bracket"]) in news

    run(test)
