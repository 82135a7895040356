"""Every operation tried with each boundary of its document: a whole server, no made-up luck.

The coverage phase of schemathesis goes through the document field by field: values at and beyond
each bound, of other types, missing, repeated, and methods that are not there.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.servers import WITHOUT_JOBS, Server, put_demo

pytestmark = pytest.mark.long

WITHOUT_BOUNDS = {
    "API_SETTLE_PER_MINUTE": "1000000",
    "API_JOIN_PER_MINUTE": "1000000",
    "API_TOKEN_PER_MINUTE": "1000000",
    "TOURNAMENTS_PER_HOUR": "1000000",
    "TOURNAMENTS_PER_HOUR_PER_ADDRESS": "1000000",
}
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,"
    "response_schema_conformance"
)
SLUG = "brisbane-2026"
# A device's token and an organizer's, for the match that is being played at a table.
CREDENTIALS = f"""
import json
from django.contrib.auth import get_user_model
from accounts.services import tokens
from tournament.matches.models import Match
from tournament.tables.queries import join_token
from tournament.tables.services import devices
match = Match.objects.filter(tournament__slug="{SLUG}", status="playing").first()
user = get_user_model().objects.get(username="demo")
print(json.dumps({{
    "match": match.pk,
    "Token": tokens.make(user=user, name="coverage")[1],
    "Device": devices.join(token=join_token(match.table), label="coverage")[1],
}}))
"""


@pytest.fixture
def tried(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, dict[str, Any]]]:
    put_demo(tmp_path, tmp_path_factory)
    with Server(tmp_path, env=WITHOUT_BOUNDS | WITHOUT_JOBS) as server:
        said = server.shell(CREDENTIALS)
        yield server, json.loads(said.splitlines()[-1])


@pytest.mark.parametrize(
    ("kind", "which"),
    [("Token", "--exclude-path-regex"), ("Device", "--include-path-regex")],
    ids=["organizer", "tablet"],
)
def test_every_boundary_is_answered_as_the_document_says(tried, tmp_path, kind, which):
    server, known = tried
    config = tmp_path / "schemathesis.toml"
    config.write_text(
        f'[parameters]\nslug = "{SLUG}"\nmatch_id = {known["match"]}\n'
        "number = 1\ngame = 1\nhand = 1\n"
    )
    program = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
    assert program is not None
    done = subprocess.run(
        [
            program, "--config-file", str(config), "run", f"{server.url}/api/v1/openapi.json",
            "--phases", "coverage", "--checks", CHECKS, "--no-color",
            "-H", f"Authorization: {kind} {known[kind]}", which, r"/table/",
        ],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]
    assert "Traceback" not in server.log
