"""`manage.py settle` as a program: what `python -m mus settle` does, byte for byte."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

RECORD = {
    "id": "m12-g2-h7",
    "mano": 0,
    "score": [12, 33],
    "cards": ["7 7 2 A", "3 3 S 2", "R R S A", "C C C 6"],
    "declared": {"pares": [True, True, True, True], "juego": [False, True, True, True]},
    "bets": {
        "pares": [
            {"by": "A", "call": "envido", "stake": 4},
            {"by": "B", "call": "quiero"},
        ]
    },
}
GOOD = json.dumps(RECORD).encode()


MANAGE, LIBRARY = ("manage.py", "settle"), ("-m", "mus", "settle")


def run(
    data: bytes, root: Path, program: tuple[str, ...] = MANAGE, **env: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, *program],
        input=data,
        capture_output=True,
        cwd=root,
        env={**os.environ, **env},
        timeout=60,
    )


@pytest.mark.parametrize(
    "data",
    [
        b"",
        GOOD,
        b"\xef\xbb\xbf" + GOOD + b"\r\n\n{\n" + GOOD,
        b'{"mano": "\xff"}\n[]\n' + GOOD.replace(b'"m12-g2-h7"', b'"\\ud800"') + b"\n",
    ],
    ids=["nothing", "one hand", "a mark, an empty line, half an object", "no UTF-8, half a letter"],
)
@pytest.mark.long
def test_it_answers_byte_for_byte_as_the_library_does(data, root):
    ours, librarys = run(data, root), run(data, root, LIBRARY)

    assert ours.stdout == librarys.stdout
    assert ours.returncode == librarys.returncode
    assert len(ours.stdout.splitlines()) == len(data.splitlines())


def test_every_worked_example_is_answered_as_the_library_does(root):
    lines = (root / "mus/tests/vectors/hands.jsonl").read_text(encoding="utf-8").splitlines()
    data = "\n".join(json.dumps(json.loads(line)["record"]) for line in lines).encode()

    ours, librarys = run(data, root), run(data, root, LIBRARY)

    assert (ours.stdout, ours.returncode) == (librarys.stdout, librarys.returncode)
    assert len(ours.stdout.splitlines()) == len(lines)


def test_the_program_exits_with_1_when_any_line_was_refused(root):
    done = run(GOOD + b"\n\n" + GOOD + b"\n", root)

    assert done.returncode == 1
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == [True, False, True]


@pytest.mark.long
def test_a_reader_that_leaves_is_no_occasion_for_a_traceback(root):
    done = subprocess.run(
        f"yes '{GOOD.decode()}' | head -n 5000 | {sys.executable} manage.py settle | head -n 1",
        shell=True,
        capture_output=True,
        cwd=root,
        timeout=60,
    )

    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr
    assert done.stdout.count(b"\n") == 1
