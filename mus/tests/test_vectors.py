"""Every worked example of the hand record format, settled as it says."""

import json
from pathlib import Path
from typing import Any

import pytest

from mus import settle_json

LINES = (Path(__file__).parent / "vectors" / "hands.jsonl").read_text(encoding="utf-8").splitlines()
EXAMPLES: list[dict[str, Any]] = [json.loads(line) for line in LINES]


@pytest.mark.parametrize("example", EXAMPLES, ids=[e["name"] for e in EXAMPLES])
def test_the_example_settles_as_written(example: dict[str, Any]) -> None:
    answer = settle_json(example["record"])
    for error in answer.get("errors", ()):
        assert error.pop("message")
    assert answer == example["settlement"]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 36
