"""Known vulnerabilities of what this project pins: `pip-audit` and `npm audit`.

Exit status 1 when one is found, and when a lock could not be looked up: an index that cannot be
reached, or that does not answer such questions, finds nothing. AUDIT_OFFLINE=1 lets that pass where
there is no such index, and says on stderr what was not looked up. Mirrors that only hand out
packages answer 404 to such questions.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.txt", "requirements-dev.txt")
TABLET = "tablet/package-lock.json"
PATIENCE = 300


def main() -> int:
    """1 when a lock names something with a known vulnerability or was not looked up, else 0."""
    counts = {lock: _python(lock) for lock in LOCKS} | {TABLET: _tablet()}
    silent = [lock for lock, count in counts.items() if count is None]
    may_be_silent = os.environ.get("AUDIT_OFFLINE") == "1"
    if silent:
        hint = "" if may_be_silent else " Without an index: AUDIT_OFFLINE=1"
        sys.stderr.write(f"NOT AUDITED: {', '.join(silent)}.{hint}\n")
    return 1 if any(counts.values()) or (silent and not may_be_silent) else 0


def _python(lock: str) -> int | None:
    """How many packages are vulnerable; None when none could be looked up."""
    audit = Path(sys.executable).with_name("pip-audit")
    how = ["--disable-pip", "--require-hashes", "--format=json", "--progress-spinner=off"]
    report = _json_of([str(audit), "-r", lock, *how], ROOT)
    packages = report.get("dependencies")
    if not isinstance(packages, list):
        _skipped(lock)
        return None
    known = [each for each in packages if "vulns" in each]
    if packages and not known:
        _skipped(lock)
        return None
    bad = [each for each in known if each["vulns"]]
    for package in bad:
        names = ", ".join(fault["id"] for fault in package["vulns"])
        sys.stderr.write(f"{lock}: {package['name']} {package['version']}: {names}\n")
    sys.stdout.write(f"{lock}: {len(known)} of {len(packages)} looked up, {len(bad)} vulnerable\n")
    return len(bad)


def _tablet() -> int | None:
    report = _json_of(["npm", "audit", "--json"], ROOT / "tablet")
    faults = report.get("vulnerabilities")
    if not isinstance(faults, dict):
        _skipped(TABLET)
        return None
    for name, fault in faults.items():
        sys.stderr.write(f"{TABLET}: {name}: {fault.get('severity')}\n")
    sys.stdout.write(f"{TABLET}: {len(faults)} vulnerable\n")
    return len(faults)


def _json_of(command: list[str], folder: Path) -> dict[str, Any]:
    """The JSON that a command prints; {} when it could not run or prints something else."""
    try:
        ran = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        report = json.loads(ran.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return {}
    return report if isinstance(report, dict) else {}


def _skipped(lock: str) -> None:
    sys.stdout.write(f"{lock}: not audited, no index answers such questions here\n")


if __name__ == "__main__":
    raise SystemExit(main())
