"""Streams of a tournament with a delay, on two real servers with one database."""

import contextlib
import http.client
import json
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.servers import Server

NEW = """
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.contrib.sessions.backends.db import SessionStore
from tests.tournament import play
owner = get_user_model().objects.create_user("ane", password="unused")
cup = play.tournament(owner=owner, delay_minutes=3)
session = SessionStore()
session[SESSION_KEY] = str(owner.pk)
session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
session[HASH_SESSION_KEY] = owner.get_session_auth_hash()
session.create()
print(cup.slug, cup.event_number, session.session_key)
"""
ENTER = """
from tests.tournament.play import PROGRAM
from tournament.entries.services import pairs
from tournament.models import Tournament
cup = Tournament.objects.get()
pairs.enter(tournament_id=cup.pk, player_1="Getaria", player_2="Orio", actor=PROGRAM)
print(Tournament.objects.get().event_number)
"""
OLDER = """
from datetime import timedelta
from django.db.models import F
from publication.models import Copy
print(Copy.objects.update(taken_at=F("taken_at") - timedelta(minutes=3)))
"""


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    folder = tmp_path_factory.mktemp("behind")
    with Server(folder) as one:
        one.manage("migrate", "--verbosity", "0")
        with Server(folder) as other:
            yield one, other


class Reader:
    """Whoever follows the tournament; comes again when the stream ends, as browsers do: it ends
    where this process learns that the tournament was given a delay."""

    def __init__(self, server: Server, slug: str, cookie: str = "") -> None:
        self.server, self.slug = server, slug
        self.headers = {"Cookie": cookie} if cookie else {}
        self.numbers: set[int] = set()
        self._open()

    def _open(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        self.connection.request("GET", f"/live/t/{self.slug}", headers=self.headers)
        self.response = self.connection.getresponse()

    def until(self, number: int) -> None:
        """Reads until this event is told."""
        while number not in self.numbers:
            line = self.response.readline()
            if line.startswith(b"data: {"):
                self.numbers.add(json.loads(line[6:])["number"])
            elif not line:
                self.close()
                self._open()

    def close(self) -> None:
        self.connection.close()


def last(server: Server, said: str) -> list[str]:
    return server.manage("shell", "-v", "0", "-c", said).split()


def page(server: Server, slug: str, cookie: str = "") -> tuple[dict[str, Any], str]:
    address = f"{server.url}/api/v1/tournaments/{slug}/"
    asked = urllib.request.Request(address, headers={"Cookie": cookie} if cookie else {})
    with urllib.request.urlopen(asked, timeout=10) as got:
        return json.load(got), got.headers["ETag"]


def test_streams_tell_officials_at_once_and_others_when_it_is_time(
    servers: tuple[Server, Server],
) -> None:
    one, other = servers
    slug, number, key = last(one, NEW)[-3:]
    before, cookie = int(number), f"sessionid={key}"
    official, anybody = Reader(one, slug, cookie), Reader(other, slug)
    with contextlib.closing(official), contextlib.closing(anybody):
        official.until(before)
        anybody.until(before)
        seen = [page(server, slug) for server in servers]
        now = int(last(one, ENTER)[-1])
        official.until(now)
        assert page(one, slug, cookie)[0]["event_number"] == now
        _until(lambda: int(last(one, COUNT)[-1]) == 2)
        assert [page(server, slug) for server in servers] == seen
        last(one, OLDER)
        anybody.until(now)
        assert anybody.numbers == {before, now}
        _until(lambda: [page(server, slug)[0]["event_number"] for server in servers] == [now, now])


COUNT = "from publication.models import Copy; print(Copy.objects.count())"


def _until(is_so: Any) -> None:
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.2)
