"""What a web process does not carry from its start: it is imported where it is used."""

import json
import subprocess
import sys

import pytest

from tests.servers import ROOT, Server

RARE = (
    "celery", "cryptography", "dateutil", "http_ece", "icalendar", "psycopg", "py_vapid",
    "python_calamine", "redis", "reportlab", "resvg_py", "segno", "webauthn",
)  # fmt: skip
TELL = "import config.asgi, json, sys; print(json.dumps(sorted(sys.modules)))"


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The modules of a web process on SQLite that nobody has asked anything yet."""
    env = Server(tmp_path_factory.mktemp("memory"), env={"DEBUG": "0"}).env
    done = subprocess.run(
        [sys.executable, "-c", TELL], env=env, cwd=ROOT, capture_output=True, check=True, text=True
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("name", RARE)
def test_a_web_process_begins_without(loaded, name):
    assert name not in loaded


def test_it_has_what_answers_the_first_reader(loaded):
    assert {"web.public.urls", "api.urls", "delivery.cache", "zopfli"} <= loaded
