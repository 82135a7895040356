"""docs/architecture.md draws the disk as it is, and its questions are answered by one search."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text()
TREE = PAGE.split("## On the disk")[1].split("```")[1]
LINES = re.findall(r"^( *)([\w]+)/ +(\S.*)$", TREE, re.MULTILINE)
# Made by running the program or its tools; none of it is in the repository.
MADE = {"var", "mutants", "build", "dist", "node_modules"}
QUESTIONS = re.findall(r"^\| [^|]+\? \| `([^`]+)` \| `([^`]+)` \|$", PAGE, re.MULTILINE)
NOT_SEARCHED = {"tests", "migrations", "bench", "node_modules", ".venv", *MADE}


def drawn(app=None):
    """The folders drawn at the top, or those drawn under `app`."""
    names, above = set(), ""
    for indent, name, _says in LINES:
        above = name if not indent else above
        if (app is None and not indent) or (app and indent and above == app):
            names.add(name)
    return names


def folders(of):
    return {
        one.name
        for one in of.iterdir()
        if one.is_dir()
        and one.name[0] not in "._"
        and one.name not in MADE
        and any(path.is_file() and "__pycache__" not in path.parts for path in one.rglob("*"))
    }


@cache
def texts():
    """The Python and Markdown files of the project, but not its tests, in small letters."""
    return {
        str(path.relative_to(ROOT)): " ".join(path.read_text().lower().split())
        for kind in ("*.py", "*.md")
        for path in ROOT.rglob(kind)
        if not NOT_SEARCHED & set(path.relative_to(ROOT).parts)
    }


def found(words):
    """The files that hold these words, without the page that names them."""
    return {name for name, text in texts().items() if words in text} - {"docs/architecture.md"}


def test_the_drawing_has_every_folder_of_the_repository():
    assert drawn() == folders(ROOT)


@pytest.mark.parametrize("app", ["tournament", "scoring", "season", "web"])
def test_the_drawing_has_every_room(app):
    assert drawn(app) == folders(ROOT / app)


def test_every_room_says_in_its_first_line_what_it_owns():
    for app in ("tournament", "scoring", "season"):
        for room in folders(ROOT / app) - {"management", "migrations"}:
            assert (ROOT / app / room / "__init__.py").read_text().startswith('"""'), room


@pytest.mark.parametrize(("words", "answer"), QUESTIONS)
def test_a_newcomers_question_is_answered_by_one_search(words, answer):
    files = found(words)
    assert answer in files
    assert len(files) <= 6, sorted(files)
