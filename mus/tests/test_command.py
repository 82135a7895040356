"""The open format line by line: one settlement for each line, never stopping at a bad one."""

import json

import pytest

from mus import settle_json, settle_line
from mus.command import settle_lines
from mus.tests.build import EXAMPLE, hand

BAD = {"code": "bad_json", "path": ""}


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "nonsense",
        "{'mano': 0}",
        '{"mano": NaN}',
        "Infinity",
        "1e999",
        '{"id": -1e999}',
        "[" * 100_000,
        "\ud800",
    ],
)
def test_a_line_that_is_not_json_is_answered(line: str) -> None:
    answer = settle_line(line)
    (error,) = answer.pop("errors")  # type: ignore[misc,call-overload]
    assert answer == {"ok": False}
    assert error.pop("message")
    assert error == BAD


def test_a_line_settles_as_its_value_does() -> None:
    record = {**hand(*EXAMPLE), "id": "m1-g1-h1"}
    assert settle_line(json.dumps(record)) == settle_json(record)
    assert settle_line(json.dumps(record) + "\n") == settle_json(record)


def test_numbers_of_a_line_are_read_as_json_writes_them() -> None:
    record = json.dumps({**hand(*EXAMPLE), "score": [12.0, 3]})
    assert settle_line(record)["score"] == [17, 9]
    assert settle_line(record.replace("12.0", "1.2e1"))["score"] == [17, 9]
    assert not settle_line(record.replace("12.0", "12.5"))["ok"]
    assert settle_line('{"id": 2.5}')["id"] == 2.5


def test_lines_are_answered_one_by_one_in_order() -> None:
    lines = [json.dumps({**hand(*EXAMPLE), "id": n}) for n in range(3)]
    lines[1:1] = ["", "bad"]
    answers = list(settle_lines(lines))
    assert [answer["ok"] for answer in answers] == [True, False, False, True, True]
    assert [answer.get("id") for answer in answers] == [0, None, None, 1, 2]
