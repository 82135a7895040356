"""nginx and Caddy with the files of deploy/: pages, streams, and the client's true address."""

import http.client
import json
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from getpass import getuser
from pathlib import Path
from typing import Any

import pytest

from tests.keyed import KEY, addresses_with_keys
from tests.servers import ROOT, WITHOUT_JOBS, Server, free_port, put_demo
from tests.services import becomes
from web.lan.certificates import server as certificate_of
from web.lan.files import Files

pytestmark = pytest.mark.service
JOINS = 3


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes


def _first_part(response: http.client.HTTPResponse) -> bytes:
    """The whole of a page; of a stream what comes before its first number, and that."""
    if "event-stream" not in response.headers.get("Content-Type", ""):
        return response.read()
    lines = [response.readline()]
    while not lines[-1].startswith(b"id:"):
        lines.append(response.readline())
    return b"".join(lines)


class Proxy:
    """A proxy in front of a server that believes only what the proxy on 127.0.0.1 says."""

    def __init__(self, port: int, server: Server) -> None:
        self.port = port
        self.server = server

    def ask(
        self, method: str, path: str, *, source: str = "127.0.0.1", body: Any = None, **headers: str
    ) -> Answer:
        connection = http.client.HTTPSConnection(
            "localhost", self.port, timeout=30, source_address=(source, 0),
            context=ssl._create_unverified_context(),
        )  # fmt: skip
        with closing(connection):
            given = {"Host": f"localhost:{self.port}", **headers}
            if body is not None:
                given["Content-Type"] = "application/json"
            connection.request(method, path, body and json.dumps(body), given)
            got = connection.getresponse()
            return Answer(got.status, got.headers, _first_part(got))

    def joins(self, source: str, spoofed: str) -> int:
        """The status of an attempt to join a table with a wrong link."""
        forwarded = {"X-Forwarded-For": spoofed}
        body = {"token": "5.nothing", "label": "x"}
        return self.ask(
            "POST", "/api/v1/devices/join/", source=source, body=body, **forwarded
        ).status


