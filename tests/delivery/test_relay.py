"""Two processes on PostgreSQL: what one commits the other tells, through Redis or NOTIFY."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.delivery.test_stream import NEW, stream
from tests.servers import Server
from tests.services import becomes

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
RENAME = """
from tournament.championship.services import tournaments
from tournament.log.rules.roles import Actor
from tournament.models import Tournament
actor, kaia = Actor("program", None, "test"), Tournament.objects.get(slug="kaia")
Tournament.objects.filter(slug="kaia").update(event_number=0)
tournaments.change(tournament_id=kaia.pk, actor=actor, name="Kaia Cup")
"""


@pytest.fixture
def server(postgres_url: str, redis_url: str, tmp_path: Path) -> Iterator[Server]:
    env = {"DATABASE_URL": postgres_url, "REDIS_URL": redis_url}
    with Server(tmp_path, env=env) as running:
        running.shell(NEW)
        yield running


def test_redis_carries_a_change_to_the_streams_of_another_process(server):
    with stream(server) as live:
        assert live.next() == {"number": 3, "topics": []}
        server.shell(TELL)
        assert live.next() == {"number": 4, "topics": ["bracket"]}


def test_without_redis_postgres_carries_it_and_a_page_is_new_at_once(postgres_url, tmp_path):
    with Server(tmp_path, env={"DATABASE_URL": postgres_url}) as server:
        server.shell(NEW)
        with stream(server) as live:
            assert live.next()["number"] == 3
            server.shell(TELL)
            assert live.next() == {"number": 4, "topics": ["bracket"]}
        assert b">Kaia<" in server.get("/t/kaia/")[1]
        server.shell(RENAME)
        becomes(lambda: b">Kaia Cup<" in server.get("/t/kaia/")[1], True)
        server.terminate()
        assert not server.was_cut
        assert "Traceback" not in server.log


@pytest.mark.long
def test_a_message_that_redis_lost_is_made_good_within_seconds(server):
    with stream(server) as live:
        live.next()
        server.shell(SAVE)
        assert live.next()["number"] == 4


@pytest.mark.long
def test_postgres_and_redis_do_not_keep_the_server_from_stopping(server):
    with stream(server) as live:
        live.next()
        server.terminate()
    assert not server.was_cut
    assert "Traceback" not in server.log
