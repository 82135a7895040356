"""Publication on PostgreSQL, with Redis: every page, made once and read by everybody."""

from pathlib import Path

import pytest

from tests.config import postgres

pytestmark = [pytest.mark.service, pytest.mark.flaky(reruns=0)]  # minutes, and its tests say which


def test_publication_passes_on_postgres(
    root: Path, postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    postgres.run(
        "publication", root=root, postgres_url=postgres_url, redis_url=redis_url, var_dir=tmp_path
    )
