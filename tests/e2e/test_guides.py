"""The guides can be walked step by step, and each step has its picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bench.pictures import HELP, MOST_BYTES, TUTORIALS
from tests.e2e.guides import fill, walk, walk_tutorials
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
        made = fill(server)
        walk(chromium, server, "es", take, made)
        walk_tutorials(chromium, server, take, made)
    kept = [*(HELP / "es").glob("*.webp"), *TUTORIALS.glob("*.webp")]
    assert sorted(taken) == sorted(file.stem for file in kept)
    assert max(taken.values()) <= MOST_BYTES
