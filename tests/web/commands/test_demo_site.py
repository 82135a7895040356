"""`manage.py serve --demo-site`: a public demo that is reset each night and cannot be spoiled."""

import os
import re
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime, timedelta
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import CommandError, call_command
from django.urls import get_resolver
from django.utils import timezone

from accounts.services import tokens
from mus_tournaments import __main__ as program
from tests.servers import ROOT, free_port
from tests.tournament import play
from tournament.notices import services as notices
from tournament.notices.models import Notice, Watch
from web.demosite import guard, supervisor
from web.management.commands import serve

MADRID = ZoneInfo("Europe/Madrid")
PATIENCE = 180.0


# --- whose folder it is -------------------------------------------------------------------------


@pytest.fixture
def folder(settings, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    settings.DEMO_MARKER, settings.DEMO_REQUEST = tmp_path / "demo_site", tmp_path / "demo_reset"
    return tmp_path


def test_a_folder_with_tournaments_is_refused_and_nothing_in_it_changes(folder):
    (folder / "mus.sqlite3").write_bytes(b"played for months")
    with pytest.raises(CommandError, match="VAR_DIR=/srv/mus-demo"):
        call_command("serve", demo_site=True, port=free_port())
    assert [file.name for file in folder.iterdir()] == ["mus.sqlite3"]


@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL"])
def test_the_database_and_broker_of_another_installation_are_refused(folder, name):
    with pytest.raises(supervisor.NotForADemo, match=f"unset {name}"):
        supervisor.claim({name: "postgres://db/mus"})
    assert not list(folder.iterdir())


def test_its_own_folder_is_taken_again(folder):
    supervisor.claim({})
    (folder / "mus.sqlite3").touch()
    supervisor.claim({})


def test_an_ordinary_server_does_not_start_in_its_folder(folder, monkeypatch):
    monkeypatch.setattr(serve, "become", lambda command: pytest.fail(f"started {command}"))
    supervisor.claim({})
    with pytest.raises(CommandError, match="--demo-site"):
        call_command("serve", port=free_port())


def test_nothing_but_a_demo_site_is_reset(db, folder):
    with pytest.raises(CommandError, match="holds no demo site"):
        call_command("demo", reset=True)
    assert not list(folder.iterdir())


def test_the_package_keeps_it_apart_from_the_tournaments_of_its_user(monkeypatch, tmp_path):
    started: list[tuple[Path, tuple[str, ...]]] = []
    monkeypatch.setattr(program, "manage", lambda data, *words: started.append((data, words)) or 0)
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    port = free_port()
    program.main(["demo", "--site", "--no-browser", "--port", str(port)])
    assert started == [(tmp_path / "demo-site", ("serve", "--port", str(port), "--demo-site"))]
    with pytest.raises(SystemExit):
        program.main(["serve", "--site", "--no-browser"])


# --- when it is reset ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "due"),
    [
        ("2026-11-29 03:59", "2026-11-29 04:00 CET"),
        ("2026-11-29 04:00", "2026-11-30 04:00 CET"),
        ("2026-12-31 23:00", "2027-01-01 04:00 CET"),
        ("2026-03-28 12:00", "2026-03-29 04:00 CEST"),  # the night of 23 hours
    ],
)
def test_it_is_reset_at_four_in_the_installations_time_zone(now, due):
    moment = datetime.strptime(now, "%Y-%m-%d %H:%M").replace(tzinfo=MADRID)
    assert f"{supervisor.next_reset(moment):%Y-%m-%d %H:%M %Z}" == due


