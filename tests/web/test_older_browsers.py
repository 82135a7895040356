"""What styles and scripts say in words that Safari on an older phone or tablet knows too."""

import re
from pathlib import Path

import pytest

RANGE = re.compile(r"""\((?:width|height) *[<>]""")  # Safari knows it from 16.4 on
SELECT = re.compile(r"[^{};]*user-select:[^;}]*")


@pytest.fixture
def texts(root: Path) -> dict[str, str]:
    """The styles and scripts that are served, packed or not."""
    folders = ("static/css", "static/js", "static/packed", "tablet/dist")
    paths = [path for folder in folders for path in sorted((root / folder).glob("*.[cj]s*"))]
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in paths}


def test_widths_are_asked_for_by_min_and_max(texts):
    assert {"static/css/wall.css", "static/packed/site.js", "tablet/dist/app.css"} <= texts.keys()
    assert not [name for name, text in texts.items() if RANGE.search(text)]


def test_what_may_be_selected_is_said_to_safari_by_its_own_name(texts):
    for name, text in texts.items():
        said = [one.strip() for one in SELECT.findall(text)] if name.endswith(".css") else []
        plain = [one for one in said if one.startswith("user-select")]
        assert [f"-webkit-{one}" for one in plain] == [one for one in said if one not in plain], (
            name
        )


def test_a_key_of_the_tablet_that_is_held_selects_no_text(texts):
    keys = re.findall(r"}\.key\{[^}]*}", texts["tablet/dist/app.css"])
    assert any("-webkit-user-select:none" in key for key in keys)
