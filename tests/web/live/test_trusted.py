"""Who hears of a tournament with a delay at once, and for how long."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import OperationalError, connections
from django.test import Client
from starlette.requests import Request

from publication.front import Front
from publication.reading import ReadingThread
from publication.stamps import Stamps
from tests.aio import run_apart
from tests.tournament import play
from web.live.app import Live
from web.live.events import Events

pytestmark = pytest.mark.django_db(transaction=True)


class Streams:
    """The streams of a process, with a tournament that has a delay and its organizer."""

    def __init__(self) -> None:
        self.owner = get_user_model().objects.create_user("zarautz")
        self.cup = play.tournament(owner=self.owner, delay_minutes=3)
        client = Client()
        client.force_login(self.owner)
        self.cookie = "; ".join(f"{name}={one.value}" for name, one in client.cookies.items())
        self.thread = ReadingThread()
        stamps = Stamps(self.thread.run)
        self.live = Live(stamps, self.thread, Front(_nobody, stamps, most_bytes=0))

    async def open(self) -> Events:
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "query_string": b"",
            "headers": [(b"cookie", self.cookie.encode())],
            "client": ("127.0.0.1", 1),
            "path_params": {"slug": self.cup.slug},
        }
        opened = await self.live.stream(Request(scope))
        assert isinstance(opened, Events)
        return opened


async def _nobody(*_asked: Any) -> None:
    raise AssertionError("no view is asked")


@pytest.fixture
def streams(monkeypatch: pytest.MonkeyPatch) -> Streams:
    monkeypatch.setattr("web.live.app.TRUSTED_SECONDS", 0.05)
    return Streams()


def is_over(stream: Events) -> bool:
    return stream._listener._is_over


async def asked_again(streams: Streams) -> None:
    asking = asyncio.create_task(streams.live._ask_again())
    await asyncio.sleep(0.3)
    asking.cancel()


def test_an_official_who_is_one_no_more_hears_nothing_more(streams: Streams) -> None:
    async def story() -> None:
        stream = await streams.open()
        await asked_again(streams)
        assert not is_over(stream)
        await streams.thread.run(lambda: type(streams.owner).objects.update(is_active=False))
        await asked_again(streams)
        assert is_over(stream)
        stream._leave()
        assert not streams.live._officials
        assert (streams.live._places, streams.live._taken) == ({}, 0)
        await streams.thread.run(connections.close_all)

    run_apart(story())


def test_a_database_that_is_away_ends_no_stream(
    streams: Streams, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        stream = await streams.open()

        async def away(_work: object) -> None:
            raise OperationalError("away")

        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(streams.thread, "run", away)
            await asked_again(streams)
        assert not is_over(stream)
        await streams.thread.run(connections.close_all)

    run_apart(story())
