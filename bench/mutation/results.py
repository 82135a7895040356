"""What came of a run: kept a file a module, and written into the tables of docs/mutation.md."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from bench.mutation.attempt import KILLED, SURVIVED, UNDECIDED
from bench.mutation.changes import (
    ROOT,
    Mutant,
    all_modules,
    all_services,
    is_service,
    path_of,
    source,
)
from bench.mutation.trial import BROKEN

HEAD = "| module | mutants | tried | killed | left | not decided |\n|---|--:|--:|--:|--:|--:|"
LAST, AGAIN = "Last run:", "Those left were tried again"
KEPT_RUNS = 3
"""Of the runs before the last, so many are told of."""
_ROW = re.compile(
    r"^\| `([\w.]+)` \| (\d+) \| (\d+) \| (\d+) [^|]*\| \d+ \|(?: (\d+) \|)?", re.MULTILINE
)
_SURVIVOR = re.compile(r"^- `([\w/.]+):(\d+)`", re.MULTILINE)


@dataclass(frozen=True)
class Left:
    """A mutant that no test noticed: it has survived all that run it, or it is not decided."""

    number: int
    function: str
    line: int
    verdict: str
    difference: str
    tests: tuple[int, int] = (0, 0)
    """How many were tried, and how many run through the function; of the others nothing is known.
    """


@dataclass(frozen=True)
class Result:
    """How one module stands. `digest` is of its text, so that numbers are never of another."""

    module: str
    digest: str
    mutants: int
    tried: int
    killed: int
    left: list[Left] = field(default_factory=list)

    @property
    def undecided(self) -> int:
        """How many of those left are not known to have survived."""
        return sum(each.verdict in (UNDECIDED, BROKEN) for each in self.left)


def result_of(
    name: str,
    verdicts: Sequence[tuple[Mutant, str]],
    tests: Mapping[int, tuple[int, int]] = MappingProxyType({}),
) -> Result:
    """The result of one module's mutants. `tests`: of each, by its number, as of `Left`."""
    left = [
        Left(
            number=each.number,
            function=each.function,
            line=each.line,
            verdict=verdict,
            difference=each.difference,
            tests=tests.get(each.number, (0, 0)),
        )
        for each, verdict in verdicts
        if verdict != KILLED
    ]
    of = source(name)
    return Result(name, of.digest, len(of), len(verdicts), len(verdicts) - len(left), left)


def after_the_left(
    before: Result,
    told: Sequence[tuple[Mutant, str]],
    tests: Mapping[int, tuple[int, int]] = MappingProxyType({}),
) -> Result:
    """A result once some of those that were left have been tried again."""
    killed = {each.number for each, verdict in told if verdict == KILLED}
    again = {each.number: each for each in result_of(before.module, told, tests).left}
    left = [again.get(each.number, each) for each in before.left if each.number not in killed]
    return replace(before, killed=before.killed + len(before.left) - len(left), left=left)


