"""`manage.py doctor`: what is wrong is named, with what to do about it."""

import errno
import json
import os
import sys
import threading
from collections import namedtuple
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from jobs import services as jobs
from jobs.models import Job, Pulse
from operations.checks import doctor, machine, outside, parts, stores
from operations.checks.finding import Finding
from tests.operations.conftest import Installation
from tests.servers import Server, free_port
from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.matches.models import Match

pytestmark = pytest.mark.django_db


def about(name: str) -> Finding:
    return next(one for one in doctor.examine() if one.about == name)


@pytest.fixture
def public(settings: Any, tmp_path: Path) -> Any:
    """An installation for everybody, as it should be."""
    tmp_path.chmod(0o700)
    settings.VAR_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    settings.ALLOWED_HOSTS, settings.PUBLIC = ["mus.example"], True
    settings.HTTPS, settings.REGISTRATION_OPEN = True, False
    settings.PUBLIC_URL = "https://mus.example"
    settings.WHITENOISE_USE_FINDERS = False
    settings.SECRET_KEY = "".join(map(chr, range(40, 100)))
    jobs.tick()
    Job.objects.all().delete()
    return settings


def test_a_good_installation_has_nothing_wrong(public):
    wrong = [one for one in doctor.examine() if one.level != "ok"]
    # A test's database is in memory, where nothing is durable; and no night has passed.
    assert {one.about for one in wrong} <= {"durability", "backups", "open files"}


@pytest.mark.parametrize(
    ("name", "value", "part", "remedy"),
    [
        ("DEBUG", True, "debug", "DEBUG=0"),
        ("ALLOWED_HOSTS", ["*"], "hosts", "ALLOWED_HOSTS"),
        ("SECRET_KEY", "short", "secret key", "SECRET_KEY"),
        ("SECRET_KEY", "django-insecure-" + "abcdefgh" * 8, "secret key", "SECRET_KEY"),
        ("HTTPS", False, "https", "HTTPS=1"),
        ("REGISTRATION_OPEN", True, "registration", "REGISTRATION_OPEN=0"),
        ("PUBLIC_URL", "", "public address", "PUBLIC_URL"),
        ("WHITENOISE_USE_FINDERS", True, "static files", "collectstatic"),
        ("CSRF_TRUSTED_ORIGINS", ["http://mus.example"], "proxies", "https://"),
        ("CELERY_BROKER_URL", "redis://127.0.0.1:1/0", "broker", "CELERY_BROKER_URL"),
        ("OPEN_FILES", 1024, "open files", "LimitNOFILE"),
        ("TRACES_TO", "http://127.0.0.1:1", "traces", "collector"),
        ("TRACES_TO", "collector:4317", "traces", "http://host:4318"),
    ],
)
def test_every_wrong_setting_is_named_with_its_remedy(public, name, value, part, remedy):
    from celery import current_app

    setattr(public, name, value)
    if name == "CELERY_BROKER_URL":
        current_app.conf.broker_url = value
    found = about(part)
    assert found.level != "ok"
    assert remedy in found.remedy


def test_believing_every_proxy_is_wrong(public, monkeypatch):
    monkeypatch.setitem(os.environ, "FORWARDED_ALLOW_IPS", "*")
    assert about("proxies").level == "bad"


def test_traces_that_are_asked_for_and_not_installed_are_wrong(public, monkeypatch):
    public.TRACES_TO = "http://127.0.0.1:4318"
    monkeypatch.setitem(sys.modules, "opentelemetry.instrumentation.django", None)
    assert about("traces").level == "bad"
    assert "requirements-otel.txt" in about("traces").remedy


def test_a_clock_that_went_back_shows_in_the_log(public):
    now = timezone.now()
    cup = Tournament.objects.create(slug="orio", name="Orio", starts_at=now)
    Event.objects.create(
        tournament=cup, number=1, kind="x", actor_kind="program", actor_label="x",
        at=now + timedelta(days=1), previous_hash="0", hash="1",
    )  # fmt: skip
    assert about("clock").level == "bad"
    assert "timedatectl" in about("clock").remedy


