"""Every act of the organizer's pages has its way back and its keys, in docs/the-day.md."""

import re
from pathlib import Path

import pytest
from django.test import RequestFactory

from web.organizer.urls import urlpatterns

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "the-day.md").read_text(encoding="utf-8")
SECTION = PAGE.split("## Every act and its way back")[1].split("\n## ")[0]
ROWS = {
    cells[0].strip("` "): tuple(cell.strip() for cell in cells[1:])
    for cells in (line.strip("| ").split("|") for line in SECTION.splitlines() if "| `" in line)
}
NAMES = {one.name for one in urlpatterns}
ELSEWHERE = {"referee:undo"}
TEMPLATES = "".join(
    file.read_text(encoding="utf-8") for file in (ROOT / "templates/organizer").glob("*.html")
)
SHOWN = set(
    re.findall(r"<kbd>(\w)</kbd>", (ROOT / "templates/organizer/desk_keys.html").read_text())
)


def is_an_act(one):
    """Whether something can be sent to this address, by what it says to a method it lacks."""
    answer = one.callback(RequestFactory().put("/"), **dict.fromkeys(one.pattern.converters, 1))
    return "POST" in answer["Allow"]


def test_every_act_is_in_the_table_and_nothing_else():
    acts = {one.name for one in urlpatterns if one.name and is_an_act(one)}  # moved: no name
    assert len(acts) > 70
    assert set(ROWS) == acts


@pytest.mark.parametrize("act", ROWS)
def test_an_act_names_the_page_that_takes_it_back_or_why_there_is_none(act):
    _what, back, _keys = ROWS[act]
    named = set(re.findall(r"`([\w:]+)`", back))
    assert named <= NAMES | ELSEWHERE
    assert named or re.match(r"none(, on purpose| needed)?: .{20}", back)


@pytest.mark.parametrize("act", ROWS)
def test_an_act_is_reached_by_keys_that_the_desk_lists(act):
    keys = re.findall(r"`(\w)`", ROWS[act][2])
    assert keys
    assert set(keys) <= SHOWN
    for key in keys:
        assert key == "f" or f'data-press="{key}"' in TEMPLATES


def test_each_key_that_a_page_has_is_listed_and_presses_one_thing():
    pressed = set(re.findall(r'data-press="(\w)"', TEMPLATES))
    assert pressed | {"f"} == {key for key in SHOWN if key.isalpha()}