def test_at_that_hour_the_next_database_is_filled_before_the_server_stops(folder, monkeypatch):
    happened: list[str] = []

    class Started:
        returncode = 0

        def __init__(self, *_command: object, **_options: object) -> None:
            happened.append("start")

        def poll(self) -> None:
            return None

        def terminate(self) -> None:
            happened.append("stop")

        def wait(self, _seconds: float) -> int:
            return 0

    def fill() -> Path:
        happened.append("fill")
        if happened.count("fill") == 3:
            raise KeyboardInterrupt
        new = folder / "next.mus.sqlite3"
        new.write_text(str(happened.count("fill")))
        return new

    an_hour_ago = timezone.now() - timedelta(hours=1)
    monkeypatch.setattr(supervisor.subprocess, "Popen", Started)
    monkeypatch.setattr(supervisor, "next_reset", lambda _now: an_hour_ago)
    monkeypatch.setattr(supervisor, "_new_database", fill)
    monkeypatch.setattr(supervisor.signal, "signal", lambda *_what: None)
    with pytest.raises(KeyboardInterrupt):
        supervisor.run(host="127.0.0.1", port=1, say=lambda _line: None)
    assert happened == ["fill", "start", "fill", "stop", "start", "fill", "stop"]
    assert (folder / "mus.sqlite3").read_text() == "2"


# --- what visitors cannot do --------------------------------------------------------------------


def closed_addresses() -> list[str]:
    """Every address of accounts, operators and tokens, but those for signing in and out."""
    found = []
    for namespace in ("access", "operator"):
        prefix, resolver = get_resolver().namespace_dict[namespace]
        for name in resolver.reverse_dict:
            if isinstance(name, str) and f"{namespace}:{name}" not in guard.OPEN:
                [(template, _parts)] = resolver.reverse_dict.getlist(name)[0][0]
                found.append("/" + prefix + re.sub(r"%\((\w+)\)s", "1", template))
    return sorted({*found, "/api/v1/tokens/", "/api/v1/tokens/1/revoke/"})


@pytest.mark.parametrize("address", closed_addresses())
def test_no_request_changes_an_account(db, client, settings, address, in_english):
    settings.DEMO_SITE = True
    client.force_login(User.objects.create_user("getaria"))
    response = client.post(address)
    assert response.status_code == 403
    assert "accounts cannot be changed" in response.text


def test_signing_in_and_organizing_stay_open(db, client, settings):
    settings.DEMO_SITE = True
    user = User.objects.create_user("getaria")
    user.set_password("seven stones")
    user.save()
    page = {"username": "getaria", "password": "seven stones"}
    assert client.post("/accounts/login/", page).headers["Location"] == "/organizer/"
    made = client.get("/organizer/new/")
    assert made.status_code == 200
    assert client.post("/accounts/logout/").status_code == 302


def test_a_token_of_before_does_not_make_another(db, client, settings):
    settings.DEMO_SITE = True
    key = tokens.make(user=User.objects.create_user("getaria"), name="Orio")[1]
    body = {"data": {"name": "Zumaia"}, "content_type": "application/json"}
    answer = client.post("/api/v1/tokens/", **body, headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 403
    assert answer.json()["errors"][0]["code"] == "demo_site"


def test_every_other_site_changes_accounts(db, client):
    client.force_login(User.objects.create_user("getaria"))
    assert client.post("/accounts/password/").status_code != 403


def test_no_pair_is_told_of_its_match(db, settings, monkeypatch):
    settings.DEMO_SITE, settings.EMAIL_HOST = True, "localhost"
    monkeypatch.setattr(notices.push, "send", lambda *_message: pytest.fail("a message was sent"))
    tournament = play.tournament(entered=2, drawn=True, tables=1)
    match = play.match(tournament, 1, 0)
    play.start(match, table_number=1)
    Watch.objects.create(
        pair=match.pair_a, endpoint="https://fcm.googleapis.com/1", p256dh="k", auth="a",
        at=timezone.now(),
    )  # fmt: skip
    assert notices.tell(match_ids=[match.pk], key="orio") == "0 told"
    assert not Notice.objects.exists()
    assert not mail.outbox


# --- the banner ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "This is a demo"), ("es", "Esto es una demostración"),
        ("eu", "Hau erakustaldi bat da"), ("fr", "Ceci est une démonstration"),
    ],
)  # fmt: skip
def test_every_page_says_what_it_is_when_it_is_reset_and_how_to_sign_in(
    db, client, settings, folder, language, words
):
    settings.DEMO_SITE = True
    (folder / "demo_password").write_text("rey-y-as")
    page = client.get("/", headers={"accept-language": language}).text
    assert words in page
    assert "04:00 (Europe/Madrid)" in page
    assert "<strong>rey-y-as</strong>" in page