def test_a_full_disk_is_wrong(public, monkeypatch):
    usage = namedtuple("usage", "total used free")
    for free, level in ((10_000_000, "bad"), (200_000_000, "warning"), (10**12, "ok")):
        monkeypatch.setattr(parts.shutil, "disk_usage", lambda _at, f=free: usage(10**12, 0, f))
        assert about("disk of VAR_DIR").level == about("disk of BACKUP_DIR").level == level


@pytest.mark.parametrize("name", ["VAR_DIR", "BACKUP_DIR"])
def test_a_folder_that_takes_no_file_is_wrong(public, monkeypatch, name):
    assert about(f"writing to {name}").level == "ok"

    def refused(**_options: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(machine.tempfile, "NamedTemporaryFile", refused)
    finding = about(f"writing to {name}")
    assert finding.level == "bad"
    assert "No space left on device" in finding.says
    assert name in finding.remedy
    assert not list(public.VAR_DIR.glob(".doctor-*"))


def test_a_redis_that_is_away_is_wrong(public, monkeypatch):
    monkeypatch.setattr(parts, "redis", lambda: "unreachable")
    assert "REDIS_URL" in about("redis").remedy


def test_a_redis_that_keeps_nothing_is_wrong(public, monkeypatch):
    class Replica:
        def get(self, _key: str) -> None:
            return None

        def set(self, *_arguments: object, **_options: object) -> None:
            raise RuntimeError("READONLY You can't write against a read only replica.")

    public.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(parts, "caches", {"default": Replica()})
    assert about("redis").level == "bad"
    assert "primary" in about("redis").remedy


def test_processes_that_do_not_hear_of_each_other_are_wrong(public, monkeypatch):
    public.CELERY_BROKER_URL, public.REDIS_URL = "redis://127.0.0.1:1/1", ""
    monkeypatch.setattr(parts, "broker", lambda: "unreachable")
    assert about("redis").level == "bad"
    assert "REDIS_URL" in about("redis").remedy


def test_a_folder_that_others_can_read_is_wrong(public):
    public.VAR_DIR.chmod(0o755)
    assert "chmod 700" in machine.folder().remedy


@pytest.mark.parametrize("program", ["manage.py", "mus-tournaments"])
def test_a_remedy_is_typed_as_the_program_is_called_here(public, program):
    public.PROGRAM = program
    assert stores.backups().remedy == f"{program} backup DIR"


def test_migrations_that_are_not_applied_are_wrong(public, monkeypatch):
    monkeypatch.setattr(parts, "migrations", lambda: "not applied")
    assert "manage.py migrate" in about("migrations").remedy


def test_a_database_that_is_away_ends_the_looking_but_not_the_doctor(public, monkeypatch):
    monkeypatch.setattr(parts, "database", lambda: "unreachable")
    assert about("database").level == "bad"
    assert about("debug").level == "ok"


def test_jobs_that_failed_and_a_clock_that_stands_are_told(public):
    jobs.run(jobs.ask("of.nobody"))
    assert about("jobs").level == "warning"
    long_ago = timezone.now() - timedelta(hours=1)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE jobs_pulse SET at = %s", [long_ago])
    assert about("clock of jobs").level == "warning"


def test_a_site_that_does_not_answer_is_told():
    found = list(outside.from_outside("http://127.0.0.1:1"))
    assert [one.level for one in found] == ["ok", "ok", "bad"]


@pytest.mark.parametrize(("believed", "levels"), [("127.0.0.1", ["bad"]), ("192.0.2.1", ["ok"])])
@pytest.mark.sampled(2)
def test_a_server_that_believes_a_forged_address_is_wrong(
    tmp_path, monkeypatch, settings, believed, levels
):
    # Asked by another name than the machine's own, as a stranger does.
    monkeypatch.setattr(outside, "_is_this_machine", lambda _url: False)
    env = {"FORWARDED_ALLOW_IPS": believed, "SECRET_KEY": settings.SECRET_KEY}
    with Server(tmp_path, env=env) as server:
        assert [one.level for one in outside.proxy(server.url)] == levels
        assert b"caller" not in server.get("/healthz", **{outside.ASKED_BY: "guess"})[1]


def test_plain_http_is_told_where_https_is_on(settings):
    settings.HTTPS = True
    found = list(outside.proxy("http://127.0.0.1:1"))
    assert [one.level for one in found] == ["warning", "bad"]


@pytest.mark.long
def test_a_database_that_is_away_is_told_in_its_own_words(tmp_path):
    away = f"postgres://mus@127.0.0.1:{free_port()}/mus?pool=off"
    installation = Installation(tmp_path, away)
    _status, said = installation.manage("doctor", "--json")
    found = {one["about"]: one for one in json.loads(said)}
    assert "onnection refused" in found["database"]["says"]
    status, said = installation.manage_alone("migrate")
    assert status == 1
    assert "onnection refused" in said
    assert "DATABASE_URL" in said
    assert "Traceback" not in said


def test_the_command_says_all_of_it_and_ends_with_its_status(public):
    public.DEBUG = True
    said = StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", url="", stdout=said)
    assert "WRONG  debug" in said.getvalue()
    assert "→ Set DEBUG=0." in said.getvalue()


def test_an_empty_folder_is_told_to_migrate(empty):
    status, said = empty.manage("doctor", "--json")
    assert status == 1
    found = {one["about"]: one for one in json.loads(said)}
    assert "manage.py migrate" in found["migrations"]["remedy"]


# As a stranger asks

PAGE, STREAM = (200, "text/html; charset=utf-8"), (404, "text/plain; charset=utf-8")
FILE = (200, "text/css")


class Site(ThreadingHTTPServer):
    """A site as its proxy shows it: status and content type of the page, the stream and a file."""

    def __init__(
        self,
        page: tuple[int, str] = PAGE,
        stream: tuple[int, str] = STREAM,
        file: tuple[int, str] = FILE,
        match: tuple[int, str] = PAGE,
        health: str = '{"status": "ok", "caller": "192.0.2.7"}',
    ) -> None:
        super().__init__(("127.0.0.1", 0), Shown)
        self.health = health
        self.answers = {
            "/healthz": (200, "application/json"), "/": page, "/live/t/none": stream,
            "/static/packed/print.css": file,
        }  # fmt: skip
        self.others = {"/t/": match, "/live/": (200, "text/event-stream")}
        self.url = f"http://127.0.0.1:{self.server_port}"

    def __enter__(self) -> "Site":
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *error: object) -> None:
        self.shutdown()
        self.server_close()


