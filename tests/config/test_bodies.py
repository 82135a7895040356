"""Bodies are whole before a thread takes them up; slow ones hold up nobody."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from config.bodies import BESIDES, TAKES_FILES, Sizes, whole_bodies
from tests.aio import run_apart

MOST = 100
SIZES = Sizes(everybody=MOST, accounts=MOST, file=500)


class Asked:
    """An application that keeps what it was given."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.bodies.append((await receive())["body"])


def ask(
    *messages: dict[str, Any], length: bytes | None, more: tuple[tuple[bytes, bytes], ...] = ()
) -> tuple[Asked, list[Any]]:
    """Sends the messages, then nothing more."""
    asked, sent = Asked(), []
    left: Iterator[dict[str, Any]] = iter(messages)

    async def receive() -> dict[str, Any]:
        for message in left:
            return message
        return await asyncio.get_running_loop().create_future()

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [*more] if length is None else [(b"content-length", length), *more]
    application = whole_bodies(asked, sizes=SIZES, seconds=0.05)
    run_apart(application({"type": "http", "headers": headers}, receive, send))
    return asked, sent


def part(body: bytes, *, more: bool) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_in_parts_arrives_whole():
    asked, sent = ask(part(b"ab", more=True), part(b"cd", more=False), length=b"4")
    assert asked.bodies == [b"abcd"]
    assert not sent


def test_a_body_that_stops_half_way_is_answered_without_asking_anybody():
    asked, sent = ask(part(b"ab", more=True), length=b"4")
    assert not asked.bodies
    assert sent[0]["status"] == 408


@pytest.mark.parametrize(
    ("language", "said"),
    [(b"es", "Esto no llegó a tiempo"), (b"eu", "Hau ez da garaiz iritsi"), (b"fr", "à temps")],
)
def test_a_browser_that_was_too_slow_is_told_in_its_language(language, said):
    browser = ((b"accept", b"text/html,*/*"), (b"accept-language", language))
    _asked, sent = ask(part(b"ab", more=True), length=b"4", more=browser)
    assert sent[0]["status"] == 408
    assert (b"content-type", b"text/html; charset=utf-8") in sent[0]["headers"]
    assert said in sent[1]["body"].decode()


def test_nobody_is_asked_for_one_who_has_gone():
    asked, sent = ask(part(b"ab", more=True), {"type": "http.disconnect"}, length=b"4")
    assert not asked.bodies
    assert not sent


@pytest.mark.parametrize(
    "length", [None, b"0", b"101", b"-4", b"four", b"9" * 30, b"0" * 4400 + b"2"]
)
def test_a_body_that_will_be_refused_is_not_read(length):
    asked, sent = ask(length=length)
    assert asked.bodies == [b""]
    assert not sent


class Busy:
    """An application that takes a moment, asked several times at once."""

    def __init__(self, *, header: tuple[bytes, bytes] | None = None, **options: Any) -> None:
        self.options = options
        self.headers = [header] if header else []
        self.bodies: list[bytes] = []
        self.said: list[Any] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.bodies.append((await receive())["body"])
        for _turn in range(50):  # of the loop: by then all the others have been taken up
            await asyncio.sleep(0)

    def ask(self, *asked: tuple[str, int]) -> None:
        """Sends a body of that many bytes to each of these addresses, all at once."""
        application = whole_bodies(self, **{"sizes": SIZES, "seconds": 30, **self.options})

        async def send(message: Any) -> None:
            self.said.append(message)

        async def one(path: str, length: int) -> None:
            async def receive() -> dict[str, Any]:
                return part(b"x" * length, more=False)

            headers = [(b"content-length", str(length).encode()), *self.headers]
            await application({"type": "http", "path": path, "headers": headers}, receive, send)

        async def all_of_them() -> None:
            await asyncio.gather(*[one(*each) for each in asked])

        run_apart(all_of_them())


def test_where_files_are_taken_a_body_may_have_more_and_nowhere_else():
    busy = Busy()
    busy.ask((TAKES_FILES, 400), ("/t/", 400))
    assert sorted(map(len, busy.bodies)) == [0, 400]


def test_files_are_taken_in_every_language():
    busy = Busy()
    busy.ask((f"/eu{TAKES_FILES}", 400), (f"/xx{TAKES_FILES}", 400))
    assert sorted(map(len, busy.bodies)) == [0, 400]


def test_who_may_send_no_file_holds_the_place_of_nobody():
    async def nobody(_scope: Any) -> bool:
        return False

    busy = Busy(may_send_files=nobody)
    busy.ask((TAKES_FILES, 400), (TAKES_FILES, 400), (TAKES_FILES, MOST))
    assert sorted(map(len, busy.bodies)) == [0, 0, MOST]
    assert not busy.said


