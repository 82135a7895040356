"""The wheel, installed into an empty environment without the checkout, runs a championship."""

import os
import re
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.servers import ROOT, free_port

pytestmark = [
    pytest.mark.service,  # the packages come from an index
    pytest.mark.skipif("CI" not in os.environ, reason="installs 70 packages from an index: CI=1"),
]
UV = str(Path(sys.executable).with_name("uv"))
PATIENCE = 60.0


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the tracked files."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([UV, "build", "--quiet", "--wheel", "--out-dir", folder, ROOT], check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `mus-tournaments` of an environment that holds nothing else."""
    environment = tmp_path_factory.mktemp("environment") / "venv"
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, environment], check=True)
    python = environment / "bin/python"
    subprocess.run([UV, "pip", "install", "--quiet", "--python", python, wheel], check=True)
    return environment / "bin/mus-tournaments"


@pytest.fixture(scope="module")
def site(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site with one simulated championship, started from an empty folder."""
    folder = tmp_path_factory.mktemp("empty")
    alone = {
        "cwd": folder,
        "env": {"PATH": "/usr/bin:/bin", "HOME": str(folder), "VAR_DIR": str(folder / "data")},
    }
    for command in (["migrate", "-v0"], ["simulate", "--pairs", "3", "--seed", "7", "--public"]):
        subprocess.run([program, *command], check=True, capture_output=True, **alone)
    port = free_port()
    process = subprocess.Popen([program, "--no-browser", "--port", str(port)], **alone)
    address = f"http://127.0.0.1:{port}"
    try:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and process.poll() is None:
            with suppress(OSError):
                urllib.request.urlopen(f"{address}/healthz").close()
                break
            time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        process.wait(PATIENCE)


def read(address: str) -> str:
    request = urllib.request.Request(address, headers={"Accept-Language": "en"})
    with urllib.request.urlopen(request) as answer:
        return str(answer.read().decode())


def test_the_wheel_takes_one_name_of_the_environment(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name.split("/")[0] for name in archive.namelist()}
    assert {name for name in names if not name.endswith(".dist-info")} == {"mus_tournaments"}


def test_the_first_page_a_draw_and_a_hand_are_served_from_an_empty_folder(site):
    assert "Simulated championship 7" in read(f"{site}/")
    championship = f"{site}/t/simulated-championship-7"
    bracket = read(f"{championship}/")
    assert "seed" in read(f"{championship}/draw/").lower()
    matches = [
        read(f"{championship}/match/{n}/") for n in set(re.findall(r"/match/(\d+)/", bracket))
    ]
    hands = {hand for match in matches for hand in re.findall(r"/match/\d+/hand/1/1/", match)}
    assert hands
    assert all("Grande" in read(f"{championship}{hand}") for hand in hands)
    assert "--" in read(f"{site}/static/packed/site.css")
