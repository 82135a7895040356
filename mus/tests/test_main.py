"""The open format line by line, and `python -m mus settle`: bytes in, bytes out, a status."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mus
from mus import settle_line, settle_lines
from mus.__main__ import main
from mus.command import settle_stream
from mus.tests.build import EXAMPLE, hand

ROOT = Path(mus.__file__).parents[1]
RECORD = {
    **hand(*EXAMPLE, score=(12, 33), pares="A envido 4, B quiero"), "id": "m12-g2-h7",
}  # fmt: skip
GOOD = json.dumps(RECORD).encode()


@pytest.mark.parametrize(
    "line",
    ["", "{", "nonsense", "{'mano': 0}", '{"mano": NaN}', "Infinity", "1e999", '{"id": -1e999}',
     "[" * 100_000, "\ud800"],
)  # fmt: skip
def test_a_line_that_is_not_json_is_answered(line: str) -> None:
    (error,) = settle_line(line).pop("errors")  # type: ignore[misc,call-overload]
    assert error.pop("message")
    assert error == {"code": "bad_json", "path": ""}


def test_numbers_of_a_line_are_read_as_json_writes_them() -> None:
    record = json.dumps({**hand(*EXAMPLE), "score": [12.0, 3]})
    assert settle_line(record)["score"] == [17, 9]
    assert settle_line(record.replace("12.0", "1.2e1"))["score"] == [17, 9]
    assert not settle_line(record.replace("12.0", "12.5"))["ok"]
    assert settle_line('{"id": 2.5}')["id"] == 2.5


def settled(*lines: bytes) -> tuple[bool, list[Any]]:
    out = io.BytesIO()
    all_settled = settle_stream(lines, out)
    return all_settled, [json.loads(line) for line in out.getvalue().splitlines()]


def test_every_line_gets_its_settlement_in_order() -> None:
    lines = [json.dumps({**RECORD, "id": number}) for number in (1, 2)]
    answers = settle_lines(lines)

    assert [(answer["id"], answer["ok"]) for answer in answers] == [(1, True), (2, True)]
    assert settled(*(line.encode() for line in lines)) == (True, list(settle_lines(lines)))


@pytest.mark.parametrize("line", [b"\n", b"[]\n", b'{"mano": "\xff"}\n', b"\xed\xa0\x80\n"])
def test_a_line_that_is_no_record_is_answered_and_does_not_stop_the_next(line: bytes) -> None:
    all_settled, answers = settled(line, GOOD)

    assert not all_settled
    assert answers[0]["ok"] is False
    assert answers[0]["errors"][0]["code"] == "bad_json"
    assert answers[1]["ok"] is True


def test_a_byte_order_mark_in_front_of_the_first_line_is_no_fault() -> None:
    assert settled(b"\xef\xbb\xbf" + GOOD)[0]


def test_windows_line_ends_are_no_fault() -> None:
    assert settled(GOOD + b"\r\n", GOOD + b"\r\n")[0]


def test_an_id_with_half_a_character_is_echoed_as_it_was_written() -> None:
    _, answers = settled(json.dumps({**RECORD, "id": "\ud800"}).encode())

    assert answers[0]["id"] == "\ud800"


def test_a_stake_that_no_reader_of_json_keeps_exactly_is_refused() -> None:
    nines = "9" * 4300
    bet = f'[{{"by": "A", "call": "envido", "stake": {nines}}}, {{"by": "B", "call": "quiero"}}]'
    line = GOOD.replace(b'"bets": {', f'"bets": {{"grande": {bet}, '.encode())

    _, answers = settled(line, GOOD)

    assert answers[0]["errors"][0]["code"] == "bad_call"
    assert answers[0]["errors"][0]["path"] == "bets.grande[0]"
    assert answers[1]["ok"] is True


def test_help_names_what_the_program_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])

    assert ended.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "command settle settle hand records options:" in said


def run(data: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The program, found where these tests found the library."""
    return subprocess.run(
        [sys.executable, "-m", "mus", *arguments],
        input=data,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=60,
    )


@pytest.mark.parametrize(
    ("data", "status", "settled"),
    [
        (GOOD, 0, [True]),
        (GOOD + b"\n\n" + GOOD + b"\n", 1, [True, False, True]),
        (b"", 0, []),
    ],
    ids=["all settled", "one refused", "nothing"],
)
def test_the_program_tells_by_its_exit_status_whether_all_was_settled(
    data: bytes, status: int, settled: list[bool]
) -> None:
    done = run(data, "settle")

    assert done.returncode == status, done.stderr
    assert [json.loads(line)["ok"] for line in done.stdout.splitlines()] == settled
    assert done.stderr == b""


def test_a_reader_that_leaves_is_no_occasion_for_a_traceback() -> None:
    done = subprocess.run(
        f"yes '{GOOD.decode()}' | head -n 5000 | {sys.executable} -m mus settle | head -n 1",
        shell=True,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=60,
    )

    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr
    assert done.stdout.count(b"\n") == 1


def test_the_version_names_the_library_and_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, check=lambda left: left.code == 0):
        main(["--version"])
    assert capsys.readouterr().out == f"mus {mus.__version__}, rules {mus.RULES_VERSION}\n"


@pytest.mark.parametrize("arguments", [[], ["unsettle"]])
def test_a_command_that_is_not_there_is_refused_with_those_that_are(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, check=lambda left: left.code == 2):
        main(arguments)
    told = capsys.readouterr().err
    assert "usage: python -m mus" in told
    assert "command" in told
