"""docs/hand-format.md says what the engine does: its example settles as it is printed there."""

import json
import re
from pathlib import Path

import pytest

from mus import TEMPLATES, LedgerKind, settle_json
from mus.record import FIELDS


@pytest.fixture
def text(root: Path) -> str:
    return (root / "docs/hand-format.md").read_text(encoding="utf-8")


def test_the_example_settles_to_the_settlement_beside_it(text):
    record, settlement, *_others = re.findall(r"```json\n(.*?)```", text, re.DOTALL)

    assert settle_json(json.loads(record)) == json.loads(settlement)


def test_every_field_code_and_kind_is_explained(text):
    for word in (*FIELDS, *TEMPLATES, *(str(kind) for kind in LedgerKind)):
        assert f"`{word}`" in text
