"""How long the project's files and functions are: median, 90th percentile, longest.

    python -m bench.sizes             this checkout
    python -m bench.sizes --at DIR    another checkout of the project
    python -m bench.sizes --longest   the ten longest files and functions too

Python that is run, so neither tests nor migrations nor settings, and no file without code. A
function is counted from its `def` to its last line, without its docstring and its decorators.
"""

from __future__ import annotations

import argparse
import ast
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = {"tests", "migrations", "node_modules", "build", "var", "mutants"}
ROOMS = (
    "config", "web", "api", "operations", "accounts", "publication", "scoring", "tournament",
    "jobs", "mus",
)  # fmt: skip


@dataclass(frozen=True, order=True)
class Size:
    lines: int
    name: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--at", type=Path, default=ROOT)
    parser.add_argument("--longest", action="store_true")
    options = parser.parse_args()
    found = sources(options.at)
    files = [size_of_file(path, options.at) for path in found]
    functions = [size for path in found for size in functions_of(path, options.at)]
    print(table(files, functions))
    if options.longest:
        for sizes in (files, functions):
            print(*(f"\n{one.lines:5} {one.name}" for one in sorted(sizes)[:-11:-1]), sep="")


def sources(root: Path) -> list[Path]:
    """The files that are measured, in order."""
    found = (path for room in ROOMS for path in (root / room).rglob("*.py"))
    # Within the root: where that stands, and what it is called there, is nobody's concern.
    measured = (path for path in found if not LEFT_OUT & set(path.relative_to(root).parts))
    return sorted(path for path in measured if has_code(path))


def has_code(path: Path) -> bool:
    """Whether a file holds more than a docstring."""
    return any(not isinstance(node, ast.Expr) for node in ast.parse(path.read_text()).body)


def size_of_file(path: Path, root: Path) -> Size:
    return Size(len(path.read_text().splitlines()), str(path.relative_to(root)))


def functions_of(path: Path, root: Path) -> Iterator[Size]:
    """Every function and method of a file, inner ones too."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Size(_lines(node), f"{path.relative_to(root)}:{node.name}")


def _lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = function.body[0]
    said = ast.get_docstring(function, clean=False) is not None
    docstring = (first.end_lineno or first.lineno) - first.lineno + 1 if said else 0
    return (function.end_lineno or function.lineno) - function.lineno + 1 - docstring


def table(files: Sequence[Size], functions: Sequence[Size]) -> str:
    rows = [_row("files", files), _row("functions", functions)]
    return "\n".join(["| | number | median | p90 | longest |", "|---|---|---|---|---|", *rows])


def _row(what: str, sizes: Sequence[Size]) -> str:
    lines = sorted(size.lines for size in sizes)
    p90 = lines[int(0.9 * (len(lines) - 1))]
    return f"| {what} | {len(lines)} | {statistics.median(lines):.0f} | {p90} | {lines[-1]} |"


if __name__ == "__main__":
    main()
