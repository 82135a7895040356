"""What the code says of itself: public names are explained, in plain words."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = (
    "tournament", "scoring", "publication", "web", "api", "accounts", "operations", "jobs",
)  # fmt: skip
ROOMS = {"services", "queries", "services.py", "queries.py", "views"}
AUDIENCES = {("web", "public"), ("web", "referee"), ("web", "organizer")}
# Each was read as a riddle; docs/glossary.md has the plain word.
AVOIDED = ("in vain", "put away")
FILES = sorted(
    path for app in APPS for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts
)


def is_asked_or_done(path):
    """Whether a file belongs to queries, services or views."""
    parts = path.relative_to(ROOT).parts
    return bool(ROOMS & set(parts)) or parts[:2] in AUDIENCES


ASKED_AND_DONE = list(filter(is_asked_or_done, FILES))
SAYING = [
    path
    for path in ASKED_AND_DONE
    if {"services", "queries", "services.py", "queries.py"} & set(path.relative_to(ROOT).parts)
]


def unexplained(path):
    """Public functions of a file, and public methods of the API's views, without a docstring."""
    tree = ast.parse(path.read_text())
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name[0] != "_":
            if not ast.get_docstring(node):
                yield node.name
        elif isinstance(node, ast.ClassDef) and path.parent.name == "views":
            answers = (one for one in node.body if isinstance(one, ast.FunctionDef))
            for method in answers:
                if method.name in ("get", "post", "patch") and not ast.get_docstring(method):
                    yield f"{node.name}.{method.name}"


@pytest.mark.parametrize("path", ASKED_AND_DONE, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_public_function_says_what_it_does(path):
    assert list(unexplained(path)) == []


def refusing(tree):
    """Public functions that raise, by themselves or through a function of their own file."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}

    def raises(name, seen):
        if name in seen or name not in functions:
            return False
        inside = list(ast.walk(functions[name]))
        called = {
            node.func.id
            for node in inside
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        own = {one for one in called if one.startswith("_")}
        return any(isinstance(node, ast.Raise) and node.exc for node in inside) or any(
            raises(one, {*seen, name}) for one in own
        )

    return [node for name, node in functions.items() if name[0] != "_" and raises(name, set())]


@pytest.mark.parametrize("path", SAYING, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_service_and_query_says_what_it_raises(path):
    silent = [
        node.name
        for node in refusing(ast.parse(path.read_text()))
        if "aises" not in (ast.get_docstring(node) or "")
    ]
    assert silent == []


@pytest.mark.parametrize("words", AVOIDED)
def test_words_that_are_riddles_are_not_used(words):
    assert [str(path.relative_to(ROOT)) for path in FILES if words in path.read_text()] == []