def nginx(folder: Path, port: int, behind: int, certificate: Path) -> list[str]:
    text = (ROOT / "deploy/nginx.conf").read_text()
    text = re.sub(r"/etc/letsencrypt/\S+pem", str(certificate), text)
    text = text.replace("8001", str(behind)).replace("mus.example", "localhost")
    text = text.replace("/var/cache/mus-pages", str(folder / "cache"))
    text = text.replace("/var/log/nginx", str(folder))
    text = text.replace("$host;", "$http_host;")  # a port of its own stands in the name here
    text = re.sub(r"    listen \[::\]:\d+.*\n", "", text)
    text = text.replace("listen 80;", f"listen {free_port()};").replace(
        "listen 443", f"listen {port}"
    )
    whole = folder / "whole.conf"
    temporary = "".join(
        f"{name}_temp_path {folder / name};\n"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole.write_text(
        f"daemon off; user {getuser()}; pid {folder / 'pid'}; error_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log {folder / 'access.log'};\n{temporary}{text}}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(whole)]


def caddy(folder: Path, port: int, behind: int, certificate: Path) -> list[str]:
    text = (ROOT / "deploy/Caddyfile").read_text()
    text = text.replace("8001", str(behind))
    return _caddy(folder, text, "mus.example {", port, certificate)


def caddy_many(folder: Path, port: int, behind: int, certificate: Path) -> list[str]:
    """Caddy that asks each server whether it is ready, by a name that the site does not have."""
    text = (ROOT / "deploy/Caddyfile.many").read_text()
    text = re.sub(r"\{\$(WEB|LIVE):\w+:8000\}", f"127.0.0.1:{behind}", text)
    return _caddy(folder, text, "{$SITE:mus.example} {", port, certificate)


def _caddy(folder: Path, text: str, site: str, port: int, certificate: Path) -> list[str]:
    text = text.replace(site, f"https://localhost:{port} {{\n\ttls {certificate} {certificate}")
    text = text.replace("\n{\n", "\n{\n\tadmin off\n\tauto_https disable_redirects\n", 1)
    whole = folder / "Caddyfile"
    whole.write_text(text)
    return ["caddy", "run", "--config", str(whole), "--adapter", "caddyfile"]


@pytest.fixture(
    scope="module",
    params=[nginx, *(pytest.param(one, marks=pytest.mark.long) for one in (caddy, caddy_many))],
    ids=lambda make: make.__name__,
)
def proxy(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    make = request.param
    program = make.__name__.partition("_")[0]
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    folder = tmp_path_factory.mktemp(make.__name__)
    certificate = certificate_of(
        files=Files(folder / "lan"), names=["localhost"], now=datetime.now(UTC)
    )
    settings = {"HTTPS": "1", "API_JOIN_PER_MINUTE": str(JOINS), "CSRF_TRUSTED_ORIGINS": ""}
    settings |= {"ALLOWED_HOSTS": "localhost", **WITHOUT_JOBS}
    put_demo(folder, tmp_path_factory)
    with Server(folder, env=settings) as server:
        port = free_port()
        command = make(folder, port, server.port, certificate)
        env = {**server.env, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        with (folder / "proxy.log").open("ab") as log:
            running = subprocess.Popen(command, stdout=log, stderr=log, env=env)
        try:
            there = Proxy(port, server)
            _wait(there, running, folder)
            yield there
        finally:
            running.kill()
            running.wait(60)


def _wait(proxy: Proxy, running: subprocess.Popen[bytes], folder: Path) -> None:
    until = time.monotonic() + 1200
    while time.monotonic() < until:
        if running.poll() is not None:
            break
        try:
            if proxy.ask("GET", "/healthz").status == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError((folder / "proxy.log").read_text())


def test_pages_come_over_https_without_a_redirect(proxy):
    answer = proxy.ask("GET", "/")
    assert answer.status == 200
    assert b"<html" in answer.body
    assert answer.headers["Strict-Transport-Security"]


def test_a_stream_is_passed_on_at_once(proxy):
    answer = proxy.ask("GET", "/live/t/brisbane-2026")  # it has no end: held back, none would come
    assert (answer.status, answer.headers.get("Content-Encoding")) == (200, None)
    assert b"id:" in answer.body


def answers_from_memory(server: Server) -> float:
    """How many public pages the server itself has answered."""
    _status, figures = server.get("/metrics")
    found = re.search(r"^mus_published_answers_total (\S+)", figures.decode(), re.MULTILINE)
    assert found is not None
    return float(found[1])


@pytest.mark.parametrize("proxy", [nginx], indirect=True)
def test_a_crowd_asks_the_server_once_a_second_and_an_account_each_time(proxy):
    path = "/t/brisbane-2026/standings/"
    whole = proxy.ask("GET", path)
    before, began = answers_from_memory(proxy.server), time.monotonic()
    assert {proxy.ask("GET", path).body for _reader in range(40)} == {whole.body}
    seconds = time.monotonic() - began
    assert answers_from_memory(proxy.server) - before <= 2 + seconds
    known = proxy.ask("GET", path, **{"If-None-Match": whole.headers["ETag"]})
    assert known.status == 304
    assert "no-cache" in whole.headers["Cache-Control"]
    before = answers_from_memory(proxy.server)
    for _time in range(3):
        assert proxy.ask("GET", path, Cookie="cards=drawn; sessionid=nobody").status == 200
        assert proxy.ask("GET", "/accounts/login/").headers["Cache-Control"]
    assert answers_from_memory(proxy.server) == before, "a session goes to the views"


@pytest.mark.parametrize("proxy", [nginx], indirect=True)
def test_readers_who_come_first_together_wait_no_half_second(proxy):
    """By a lock of nginx all but one wait in steps of 500 ms, for a page that takes a few."""
    proxy.ask("GET", "/t/brisbane-2026/pairs/9/")  # what is made once for all pages

    def first(pair: int) -> float:
        began = time.monotonic()
        assert proxy.ask("GET", f"/t/brisbane-2026/pairs/{pair}/").status == 200
        return time.monotonic() - began

    with ThreadPoolExecutor(6) as readers:
        slowest = [max(readers.map(first, [pair] * 6)) for pair in range(1, 6)]
    assert min(slowest) < 0.5


def test_a_change_is_on_the_page_after_a_second(proxy):
    path = "/t/brisbane-2026/"
    before = proxy.ask("GET", path).body
    proxy.server.shell(RENAME)
    becomes(lambda: proxy.ask("GET", path).body != before, True)


RENAME = """
from tests.tournament.play import PROGRAM
from tournament.championship.services import tournaments
from tournament.models import Tournament
cup = Tournament.objects.get(slug="brisbane-2026")
tournaments.change(tournament_id=cup.pk, actor=PROGRAM, name=cup.name + "!")
"""


def test_a_page_that_is_followed_is_told_what_changed_on_it(proxy):
    connection = http.client.HTTPSConnection(
        "localhost", proxy.port, timeout=30, context=ssl._create_unverified_context()
    )
    with closing(connection):
        connection.request("GET", "/live/t/brisbane-2026?page=/t/brisbane-2026/")
        stream = connection.getresponse()
        while not stream.readline().startswith(b"data: {"):
            pass
        proxy.server.shell(RENAME)
        said = stream.readline()
        while not said.startswith(b"data: {"):
            said = stream.readline()
            assert said, "the stream ended"
    assert b"tournament-head" in said


def test_each_client_has_its_own_share_and_a_made_up_address_gives_no_other(proxy):
    # A minute that ends meanwhile begins a second count, and no third.
    told = [proxy.joins("127.0.0.2", f"10.0.0.{number}") for number in range(2 * JOINS + 1)]
    assert 429 not in told[:JOINS]
    assert 429 in told[JOINS:]
    assert proxy.joins("127.0.0.3", "127.0.0.2") != 429


def test_whoever_comes_past_the_proxy_is_not_believed(proxy):
    headers = {
        "Content-Type": "application/json",
        "X-Forwarded-For": "10.0.0.1",
        "X-Forwarded-Proto": "https",
    }
    connection = http.client.HTTPConnection(
        "localhost", proxy.server.port, timeout=30, source_address=("127.0.0.4", 0)
    )
    with closing(connection):
        connection.request("POST", "/api/v1/devices/join/", "{}", headers)
        # Not https by its own word: it is sent to the true address.
        assert connection.getresponse().status == 301


def logs(proxy: Proxy) -> str:
    """Everything that proxy and server have written."""
    files = proxy.server.folder.glob("*.log")
    return "".join(file.read_text(errors="replace") for file in files if file.is_file())


def test_a_link_that_is_a_key_is_in_no_log_of_the_proxy(proxy):
    """Neither as the address, nor in a query, nor as what a file of the page is asked from."""
    for path in addresses_with_keys():
        proxy.ask("GET", path)
        proxy.ask("GET", f"/eu{path}?next={path}")
        proxy.ask("GET", f"/t/brisbane-2026/?next={path}", Referer=f"https://localhost{path}")
    said = logs(proxy)
    assert KEY not in said
    folder = proxy.server.folder
    if (folder / "access.log").exists():
        assert "/t/brisbane-2026/" in said
        assert "/our-result/... " in said


def test_a_tournaments_file_passes_where_it_is_brought_in_and_nothing_as_large_elsewhere(proxy):
    file = "x" * 3_000_000
    for path in ("/operator/imports/", "/eu/operator/imports/"):
        passed = proxy.ask("POST", path, body=file).status
        assert passed == 403, "it reached the program, which wants the form"
    # Caddy says 502 where the program refuses before it has read what Caddy cuts.
    assert proxy.ask("POST", "/api/v1/settle/", body=file).status in (413, 502)


def test_no_key_is_written_down_when_the_server_is_gone(proxy):
    """The last test: it leaves the proxy without a server."""
    proxy.server.kill()
    for path in addresses_with_keys():
        assert proxy.ask("GET", path).status >= 500
    assert proxy.ask("GET", "/t/brisbane-2026/now/").status >= 500
    said = logs(proxy)
    assert KEY not in said
    assert "/t/brisbane-2026/now/" in said, "other errors are written"
