"""The link of a table is the key to it: no log holds one, however the server was started."""

import json
import logging
import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from config.logs import Json, KeylessRecord, Line
from tests.servers import ROOT, Server

KEY = "5.1ba50c16f5"
STARTS = {
    "uvicorn with its access log": ["uvicorn", "config.asgi:application", "--log-level", "info"],
    "uvicorn saying all": ["uvicorn", "config.asgi:application", "--log-level", "trace"],
    "ours with the access log": ["config.server", "--access-log", "--log-level", "info"],
}


def record(message: str, *args: object) -> logging.LogRecord:
    return KeylessRecord("any", logging.WARNING, "", 0, message, args, None)


def test_a_key_among_the_arguments_is_taken_out():
    made = record("Forbidden (%s): %s", "token missing", f"/referee/join/{KEY}/")
    assert made.getMessage() == "Forbidden (token missing): /referee/join/…/"
    assert made.args == ("token missing", "/referee/join/…/")


def test_a_key_inside_another_object_is_taken_out_of_what_is_written():
    made = record("scope %s", {"raw_path": f"/referee/join/{KEY}/".encode()})
    assert KEY not in made.getMessage()


def test_what_holds_no_key_is_as_it_was():
    made = record("%d of %s", 3, "/t/brisbane-2026/")
    assert (made.getMessage(), made.args) == ("3 of /t/brisbane-2026/", (3, "/t/brisbane-2026/"))


@pytest.mark.long
@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_no_start_writes_a_key_down(tmp_path, start):
    server = Server(tmp_path, command=[sys.executable, "-m", *start])
    with server:
        server.get(f"/referee/join/{KEY}/")
        server.get(f"/t/nothing/?next=/referee/join/{KEY}/")
    assert "/referee/join/" in server.log
    assert KEY not in server.log


def test_a_management_command_writes_no_key_either(tmp_path):
    script = f"import logging; logging.error('at %s', '/referee/join/{KEY}/')"
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", script],
        cwd=ROOT, env=Server(tmp_path).env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "/referee/join/…" in done.stderr
    assert KEY not in done.stderr


SECRETS = [
    ("postgres://mus:s3cr3t-word@db:5432/mus", "s3cr3t-word"),
    ("Authorization: Token abcdefghijklmnopqrstuvwxyz012345", "abcdefghijklmnopqrstuvwxyz012345"),
    ("{'username': 'arizkun', 'password': 'amarraco'}", "amarraco"),
    ("POST password1=amarraco&password2=amarraco", "amarraco"),
    ("Cookie: sessionid=4u2kq8v; theme=dark", "4u2kq8v"),
    ("SECRET_KEY='hunter2-hunter2'", "hunter2"),
]


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_no_line_holds_a_password_or_a_token(text, secret):
    for line in (
        Json().format(record("%s", text)),
        Line("{message}", style="{").format(record(text)),
    ):
        assert secret not in line


def test_a_traceback_holds_no_password_either():
    try:
        raise OSError("postgres://mus:s3cr3t-word@db:5432/mus is away")
    except OSError:
        made = logging.LogRecord("any", 40, "", 0, "broke", (), sys.exc_info())
    told = json.loads(Json().format(made))
    assert "is away" in told["error"]
    assert "s3cr3t" not in told["error"]


def test_a_json_line_says_which_request_and_tournament_it_belongs_to(tmp_path):
    env = {"LOG_FORMAT": "json", "LOG_LEVEL": "INFO"}
    with Server(tmp_path, env=env) as server:
        name = {"X-Request-ID": "from-the-proxy-7"}
        server.get("/t/nothing/log/?before=3&page=1", **name)
        server.get(f"/referee/join/{KEY}/")
    lines = [json.loads(line) for line in server.log.splitlines()]
    one = next(line for line in lines if line.get("request") == "from-the-proxy-7")
    assert (one["tournament"], one["status"], one["logger"]) == ("nothing", 404, "request")
    assert one["view"] == "public:log"
    assert {"at", "level", "message", "ms"} <= set(one)
    assert KEY not in server.log


@example("a\ud800b")
@given(st.text(st.characters() | st.characters(categories=["Cs", "Cc", "Zl"])))
def test_whatever_is_said_is_one_line_of_json_that_can_be_written(said):
    made = record("told %s", said)
    line = Json().format(made)
    assert not {"\n", "\r", "\0"} & {*line}
    told = json.loads(line.encode("utf-8"))
    assert {*told} >= {"at", "level", "logger", "message"}
    assert told["level"] == "warning"
    assert Line().format(made).encode("utf-8")
