"""Which functions of the project each test calls, kept from one run to the next."""

from __future__ import annotations

import cProfile
import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from types import CodeType

import pytest

from bench.mutation.changes import ROOT
from bench.mutation.living import OURS

_FOLDERS = tuple(f"{ROOT / each}/" for each in OURS)


@dataclass(frozen=True)
class Note:
    """A test: when its file was written, how long it took (None: it is not used), and through
    which functions it runs, each as file and qualified name."""

    written: float
    took: float | None
    called: list[list[str]]


class Notes:
    """The notes of every test, in one file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        told = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        self.found = {name: Note(**each) for name, each in told.items()}

    def of(self, item: pytest.Item) -> Note | None:
        note = self.found.get(item.nodeid)
        return note if note and note.written == item.path.stat().st_mtime else None

    def add(self, item: pytest.Item, called: Iterable[CodeType], took: float | None) -> Note:
        places = {
            (code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname.split(".<locals>")[0])
            for code in called
            if code.co_filename.startswith(_FOLDERS)
        }
        note = Note(item.path.stat().st_mtime, took, [list(each) for each in sorted(places)])
        self.found[item.nodeid] = note
        return note

    def keep(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        told = {name: asdict(each) for name, each in self.found.items()}
        self.path.write_text(json.dumps(told), encoding="utf-8")


def functions_called(work: Callable[[], bool]) -> tuple[set[CodeType], bool]:
    """The code that it runs in this thread, and what it returns."""
    # The profiler that is written in C: a Python function called at every call doubles the time.
    profiler = cProfile.Profile(subcalls=False, builtins=False)
    passed = profiler.runcall(work)
    return {each.code for each in profiler.getstats() if isinstance(each.code, CodeType)}, passed