def test_no_other_site_has_the_banner(db, client):
    assert "demo-site" not in client.get("/").text


# --- the real thing -----------------------------------------------------------------------------


class Visitor:
    """A browser with its cookies."""

    def __init__(self, url: str) -> None:
        self.url = url
        cookies = urllib.request.HTTPCookieProcessor(CookieJar())
        self.opener = urllib.request.build_opener(cookies)

    def get(self, path: str) -> str:
        with self.opener.open(self.url + path, timeout=30) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        page = self.get("/accounts/login/" if path != "/organizer/new/" else path)
        token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[-1]
        data = urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        try:
            with self.opener.open(self.url + path, data, timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path, dict[str, str]]]:
    """A running demo site: its address, its folder, its environment."""
    folder, port = tmp_path_factory.mktemp("demo") / "var", free_port()
    apart = (*supervisor.SHARED, "EMAIL_URL")
    env = {**{name: value for name, value in os.environ.items() if name not in apart},
           "VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings",
           "JOBS_HERE": "0"}  # fmt: skip
    command = [sys.executable, "manage.py", "serve", "--demo-site", "--port", str(port)]
    with (folder.parent / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}"
    try:
        wait_for(lambda: b"ok" in urllib.request.urlopen(f"{url}/healthz", timeout=5).read(),
                 process, folder.parent / "log")  # fmt: skip
        yield url, folder, env
        process.terminate()
        assert process.wait(60) == 0
        with pytest.raises(OSError, match="refused"):
            urllib.request.urlopen(f"{url}/healthz", timeout=5)
    finally:
        process.kill()
        process.wait(60)


def wait_for(condition, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        assert process.poll() is None, log.read_text()
        with suppress(OSError):
            if condition():
                return
        time.sleep(0.2)
    raise AssertionError(log.read_text())


def accounts(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "mus.sqlite3", timeout=30)) as connection:
        return [name for (name,) in connection.execute("select username from auth_user")]


@pytest.mark.long
def test_a_visitor_signs_in_and_what_was_left_behind_goes_with_the_reset(site):
    url, folder, env = site
    password = (folder / "demo_password").read_text()
    visitor = Visitor(url)
    assert password in visitor.get("/")
    status, page = visitor.post("/accounts/login/", username="demo", password=password)
    assert (status, "/organizer/new/" in page) == (200, True)
    status, page = visitor.post("/organizer/new/", old_password=password)
    assert status != 403  # organizing is what the demo is for
    with closing(sqlite3.connect(folder / "mus.sqlite3", timeout=30)) as connection, connection:
        connection.execute("update auth_user set username='spoiled'")
    before = (folder / "mus.sqlite3").stat().st_ino

    ask = [sys.executable, "manage.py", "demo", "--reset"]
    said = subprocess.run(ask, cwd=ROOT, env=env, capture_output=True, text=True, check=True)

    assert "fills a new database" in said.stdout
    end = time.monotonic() + PATIENCE
    while (folder / "mus.sqlite3").exists() and (folder / "mus.sqlite3").stat().st_ino == before:
        assert time.monotonic() < end
        time.sleep(0.2)
    while time.monotonic() < end:
        with suppress(OSError):
            if "Getaria 2026" in Visitor(url).get("/"):
                break
        time.sleep(0.2)
    assert accounts(folder) == ["demo"]
    assert Visitor(url).post("/accounts/login/", username="demo", password=password)[0] == 200
    assert not (folder / "demo_reset").exists()
