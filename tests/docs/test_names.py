"""A module called `services` is imported under one name, and a class name has one meaning."""

import ast
from collections import Counter, defaultdict
from functools import cache

from tests.servers import ROOT

SERVICES = {
    "tournament.log.services": "events",
    "tournament.standings.services": "endings",
    "tournament.signup.services.desk": "sign_up_desk",
    "scoring.desk.services": "rejected_hands",
}
"""Those whose room has another word for what they do. The others go by the name of their room, or
of their own file in a folder of services."""
NOT_OURS = {".venv", "node_modules", "var", "mutants", "build", "dist", "migrations"}
ONE_MEANING = ("Place", "Standing", "State", "Result", "Change", "Kind", "Key")


def name_of(module: str) -> str:
    """What a module of services is called where it is imported."""
    *_above, room, last = module.split(".")
    return SERVICES.get(module, room if last == "services" else last)


@cache
def trees() -> dict[str, ast.Module]:
    """Every Python file of the project, by its path."""
    files = {str(path.relative_to(ROOT)): path for path in ROOT.glob("*/**/*.py")}
    return {
        name: ast.parse(path.read_text())
        for name, path in files.items()
        if not NOT_OURS & {*name.split("/")}
    }


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def imported(tree: ast.Module) -> list[tuple[str, str]]:
    """The modules of services that a file imports, each with the name that it has there."""
    return [
        (f"{node.module}.{one.name}", one.asname or one.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and not node.module.startswith("tests")
        for one in node.names
        if "services" in (*node.module.split("."), one.name)
        and is_module(f"{node.module}.{one.name}")
    ]


def test_services_are_imported_under_one_name():
    """`draw_services` where a file has a `draw` of its own, such as a view."""
    found = defaultdict(set)
    for file, tree in trees().items():
        for module, name in imported(tree):
            if name.removesuffix("_services") != name_of(module):
                found[module].add(f"{name} in {file}")
    assert dict(found) == {}
    assert name_of("tournament.draw.services") == "draw"
    assert name_of("tournament.matches.services.results") == "results"


def test_a_class_name_that_had_many_meanings_has_one():
    classes = Counter(
        node.name
        for file, tree in trees().items()
        if not file.startswith("tests/")
        for node in tree.body  # an inner class is named with its model: Ruling.State
        if isinstance(node, ast.ClassDef)
    )
    assert {name: classes[name] for name in ONE_MEANING if classes[name] > 1} == {}
    assert classes["Kind"] == 1
