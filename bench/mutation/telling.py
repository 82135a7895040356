"""Which tests run through what a mutant has changed, the most telling of them first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from types import FunctionType, ModuleType

import pytest

from bench.mutation.changes import ROOT, Mutant, imported_as, is_service, path_of
from bench.mutation.notes import Note


class Telling:
    """Every test that can be used, and what it runs."""

    def __init__(self) -> None:
        self.notes: dict[str, Note] = {}
        self._through: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
        self._left_out: dict[tuple[str, str], list[Note]] = defaultdict(list)

    def add(self, item: pytest.Item, note: Note) -> None:
        """One that takes too long, is skipped or fails is only counted."""
        self.notes[item.nodeid] = note
        for file, function in note.called:
            if note.took is None:
                self._left_out[file, function].append(note)
            else:
                self._through[file, function].append(item)

    def took(self, item: pytest.Item) -> float:
        """The seconds it took when it was noted."""
        return self.notes[item.nodeid].took or 0

    def left_out(self, mutant: Mutant) -> int:
        """How many run through the change and are not used."""
        return sum(_reaches(note, mutant) for note in self._left_out[_place(mutant)])

    def of(self, mutant: Mutant) -> list[pytest.Item]:
        """Those named after its subject or that name it themselves, then those of its room, then
        others that name it, then all others, taking turns file by file; the quickest first."""
        items = [
            item
            for item in self._through[_place(mutant)]
            if _reaches(self.notes[item.nodeid], mutant)
        ]
        items.sort(key=self.took)
        ranks = [_rank(item, mutant) for item in items]
        order = sorted(zip(ranks, _turns(items), range(len(items)), strict=True))
        return [items[number] for _, _, number in order]


def _place(mutant: Mutant) -> tuple[str, str]:
    return str(path_of(mutant.module).relative_to(ROOT)), mutant.function


def _reaches(note: Note, mutant: Mutant) -> bool:
    """Whether the test runs a line of the changed statement; of one that begins a function, and
    of the engine, the function is all that is known."""
    if not is_service(mutant.module) or mutant.lines is None:
        return True
    first, last = mutant.lines
    return any(first <= line <= last for line in note.lines.get(_place(mutant)[0], ()))


def _rank(item: pytest.Item, mutant: Mutant) -> int:
    parts = mutant.module.split(".")
    room = "/".join(("tests", *parts[:2]))
    subject = parts[-1 if is_service(mutant.module) else 0]
    names_it = _names(item, imported_as(mutant.module))
    if subject in item.nodeid.removeprefix(f"{room}/"):
        return 0
    if item.nodeid.startswith(room):
        return 0 if names_it else 1
    return 2 if names_it else 3


def _names(item: pytest.Item, module: str) -> bool:
    """Whether the test's file has the module, or a function of it, under a name."""
    return any(
        (type(each) is ModuleType and each.__name__ == module)
        or (type(each) is FunctionType and each.__module__ == module)
        for each in vars(getattr(item, "module", item)).values()
    )


def _turns(items: Iterable[pytest.Item]) -> Sequence[int]:
    """Of each, how many of its own file come before it."""
    before: Counter[str] = Counter()
    turns = []
    for item in items:
        turns.append(before[str(item.path)])
        before[str(item.path)] += 1
    return turns