class Shown(BaseHTTPRequestHandler):
    server: Site

    def do_GET(self) -> None:
        others = (answer for at, answer in self.server.others.items() if self.path.startswith(at))
        status, kind = self.server.answers.get(self.path) or next(others)
        if status:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(f"{self.server.health}\n".encode())

    def log_message(self, format: str, *arguments: object) -> None:
        pass


def seen_from_outside(site: Site, part: str) -> Finding:
    return next(one for one in outside.from_outside(site.url) if one.about.startswith(part))


def test_a_whole_site_is_blamed_for_nothing():
    with Site() as site:
        assert {one.level for one in outside.from_outside(site.url)} == {"ok"}


@pytest.mark.parametrize(
    ("broken", "part", "remedy"),
    [
        ({"page": (400, "text/html")}, "first page", "ALLOWED_HOSTS"),
        ({"page": (502, "text/html")}, "first page", "proxy"),
        ({"page": (200, "text/plain")}, "first page", "proxy"),
        ({"page": (0, "")}, "first page", "log"),
        ({"stream": (404, "text/html")}, "live pages", "/live/"),
        ({"stream": (200, "text/html")}, "live pages", "/live/"),
        ({"stream": (0, "")}, "live pages", "/live/"),
        ({"file": (404, "text/html")}, "files of pages", "collectstatic"),
        ({"file": (200, "text/plain")}, "files of pages", "collectstatic"),
        ({"health": '{"status": "ok"}'}, "proxy", "SECRET_KEY"),
        ({"health": '{"status": "ok", "caller": "203.0.113.9"}'}, "proxy", "X-Forwarded-For"),
    ],
)
def test_what_a_stranger_would_not_get_is_wrong(monkeypatch, broken, part, remedy):
    monkeypatch.setattr(outside, "_is_this_machine", lambda _url: False)
    with Site(**broken) as site:
        found = seen_from_outside(site, part)
    assert found.level == "bad"
    assert remedy in found.remedy


