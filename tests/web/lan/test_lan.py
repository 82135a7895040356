"""`manage.py lan`, as a tablet meets it: the page over http, then everything over https."""

import io
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.servers import ROOT, free_port, migrated
from web.qr import qr_blocks


@contextmanager
def laptop(tmp_path: Path, stop: int = signal.SIGINT) -> Iterator[tuple[int, int]]:
    """The command as a shell's background job, shielded from Ctrl+C; ended by a signal."""
    shutil.copyfile(migrated(), tmp_path / "db.sqlite3")
    secure, plain = free_port(), free_port()
    env = {
        **os.environ,
        "VAR_DIR": str(tmp_path),
        "DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [
        sys.executable, "manage.py", "lan", "--address", "127.0.0.1",
        "--port", str(secure), "--plain-port", str(plain),
    ]  # fmt: skip
    kept = signal.signal(signal.SIGINT, signal.SIG_IGN)
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE)
    signal.signal(signal.SIGINT, kept)
    try:
        yield secure, plain
    finally:
        process.send_signal(stop)
        process.wait(60)
        assert process.stdout
        process.stdout.close()


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[tuple[int, int]]:
    with laptop(tmp_path) as where:
        yield where


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_when_it_is_asked_and_leaves_no_server(tmp_path, stop):
    with laptop(tmp_path, stop) as (secure, plain):
        read(f"http://127.0.0.1:{plain}/healthz")
    for port in (plain, secure):
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), timeout=5)


def read(url: str, context: ssl.SSLContext | None = None) -> bytes:
    until = time.monotonic() + 300
    while True:
        try:
            with urllib.request.urlopen(url, timeout=30, context=context) as answer:
                content: bytes = answer.read()
                return content
        except urllib.error.URLError as error:
            if isinstance(error.reason, ssl.SSLError) or time.monotonic() > until:
                raise
            time.sleep(0.2)


def test_who_installs_the_authority_believes_the_server(ports, tmp_path):
    secure, plain = ports
    page = read(f"http://127.0.0.1:{plain}/referee/lan/").decode()
    assert f"https://127.0.0.1:{secure}/" in page
    assert f'<p class="copy">http://127.0.0.1:{plain}/referee/lan/</p>' in page
    assert "qr__code" in page
    downloaded = tmp_path / "downloaded.crt"
    downloaded.write_bytes(read(f"http://127.0.0.1:{plain}/referee/lan/mus.crt"))
    believing = ssl.create_default_context(cafile=str(downloaded))
    assert b"tablet" in read(f"https://127.0.0.1:{secure}/referee/sw.js", believing)
    with pytest.raises(urllib.error.URLError, match="certificate"):
        read(f"https://127.0.0.1:{secure}/healthz", ssl.create_default_context())


@pytest.mark.parametrize(("encoding", "drawn"), [("utf-8", True), ("ascii", False)])
def test_the_address_is_there_to_scan_where_the_terminal_can_draw_it(
    settings, tmp_path, encoding, drawn
):
    settings.VAR_DIR = tmp_path  # type: ignore[attr-defined]
    written = io.BytesIO()
    terminal = io.TextIOWrapper(written, encoding=encoding)
    call_command("lan", address=["192.168.1.20"], certificates_only=True, stdout=terminal)
    terminal.flush()
    said = [line.strip() for line in written.getvalue().decode(encoding).splitlines()]
    first = "http://192.168.1.20:8000/referee/lan/"
    assert any(line.endswith(first) for line in said)
    assert (set(qr_blocks(first).split("\n")[:5]) <= set(said)) is drawn


def test_it_takes_no_word_on_a_demo_which_it_never_makes():
    with pytest.raises(CommandError, match="--no-demo"):
        call_command("lan", "--no-demo", "--certificates-only")


@pytest.mark.django_db
def test_without_it_the_page_says_how_to_start_it(client, settings, tmp_path):
    settings.VAR_DIR = tmp_path  # type: ignore[attr-defined]
    assert b".venv/bin/python manage.py lan" in client.get("/referee/lan/").content
    settings.PROGRAM = "mus-tournaments"
    assert b"<code>mus-tournaments lan</code>" in client.get("/referee/lan/").content
    assert client.get("/referee/lan/mus.crt").status_code == 404
