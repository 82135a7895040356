"""Settles hands with the second engine, the tablet's JavaScript, where Node.js is installed."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PROGRAM = Path(__file__).resolve().parents[3] / "tablet" / "settle-lines.mjs"
PATIENCE = 120


def settled(records: Sequence[object]) -> list[Any] | None:
    """The settlement of each record; None where Node.js or the tablet's sources are missing."""
    node = shutil.which("node")
    if node is None or not PROGRAM.exists():
        return None
    if not records:
        return []
    lines = "\n".join(json.dumps(record) for record in records)
    ran = subprocess.run(  # noqa: S603 - a fixed program of our own, found on the machine's path
        [node, str(PROGRAM)], input=lines, capture_output=True, text=True, timeout=PATIENCE,
        check=True,
    )  # fmt: skip
    return [json.loads(line) for line in ran.stdout.split("\n") if line]
