"""A page as it is sent: whole, in each encoding, and smaller once it stays."""

import asyncio
import gzip
from pathlib import Path

import brotli
import pytest

from publication.pages import Answer, Page
from tests.publication.site import Site
from tests.tournament import play

BODY = Path(__file__).read_bytes() * 3


def page() -> Page:
    return Page(Answer(200, ((b"content-type", b"text/html"),), BODY))


def test_a_page_that_stays_is_sent_smaller_and_says_the_same() -> None:
    one = page()
    hurried = {name: len(one.form(name).body) for name in ("br", "gzip")}
    one.squeeze()
    assert len(one.form("br").body) < hurried["br"]
    assert len(one.form("gzip").body) <= hurried["gzip"]
    assert brotli.decompress(one.form("br").body) == BODY
    assert gzip.decompress(one.form("gzip").body) == BODY
    assert one.form("").body == BODY


def test_what_is_too_small_to_gain_is_sent_as_it_is() -> None:
    short = Page(Answer(200, (), b"ok"))
    assert short.form("br").body == b"ok"


@pytest.mark.django_db(transaction=True)
def test_only_a_page_that_is_still_the_newest_is_made_smaller(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = play.tournament(entered=4, drawn=True)
    monkeypatch.setattr("publication.front.SECONDS_CHEAP", 0.0)
    squeezed: list[bytes] = []
    monkeypatch.setattr(Page, "squeeze", lambda one: squeezed.append(one.etag))

    async def asked() -> str:
        got = await site.ask(f"/t/{cup.slug}/")
        await asyncio.sleep(0.01)
        return got.headers["etag"].removeprefix("W/")

    etag = asyncio.run(asked())
    site.front._smaller.submit(lambda: None).result()
    assert squeezed == [etag.encode()]

    kept = site.front.shelf
    [key] = [key for key in kept._kept if key[0] == f"/t/{cup.slug}/"]
    old = kept.peek(key)
    assert old is not None
    site.stamps.forget_all()
    site.front._stays(key, old)
    site.front._smaller.submit(lambda: None).result()
    assert squeezed == [etag.encode()]
