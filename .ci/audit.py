"""Known vulnerabilities of what this project pins: `pip-audit` and `npm audit`.

Exit status 1 when one is found. An index that cannot be reached, or that does not answer such
questions, is said and fails nothing: no vulnerability was found by it, and none was looked for.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.txt", "requirements-dev.txt")
PATIENCE = 300


def main() -> int:
    """1 when a lock names something with a known vulnerability, else 0."""
    count = sum([*(_python(lock) for lock in LOCKS), _tablet()])
    return 1 if count else 0


def _python(lock: str) -> int:
    audit = Path(sys.executable).with_name("pip-audit")
    how = ["--disable-pip", "--require-hashes", "--format=json", "--progress-spinner=off"]
    report = _json_of([str(audit), "-r", lock, *how], ROOT)
    packages = report.get("dependencies")
    if not isinstance(packages, list):
        return _skipped(lock)
    known = [each for each in packages if "vulns" in each]
    if packages and not known:
        return _skipped(lock)
    bad = [each for each in known if each["vulns"]]
    for package in bad:
        names = ", ".join(fault["id"] for fault in package["vulns"])
        sys.stderr.write(f"{lock}: {package['name']} {package['version']}: {names}\n")
    sys.stdout.write(f"{lock}: {len(known)} of {len(packages)} looked up, {len(bad)} vulnerable\n")
    return len(bad)


def _tablet() -> int:
    report = _json_of(["npm", "audit", "--json"], ROOT / "tablet")
    faults = report.get("vulnerabilities")
    if not isinstance(faults, dict):
        return _skipped("tablet/package-lock.json")
    for name, fault in faults.items():
        sys.stderr.write(f"tablet/package-lock.json: {name}: {fault.get('severity')}\n")
    sys.stdout.write(f"tablet/package-lock.json: {len(faults)} vulnerable\n")
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


def _skipped(lock: str) -> int:
    sys.stdout.write(f"{lock}: not audited, no index answers such questions here\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
