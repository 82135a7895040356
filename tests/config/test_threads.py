"""Answers of a WSGI application that leave through a few threads."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from config.threads import InThreads
from tests.aio import run_apart as run

SCOPE = {
    "type": "http", "http_version": "1.1", "method": "POST", "path": "/a/b", "scheme": "http",
    "query_string": b"q=1", "headers": [(b"content-length", b"5"), (b"x-name", b"Orio")],
}  # fmt: skip


class Whole(list[bytes]):
    """An answer like Django's, which says that it is whole."""

    streaming = False
    closed = 0

    def close(self) -> None:
        self.closed += 1


def ask(application: Callable[..., Iterable[bytes]], *body: bytes) -> list[Any]:
    """The messages that a request with this body gets."""

    async def asked() -> list[Any]:
        coming = [
            {"type": "http.request", "body": part, "more_body": n < len(body)}
            for n, part in enumerate(body, start=1)
        ]
        sent: list[Any] = []

        async def receive() -> Any:
            return coming.pop(0)

        async def send(message: Any) -> None:
            sent.append(message)

        await InThreads(application, threads=1)(SCOPE, receive, send)
        return sent

    return run(asked())


def test_a_request_reaches_the_application_whole_and_its_answer_leaves_whole() -> None:
    answer = Whole([b"Bet", b"ter"])

    def application(environ: Any, start: Any) -> Iterable[bytes]:
        assert environ["wsgi.input"].read() == b"12345"
        assert (environ["REQUEST_METHOD"], environ["PATH_INFO"]) == ("POST", "/a/b")
        assert (environ["QUERY_STRING"], environ["HTTP_X_NAME"]) == ("q=1", "Orio")
        start("201 Made so", [("X-Two", " spaces "), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])
        return answer

    assert ask(application, b"12", b"345") == [
        {
            "type": "http.response.start",
            "status": 201,
            "headers": [(b"x-two", b"spaces"), (b"set-cookie", b"a=1"), (b"set-cookie", b"b=2")],
        },
        {"type": "http.response.body", "body": b"Better"},
    ]
    assert answer.closed == 1


def test_an_answer_in_bits_is_sent_bit_by_bit_and_ends() -> None:
    def application(_environ: Any, start: Any) -> Iterator[bytes]:
        start("200 OK", [])
        yield b"one"
        yield b"two"

    started, *bits = ask(application, b"")
    assert started["status"] == 200
    assert [(bit["body"], bit.get("more_body", False)) for bit in bits] == [
        (b"one", True), (b"two", True), (b"", False),
    ]  # fmt: skip


def test_a_bit_is_sent_before_the_next_one_is_made() -> None:
    was_sent = threading.Event()

    def application(_environ: Any, start: Any) -> Iterator[bytes]:
        start("200 OK", [])
        yield b"one"
        assert was_sent.wait(5)
        yield b"two"

    async def asked() -> None:
        async def receive() -> Any:
            return {"type": "http.request"}

        async def send(message: Any) -> None:
            if message.get("body") == b"one":
                was_sent.set()

        await InThreads(application, threads=1)(SCOPE, receive, send)

    run(asked())
    assert was_sent.is_set()


@pytest.mark.parametrize("when", ["before it starts", "after a bit"])
def test_what_the_application_raises_the_server_is_told(when: str) -> None:
    closed = []

    class Broken(Whole):
        streaming = True

        def __iter__(self) -> Iterator[bytes]:
            yield b"one"
            raise ValueError("broken")

        def close(self) -> None:
            closed.append(when)

    def application(_environ: Any, start: Any) -> Iterable[bytes]:
        if when == "before it starts":
            raise ValueError("broken")
        start("200 OK", [])
        return Broken()

    with pytest.raises(ValueError, match="broken"):
        ask(application, b"")
    assert closed == ([] if when == "before it starts" else [when])


def test_an_application_that_ends_its_thread_leaves_nobody_waiting() -> None:
    def application(_environ: Any, _start: Any) -> Iterable[bytes]:
        raise SystemExit("no more")

    with pytest.raises(SystemExit):
        ask(application, b"")


