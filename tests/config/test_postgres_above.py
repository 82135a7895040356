"""Above the rooms, on PostgreSQL with Redis and a worker: API, pages, accounts, operations."""

from pathlib import Path

import pytest

from tests.config import postgres

pytestmark = [pytest.mark.service, pytest.mark.flaky(reruns=0)]  # minutes, and its tests say which


def test_what_is_above_the_rooms_passes_on_postgres(
    root: Path, postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    postgres.run(
        "above", root=root, postgres_url=postgres_url, redis_url=redis_url, var_dir=tmp_path
    )
