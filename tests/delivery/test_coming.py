"""Chances come after their hands, without an event: no page without them is taken for the last
word."""

import asyncio

import pytest
from django.urls import reverse
from django.utils.translation import gettext, override

from scoring.explain import rules
from scoring.explain.models import Chances
from scoring.explain.services import count_chances
from tests.delivery.site import Got, Site, anybody, forget_pieces
from tests.delivery.test_every_page import LANGUAGES, addresses, must_be_fresh, played
from tests.night import of_many
from tests.scoring import table
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db(transaction=True)

COMING = "The chances are being worked out."


@pytest.fixture
def match() -> Match:
    made = table.a_match()
    table.record(made, table.plain())
    return made


def pages(match: Match, number: int = 1) -> list[str]:
    """The addresses that show the chances of a hand."""
    at = [match.tournament.slug, match.pk, 1, number]
    return [
        reverse("public:hand", args=at),
        reverse("public:replay", args=at),
        reverse("public:replay-step", args=[*at, 2]),
        reverse("api:hands.replay", args=at),
    ]


def test_a_page_that_waits_says_so_in_each_language(site, match):
    for language in LANGUAGES:
        for path in pages(match)[:1] + pages(match)[2:3]:
            got = site.get(path, accept_language=language)
            assert got.status == 200
            with override(language):
                assert gettext(COMING) in got.text, path
            assert "data-coming" in got.text


@pytest.mark.long
def test_a_page_that_waits_is_not_kept_and_has_no_etag(site, match):
    for path in pages(match):
        first = site.get(path)
        made = len(site.asked)
        again = site.get(path, if_none_match="*")
        assert (first.status, again.status) == (200, 200), path
        assert len(site.asked) == made + 1, "it is made anew, and once"
        assert "etag" not in first.headers
        assert first.headers["cache-control"] == "no-store"
        assert not anybody().generic("GET", path, headers={}).has_header("ETag")
    assert len(site.cache.pages) == 0


def test_those_who_ask_at_once_get_the_same_one(site, match):
    path = pages(match)[0]

    async def crowd() -> list[Got]:
        return await asyncio.gather(*[site.ask(path, accept_encoding="br") for _one in range(20)])

    got = asyncio.run(crowd())
    assert {one.body for one in got} == {got[0].body}
    assert site.asked == [path]


def test_when_the_chances_are_there_it_is_whole_kept_and_fresh(site, match):
    paths = tuple(pages(match))
    must_be_fresh(site, paths, "en", "waiting")
    assert '"waits":true' in site.get(paths[3]).text
    count_chances(seconds=60)
    assert must_be_fresh(site, paths, "en", "whole") == len(paths)
    for path in paths:
        got = site.get(path, accept_language="en")
        made = len(site.asked)
        assert COMING not in got.text
        assert site.get(path, if_none_match=got.headers["etag"], accept_language="en").status == 304
        assert len(site.asked) == made
        assert '"waits":true' not in got.text


def test_no_request_counts_chances(site, monkeypatch):
    """Every public page and answer of the API, with the chances there and without."""
    story = played()

    def never(*_given: object, **_named: object) -> None:
        raise AssertionError("chances were counted in a request")

    for name in ("chances_in", "odds_of", "odds_of_shown"):
        monkeypatch.setattr(rules, name, never)
    paths = addresses(story)[:: of_many(4, nightly=1)]
    assert {got.status for got in site.get_all(paths)} == {200}
    Chances.objects.all().delete()
    forget_pieces()
    fresh = Site()
    assert {got.status for got in fresh.get_all(paths)} == {200}
