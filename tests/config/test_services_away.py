"""What the program stands on goes away: nobody meets a 500 without Redis or a connection."""

import http.cookiejar
import json
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from tests.servers import Server, free_port

PASSWORD = "amarraco-y-piedra"
NEW = {"name": "Orio Open", "starts_at": "2026-08-15T10:00:00+02:00", "tables": 2}
HAND = {
    "cards": ["A A 4 4", "R R R 7", "C S 7 4", "S 6 5 4"],
    "declared": {"pares": [True, True, False, False], "juego": [False, True, True, False]},
    "mano": 0,
}


class Browser:
    """Somebody with cookies: posts forms with their token, and JSON as the session's owner."""

    def __init__(self, server: Server) -> None:
        self.url = server.url
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar), _NoRedirect()
        )

    def get(self, path: str) -> tuple[int, str]:
        return self._ask(urllib.request.Request(self.url + path))

    def form(self, path: str, **fields: str) -> tuple[int, str]:
        _status, page = self.get(path)
        for name in ("csrfmiddlewaretoken", "once"):
            if found := re.search(rf'name="{name}" value="([^"]+)"', page):
                fields[name] = found[1]
        data = urllib.parse.urlencode(fields).encode()
        return self._ask(urllib.request.Request(self.url + path, data))

    def api(self, path: str, body: Any, **more: str) -> tuple[int, Any]:
        token = next((one.value for one in self.jar if one.name == "csrftoken"), "")
        headers = {"Content-Type": "application/json", "X-CSRFToken": token or "", **more}
        data = json.dumps(body).encode()
        status, text = self._ask(urllib.request.Request(f"{self.url}/api/v1{path}", data, headers))
        return status, json.loads(text or "null")

    def _ask(self, request: urllib.request.Request) -> tuple[int, str]:
        try:
            with self.opener.open(request, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()


CUP = """
from tests.tournament import play
play.tournament(entered=4, drawn=True, name="Zarautz Cup")
"""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


@pytest.fixture(scope="module")
def without_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("without-redis")
    with Server(folder, env={"REDIS_URL": f"redis://127.0.0.1:{free_port()}/0"}) as server:
        yield server


def test_without_redis_everything_still_works(without_redis):
    person = Browser(without_redis)
    made = person.form(
        "/accounts/register/", username="arizkun", password1=PASSWORD, password2=PASSWORD
    )
    assert made[0] == 302, made[1][-300:]
    person.get("/organizer/")
    assert person.api("/settle/", HAND)[0] == 200
    status, cup = person.api("/tournaments/", NEW)
    assert status == 201
    at = f"/tournaments/{cup['slug']}"
    two = {"player_1": "Orio One", "player_2": "Orio Two"}
    assert person.form(f"/organizer/t/{cup['slug']}/pairs/", **two)[0] < 500
    entered = {"text": "Getaria One / Getaria Two\nZumaia One / Zumaia Two"}
    assert person.api(f"{at}/pairs/bulk/", entered)[0] == 201
    assert person.api(f"{at}/draw/", {"seed": "x"})[0] in (200, 201)
    assert person.api("/tokens/", {"name": "program"})[0] == 201
    links = json.loads(person.get(f"/api/v1{at}/tables/links/")[1])
    status, device = Browser(without_redis).api("/devices/join/", {"token": links[0]["token"]})
    assert status == 201, device
    assert person.get(f"/t/{cup['slug']}/")[0] == 200
    assert person.get(f"/t/{cup['slug']}/log/")[0] == 200
    wrong = Browser(without_redis).form("/accounts/login/", username="arizkun", password="guess")
    assert wrong[0] == 200
    assert "Internal Server Error" not in without_redis.log


def test_without_redis_readiness_says_so(without_redis):
    status, body = without_redis.get("/readyz")
    told = json.loads(body)
    assert (status, told["status"], told["redis"]) == (200, "degraded", "unreachable")


@pytest.mark.long
@pytest.mark.service
def test_connections_that_postgres_cuts_are_made_anew_or_answered_503(postgres_url, tmp_path):
    import psycopg

    with Server(tmp_path, env={"DATABASE_URL": postgres_url}) as server:
        server.shell(CUP)
        seen: list[int] = []
        over = threading.Event()

        def ask() -> None:
            person = Browser(server)
            number = 0
            while not over.is_set():
                number += 1
                seen.append(person.get(f"/t/zarautz-cup/?before={number}")[0])
                seen.append(person.get("/api/v1/tournaments/?mine=false")[0])

        asking = [threading.Thread(target=ask) for _ in range(4)]
        for one in asking:
            one.start()
        with psycopg.connect(postgres_url.partition("&pool")[0], autocommit=True) as connection:
            for _time in range(10):
                time.sleep(0.3)
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
        time.sleep(0.5)
        over.set()
        for one in asking:
            one.join(60)
        assert set(seen) <= {200, 503}
        # How many were answered between two cuts is the machine's; none is refused after the last.
        calm = [Browser(server).get(f"/t/zarautz-cup/?after={number}")[0] for number in range(12)]
        assert set(calm) == {200}
        assert server.get("/readyz")[0] == 200
