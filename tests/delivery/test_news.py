"""The news of an open page: what changed on it, once for all who have it open."""

import asyncio

import pytest

from delivery.news import KEPT, News, Told, touches
from delivery.pages import Answer, Page
from delivery.stamp import Stamp


class Site:
    """One page with one piece, whose text is a number."""

    def __init__(self) -> None:
        self.number = 1
        self.head = "a"
        self.text = "1"

    async def read(self) -> tuple[Stamp, Page]:
        body = f'<p id="score" data-live>{self.text}</p>'.encode()
        return Stamp(1, self.number, self.head, "release"), Page(Answer(200, (), body))


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def news(site: Site) -> News:
    made = News(site.read)
    assert asyncio.run(made.update()) is None
    return made


def changed(site: Site, news: News, text: str) -> Told | None:
    site.number, site.text = site.number + 1, text
    return asyncio.run(news.update())


def test_a_change_says_from_which_event_to_which_and_what(site: Site, news: News) -> None:
    told = changed(site, news, "2")
    assert told == Told(1, 2, (("score", '<p id="score" data-live>2</p>'),))


def test_the_same_page_is_no_news(news: News) -> None:
    assert asyncio.run(news.update()) is None


def test_several_that_were_missed_come_as_one(site: Site, news: News) -> None:
    first, second = changed(site, news, "2"), changed(site, news, "3")
    assert first is not None
    assert second is not None
    assert news.since(1) == Told(1, 3, first.parts + second.parts)
    assert news.since(2) == second
    assert news.since(3) is None
    assert news.since(0) is None


def test_only_the_last_few_are_kept(site: Site, news: News) -> None:
    for number in range(KEPT + 2):
        changed(site, news, str(number))
    assert news.since(1) is None
    assert news.since(site.number - KEPT) is not None


def test_after_a_restore_to_an_earlier_event_the_page_is_fetched(site: Site, news: News) -> None:
    changed(site, news, "2")
    site.number, site.head = 1, "b"
    assert asyncio.run(news.update()) is None
    assert news.since(1) is None


def test_a_change_elsewhere_moves_the_number_alone(site: Site, news: News) -> None:
    assert news.spared(2) == Told(1, 2, ())
    assert news.spared(2) is None
    site.number = 2
    told = changed(site, news, "3")
    assert told is not None
    assert (told.before, told.number) == (2, 3)


def test_the_page_of_a_match_is_spared_the_hands_of_others() -> None:
    page = "/t/kaia/match/12/"
    assert not touches(["match:1", "bracket", "tables"], page)
    assert touches(["match:1", "match:12"], page)
    assert touches(["match:1", "pairs"], page)
    assert touches([], page)
    assert touches(["match:1", "bracket"], "/t/kaia/")
