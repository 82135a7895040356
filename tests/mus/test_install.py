"""The rules library installs alone, into an empty environment, and works there."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

LEFTOVERS = shutil.ignore_patterns("__pycache__", "build", "*.egg-info", ".*")
EXAMPLE = (
    '{"mano": 0, "cards": ["7 7 2 A", "3 3 S 2", "R R S A", "C C C 6"], "declared": '
    '{"pares": [true, true, true, true], "juego": [false, true, true, true]}}\n'
)


def run(*command: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
    # What this process was given to find modules by must not reach the empty environment.
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        [str(part) for part in command],
        input=given, capture_output=True, text=True, timeout=180, env=env, cwd="/",
    )  # fmt: skip


def must(*command: str | Path, given: str = "") -> str:
    done = run(*command, given=given)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library as a wheel, built from a copy so that nothing is left in the repository."""
    if shutil.which("uv", path=str(Path(sys.executable).parent)) is None:
        pytest.skip("uv is not in this environment (requirements-dev.txt has it)")
    folder = tmp_path_factory.mktemp("library")
    source = Path(__file__).resolve().parents[2] / "mus"
    shutil.copytree(source, folder / "mus", ignore=LEFTOVERS)
    must(sys.executable, "-m", "uv", "venv", "--quiet", "--python", sys.executable, folder / "try")
    asked = run(
        sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", folder / "try",
        "--no-deps", "setuptools>=77",
    )  # fmt: skip
    if asked.returncode != 0:
        pytest.skip("no package index can be reached, from which setuptools would come")
    must(
        sys.executable, "-m", "uv", "build", "--quiet", "--wheel", "--python", sys.executable,
        "--out-dir", folder / "dist", folder / "mus",
    )  # fmt: skip
    return next((folder / "dist").glob("*.whl"))


@pytest.fixture(scope="module")
def python(wheel: Path) -> Path:
    """The Python of an empty environment into which the library alone was installed."""
    home = wheel.parents[1] / "empty"
    must(sys.executable, "-m", "uv", "venv", "--quiet", "--python", sys.executable, home)
    must(
        sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", home, "--no-index",
        wheel,
    )  # fmt: skip
    return home / "bin" / "python"


@pytest.mark.long
def test_nothing_but_the_library_is_in_the_environment(python):
    listed = must(sys.executable, "-m", "uv", "pip", "list", "--python", python)
    assert [line.split()[0] for line in listed.splitlines()[2:]] == ["mus-rules"]
    assert "No module named 'django'" in run(python, "-c", "import django").stderr
    assert str(python.parents[1]) in must(python, "-c", "import mus; print(mus.__file__)")


@pytest.mark.long
def test_the_wheel_holds_every_module_of_the_library_and_no_test(wheel, root):
    with zipfile.ZipFile(wheel) as opened:
        names = {name for name in opened.namelist() if name.startswith("mus/")}
    sources = {
        path.relative_to(root).as_posix()
        for path in (root / "mus").rglob("*.py")
        if not {"tests", "build"} & set(path.relative_to(root / "mus").parts)
    }
    assert names == sources | {"mus/py.typed"}


def test_every_example_of_the_readme_is_true_there(python, root):
    told = run(python, "-m", "doctest", root / "mus" / "README.md")
    assert (told.returncode, told.stdout) == (0, ""), told.stderr


@pytest.mark.parametrize("program", ["module", "script"])
def test_it_settles_on_the_command_line(python, program):
    command = [python, "-m", "mus"] if program == "module" else [python.with_name("mus")]
    assert '"ok": true' in must(*command, "settle", given=EXAMPLE)
    refused = run(*command, "settle", given=EXAMPLE + "\n")
    assert (refused.returncode, refused.stdout.count("\n")) == (1, 2)


def test_every_larger_module_loads_without_anything_else(python):
    names = [
        "bots", "course", "everyone", "notation", "odds", "play", "quick", "schema",
        "signals",
    ]  # fmt: skip
    must(python, "-c", f"import mus; [getattr(mus, name) for name in {names!r}]")
