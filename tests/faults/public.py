"""Which services there are, read from the code itself.

A public service is a public function of a `services` module that opens a transaction of its own
(`transaction.atomic`, `with_follow_ups`), or that something other than a service calls by its name.
What is neither runs inside one of these: a fault in it is a fault in them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
APPS = ("accounts", "jobs", "delivery", "operations", "scoring", "season", "tournament")
CALLERS = (*APPS, "api", "config", "web")


def public_services() -> list[str]:
    """The dotted names of all of them, in order."""
    found, atomic, called = set[str](), set[str](), set[str]()
    for path, tree in _modules():
        if not _is_service(path):
            called.update(_named(tree))
            continue
        for each in _functions(tree):
            name = f"{_dotted(path)}.{each.name}"
            found.add(name)
            by = {ast.unparse(one) for one in each.decorator_list}
            if by & {"transaction.atomic", "with_follow_ups"}:
                atomic.add(name)
    return sorted(atomic | (found & called))


def _modules() -> Iterator[tuple[Path, ast.Module]]:
    """The services, and whatever names a module of services."""
    for folder in CALLERS:
        for path in (ROOT / folder).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            # What follows from an act runs inside it.
            if _is_service(path) or ("services" in text and path.name != "follow_ups.py"):
                yield path.relative_to(ROOT), ast.parse(text)


def _is_service(path: Path) -> bool:
    return path.name == "services.py" or "services" in path.parts


def _dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts)


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for each in tree.body:
        if isinstance(each, ast.FunctionDef) and not each.name.startswith("_"):
            yield each


def _named(tree: ast.Module) -> Iterator[str]:
    """Every dotted name that a module uses of those it imports."""
    known: dict[str, str] = {}
    for each in ast.walk(tree):
        if isinstance(each, ast.ImportFrom) and each.module:
            known |= {one.asname or one.name: f"{each.module}.{one.name}" for one in each.names}
        elif isinstance(each, ast.Import):
            known |= {one.asname or one.name: one.name for one in each.names}
    for each in ast.walk(tree):
        if isinstance(each, ast.Name) and each.id in known:
            yield known[each.id]
        elif isinstance(each, ast.Attribute) and (base := ast.unparse(each.value)) in known:
            yield f"{known[base]}.{each.attr}"
