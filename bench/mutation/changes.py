"""Which modules can be changed, every small change to one, and an honest sample of them."""

from __future__ import annotations

import ast
import difflib
import functools
import hashlib
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import libcst as cst
from mutmut.mutation.file_mutation import Mutation, create_mutations, deep_replace

ROOT = Path(__file__).resolve().parent.parent.parent
RULES = ROOT / "mus"
# No rules: a generated file, and the tests themselves.
LEFT_OUT = ("version", "tests", "build")
SERVICES = ("scoring", "tournament")
"""The folders whose rooms have services; their modules are named from the top."""
_DEFINITION = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_DECORATOR = re.compile(r"^(\s*)@(?!dataclass|final)[\w.]+(\(.*\))?$", re.MULTILINE)


@dataclass(frozen=True)
class Mutant:
    """One small change: the text of its module, and the outermost function it is in. `lines`: the
    first and the last of the statement that is changed; None where that begins a function."""

    module: str
    number: int
    function: str
    line: int
    code: str
    difference: str
    lines: tuple[int, int] | None = None


class Source:
    """A module, and every small change to a function of it in the order of its lines."""

    def __init__(self, name: str) -> None:
        self.name = name
        path = path_of(name)
        text = path.read_text(encoding="utf-8")
        self.digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        # mutmut passes over decorated functions, whose decorators it cannot run twice. Nothing is
        # run twice here: the decorators stay, only their functions' code changes.
        self.text = _DECORATOR.sub(r"\1# decorated", text)
        self._parsed = ast.parse(self.text)
        self._tree, mutations, _, _ = create_mutations(str(path), self.text)
        functions = _function_names(self._tree)
        self._found: list[tuple[str, Mutation]] = []
        for each in mutations:
            function = functions.get(each.contained_by_top_level_function)
            if function is not None:  # else a table made when the module is read
                self._found.append((function, each))

    def __len__(self) -> int:
        return len(self._found)

    def mutant(self, number: int) -> Mutant:
        """The change of this number, from 0."""
        function, each = self._found[number]
        code = cast(
            cst.Module, deep_replace(self._tree, each.original_node, each.mutated_node)
        ).code
        before, after = self.text.splitlines(), code.splitlines()
        lines = list(difflib.unified_diff(before, after, n=1, lineterm=""))[2:]
        line = 1 + next(
            (n for n, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), 0
        )
        difference = "\n".join(lines)
        return Mutant(self.name, number, function, line, code, difference, self._around(line))

    def _around(self, line: int) -> tuple[int, int] | None:
        """The innermost statement that holds the line. Of one that holds others, its beginning
        alone, where the line is there."""
        statements = [each for each in ast.walk(self._parsed) if isinstance(each, ast.stmt)]
        holding = [each for each in statements if each.lineno <= line <= (each.end_lineno or 0)]
        if not holding or isinstance(inner := holding[-1], _DEFINITION):
            return None
        body: list[ast.stmt] = getattr(inner, "body", [])
        head = body[0].lineno - 1 if body else 0
        return inner.lineno, head if line <= head else inner.end_lineno or line


def _function_names(module: cst.Module) -> dict[cst.CSTNode | None, str]:
    names: dict[cst.CSTNode | None, str] = {}

    def walk(body: Iterable[cst.CSTNode], prefix: str) -> None:
        for node in body:
            if isinstance(node, cst.FunctionDef):
                names[node] = prefix + node.name.value
            elif isinstance(node, cst.ClassDef):
                walk(node.body.body, f"{prefix}{node.name.value}.")

    walk(module.body, "")
    return names


@functools.cache
def source(name: str) -> Source:
    """The changes to a module, listed once."""
    return Source(name)


def sample(
    sizes: Sequence[tuple[str, int]], *, seed: int, number: int | None = None
) -> list[tuple[str, int]]:
    """So many changes drawn by chance, as (module, number): one of every module first, then of
    each as many as its share. However early the list is broken off, this holds of what was tried.
    """
    chance = random.Random(seed)
    drawn = []
    for name, size in sizes:
        numbers = chance.sample(range(size), size)
        for rank, each in enumerate(numbers):
            drawn.append((rank > 0, (rank + chance.random()) / size, name, each))
    return [(name, each) for _, _, name, each in sorted(drawn)[:number]]


# The modules there are


def path_of(name: str) -> Path:
    """The file of a module of the engine, or of a service named from the top."""
    inner = (ROOT if is_service(name) else RULES).joinpath(*name.split("."))
    return inner / "__init__.py" if inner.is_dir() else inner.with_suffix(".py")


def is_service(name: str) -> bool:
    return name.partition(".")[0] in SERVICES


def imported_as(name: str) -> str:
    if is_service(name):
        return name
    return "mus" + ("" if name == "__init__" else f".{name}")


def all_services() -> list[str]:
    """Every module that may write, from the top: `scoring.rulings.services.endings`."""
    found = [path for top in SERVICES for path in sorted((ROOT / top).glob("*/services*"))]
    files = [file for path in found for file in (sorted(path.glob("*.py")) or [path])]
    names = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    return [name for name in names if not name.endswith("__init__")]


def all_modules() -> list[str]:
    """Every module of the engine, without its `mus.`."""
    found = []
    for path in sorted(RULES.rglob("*.py")):
        parts = path.relative_to(RULES).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__") or "__init__"
        if parts[0] not in LEFT_OUT:
            found.append(name)
    return found