def test_as_many_are_asked_at_once_as_there_are_threads() -> None:
    at_once, most = 0, 0
    lock = threading.Lock()

    def application(_environ: Any, start: Any) -> Iterable[bytes]:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        threading.Event().wait(0.05)
        with lock:
            at_once -= 1
        start("200 OK", [])
        return Whole([b"."])

    async def asked() -> None:
        pages = InThreads(application, threads=2)

        async def receive() -> Any:
            return {"type": "http.request"}

        async def send(_message: Any) -> None:
            pass

        await asyncio.gather(*(pages(SCOPE, receive, send) for _number in range(6)))

    run(asked())
    assert most == 2


class Held:
    """An application whose first answer waits to be let go."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go = threading.Event()

    def __call__(self, environ: Any, start: Any) -> Iterable[bytes]:
        self.asked.append(environ["PATH_INFO"])
        if environ["PATH_INFO"] == "/first":
            assert self.go.wait(5)
        start("200 OK", [])
        return Whole([b"."])


async def _one(pages: InThreads, method: str, path: str, *, gone: bool = False) -> list[int]:
    """The statuses that this request is answered with; `gone`: its reader leaves at once. As in
    uvicorn an empty body is there twice."""
    coming = [{"type": "http.request"}] * 2
    statuses = []

    async def receive() -> Any:
        if coming:
            return coming.pop()
        return {"type": "http.disconnect"} if gone else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        if "status" in message:
            statuses.append(message["status"])

    scope = {**SCOPE, "method": method, "path": path, "headers": []}
    await pages(scope, receive, send)
    return statuses


async def _begun_and_waiting(pages: InThreads) -> tuple[asyncio.Task[Any], asyncio.Task[Any]]:
    """A request that the one thread answers, and one that waits for it."""
    first = asyncio.create_task(_one(pages, "GET", "/first"))
    second = asyncio.create_task(_one(pages, "GET", "/second"))
    await asyncio.sleep(0.05)
    return first, second


def test_a_page_whose_reader_left_the_queue_is_not_made_and_what_was_sent_is_done() -> None:
    held = Held()

    async def asked() -> list[list[int]]:
        pages = InThreads(held, threads=1)
        first, second = await _begun_and_waiting(pages)
        gone = asyncio.create_task(_one(pages, "GET", "/gone", gone=True))
        posted = asyncio.create_task(_one(pages, "POST", "/posted", gone=True))
        await asyncio.sleep(0.05)
        held.go.set()
        return [await one for one in (first, second, gone, posted)]

    assert run(asked()) == [[200], [200], [], [200]]
    assert held.asked == ["/first", "/second", "/posted"]


def test_who_asks_from_within_and_never_goes_is_not_waited_for() -> None:
    """The event loop would hear of nobody else any more."""
    held = Held()

    async def asked() -> list[list[int]]:
        pages = InThreads(held, threads=1)
        first, second = await _begun_and_waiting(pages)
        asked = 0

        async def receive() -> Any:
            nonlocal asked
            asked += 1
            if asked == 50:
                await asyncio.Event().wait()
            return {"type": "http.request"}

        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message.get("status"))

        within = asyncio.create_task(pages({**SCOPE, "method": "GET"}, receive, send))
        await asyncio.sleep(0.05)
        held.go.set()
        await within
        assert asked < 50, "it would be asked without end"
        return [await first, await second, sent[:1]]

    assert run(asked()) == [[200], [200], [200]]


def test_a_request_that_is_given_up_before_it_began_is_not_begun() -> None:
    held = Held()

    async def asked() -> None:
        pages = InThreads(held, threads=1)
        first = asyncio.create_task(_one(pages, "GET", "/first"))
        await asyncio.sleep(0.05)
        second = asyncio.create_task(_one(pages, "POST", "/second"))
        await asyncio.sleep(0.05)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        held.go.set()
        await first

    run(asked())
    assert held.asked == ["/first"]
