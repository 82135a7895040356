"""A server of the release before goes on with this version's database: what docs/upgrading.md
promises of `manage.py migrate` while people play."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.config.test_services_away import NEW, PASSWORD, Browser
from tests.servers import ROOT, Server

BEFORE = "433eafb5"
"""The newest commit whose servers are to go on: a release moves this to its tag."""
HAND: dict[str, Any] = {
    "cards": ["7 7 2 A", "3 3 S 2", "R R S A", "C C C 6"],
    "declared": {"pares": [True, True, True, True], "juego": [False, True, True, True]},
}
OTHER: dict[str, Any] = {"quick": {"stones": [2, 3]}}


@pytest.fixture(scope="module")
def code(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of that commit."""
    git = shutil.which("git")
    known = (
        git
        and not subprocess.run(
            [git, "cat-file", "-e", f"{BEFORE}^{{commit}}"],
            cwd=ROOT,
            check=False,
            capture_output=True,
        ).returncode
    )
    if not git or not known:
        pytest.skip("a copy of the sources without their history")
    folder = tmp_path_factory.mktemp("before")
    files = folder.with_suffix(".tar")
    subprocess.run([git, "archive", "-o", str(files), BEFORE], cwd=ROOT, check=True)
    shutil.unpack_archive(files, folder)
    return folder


@pytest.fixture(scope="module")
def server(code: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server of that commit, with a database as today's migrations make it."""
    command = [sys.executable, "-m", "config.server"]
    with Server(tmp_path_factory.mktemp("server"), command=command, code=code) as one:
        yield one


def test_an_old_server_creates_enters_corrects_and_reads_on_the_new_schema(server):
    status, body = server.get("/readyz")
    assert (status, json.loads(body)["migrations"]) == (200, "ok")

    desk = Browser(server)
    desk.form("/accounts/register/", username="zarautz", password1=PASSWORD, password2=PASSWORD)
    desk.get("/organizer/")
    status, cup = desk.api("/tournaments/", NEW)
    assert status == 201, cup
    at = f"/tournaments/{cup['slug']}"
    pairs = {"text": "Getaria / Orio\nZumaia / Deba\nLezo / Pasaia\nTolosa / Ordizia"}
    assert desk.api(f"{at}/pairs/bulk/", pairs)[0] == 201
    assert desk.api(f"{at}/draw/", {"seed": "x"})[0] in (200, 201)

    first = json.loads(desk.get(f"/api/v1{at}/matches/")[1])[0]["id"]
    match = f"{at}/matches/{first}"
    status, said = desk.api(f"{match}/start/", {"table_number": 1})
    assert status == 200, said
    links = json.loads(desk.get(f"/api/v1{at}/tables/links/")[1])
    status, joined = Browser(server).api("/devices/join/", {"token": links[0]["token"]})
    assert status == 201, joined
    tablet = {"Authorization": f"Device {joined['device_token']}"}
    for number, key, outcome in ((1, "a", "applied"), (2, "b", "applied"), (2, "b", "repeated")):
        action = {
            "key": key, "kind": "hand.record", "match": first, "game": 1, "hand": number,
            "record": HAND,
        }  # fmt: skip
        status, told = Browser(server).api("/table/actions/", {"actions": [action]}, **tablet)
        assert (status, [one["outcome"] for one in told["results"]]) == (200, [outcome]), told
    corrected = {"record": OTHER, "reason": "The other table's hand."}
    status, said = desk.api(f"{match}/games/1/hands/1/correct/", corrected)
    assert status == 201, said

    history = json.loads(desk.get(f"/api/v1{match}/hands/")[1])["history"]
    assert [hand["stones"] for hand in history] == [[2, 3], [5, 6]]
    page = f"/t/{cup['slug']}/match/{first}/"
    assert [desk.get(one)[0] for one in ("/", page, f"/t/{cup['slug']}/log/")] == [200, 200, 200]
    assert "Traceback" not in server.log
