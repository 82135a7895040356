"""The program and its rules library carry one version number."""

import re
import tomllib
from pathlib import Path

import pytest

import mus


def project(folder: Path) -> dict[str, object]:
    return tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.parametrize("folder", ["", "mus"], ids=["program", "library"])
def test_the_version_of_the_project_is_that_of_the_library(root, folder):
    assert project(root / folder)["version"] == mus.__version__


@pytest.mark.parametrize("folder", ["", "mus"], ids=["program", "library"])
def test_the_newest_version_in_the_changelog_is_this_one(root, folder):
    changes = (root / folder / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## v?(\d\S*)", changes, re.MULTILINE)[0] == mus.__version__


def test_the_library_asks_for_the_same_python_and_for_nothing_else(root):
    program, library = project(root), project(root / "mus")
    assert library["requires-python"] == program["requires-python"]
    assert library["dependencies"] == []