@pytest.mark.parametrize(("status", "level"), [(200, "ok"), (500, "bad"), (404, "bad")])
def test_the_page_of_a_match_has_to_come(status, level):
    cup = Tournament.objects.create(slug="orio", name="Orio", starts_at=timezone.now())
    Match.objects.create(tournament=cup, round=1, slot=0, best_of=3)
    with Site(match=(status, "text/html")) as site:
        found = seen_from_outside(site, "a match")
    assert (found.level, "server's log" in found.remedy) == (level, level == "bad")


@pytest.mark.parametrize(
    ("public_url", "asked", "level"),
    [
        ("https://mus.example", "https://Mus.example:443", "ok"),
        ("https://mus.example/", "https://mus.example", "ok"),
        ("https://mus.example", "http://mus.example", "bad"),
        ("https://mus.example", "https://mus.example:8443", "bad"),
        ("https://other.example", "https://mus.example", "bad"),
    ],
)
def test_one_address_is_one_however_it_is_written(settings, public_url, asked, level):
    settings.PUBLIC_URL = public_url
    assert outside.named(asked).level == level


def test_the_stream_of_a_tournament_has_to_come(tmp_path):
    with Server(tmp_path) as server:
        assert outside.stream(server.url).level == "ok"
        Tournament.objects.create(slug="kaia", name="Kaia", starts_at=timezone.now())
        assert outside.stream(server.url).level == "bad", "the site has no such tournament"
        server.shell(
            "from django.utils import timezone\n"
            "from tournament.models import Tournament\n"
            "Tournament.objects.create(slug='kaia', name='Kaia', starts_at=timezone.now())"
        )
        assert outside.stream(server.url).level == "ok"


def test_links_that_begin_with_another_address_are_wrong(settings):
    settings.PUBLIC_URL = "https://mus.example"
    with Site() as site:
        found = seen_from_outside(site, "public address")
    assert (found.level, site.url in found.remedy) == ("bad", True)


@pytest.mark.parametrize(("days", "level"), [(-1, "warning"), (5, "warning"), (40, "ok")])
def test_a_certificate_is_looked_at_before_it_ends(monkeypatch, days, level):
    until = timezone.now() + timedelta(days=days, hours=1)
    monkeypatch.setattr(outside, "valid_until", lambda _url: until)
    assert outside.certificate("https://mus.example").level == level


def test_a_certificate_that_is_not_valid_is_wrong(tmp_path):
    with Site() as site:
        found = outside.certificate(site.url.replace("http:", "https:"))
    assert found.level == "bad"


def test_mail_that_does_not_leave_is_wrong(public):
    assert outside.mail().level == "ok"
    public.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    public.EMAIL_HOST, public.EMAIL_PORT = "127.0.0.1", free_port()
    found = outside.mail()
    assert (found.level, "EMAIL_URL" in found.remedy) == ("bad", True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", "change-me-" + "".join(map(chr, range(40, 100)))),
        ("HEAD_KEY", "0" * 64),
    ],
)
def test_a_key_that_somebody_made_up_is_wrong(public, name, value):
    assert about("secret key").level == "ok"
    setattr(public, name, value)
    assert about("secret key").level == "bad"


def test_files_that_this_account_may_not_read_are_wrong(public, monkeypatch):
    (public.VAR_DIR / "secret_key").write_text("x")
    assert about("reading VAR_DIR").level == "ok"
    monkeypatch.setattr(machine.os, "access", lambda *_: False)
    assert about("reading VAR_DIR").level == "bad"
    assert "secret_key" in about("reading VAR_DIR").says


