"""A tournament of each format, as people leave it, is the same one in another database."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.proof.queries.tables import tournament_file
from tests.scoring import carried
from tests.servers import empty
from tests.tampering.trials import rebuilt_alone
from tournament.formats.registry import FORMATS
from tournament.log.models import Event

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.sampled(3)
@pytest.mark.django_db
@pytest.mark.parametrize("format_", FORMATS)
def test_a_tournament_of_each_format_is_rebuilt_to_the_same_bytes_and_holds(format_):
    cup = carried.a_day(format_, acts=20)
    kinds = set(Event.objects.values_list("kind", flat=True))
    assert {"hand.corrected", "ruling.made", "game.confirmed", "texts.erased"} <= kinds
    rebuilt_alone(tournament_file(tournament_id=cup))


@pytest.mark.long
@pytest.mark.service
def test_each_format_is_carried_between_sqlite_and_postgresql_both_ways(postgres_url, tmp_path):
    sqlite = empty(tmp_path / "db.sqlite3")
    folders = [tmp_path / name for name in ("here", "there", "made-there", "back")]
    for folder in folders:
        folder.mkdir()
    here, there, made_there, back = folders
    run(sqlite, "made", here)
    run(postgres_url, "carried", here, there)
    run(postgres_url, "made", made_there)
    run(sqlite, "carried", made_there, back)
    assert files(there) == files(here)
    assert files(back) == files(made_there)
    assert files(here).keys() == {f"{format_}.mustour" for format_ in carried.CARRIED}


def run(database: str, *words: object) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.scoring.carried", *map(str, words)],
        cwd=ROOT, env={**os.environ, "DATABASE_URL": database}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}