def keep(result: Result, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    text = json.dumps(asdict(result), indent=1, ensure_ascii=False)
    (out / f"{result.module}.json").write_text(text + "\n", encoding="utf-8")
    lines = [
        f"{path_of(result.module).relative_to(ROOT)}:{each.line} {each.function} ({each.verdict})"
        f"\n{each.difference}\n"
        for each in result.left
    ]
    (out / f"{result.module}.txt").write_text("\n".join(lines), encoding="utf-8")


def kept(name: str, out: Path) -> Result:
    """What the last run came to. SystemExit when there was none, or it left some of a module that
    has changed since."""
    file = out / f"{name}.json"
    if not file.exists():
        sys.exit(f"{name} has no last run in {out}: run it without --left")
    told = json.loads(file.read_text(encoding="utf-8"))
    left = [Left(**{**each, "tests": tuple(each.get("tests", (0, 0)))}) for each in told["left"]]
    result = Result(**{**told, "left": left})
    if left and result.digest != source(name).digest:
        sys.exit(f"{name} has changed since its last run: run it again, without --left")
    return result


# The tables


def row(name: str, mutants: int, tried: int, killed: int, undecided: int | None) -> str:
    """A module's figures; what is not decided is among the left, and not known of older runs."""
    share = f"{killed / tried:.1%}" if tried else "–"
    shown = name if name == "together" else f"`{name}`"
    open_still = "–" if undecided is None else undecided
    return (
        f"| {shown} | {mutants} | {tried} | {killed} ({share}) | {tried - killed} | {open_still} |"
    )


def counted(results: Sequence[Result]) -> str:
    """How many were killed, have survived, and are not decided, in words."""
    tried, killed = sum(each.tried for each in results), sum(each.killed for each in results)
    undecided = sum(each.undecided for each in results)
    share = f" ({killed / tried:.1%})" if tried else ""
    survived = tried - killed - undecided
    return f"{killed} killed{share}, {survived} survived, {undecided} not decided"


def write(results: Sequence[Result], document: Path, *, how: str) -> None:
    """Puts these modules' rows and survivors into the document, between its markers. Rows of
    modules that are no more are taken out, and the sums are made again. What is told of those left
    is told of them alone: the figures of a sample stay those of its first run."""
    text = document.read_text(encoding="utf-8")
    if rules := [each for each in results if not is_service(each.module)]:
        text = _between(text, "engine", lambda old: _table(old, rules, all_modules(), how))
        text = _between(text, "how: engine", lambda old: _told(old, how))
    if services := [each for each in results if is_service(each.module)]:
        text = _between(text, "services", lambda old: _table(old, services, all_services(), how))
        text = _between(text, "how: services", lambda old: _told(old, how))
        text = _between(text, "survivors", lambda old: _survivors(old, services, all_services()))
    document.write_text(text, encoding="utf-8")


def _told(old: str, how: str) -> str:
    """What is said of the last run, and of some before it; a second trial of what it left is added
    to it."""
    last, *before = old.split("\n\n")
    if how.startswith(AGAIN):
        return "\n\n".join([f"{last.partition(f' {AGAIN}')[0]} {how}", *before])
    earlier = [last.replace(LAST, "Before:"), *before]
    return "\n\n".join([how, *earlier[:KEPT_RUNS]])


def _between(text: str, name: str, change: Callable[[str], str]) -> str:
    begin, end = f"<!-- {name} -->\n", f"\n<!-- end: {name} -->"
    before, _, rest = text.partition(begin)
    inner, _, after = rest.partition(end)
    return f"{before}{begin}{change(inner)}{end}{after}"


def _table(old: str, results: Iterable[Result], known: Sequence[str], how: str) -> str:
    rows: dict[str, tuple[int, int, int, int | None]] = {
        name: (int(a), int(b), int(c), int(d) if d else None)
        for name, a, b, c, d in _ROW.findall(old)
    }
    for each in results:
        if each.tried == each.mutants or not how.startswith(AGAIN):
            rows[each.module] = (each.mutants, each.tried, each.killed, each.undecided)
    rows = {name: rows[name] for name in known if name in rows and rows[name][0]}
    lines = [row(name, *numbers) for name, numbers in rows.items()]
    mutants, tried, killed, undecided = zip(*rows.values(), strict=True)
    told = [each for each in undecided if each is not None]
    of_them = sum(told) if told else None
    return "\n".join(
        [HEAD, *lines, row("together", sum(mutants), sum(tried), sum(killed), of_them)]
    )


def _survivors(old: str, results: Sequence[Result], known: Sequence[str]) -> str:
    """One line each, with its place and what was changed into what."""
    again = {_file(each.module) for each in results}
    there = {_file(name) for name in known}
    lines = [
        line
        for line in old.splitlines()
        if (told := _SURVIVOR.match(line)) and told[1] in there and told[1] not in again
    ]
    lines += [
        f"- `{_file(r.module)}:{each.line}` {_short(each)}" for r in results for each in r.left
    ]
    return "\n".join(sorted(lines, key=_place))


def _place(line: str) -> tuple[str, int]:
    told = _SURVIVOR.match(line)
    assert told is not None
    return told[1], int(told[2])


def _file(name: str) -> str:
    return str(path_of(name).relative_to(ROOT))


def _short(left: Left) -> str:
    lines = left.difference.splitlines()
    old, new = (
        " ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+"
    )
    why = "" if left.verdict == SURVIVED else f" ({left.verdict})"
    tried, of = left.tests
    if tried < of:
        why = f" ({left.verdict}: {tried} of {of} tests)"
    return f"`{old}` → `{new or 'nothing'}`{why}"