def test_two_clocks_are_told_and_one_that_has_just_begun_is_not(public):
    jobs.tick(clock="one 1")
    assert about("clock of jobs").level == "ok"
    jobs.tick(clock="two 1")
    found = about("clock of jobs")
    assert (found.level, "one 1, two 1" in found.says) == ("warning", True)


def test_a_clock_that_was_stopped_is_forgotten(public):
    jobs.tick(clock="one 1")
    Pulse.objects.filter(name__contains="one 1").update(at=timezone.now() - timedelta(days=2))
    jobs.tick(clock="two 1")
    assert about("clock of jobs").level == "ok"
    assert not Pulse.objects.filter(name__contains="one 1").exists()


def test_a_clock_that_has_not_ticked_yet_is_not_said_to_stand(public):
    Pulse.objects.all().delete()
    found = about("clock of jobs")
    assert (found.level, "not ticked yet" in found.says) == ("warning", True)
    assert "wait a minute" in found.remedy


def test_an_old_backup_is_wrong_unless_they_are_made_elsewhere(public, monkeypatch):
    monkeypatch.setattr(stores.shelf, "newest", lambda: timezone.now() - timedelta(days=3))
    assert about("backups").level == "bad"
    public.BACKUPS_KEPT = 0
    assert about("backups").level == "ok"


@pytest.mark.postgres
def test_a_pool_larger_than_the_database_lets_in_is_wrong(monkeypatch):
    found = stores.connections()
    assert found.level == "ok"
    if connection.vendor == "postgresql":
        options = {**connection.settings_dict["OPTIONS"], "pool": {"max_size": 100_000}}
        monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)
        assert stores.connections().level == "bad"


# Healthy installations: nothing that works is blamed

KINDS_OF_INSTALLATIONS = {
    "one laptop": {"ALLOWED_HOSTS": ["localhost"], "PUBLIC": False, "HTTPS": False,
                   "PUBLIC_URL": "", "REGISTRATION_OPEN": True},
    "a laptop for a room": {"HTTPS": False, "SECURE_COOKIES": True},
    "a server behind a proxy": {},
    "with backups made elsewhere": {"BACKUPS_KEPT": 0},
    "with several names": {"ALLOWED_HOSTS": ["mus.example", ".liga.example"],
                           "CSRF_TRUSTED_ORIGINS": ["https://liga.example"]},
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS_OF_INSTALLATIONS)
def test_what_works_is_not_blamed(public, monkeypatch, kind):
    for name, value in KINDS_OF_INSTALLATIONS[kind].items():
        setattr(public, name, value)
    # A test's database is in memory, where nothing is durable.
    monkeypatch.setattr(stores, "durable", lambda: Finding("durability", "ok", ""))
    monkeypatch.setattr(stores.shelf, "newest", lambda: timezone.now() - timedelta(hours=9))
    public.OPEN_FILES = 65_536
    with Site() as site:
        if public.PUBLIC_URL:
            public.PUBLIC_URL = site.url
        blamed = [
            one
            for one in doctor.examine(site.url)
            # The site that stands for the proxy speaks plain http.
            if one.level != "ok" and one.says != "HTTPS=1, and this address is plain http."
        ]
    assert blamed == []


@pytest.mark.parametrize(
    ("url", "is_it"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://[::1]:8000", True),
        ("http://localhost:8000", True),
        ("http://192.168.1.20:8000", False),
        ("https://mus.example", False),
    ],
)
def test_the_machine_of_the_doctor_is_known(url, is_it):
    assert outside._is_this_machine(url) is is_it


def test_a_laptop_asked_by_its_own_doctor_is_not_blamed(tmp_path):
    tmp_path.chmod(0o700)
    with Server(tmp_path) as server:
        status, said = Installation(tmp_path).manage("doctor", "--url", server.url)
    assert (status, "WRONG" in said) == (0, False), said
