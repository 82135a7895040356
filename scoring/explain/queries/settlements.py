"""Settles any hand that is sent in the open format, with messages in the reader's language."""

from typing import Any

from mus import RecordRefused, read, settle_json, settle_reading
from scoring import wording


def settlement_of(value: object) -> dict[str, Any]:
    """Any JSON value → its settlement, or `ok: false` with every fault. Reads no database."""
    try:
        return settle_reading(read(value)).to_json()
    except RecordRefused as refused:
        answer: dict[str, Any] = settle_json(value)
        problems = wording.problems(refused.faults)
        for error, problem in zip(answer["errors"], problems, strict=True):
            error["message"] = str(problem.message)
        return answer
