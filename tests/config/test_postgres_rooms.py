"""The rooms on PostgreSQL, with Redis and a worker: what is stored, asked and done."""

from pathlib import Path

import pytest

from tests.config import postgres

pytestmark = [pytest.mark.service, pytest.mark.flaky(reruns=0)]  # minutes, and its tests say which


def test_the_rooms_pass_on_postgres(
    root: Path, postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    postgres.run(
        "rooms", root=root, postgres_url=postgres_url, redis_url=redis_url, var_dir=tmp_path
    )
