"""Figures in documents: each benchmark owns what stands between its two marks."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).with_name("RESULTS.md")


def options(description: str | None) -> argparse.ArgumentParser:
    """`--print`: print only; `--json`: the figures as JSON, print only."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--print", action="store_true", help="print only")
    parser.add_argument("--json", action="store_true", help="the figures as JSON, print only")
    return parser


def told(chosen: argparse.Namespace, name: str, figures: Any, text: str) -> bool:
    """Prints the figures as they were asked for; writes `text` into RESULTS.md unless only printing
    was asked for, and says whether it did."""
    print(json.dumps(asdict(figures)) if chosen.json else text)
    if chosen.json or chosen.print:
        return False
    put(RESULTS, name, text)
    return True


def put(file: Path, name: str, text: str) -> None:
    """Puts `text` between the marks of `name`, at the end when there are none."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    whole = file.read_text(encoding="utf-8")
    part = f"{begin}\n{text}\n{end}"
    if begin in whole:
        whole = whole.partition(begin)[0] + part + whole.partition(end)[2]
    else:
        whole = f"{whole.rstrip()}\n\n{part}\n"
    file.write_text(whole, encoding="utf-8")


def where_and_when() -> str:
    """Commit, minute, load and processors, as a sentence says them."""
    asked = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.check_output(asked, cwd=ROOT, text=True).strip()
    at = datetime.now(UTC).isoformat(timespec="minutes")
    return f"commit {commit}, {at}, load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
