"""After a change the pages that somebody reads are made before somebody asks again."""

import asyncio

import pytest
from django.db import OperationalError
from starlette.applications import Starlette

from delivery import cache as module
from delivery.ahead import Ahead
from delivery.stream import Live
from tests.aio import run_apart
from tests.delivery.site import Site
from tests.scoring import table
from tests.tournament import play
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(site: Site) -> Match:
    return table.a_match()


@pytest.fixture
def cup(match: Match) -> str:
    return f"/t/{match.tournament.slug}/"


def made(site: Site, match: Match) -> list[str]:
    """What is made ahead now."""
    site.asked.clear()
    asyncio.run(site.cache.make_ahead(match.tournament.slug))
    return site.asked.copy()


def test_what_was_read_is_made_after_a_hand_and_found_ready(site, match, cup):
    site.get(cup, accept_encoding="br")
    before = site.get(cup, accept_encoding="gzip")
    table.record(match, table.quick(7, 1))
    assert made(site, match) == [cup]
    for encoding in ("br", "gzip"):
        after = site.get(cup, accept_encoding=encoding)
        assert after.headers["content-encoding"] == encoding
    assert after.headers["etag"] != before.headers["etag"]
    assert site.asked == [cup], "the readers found it, in both encodings"


def test_it_is_the_page_that_its_reader_would_have_got(site, match, cup, settings):
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "", ["mus.example"]
    reader = {"host": "mus.example", "accept_language": "eu", "cookie": "theme=dark; been=1"}
    site.get(cup, scheme="https", **reader)
    table.record(match, table.quick(7, 1))
    assert made(site, match) == [cup]
    ahead = site.get(cup, scheme="https", **reader)
    assert site.asked == [cup]
    site.cache.pages.clear()
    assert site.get(cup, scheme="https", **reader) == ahead


def test_what_nobody_reads_is_made_once_and_then_no_more(site, match, cup):
    site.get(cup)
    for expected in ([cup], []):
        table.record(match, table.quick(1, 0))
        assert made(site, match) == expected


def test_a_page_that_a_hand_leaves_alone_is_made_when_its_own_match_changes(site, match):
    other = play.start(play.match(match.tournament, 1, 1), table_number=2)
    page = f"/t/{match.tournament.slug}/match/{match.pk}/"
    site.get(page)
    table.record(other, table.quick(1, 0))
    assert made(site, match) == []
    table.record(match, table.quick(1, 0))
    assert made(site, match) == [page]


def test_of_many_pages_those_read_last_are_made_and_the_last_one_first(
    site, match, cup, monkeypatch
):
    monkeypatch.setattr(module, "MOST_AHEAD", 2)
    for page in ("statistics/", "tv/", "now/", "tv/"):
        site.get(cup + page)
    table.record(match, table.quick(1, 0))
    assert made(site, match) == [f"{cup}tv/", f"{cup}now/"]


def test_what_was_read_is_noted_of_so_many_tournaments(site, match, cup, monkeypatch):
    monkeypatch.setattr(module, "MOST_NOTED", 1)
    site.get(cup)
    site.get(f"/t/{table.a_match().tournament.slug}/")
    table.record(match, table.quick(1, 0))
    assert made(site, match) == []


def test_what_is_gone_is_left_out(site, match, cup):
    page = f"{cup}match/{match.pk}/"
    site.get(page)
    site.get(cup)
    site.cache.pages.clear()
    table.record(match, table.quick(1, 0))
    assert made(site, match) == [], "who asks for what had to make room makes it again"


def test_a_server_makes_them_as_soon_as_a_hand_is_saved(site, match, cup):
    async def story() -> None:
        live = Live(site.stamps, site.cache)
        await site.ask(cup)
        async with live.lifespan(Starlette()):
            await asyncio.to_thread(table.record, match, table.quick(1, 0))
            async with asyncio.timeout(30):
                while site.asked != [cup, cup]:
                    await asyncio.sleep(0)

    asyncio.run(story())


def test_changes_that_come_together_make_the_pages_once_and_a_fault_stops_nothing():
    async def story() -> None:
        told: list[str] = []
        going = asyncio.Event()

        async def make(slug: str) -> None:
            told.append(slug)
            if slug == "kaia" and told.count(slug) == 1:
                await going.wait()
                raise OperationalError("away")

        ahead = Ahead(make)
        ahead.hear("kaia")
        await asyncio.sleep(0)
        for slug in ("kaia", "txingudi", "kaia"):
            ahead.hear(slug)
        going.set()
        assert ahead._work is not None
        await asyncio.wait_for(ahead._work, 30)
        assert told == ["kaia", "", "txingudi", "kaia", ""]
        ahead.hear("kaia")
        ahead.close()
        with pytest.raises(asyncio.CancelledError):
            await ahead._work

    run_apart(story())
