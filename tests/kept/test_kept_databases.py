"""Databases made by earlier versions migrate forward and say what they said.

One folder a version: `mus.sqlite3.gz`, and `said.json.gz`, which is what that version's own code
said about it. README.md says how to keep another.
"""

import gzip
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.kept.reading import data_of, names_in
from tests.night import NIGHT
from tests.servers import put_kept

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
VERSIONS = sorted(folder.name for folder in HERE.iterdir() if (folder / "said.json.gz").exists())
SAID_BY_THE_API = (
    "tournament", "bracket", "matches", "standings", "consolation_standings", "pairs", "hands",
)  # fmt: skip


COUNT = """
from scoring.explain.services import count_chances
count_chances(seconds=600)
"""
"""What the job does after an upgrade: chances are kept since the version after 0.1.0. The pages of
hands show them; they take most of the time, and are read nightly."""


@dataclass(frozen=True)
class Kept:
    """A kept database, migrated: what was said of it `then`, and what is said `now`."""

    database: Path
    then: dict[str, Any]
    now: dict[str, Any]

    def both(self) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
        for slug, then in self.then.items():
            yield slug, then, self.now[slug]


def run(database: Path, *command: str) -> str:
    env = {**os.environ, "DATABASE_URL": f"sqlite:///{database}", "VAR_DIR": str(database.parent)}
    env["DJANGO_SETTINGS_MODULE"] = "config.settings"
    env["PYTHONPATH"] = str(ROOT)
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


CARD = re.compile("[2-7][oceb]")
"""A card as reasons once wrote it; now they name its rank."""
NOUNS = dict(zip("234567", ("two", "three", "four", "five", "six", "seven"), strict=True))
WORD = re.compile("|".join(NOUNS.values()))


@pytest.fixture(scope="module", params=VERSIONS)
def kept(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    folder = HERE / request.param
    database = tmp_path_factory.mktemp("kept") / "mus.sqlite3"
    put_kept(request.param, database, tmp_path_factory)
    said = database.parent / "said.json.gz"
    if NIGHT:
        run(database, "manage.py", "shell", "-c", COUNT)
        run(database, str(HERE / "reading.py"), str(said))
    else:
        run(database, str(HERE / "reading.py"), str(said), "--without-hands")
    return Kept(database, _read(folder / "said.json.gz"), _read(said))


def test_every_tournament_is_still_there(kept):
    assert kept.then.keys() <= kept.now.keys()


def test_every_log_is_whole_and_ends_where_it_ended(kept):
    for slug, then, now in kept.both():
        assert now["log"] == then["log"], slug
        assert now["tournament"]["event_hash"] == then["tournament"]["event_hash"]


def test_every_tournament_holds_and_every_hand_settles_as_it_did(kept):
    """Today's engine, for every settlement that is stored, and every row against its log."""
    said = run(kept.database, "manage.py", "verify_tournament", "--without-twin")
    assert "✗" not in said
    checked = {line.split(":")[0] for line in said.splitlines() if line[0] != " "}
    assert checked == kept.now.keys()
    assert said.count("✓") == 8 * len(kept.now)


@pytest.mark.parametrize("about", SAID_BY_THE_API)
def test_hands_winners_and_standings_are_as_they_were(kept, about):
    """The API may say more than it did, and nothing less or else."""
    for slug, then, now in kept.both():
        assert list(_differences(then[about], now[about], f"{slug} {about}")) == []


def test_every_match_can_be_read_as_the_text_it_was(kept):
    for slug, then, now in kept.both():
        assert now["texts"] == then["texts"], slug


def test_every_page_is_there_with_all_that_it_told(kept):
    """Words of a page may be put better; the numbers, cards and names on it stay."""
    for _slug, then, now in kept.both():
        names = names_in(then)
        pages = {one for one in then["pages"] if NIGHT or "/hand/" not in one}
        for page in sorted(pages):
            words = then["pages"][page]
            lost = Counter(data_of(words, names)) - Counter(data_of(now["pages"][page], names))
            nouns = Counter(WORD.findall(now["pages"][page]))
            for card in [one for one in lost if CARD.fullmatch(one)]:
                nouns[NOUNS[card[0]]] -= lost.pop(card)
            assert not lost, f"{page} no longer says {dict(lost)}"
            untold = [noun for noun in NOUNS.values() if nouns[noun] < 0]
            assert not untold, f"{page} has fewer cards in words: {untold}"


def test_the_tables_of_axes_are_dropped(kept):
    with closing(sqlite3.connect(kept.database)) as file:
        tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
        apps = {app for (app,) in file.execute("SELECT app FROM django_migrations")}
    assert not [name for name in tables if name.startswith("axes_")]
    assert "axes" not in apps
    assert "accounts_signin" in tables


def _read(path: Path) -> dict[str, Any]:
    return json.loads(gzip.decompress(path.read_bytes()))


def _differences(then: Any, now: Any, where: str) -> Iterator[str]:
    """What was said then and is not said now; an object may have more keys than it had."""
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        for key, value in then.items():
            yield from _differences(value, now.get(key, "nothing"), f"{where}.{key}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for index, (one, other) in enumerate(zip(then, now, strict=True)):
            yield from _differences(one, other, f"{where}[{index}]")
    elif then != now:
        yield f"{where}: {str(then)[:200]} is now {str(now)[:200]}"
