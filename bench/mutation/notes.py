"""Which functions of the project each test calls, and which lines of the services it runs, kept
from one run to the next."""

from __future__ import annotations

import cProfile
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import CodeType

import pytest
from coverage import Coverage

from bench.mutation.changes import ROOT, SERVICES
from bench.mutation.living import OURS

_FOLDERS = tuple(f"{ROOT / each}/" for each in OURS)
_TRACED = [f"{ROOT}/{top}/*/{name}" for top in SERVICES for name in ("services.py", "services/*")]


@dataclass(frozen=True)
class Run:
    """What a test did: whether it passed, what code it ran, and the lines of every service."""

    passed: bool
    called: set[CodeType]
    lines: Mapping[str, list[int]]


@dataclass(frozen=True)
class Note:
    """A test: when its file was written, how long it took (None: it is not used), through which
    functions it runs, each as file and qualified name, and which lines of services."""

    written: float
    took: float | None
    called: list[list[str]]
    lines: Mapping[str, list[int]] = field(default_factory=dict)


class Notes:
    """The notes of every test, in one file. One that ran lines of a service that has been changed
    since is forgotten: its lines are others now."""

    def __init__(self, path: Path) -> None:
        self.path = path
        told = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        changed = {file for file, text in told.get("texts", {}).items() if text != _digest(file)}
        notes = {name: Note(**each) for name, each in told.get("tests", {}).items()}
        self.found = {name: each for name, each in notes.items() if not changed & set(each.lines)}
        self._is_kept = True

    def of(self, item: pytest.Item) -> Note | None:
        note = self.found.get(item.nodeid)
        return note if note and note.written == item.path.stat().st_mtime else None

    def add(self, item: pytest.Item, run: Run, took: float | None) -> Note:
        places = {
            (code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname.split(".<locals>")[0])
            for code in run.called
            if code.co_filename.startswith(_FOLDERS)
        }
        called = [list(each) for each in sorted(places)]
        note = Note(item.path.stat().st_mtime, took, called, run.lines)
        self.found[item.nodeid] = note
        self._is_kept = False
        return note

    def keep(self) -> None:
        """Writes what is new; nothing where nothing is, for the file is large."""
        if self._is_kept:
            return
        self._is_kept = True
        self.path.parent.mkdir(parents=True, exist_ok=True)
        files = {file for note in self.found.values() for file in note.lines}
        texts = {file: _digest(file) for file in sorted(files)}
        tests = {name: asdict(each) for name, each in self.found.items()}
        self.path.write_text(json.dumps({"texts": texts, "tests": tests}), encoding="utf-8")


def _digest(file: str) -> str:
    path = ROOT / file
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""


def watched(work: Callable[[], bool]) -> Run:
    """What it runs, and whether what it returns is true."""
    # Profiler and tracer are written in C: Python functions called at every call double the time.
    profiler = cProfile.Profile(subcalls=False, builtins=False)
    tracer = Coverage(data_file=None, include=_TRACED, config_file=False, messages=False)
    tracer.set_option("run:disable_warnings", ["no-data-collected", "trace-changed"])
    tracer.start()
    try:
        passed = profiler.runcall(work)
    finally:
        tracer.stop()
    called = {each.code for each in profiler.getstats() if isinstance(each.code, CodeType)}
    return Run(passed, called, _lines_of(tracer))


def _lines_of(tracer: Coverage) -> dict[str, list[int]]:
    data = tracer.get_data()
    files = sorted(data.measured_files())
    return {file.removeprefix(f"{ROOT}/"): sorted(data.lines(file) or ()) for file in files}
