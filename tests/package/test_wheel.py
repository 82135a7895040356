"""The wheel, installed into an empty environment without the checkout, runs a championship."""

import os
import re
import subprocess
import sys
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.servers import ROOT, free_port

pytestmark = [
    pytest.mark.service,  # the packages come from an index
    pytest.mark.skipif("CI" not in os.environ, reason="installs 70 packages from an index: CI=1"),
]
UV = str(Path(sys.executable).with_name("uv"))
PATIENCE = 180.0


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


@dataclass(frozen=True)
class Stranger:
    """Somebody who has the command, an empty folder and nothing else."""

    program: Path
    folder: Path

    @property
    def env(self) -> dict[str, str]:
        data = str(self.folder / "data")
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "VAR_DIR": data}

    def runs(self, *words: str) -> str:
        """What a command says. It succeeds."""
        done = subprocess.run(
            [self.program, *words], cwd=self.folder, env=self.env, check=False,
            capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def serves(self, *words: str) -> Iterator[str]:
        """The address at which the command serves, once it answers."""
        port = free_port()
        process = subprocess.Popen(
            [self.program, *words, "--no-browser", "--port", str(port)],
            cwd=self.folder, env=self.env,
        )  # fmt: skip
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


@pytest.fixture(scope="module")
def stranger(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Stranger:
    """One who has simulated a championship. The folder has a space and an accent in its name."""
    one = Stranger(program, tmp_path_factory.mktemp("Mis cosas de José"))
    one.runs("migrate", "-v0")
    one.runs("simulate", "--pairs", "3", "--seed", "7", "--public")
    return one


@pytest.fixture(scope="module")
def site(stranger: Stranger) -> Iterator[str]:
    """The site with that championship."""
    with stranger.serves() as address:
        yield address


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


def test_the_doctor_names_a_command_that_the_stranger_has_and_it_helps(stranger):
    advice = stranger.runs("doctor")
    assert "mus-tournaments backup DIR" in advice
    assert "manage.py" not in advice
    stranger.runs("backup", str(stranger.folder / "data/backups/first"))
    assert "Nothing is wrong." in stranger.runs("doctor")


def test_a_backup_comes_back_in_another_folder_with_every_row(stranger, program, tmp_path):
    stranger.runs("backup", "copy")
    another = Stranger(program, tmp_path)
    another.runs("migrate", "-v0")
    another.runs("restore", str(stranger.folder / "copy"))
    assert "simulated-championship-7" in another.runs("verify_tournament")


@pytest.mark.long
def test_the_demo_shows_two_championships(program, tmp_path):
    with Stranger(program, tmp_path).serves("demo") as address:
        assert len(set(re.findall(r'href="(/t/[^/"]+/)"', read(f"{address}/")))) >= 2
