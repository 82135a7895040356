"""Tags a release: `make release`.

The version is the one in pyproject.toml; the library, the tablet and both changelogs must name it.
Nothing is tagged while something is wrong: every fault is named with its remedy, exit status 1.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEADING = re.compile(r"^## (\S+)(?: \((.+)\))?$", re.MULTILINE)
DAY = re.compile(r"\d{4}-\d\d-\d\d")


def main(root: Path = ROOT) -> int:
    """0 when the tag was made, else 1."""
    version = version_of(root)
    faults = [*of_versions(root, version), *of_changes(root, version)]
    faults += [*of_kept(root, version), *of_git(root, version)]
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    if faults:
        return 1
    tag = ["tag", "--annotate", f"v{version}", "--cleanup=verbatim"]
    _git(root, *tag, "--message", tag_message(root))
    sys.stdout.write(f"v{version} is tagged. Publish it: git push origin v{version}\n")
    return 0


def version_of(root: Path) -> str:
    """The version of the project."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def of_versions(root: Path, version: str) -> Iterator[str]:
    """What is not of this version."""
    library = (root / "mus/__init__.py").read_text(encoding="utf-8")
    named = {
        "mus/pyproject.toml": version_of(root / "mus"),
        "mus/__init__.py": re.findall(r'^__version__ = "(.+)"$', library, re.MULTILINE)[0],
    }
    for file in ("tablet/package.json", "tablet/package-lock.json"):
        named[file] = json.loads((root / file).read_text(encoding="utf-8"))["version"]
    for file, other in named.items():
        if other != version:
            yield f"{file} says {other}: make it {version}, as in pyproject.toml."


def of_changes(root: Path, version: str) -> Iterator[str]:
    """What is wrong with the changelogs' newest heading."""
    newest = HEADING.search((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    if newest is None or newest[1] != version:
        yield f"CHANGELOG.md: the newest heading is not {version}: write one for it."
    elif not newest[2] or not DAY.fullmatch(newest[2]):
        yield f"CHANGELOG.md: write the day of the release, ## {version} (2026-12-31)."


def of_kept(root: Path, version: str) -> Iterator[str]:
    """What is missing of the database that later versions must read."""
    if not (root / f"tests/kept/{version}/said.json.gz").is_file():
        yield f"tests/kept/{version} is missing: tests/kept/README.md says how to make it."


def of_git(root: Path, version: str) -> Iterator[str]:
    """What git says against a tag here."""
    if _git(root, "status", "--porcelain"):
        yield "There are changes that are not committed: commit them or take them away."
    if _git(root, "tag", "--list", f"v{version}"):
        yield f"v{version} is tagged already: raise the version in pyproject.toml."


def tag_message(root: Path) -> str:
    """The newest part of the changelog, the message of the tag."""
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    starts = [match.start() for match in HEADING.finditer(changes)]
    return changes[starts[0] : starts[1] if len(starts) > 1 else None].removeprefix("## ")


def _git(root: Path, *arguments: str) -> str:
    """What git answers. Raises CalledProcessError when it refuses."""
    ran = subprocess.run(
        ["git", *arguments],  # noqa: S607 (whichever git the developer has)
        cwd=root,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return ran.stdout.strip()


if __name__ == "__main__":
    raise SystemExit(main())