def test_half_bodies_have_bounded_room_and_the_oldest_gives_way():
    whole: list[str] = []
    statuses: dict[str, int] = {}

    async def application(scope: Any, receive: Any, _send: Any) -> None:
        await receive()
        whole.append(scope["path"])

    async def one(bodies: Any, path: str, parts: list[bytes]) -> None:
        async def receive() -> dict[str, Any]:
            if not parts:
                return await asyncio.get_running_loop().create_future()
            return part(parts.pop(0), more=True)

        async def send(message: Any) -> None:
            statuses.setdefault(path, message.get("status"))

        headers = [(b"content-length", b"90")]
        await bodies({"type": "http", "path": path, "headers": headers}, receive, send)

    async def all_of_them() -> None:
        bodies = whole_bodies(application, sizes=SIZES, seconds=1, room=150)
        halves = [
            asyncio.create_task(one(bodies, f"/half/{number}", [b"x" * 60])) for number in range(4)
        ]
        while len(statuses) < 2:
            await asyncio.sleep(0)
        assert statuses == {"/half/0": 408, "/half/1": 408}
        await one(bodies, "/whole", [b"x" * 45, b"x" * 45])
        assert whole == ["/whole"]
        assert "/half/3" not in statuses
        await asyncio.gather(*halves)
        again = [one(bodies, f"/again/{number}", [b"x" * 90]) for number in range(9)]
        await asyncio.gather(*again)
        assert len(whole) == 10, "room is given back by what was whole and by what was given up"

    run_apart(all_of_them())


def test_a_body_over_what_a_file_may_have_is_not_read():
    busy = Busy()
    busy.ask((TAKES_FILES, 500 + BESIDES + 1))
    assert busy.bodies == [b""]


def test_one_file_at_a_time_is_held_in_memory_and_others_go_on():
    busy = Busy()
    busy.ask((TAKES_FILES, 400), (TAKES_FILES, 400), (TAKES_FILES, MOST), ("/t/", MOST))
    assert sorted(map(len, busy.bodies)) == [MOST, MOST, 400]
    assert busy.said[0]["status"] == 503
    assert (b"retry-after", b"60") in busy.said[0]["headers"]
    busy.ask((TAKES_FILES, 400))
    assert len(busy.bodies) == 4


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/accounts/login/", 10),
        ("/t/cup/sign-up/", 10),
        ("/api/v1/settle/", 10),
        ("/api/v1/tournaments/cup/partner/", 10),
        ("/eu/our-result/5.abc/7/", 10),
        ("/organizer/t/cup/pairs/import/", 20),
        ("/eu/organizer/t/cup/pairs/import/", 20),
        ("/api/v1/table/actions/", 20),
        ("/api/v1/tournaments/cup/pairs/bulk/", 20),
        (TAKES_FILES, 30 + BESIDES),
    ],
)
def test_where_everybody_may_write_a_body_is_small(path, most):
    assert Sizes(everybody=10, accounts=20, file=30).at(path) == most


def test_a_body_of_a_stranger_that_is_too_large_is_not_read():
    busy = Busy(sizes=Sizes(everybody=10, accounts=MOST, file=500))
    busy.ask(("/api/v1/settle/", 11), ("/api/v1/settle/", 10), ("/organizer/", 11))
    assert sorted(map(len, busy.bodies)) == [0, 10, 11]


def test_complete_bodies_that_wait_have_bounded_room_and_more_is_told_to_come_back():
    busy = Busy(room=250)
    busy.ask(*[("/t/", 100)] * 4, ("/t/", 0))
    assert sorted(map(len, busy.bodies)) == [0, 100, 100]
    assert [said["status"] for said in busy.said if "status" in said] == [503, 503]
    assert (b"retry-after", b"60") in busy.said[0]["headers"]
    busy.ask(("/t/", 100), ("/t/", 100))
    assert len(busy.bodies) == 5, "room is given back"


def test_when_too_many_wait_strangers_are_told_to_come_back_first():
    """A crowd asks for pages: the hands of the tables and the desk go on, to an end of their own;
    and a monitor does not take a busy server for a dead one."""
    crowd = Busy(waiting_requests=2)
    crowd.ask(*[("/t/", 0)] * 3, ("/healthz", 0))
    assert len(crowd.bodies) == 3
    assert [said["status"] for said in crowd.said if "status" in said] == [503]
    assert (b"retry-after", b"5") in crowd.said[0]["headers"]
    crowd.ask(("/t/", 0), ("/t/", 0))
    assert len(crowd.bodies) == 5, "places are given back"

    for header in ((b"authorization", b"Device x"), (b"cookie", b"a=b; sessionid=x")):
        at_work = Busy(waiting_requests=2, header=header)
        at_work.ask(*[("/t/", 0)] * 9)
        assert len(at_work.bodies) == 8
    spectator = Busy(waiting_requests=2, header=(b"cookie", b"language=eu"))
    spectator.ask(*[("/t/", 0)] * 9)
    assert len(spectator.bodies) == 2


def test_an_answer_that_is_read_slowly_holds_no_room():
    taken: list[int] = []

    async def application(_scope: Any, receive: Any, send: Any) -> None:
        taken.append(len((await receive())["body"]))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.get_running_loop().create_future()

    async def one(bodies: Any) -> None:
        async def receive() -> dict[str, Any]:
            return part(b"x" * MOST, more=False)

        async def send(_message: Any) -> None:
            pass

        headers = [(b"content-length", str(MOST).encode())]
        await bodies({"type": "http", "path": "/t/", "headers": headers}, receive, send)

    async def all_of_them() -> None:
        bodies = whole_bodies(application, sizes=SIZES, seconds=30, room=MOST)
        slow = [asyncio.create_task(one(bodies)) for _reader in range(5)]
        while len(taken) < len(slow):
            await asyncio.sleep(0)
        for task in slow:
            task.cancel()

    run_apart(asyncio.wait_for(all_of_them(), 30))
