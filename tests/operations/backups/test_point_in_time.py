"""docs/point-in-time.md, done as it says: PostgreSQL goes back to the moment before a removal."""

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.operations.backups.killable import Postgres
from tests.operations.conftest import Installation
from tests.servers import ROOT
from tests.services import becomes

pytestmark = pytest.mark.service

GUIDE = (ROOT / "docs/point-in-time.md").read_text()
ARCHIVING, TARGET = re.findall(r"```ini\n(.*?)```", GUIDE, re.DOTALL)
LINES = [
    shlex.split(line)
    for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    for line in block.strip().splitlines()
]
MOMENT = "2026-11-22 16:05:00+00"
PLAY = """
from tests.scoring import table
from tests.tournament import play
one = play.tournament(name="Cup", entered=4, drawn=True, tables=2)
match = play.start(play.match(one, 1, 0), table_number=1)
for _ in range(3):
    table.record(match, table.plain())
"""
ONE_MORE = """
from tests.scoring import table
from tournament.matches.models import Match
table.record(Match.objects.get(played_games__number=1), table.plain())
"""
REMOVE = """
from operations.removal.services import remove_tournament
from tournament.championship.models import Tournament
one = Tournament.objects.get()
remove_tournament(tournament_id=one.pk, slug=one.slug)
"""
HEADS = """
from scoring.models import Hand
from tournament.championship.models import Tournament as T
print(*T.objects.values_list("slug", "event_number", "event_hash"), Hand.objects.count())
"""


class Place:
    """A PostgreSQL in a folder that its own user may write to, and what the guide has beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.postgres = Postgres(self.data)
        self.bin: Path = self.postgres.server.bin_path
        self.user: str | None = self.postgres.server.system_user
        for one in (folder / "archive", folder / "base", folder):
            one.mkdir(exist_ok=True)
            if self.user:
                shutil.chown(one, self.user)

    def here(self, text: str) -> str:
        return text.replace("/srv/", f"{self.folder}/")

    def set(self, data: Path, lines: str) -> None:
        with (data / "postgresql.auto.conf").open("a") as file:
            file.write(self.here(lines))

    def do(self, words: list[str]) -> None:
        """A line of the guide, as the user who owns the data."""
        reached = {"PGHOST": str(self.postgres.directory), "PGUSER": "postgres"}
        subprocess.run(
            [self.here(word) for word in words],
            env={**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}", **reached},
            cwd=self.folder, check=True, capture_output=True, text=True, user=self.user,
        )  # fmt: skip

    def line(self, program: str) -> list[str]:
        """The line of the guide that calls it."""
        (found,) = [words for words in LINES if words[0] == program]
        return found

    def site(self) -> Installation:
        return Installation(self.folder / "site", self.postgres.url)


@pytest.fixture
def place() -> Iterator[Place]:
    # Not in pytest's folder, which is shut to the user that PostgreSQL runs as.
    with (
        tempfile.TemporaryDirectory(prefix="moment-", ignore_cleanup_errors=True) as folder,
        ExitStack() as stack,
    ):
        made = Place(Path(folder))
        stack.callback(lambda: made.postgres.end())
        yield made


def said(site: Installation, *arguments: str) -> str:
    status, text = site.manage(*arguments)
    assert status == 0, text
    return text


def shell(site: Installation, script: str) -> str:
    return said(site, "shell", "--no-imports", "-c", script)


def asked(place: Place, statement: str) -> object:
    import psycopg

    with psycopg.connect(place.postgres.server.get_uri(), autocommit=True) as connection:
        row = connection.execute(statement).fetchone()  # type: ignore[call-overload]
    return row and row[0]


@pytest.mark.long
def test_postgres_goes_back_to_the_moment_before_a_tournament_was_removed(place):
    place.set(place.data, ARCHIVING)
    place.postgres.server.stop()
    place.postgres.start()
    site = place.site()
    said(site, "migrate", "--verbosity", "0")
    before_the_base = shell(site, PLAY + HEADS)
    place.do(place.line("pg_basebackup"))

    kept = shell(site, ONE_MORE + HEADS)
    assert kept != before_the_base
    moment = asked(place, "SELECT clock_timestamp()")
    assert isinstance(moment, datetime)
    assert shell(site, REMOVE + HEADS).strip() == "0"
    last = asked(place, "SELECT pg_walfile_name(pg_switch_wal())")
    becomes((place.folder / "archive" / str(last)).exists, True)

    place.postgres.end()
    place.do(place.line("cp"))
    place.do(place.line("touch"))
    back = place.folder / "back"
    for name in (".s.PGSQL.5432.lock", ".handle_pids.json"):  # of this server, in its own folder
        (back / name).unlink(missing_ok=True)
    place.set(back, TARGET.replace(MOMENT, (moment + timedelta(milliseconds=1)).isoformat(" ")))
    place.postgres = Postgres(back)
    site = place.site()
    becomes(lambda: asked(place, "SELECT pg_is_in_recovery()"), False)
    assert shell(site, HEADS) == kept
    for words in LINES:
        if words[1:2] == ["manage.py"] and "doctor" not in words:
            assert "Cup" in said(site, *words[2:]) or "cup" in said(site, *words[2:])
    assert shell(site, ONE_MORE + HEADS) != kept, "and the play goes on"
