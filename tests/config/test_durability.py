"""A hand that was answered is on the disk: each commit syncs, seen from outside the process."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.servers import Server, empty

HANDS = 12
SAVE = """
import os
import django
django.setup()
from tests.scoring import table
match = table.a_match()
for number in range({hands}):
    table.record(match, table.quick(1, 0))
    os.write(2, b"answered\\n")
"""
SYNC = re.compile(r"\b(fsync|fdatasync)\(")


def traced(root: Path, folder: Path) -> list[str]:
    """The system calls that matter while hands are saved, in order, as strace prints them."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("strace is not installed")
    tried = subprocess.run([strace, "-o", "/dev/null", "true"], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip("strace may not trace here")
    lines = folder / "calls"
    calls = "trace=fsync,fdatasync,write"
    program = SAVE.format(hands=HANDS)
    subprocess.run(
        [strace, "-f", "-e", calls, "-o", str(lines), sys.executable, "-c", program],
        cwd=root,
        env=Server(folder, env={"DATABASE_URL": empty(folder / "db.sqlite3")}).env,
        capture_output=True,
        check=True,
        timeout=300,
    )
    told = lines.read_text(errors="replace").splitlines()
    return [line for line in told if SYNC.search(line) or "answered" in line]


@pytest.mark.long
def test_before_each_answer_the_disk_has_been_asked_to_keep_it(root, tmp_path):
    calls = traced(root, tmp_path)
    answers = [place for place, line in enumerate(calls) if "answered" in line]
    assert len(answers) == HANDS
    for before, place in zip([answers[0] - 2, *answers], answers, strict=False):
        assert any(SYNC.search(line) for line in calls[before + 1 : place])
