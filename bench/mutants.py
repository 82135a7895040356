"""How many small changes to the rules engine its tests notice.

    python -m bench.mutants                     every module of scoring/rules/
    python -m bench.mutants record odds.ties    some of them
    python -m bench.mutants --jobs 1 --seconds 90 --out var/mutants
    python -m bench.mutants odds.ties --left    only those that the last run left

Each function is changed in one small way at a time, with the operators of mutmut; the tests that
run through it are tried, those of its own subject first and the quickest of them first, until one
fails. What no test notices is listed with its difference in `<out>/<module>.txt`. How the engine
stands: docs/mutation.md.

mutmut's own runner starts the tests anew for every mutant. Here they are collected once, every
mutant is a fork of that process, and the changed code is put into the function as it lives there,
so that every other module that has imported it runs the change; caches are emptied first.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import functools
import gc
import importlib
import json
import os
import re
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, cast

import libcst as cst
import pytest
from mutmut.mutation.file_mutation import create_mutations, deep_replace

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "scoring" / "rules"
TESTS = "tests/scoring/rules"
# No rules: what writes the browser's files, and what invents records for the tests.
LEFT_OUT = {"version", *(f"browser.{name}" for name in ("__main__", "bets", "samples", "spoilt"))}
_DECORATOR = re.compile(r"^(\s*)@(?!dataclass|final)[\w.]+(\(.*\))?$", re.MULTILINE)
KILLED, ALIVE, BROKEN, NOT_RUN = "killed", "alive", "broken", "not run"


@dataclass(frozen=True)
class Mutant:
    """One small change: the text of its module, and the outermost function it is in."""

    module: str
    function: str
    code: str
    difference: str


def mutants_of(name: str) -> Iterator[Mutant]:
    """Every mutant of a module of the engine, in the order of its lines."""
    path = _path(name)
    # mutmut passes over decorated functions, whose decorators it cannot run twice. Nothing is run
    # twice here: the decorators stay, only their functions' code changes.
    text = _DECORATOR.sub(r"\1# decorated", path.read_text(encoding="utf-8"))
    module, mutations, _, _ = create_mutations(str(path), text)
    functions = _function_names(module)
    for mutation in mutations:
        function = functions.get(mutation.contained_by_top_level_function)
        if function is None:
            continue  # a table made when the module is read
        old, new = mutation.original_node, mutation.mutated_node
        code = cast(cst.Module, deep_replace(module, old, new)).code
        lines = difflib.unified_diff(text.splitlines(), code.splitlines(), n=1, lineterm="")
        yield Mutant(name, function, code, "\n".join(list(lines)[2:]))


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


def _path(name: str) -> Path:
    inner = RULES.joinpath(*name.split("."))
    return inner / "__init__.py" if inner.is_dir() else inner.with_suffix(".py")


def all_modules() -> list[str]:
    found = []
    for path in sorted(RULES.rglob("*.py")):
        parts = path.relative_to(RULES).with_suffix("").parts
        name = ".".join(part for part in parts if part != "__init__") or "__init__"
        if name not in LEFT_OUT:
            found.append(name)
    return found


# Putting a mutant into the running engine


@functools.cache
def living(path: Path) -> dict[str, FunctionType]:
    """The functions of a file as they live in this process, by their qualified names."""
    return {
        each.__code__.co_qualname: each
        for each in gc.get_objects()
        if isinstance(each, FunctionType) and each.__code__.co_filename == str(path)
    }


_caches: list[Any] = []


def empty_caches() -> None:
    if not _caches:
        kind = functools._lru_cache_wrapper
        found = [each for each in gc.get_objects() if isinstance(each, kind)]
        _caches.extend(each for each in found if each.__module__.startswith("scoring.rules"))
    for each in _caches:
        each.cache_clear()


def apply(mutant: Mutant) -> bool:
    """Whether the change could be put into the function that lives in this process."""
    path = _path(mutant.module)
    function = living(path).get(mutant.function)
    code = _code_of(compile(mutant.code, str(path), "exec", dont_inherit=True), mutant.function)
    if function is None or code is None or code.co_freevars != function.__code__.co_freevars:
        return False
    function.__code__ = code
    _apply_defaults(function, mutant)
    return True


def _code_of(code: CodeType, name: str) -> CodeType | None:
    if code.co_qualname == name:
        return code
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return next((found for each in inner if (found := _code_of(each, name))), None)


def _apply_defaults(function: FunctionType, mutant: Mutant) -> None:
    body: list[ast.stmt] = ast.parse(mutant.code).body
    node: Any = None
    for part in mutant.function.split("."):
        node = next(each for each in body if getattr(each, "name", None) == part)
        body = node.body

    def value(default: ast.expr) -> object:
        return eval(compile(ast.Expression(default), "default", "eval"), function.__globals__)

    if function.__defaults__:
        function.__defaults__ = tuple(map(value, node.args.defaults))
    if function.__kwdefaults__:
        pairs = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        function.__kwdefaults__ = {each.arg: value(given) for each, given in pairs if given}


# Trying the tests


class Trial:
    """A pytest plugin: notes which test runs through which function, then tries every mutant."""

    def __init__(
        self, modules: list[str], *, jobs: int, seconds: int, out: Path, only_left: bool
    ) -> None:
        self.modules, self.jobs, self.out = modules, jobs, out
        self.only_left = only_left
        self.seconds = seconds  # of tests a mutant; it may use four times as much before it is shot
        self.took: dict[str, float] = {}
        self.through: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
        self.verdicts: dict[str, list[tuple[Mutant, str]]] = defaultdict(list)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        for name in self.modules:
            importlib.import_module("scoring.rules" + ("" if name == "__init__" else f".{name}"))
        for number, item in enumerate(session.items, 1):
            self.note(item)
            self.say(f"{number} of {len(session.items)} tests read")
        self.say(f"{len(session.items)} tests, {sum(self.took.values()):.0f} s\n")
        for name in self.modules:
            living(_path(name))
        gc.collect()
        gc.freeze()  # a fork that collects would copy every page
        for name in self.modules:
            self.module(name)
        return True

    def note(self, item: pytest.Item) -> None:
        """Which functions of the engine the test calls, with nothing remembered from before."""
        empty_caches()
        seen: set[CodeType] = set()
        began = time.monotonic()

        def watch(frame: Any, event: str, arg: object) -> None:
            if event == "call":
                seen.add(frame.f_code)

        sys.setprofile(watch)
        try:
            passed = runs(item)
        finally:
            sys.setprofile(None)
        if not passed:
            return  # it was skipped
        self.took[item.nodeid] = time.monotonic() - began
        for code in seen:
            if code.co_filename.startswith(str(RULES)):
                top = code.co_qualname.split(".<locals>")[0]
                self.through[code.co_filename, top].append(item)

    def module(self, name: str) -> None:
        running: dict[int, Mutant] = {}
        mutants = mutants_of(name)
        if self.only_left:
            mutants = self.left_of(name, mutants)
        more = True
        while more or running:
            while more and len(running) < self.jobs:
                mutant = next(mutants, None)
                more = mutant is not None
                if mutant and (tests := self.tests_of(mutant)):
                    running[self.start(mutant, tests)] = mutant
                elif mutant:
                    self.verdicts[name].append((mutant, NOT_RUN))
            if running:
                process, status = os.wait()
                mutant = running.pop(process)
                told = os.waitstatus_to_exitcode(status)
                # Ended by a signal: it ran for ever, or ate all memory, which a user would notice.
                verdict = {0: ALIVE, 3: BROKEN}.get(told, KILLED)
                self.verdicts[name].append((mutant, verdict))
                self.say(f"{name}: {len(self.verdicts[name])} mutants")
        self.write(name)

    def left_of(self, name: str, mutants: Iterable[Mutant]) -> Iterator[Mutant]:
        """Those that the last run left. SystemExit when the module has changed since."""
        text = (self.out / f"{name}.txt").read_text(encoding="utf-8") + "\n"
        found = [mutant for mutant in mutants if f"\n{mutant.difference}\n\n" in text]
        before = json.loads((self.out / f"{name}.json").read_text(encoding="utf-8"))
        if len(found) != sum(before.values()) - before[KILLED]:
            sys.exit(f"{name} has changed since its last run: run it whole, without --left")
        return iter(found)

    def tests_of(self, mutant: Mutant) -> list[pytest.Item]:
        """Tests that run through the mutant's function, as many as there is time for: those named
        after its part of the engine, then the others, the quickest of each first. One that
        survives them counts as alive, whatever a slower test might have said."""
        tests = self.through.get((str(_path(mutant.module)), mutant.function), [])
        subject = mutant.module.split(".")[0]
        tests = sorted(tests, key=lambda item: (subject not in item.nodeid, self.took[item.nodeid]))
        spent = accumulate(self.took[item.nodeid] for item in tests)
        return [item for item, so_far in zip(tests, spent, strict=True) if so_far < self.seconds]

    def start(self, mutant: Mutant, tests: list[pytest.Item]) -> int:
        process = os.fork()
        if process:
            return process
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (4 * self.seconds, 5 * self.seconds))
            resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
            if not apply(mutant):
                os._exit(3)
            empty_caches()
            for item in tests:
                if not runs(item):
                    os._exit(1)
            os._exit(0)
        except BaseException:
            os._exit(1)

    def write(self, name: str) -> None:
        told = self.verdicts[name]
        count = {kind: sum(v == kind for _, v in told) for kind in (KILLED, ALIVE, BROKEN, NOT_RUN)}
        if self.only_left:
            before = json.loads((self.out / f"{name}.json").read_text(encoding="utf-8"))
            count[KILLED] += before[KILLED]
        total = sum(count.values())
        self.out.mkdir(parents=True, exist_ok=True)
        left = [
            f"{mutant.function} ({v})\n{mutant.difference}" for mutant, v in told if v != KILLED
        ]
        (self.out / f"{name}.txt").write_text("\n\n".join(left) + "\n", encoding="utf-8")
        (self.out / f"{name}.json").write_text(json.dumps(count), encoding="utf-8")
        share = count[KILLED] / total if total else 1
        self.say(f"| `{name}` | {total} | {count[KILLED]} ({share:.1%}) | {len(left)} |\n")

    @staticmethod
    def say(text: str) -> None:
        end = "" if not text.endswith("\n") else "\n"
        assert sys.__stderr__ is not None
        sys.__stderr__.write(f"\r\033[K{text.rstrip()}{end}")
        sys.__stderr__.flush()


def runs(item: pytest.Item) -> bool:
    """Whether the test runs and passes; a test that is skipped does not."""
    from _pytest.runner import runtestprotocol

    reports = runtestprotocol(item, log=False, nextitem=None)
    return len(reports) == 3 and all(report.passed for report in reports)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("modules", nargs="*", metavar="module", help="record, odds.ties, …")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=int, default=30, help="of tests, a mutant")
    parser.add_argument("--out", type=Path, default=ROOT / "var" / "mutants")
    parser.add_argument("--left", action="store_true", help="only what the last run left")
    given = parser.parse_args()
    known = all_modules()
    if unknown := [name for name in given.modules if name not in known]:
        parser.error(f"no such module: {', '.join(unknown)}; there are {', '.join(known)}")
    os.environ["CI"] = "1"  # the same examples every time (tests/conftest.py)
    trial = Trial(
        given.modules or known,
        jobs=given.jobs,
        seconds=given.seconds,
        out=given.out,
        only_left=given.left,
    )
    quiet = ["-q", "-p", "no:cacheprovider", "--no-header"]
    sys.exit(pytest.main([*quiet, TESTS], plugins=[trial]))


if __name__ == "__main__":
    main()
