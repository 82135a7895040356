"""A page as it is sent: whole, in each encoding, and smaller once it stays."""

import asyncio
import gzip
from pathlib import Path
from threading import BoundedSemaphore, Event

import brotli
import pytest

from delivery.pages import LONGEST, Answer, Page
from tests.delivery.site import Site
from tests.tournament import play

BODY = Path(__file__).read_bytes() * 3


def page() -> Page:
    return Page(Answer(200, ((b"content-type", b"text/html"),), BODY))


def test_a_page_that_stays_is_sent_smaller_and_says_the_same() -> None:
    one = page()
    for name in ("br", "gzip"):
        one.compress(name)
    hurried = {name: len(one.form(name).body) for name in ("br", "gzip")}
    one.squeeze("br")
    assert len(one.form("gzip").body) == hurried["gzip"], "each is made smaller by itself"
    one.squeeze("gzip")
    assert len(one.form("br").body) < hurried["br"]
    assert len(one.form("gzip").body) < hurried["gzip"]
    assert brotli.decompress(one.form("br").body) == BODY
    assert gzip.decompress(one.form("gzip").body) == BODY
    assert one.form("").body == BODY


def test_a_page_that_would_take_long_is_made_smaller_in_the_usual_way() -> None:
    long = Page(Answer(200, (), BODY * (LONGEST // len(BODY) + 1)))
    long.squeeze("gzip")
    assert long.form("gzip").body == gzip.compress(long.body, 9, mtime=0)


def test_what_is_too_small_to_gain_is_sent_as_it_is() -> None:
    short = Page(Answer(200, (), b"ok"))
    assert short.is_ready("br")
    assert short.form("br").body == b"ok"


def test_a_page_is_compressed_for_who_asks_so_and_not_before() -> None:
    one = page()
    assert one.is_ready("")
    assert not one.is_ready("br")
    one.compress("br")
    assert one.is_ready("br")
    assert not one.is_ready("gzip")
    assert brotli.decompress(one.form("br").body) == BODY


def test_a_page_is_kept_as_it_is_asked_for_and_no_longer_as_it_came() -> None:
    one = page()
    whole = one.size
    one.compress("gzip")
    assert one.size < whole - len(BODY) / 2
    assert one.body == BODY
    one.compress("br")
    assert gzip.decompress(one.form("gzip").body) == brotli.decompress(one.form("br").body) == BODY


@pytest.mark.parametrize("encoding", ["br", "gzip"])
def test_who_takes_no_encoding_after_others_has_the_page_itself(encoding: str) -> None:
    one = page()
    one.compress(encoding)
    assert not one.is_ready("")
    assert one.form("").body == BODY, "also when it goes between the look and the sending"
    one.compress("")
    assert one.is_ready("")
    one.squeeze(encoding)
    one.compress("br")
    one.compress("gzip")
    assert one.is_ready(""), "it is asked for, so it stays"
    assert one.form("").body == BODY


def test_the_same_headers_are_one_object_for_all_pages() -> None:
    one, other = page(), Page(Answer(200, ((b"content-type", b"text/html"),), b"another"))
    assert one.form("").common is other.form("").common
    told = dict(one.form("").start["headers"])
    assert told[b"content-type"] == b"text/html"
    assert told[b"content-length"] == str(len(BODY)).encode()
    assert told[b"etag"] != dict(other.form("").start["headers"])[b"etag"]


@pytest.mark.django_db(transaction=True)
def test_a_thousand_first_readers_have_a_page_compressed_once(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = play.tournament(entered=4, drawn=True)
    compressed: list[str] = []
    way = Page.compress
    monkeypatch.setattr(
        Page, "compress", lambda one, name: (compressed.append(name), way(one, name))[1]
    )

    async def all_at_once() -> set[bytes]:
        told = {"accept-encoding": "br"}
        got = await asyncio.gather(*(site.ask(f"/t/{cup.slug}/", **told) for _ in range(1000)))
        return {brotli.decompress(one.body) for one in got}

    assert len(asyncio.run(all_at_once())) == 1
    assert compressed == ["br"]


@pytest.mark.django_db(transaction=True)
def test_only_a_page_that_is_still_the_newest_is_made_smaller(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = play.tournament(entered=4, drawn=True)
    monkeypatch.setattr("delivery.front.SECONDS_CHEAP", 0.0)
    squeezed: list[tuple[str, str]] = []
    monkeypatch.setattr(
        Page, "squeeze", lambda one, name: squeezed.append((one.etag.decode(), name))
    )

    async def asked() -> str:
        for name in ("br", "gzip"):
            got = await site.ask(f"/t/{cup.slug}/", **{"accept-encoding": name})
            await asyncio.sleep(0.01)
        return got.headers["etag"].removeprefix("W/")

    etag = asyncio.run(asked())
    site.front._smaller.submit(lambda: None).result()
    assert squeezed == [(etag, "br"), (etag, "gzip")], "each encoding once"

    kept = site.front.shelf
    [key] = [key for key in kept._kept if key[0] == f"/t/{cup.slug}/"]
    old = kept.peek(key)
    assert old is not None
    site.stamps.forget_all()
    site.front._stays(key, old, "br")
    site.front._smaller.submit(lambda: None).result()
    assert len(squeezed) == 2


@pytest.mark.django_db(transaction=True)
def test_pages_that_wait_to_be_made_smaller_are_not_held_for_it(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    cups = [play.tournament(entered=4, drawn=True) for _cup in range(4)]
    monkeypatch.setattr("delivery.front.SECONDS_CHEAP", 0.0)
    monkeypatch.setattr(site.front, "_places", BoundedSemaphore(2))
    squeezed: list[str] = []
    monkeypatch.setattr(Page, "squeeze", lambda one, _name: squeezed.append(one.etag.decode()))
    goes_on = Event()
    site.front._smaller.submit(goes_on.wait, 10)

    async def asked() -> list[str]:
        got = [await site.ask(f"/t/{cup.slug}/", **{"accept-encoding": "br"}) for cup in cups]
        await asyncio.sleep(0.01)
        return [one.headers["etag"].removeprefix("W/") for one in got]

    etags = asyncio.run(asked())
    site.front.shelf._drop(next(iter(site.front.shelf._kept)))
    goes_on.set()
    site.front._smaller.submit(lambda: None).result()
    assert squeezed == etags[1:2], "the first is gone, and only two may wait"
