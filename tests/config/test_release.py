"""A release is tagged with what the changelog says of it, or every fault is named."""

import runpy
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

FILES = (
    "pyproject.toml", "CHANGELOG.md", "mus/pyproject.toml", "mus/__init__.py",
    "tablet/package.json", "tablet/package-lock.json",
)  # fmt: skip
OF_NOBODY = ("-c", "user.name=Getaria", "-c", "user.email=getaria@mus.example")
Release = Callable[[Path], int]


@pytest.fixture
def release(root: Path) -> Release:
    main: Release = runpy.run_path(str(root / ".ci/release.py"))["main"]
    return main


def git(folder: Path, *arguments: str) -> str:
    ran = subprocess.run(
        ["git", *OF_NOBODY, *arguments], cwd=folder, capture_output=True, text=True, check=True
    )
    return ran.stdout


def change(file: Path, was: str, becomes: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert was in text
    file.write_text(text.replace(was, becomes, 1), encoding="utf-8")


@pytest.fixture
def checkout(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with what carries a version, its changes dated and committed."""
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Getaria")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "getaria@mus.example")
    for name in FILES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copyfile(root / name, tmp_path / name)
    kept = (
        tmp_path / "tests/kept" / runpy.run_path(str(root / ".ci/release.py"))["version_of"](root)
    )
    kept.mkdir(parents=True)
    (kept / "said.json.gz").touch()
    changes = tmp_path / "CHANGELOG.md"
    if "(unreleased)" in changes.read_text(encoding="utf-8"):
        change(changes, "(unreleased)", "(2026-12-31)")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Begin")
    return tmp_path


def test_a_release_is_tagged_with_its_part_of_the_changelog(release, checkout, capsys):
    assert release(checkout) == 0
    [tag] = git(checkout, "tag").split()
    assert f"git push origin {tag}" in capsys.readouterr().out
    message = git(checkout, "tag", "--list", "--format=%(contents)", tag)
    assert message.startswith(f"{tag.removeprefix('v')} (2026-12-31)")
    changes = (checkout / "CHANGELOG.md").read_text(encoding="utf-8")
    first, *_ = [line for line in changes.splitlines() if line.startswith("### ")]
    assert first in message


def test_a_version_is_tagged_once(release, checkout, capsys):
    release(checkout)
    assert release(checkout) == 1
    assert "is tagged already: raise the version" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("file", "was", "becomes", "said"),
    [
        ("CHANGELOG.md", " (2026-12-31)", " (unreleased)", "write the day of the release"),
        ("CHANGELOG.md", "\n## ", "\n## 99.", "the newest heading is not"),
        ("mus/pyproject.toml", 'version = "', 'version = "9', "mus/pyproject.toml says 9"),
        ("mus/__init__.py", '__version__ = "', '__version__ = "9', "mus/__init__.py says 9"),
        ("tablet/package.json", '"version": "', '"version": "9', "tablet/package.json says 9"),
    ],
)
def test_what_does_not_fit_is_named_and_nothing_is_tagged(
    release, checkout, capsys, file, was, becomes, said
):
    change(checkout / file, was, becomes)
    assert release(checkout) == 1
    found = capsys.readouterr().err
    assert said in found
    assert "not committed" in found
    assert not git(checkout, "tag")


def test_a_version_whose_database_is_not_kept_is_not_tagged(release, checkout, capsys):
    shutil.rmtree(checkout / "tests/kept")
    assert release(checkout) == 1
    assert "is missing: tests/kept/README.md says how" in capsys.readouterr().err
    assert not git(checkout, "tag")
