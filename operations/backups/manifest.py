"""The manifest of a backup: its origin, and the hash of each file."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

NAME = "manifest.json"
FORMAT = 1


class BadBackup(Exception):
    """The folder cannot be restored; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """`migrations`: app → the migrations that had run. `heads`: slug → number and hash of the
    newest event. `rows`: table → number of rows. `files`: path → SHA-256."""

    engine: str
    release: str
    made_at: str
    migrations: Mapping[str, list[str]]
    heads: Mapping[str, list[Any]]
    rows: Mapping[str, int]
    files: Mapping[str, str] = field(default_factory=dict)
    format: int = FORMAT


def write(folder: Path, manifest: Manifest) -> None:
    text = json.dumps(asdict(manifest), indent=1, sort_keys=True, ensure_ascii=False)
    (folder / NAME).write_text(text + "\n", encoding="utf-8")


def read(folder: Path) -> Manifest:
    """The manifest of a folder. Raises BadBackup when there is none, or its format is newer."""
    try:
        raw = json.loads((folder / NAME).read_text(encoding="utf-8"))
        if raw["format"] > FORMAT:
            raise BadBackup(f"{folder} was made by a later version: restore it with that one.")
        return _shaped(Manifest(**raw))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise BadBackup(f"{folder} holds no {NAME}: name the folder of one backup.") from error
    except (ValueError, KeyError, TypeError, OSError, RecursionError) as error:
        raise BadBackup(f"{folder / NAME} cannot be read: take another backup.") from error


def _shaped(manifest: Manifest) -> Manifest:
    """The manifest, unchanged. Raises TypeError unless each part has the type of its field."""
    parts = (manifest.migrations, manifest.heads, manifest.rows, manifest.files)
    lists = (manifest.migrations, manifest.heads)
    if not all(isinstance(part, dict) for part in parts) or not all(
        isinstance(one, list) for part in lists for one in part.values()
    ):
        raise TypeError("a manifest of another shape")
    if any(len(head) != 2 for head in manifest.heads.values()):
        raise TypeError("a head is a number and a hash")
    if not all(isinstance(name, str) for names in manifest.migrations.values() for name in names):
        raise TypeError("a migration is a name")
    return manifest


def digest(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that no disk takes
        return False


def check_files(folder: Path, manifest: Manifest) -> None:
    """Raises BadBackup naming the first file that is missing or has changed."""
    for name, wanted in manifest.files.items():
        path = folder / name
        if not _is_file(path):
            raise BadBackup(f"{path} is missing: take another backup.")
        if digest(path) != wanted:
            raise BadBackup(f"{path} is not what it was when it was made: take another backup.")
