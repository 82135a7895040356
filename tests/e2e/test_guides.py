"""The guides can be walked step by step, and each step has its picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.pictures import HELP, MOST_BYTES
from tests.e2e.guides import fill, walk
from tests.servers import Server

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.long]


def test_the_walk_takes_exactly_the_pictures_that_the_guides_have(
    chromium: Browser, tmp_path: Path
) -> None:
    taken: dict[str, int] = {}

    def take(name: str, picture: bytes) -> None:
        assert name not in taken
        taken[name] = len(picture)

    with Server(tmp_path) as server:
        walk(chromium, server, "es", take, fill(server))
    assert sorted(taken) == sorted(file.stem for file in (HELP / "es").glob("*.webp"))
    assert max(taken.values()) <= MOST_BYTES
