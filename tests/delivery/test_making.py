"""Pages are made a few at a time; one that waits for a process beside keeps no other waiting."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from delivery.cache import AT_ONCE, MOST_SLOW, Cache
from delivery.looks import Looks, Reader
from delivery.marks import PublishedAddress, place_of
from delivery.stamps import Stamp, Stamps

Message = MutableMapping[str, Any]
READER = Reader(b"testserver", Looks("en"), "", takes_json=True)


class Views:
    """Answer at once, but for those whose path is held back."""

    def __init__(self) -> None:
        self.held: dict[str, asyncio.Event] = {}
        self.going: list[str] = []
        self.most = 0

    async def __call__(
        self, scope: Message, _receive: Any, send: Callable[[Message], Awaitable[None]]
    ) -> None:
        path = scope["path"]
        self.going.append(path)
        self.most = max(self.most, len(self.going))
        if path in self.held:
            await self.held[path].wait()
        self.going.remove(path)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": path.encode()})


def cache(views: Views) -> Cache:
    return Cache(views, Stamps(), most_bytes=1_000_000)


def page(cache: Cache, path: str, *, is_slow: bool = False) -> asyncio.Task[Any]:
    scope = {"path": path, "query_string": b"", "scheme": "http", "http_version": "1.1"}
    place, stamp = PublishedAddress("cup", is_slow=is_slow), Stamp(1, 1, "a", "r")
    return asyncio.create_task(cache._page(scope, READER, place, stamp))


def test_a_slow_page_keeps_no_other_waiting():
    async def story() -> None:
        views = Views()
        slow = [f"/slow/{n}" for n in range(AT_ONCE + 2)]
        views.held = {path: asyncio.Event() for path in slow}
        site = cache(views)
        tasks = [page(site, path, is_slow=True) for path in slow]
        quick = await asyncio.wait_for(page(site, "/quick"), 10)
        assert quick.body == b"/quick"
        assert views.going == slow[:1], "one after the other"
        for event in views.held.values():
            event.set()
        assert [made.body.decode() for made in await asyncio.gather(*tasks)] == slow

    asyncio.run(story())


def test_others_are_made_a_few_at_a_time():
    async def story() -> None:
        views = Views()
        paths = [f"/t/{n}" for n in range(3 * AT_ONCE)]
        views.held = {path: asyncio.Event() for path in paths}
        site = cache(views)
        tasks = [page(site, path) for path in paths]
        for event in views.held.values():
            await asyncio.sleep(0)
            event.set()
        await asyncio.gather(*tasks)
        assert views.most == AT_ONCE

    asyncio.run(story())


def test_when_too_many_slow_pages_wait_the_view_answers_the_next():
    async def story() -> None:
        views = Views()
        views.held = {"/slow/0": asyncio.Event()}
        site = cache(views)
        tasks = [page(site, f"/slow/{n}", is_slow=True) for n in range(MOST_SLOW)]
        await asyncio.sleep(0)
        assert await page(site, "/slow/more", is_slow=True) is None
        views.held["/slow/0"].set()
        await asyncio.gather(*tasks)
        assert (await page(site, "/slow/more", is_slow=True)).body == b"/slow/more"

    asyncio.run(story())


def test_pictures_are_slow_and_pages_are_not():
    assert place_of("/t/cup/picture.png", b"") == PublishedAddress("cup", is_slow=True)
    its_match = ("tournament", "match:1")
    of_match = PublishedAddress("cup", is_slow=True, topics=its_match)
    assert place_of("/t/cup/match/1/picture.png", b"") == of_match
    hand = "/t/cup/match/1/hand/1/1/replay/1/"
    assert place_of(f"{hand}picture.png", b"") == of_match
    assert place_of(hand, b"") == PublishedAddress("cup", topics=its_match)
    assert place_of("/t/cup/", b"") == PublishedAddress("cup")
