"""Two processes on PostgreSQL: what one commits the other's streams tell, through Redis."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import Server
from tests.web.live.test_stream import NEW, stream

pytestmark = pytest.mark.service

# One half of a change each, so that a test knows which way the word came.
TELL = """
from tournament import notify
notify.publish(slug="kaia", number=4, topics=["bracket"])
"""
SAVE = """
from tournament.models import Tournament
Tournament.objects.filter(slug="kaia").update(event_number=4)
"""


@pytest.fixture
def server(postgres_url: str, redis_url: str, tmp_path: Path) -> Iterator[Server]:
    env = {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    with Server(tmp_path, env=env) as running:
        running.manage("shell", "-c", NEW)
        yield running


def test_redis_carries_a_change_to_the_streams_of_another_process(server: Server) -> None:
    with stream(server) as live:
        assert live.next() == {"number": 3, "topics": []}
        server.manage("shell", "-c", TELL)
        assert live.next() == {"number": 4, "topics": ["bracket"]}


def test_a_message_that_redis_lost_is_made_good_within_seconds(server: Server) -> None:
    with stream(server) as live:
        live.next()
        server.manage("shell", "-c", SAVE)
        began = time.monotonic()
        assert live.next()["number"] == 4
        assert time.monotonic() - began < 7


def test_postgres_and_redis_do_not_keep_the_server_from_stopping(server: Server) -> None:
    with stream(server) as live:
        live.next()
        assert server.terminate() < 2
    assert "Traceback" not in server.log
