"""A page as it is sent and stored: plain until somebody takes it compressed."""

import asyncio
import gzip
from dataclasses import replace
from pathlib import Path

import brotli
import pytest

from delivery.cache import SMALLEST, Page
from delivery.marks import PublishedAddress
from delivery.stamps import Stamp
from tests.tournament import play

BODY = Path(__file__).read_bytes() * 3
PLAIN = {"br": brotli.decompress, "gzip": gzip.decompress}


def page(body: bytes = BODY) -> Page:
    return Page(
        PublishedAddress("cup"),
        Stamp(1, 1, "a", "r"),
        ((b"content-type", b"text/html"),),
        b'"t"',
        {"": body},
    )


def sent(one: Page, encoding: str) -> tuple[dict[bytes, bytes], bytes]:
    start, body = one.response(encoding)
    return dict(start["headers"]), body["body"]


@pytest.mark.parametrize("encoding", PLAIN)
def test_a_page_is_compressed_in_place_of_the_plain_one(encoding):
    one = page()
    assert one.has("")
    assert not one.has(encoding)
    small = one.compressed(encoding)
    assert small.has(encoding)
    assert small.size < one.size - len(BODY) / 2
    headers, body = sent(small, encoding)
    assert PLAIN[encoding](body) == BODY
    assert headers[b"content-encoding"] == encoding.encode()
    assert headers[b"content-length"] == b"%d" % len(body)


def test_a_compressed_page_is_still_sent_in_every_other_encoding():
    one = page().compressed("gzip")
    headers, body = sent(one, "")
    assert body == one.body == BODY
    assert b"content-encoding" not in headers
    assert not one.has("br")
    both = one.compressed("br")
    assert both.has("gzip")
    assert PLAIN["br"](sent(both, "br")[1]) == PLAIN["gzip"](sent(both, "gzip")[1]) == BODY


def test_a_page_too_small_to_gain_is_sent_as_it_is():
    one = page(b"x" * (SMALLEST - 1))
    assert one.has("br")
    headers, body = sent(one, "br")
    assert body == one.body
    assert b"content-encoding" not in headers


def test_a_page_without_an_etag_is_always_sent_whole():
    one = replace(page(), etag=b"")
    start, body = one.response("", b"*")
    assert start["status"] == 200
    assert body["body"] == BODY
    assert b"etag" not in dict(start["headers"])


@pytest.mark.django_db(transaction=True)
def test_a_thousand_first_readers_have_a_page_compressed_once(site, monkeypatch):
    cup = play.tournament(entered=4, drawn=True)
    compressed: list[str] = []
    way = Page.compressed
    monkeypatch.setattr(
        Page, "compressed", lambda one, name: (compressed.append(name), way(one, name))[1]
    )

    async def all_at_once() -> set[bytes]:
        headers = {"accept-encoding": "br"}
        got = await asyncio.gather(*(site.ask(f"/t/{cup.slug}/", **headers) for _ in range(1000)))
        return {brotli.decompress(one.body) for one in got}

    assert len(asyncio.run(all_at_once())) == 1
    assert compressed == ["br"]
