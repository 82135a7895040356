"""The changelog is short enough to be read before an upgrade."""

import re

import pytest

from tests.servers import ROOT

MOST_LINES = 60


@pytest.mark.parametrize("folder", ["", "mus"], ids=["program", "library"])
def test_a_version_takes_at_most_sixty_lines_of_the_changelog(folder):
    changes = (ROOT / folder / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.split(r"^## ", changes, flags=re.MULTILINE)[1:]
    assert versions
    for version in versions:
        name, *lines = version.strip().splitlines()
        assert len(lines) <= MOST_LINES, (
            f"{folder}/CHANGELOG.md: {name} has {len(lines)} lines, {MOST_LINES} are allowed. Did "
            "a merge bring old ones back? Take main's file and add yours again."
        )


def test_a_change_is_told_once_and_in_one_line():
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    told = [line for line in changes if line.startswith("- ")]
    assert len(told) == len(set(told))
    assert [line for line in changes if len(line) > 200] == []
