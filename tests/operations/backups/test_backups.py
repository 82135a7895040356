"""`manage.py backup` and `restore`: whole, compared, and never half."""

import json
import shutil
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from operations.backups import sqlite
from tests.night import NIGHT
from tests.operations.conftest import Installation
from tests.servers import migrated
from web.lan.certificates import authority
from web.lan.files import Files

HEADS = "SELECT slug, event_number, event_hash FROM tournament_tournament ORDER BY slug"
FILL = """
from django.contrib.auth.models import User; User.objects.create_user("arizkun")
from jobs.models import Job; from django.utils import timezone; now = timezone.now()
Job.objects.create(name="test.unknown", asked_at=now, not_before=now)
from tournament.championship.models import Tournament as T
print(*T.objects.order_by("slug").values_list("slug", "event_number", "event_hash"))
print(User.objects.order_by("pk").values_list("pk", flat=True).last())
"""
SAY = """
from django.contrib.auth.models import User; from jobs.models import Job
from tournament.championship.models import Tournament as T
print(*T.objects.order_by("slug").values_list("slug", "event_number", "event_hash"))
print(User.objects.order_by("pk").values_list("pk", flat=True).last())
assert User.objects.create_user("new").pk, "numbers go on"
assert set(Job.objects.values_list("state", flat=True)) == {"failed"}
"""

WITH_BYTES = """
from django.contrib.auth.models import User; from accounts.models import Passkey
from django.utils import timezone; of = User.objects.create_user("sopela")
Passkey.objects.create(
    user=of, credential="x", public_key=bytes(range(256)), name="phone", rp_id="mus.example",
    sign_count=2**40, made_at=timezone.now(), last_used_on=timezone.now().date(),
)
"""
WHO = """
from django.contrib.auth.models import User
print(*User.objects.values_list("username", flat=True))
"""


def backed_up(installation: Installation, folder: Path) -> dict[str, Any]:
    status, said = installation.manage("backup", str(folder))
    assert status == 0, said
    manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    return manifest


@pytest.fixture(scope="module")
def backup_once(filled_once: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the filled database, and its secret key beside it."""
    folder = tmp_path_factory.mktemp("backup")
    shutil.copy(filled_once, folder / "db.sqlite3")
    backed_up(Installation(folder), folder / "one")
    return folder


@pytest.fixture
def backup(backup_once: Path, tmp_path: Path) -> Path:
    """The same, to be damaged."""
    return Path(shutil.copytree(backup_once / "one", tmp_path / "one"))


def said_by(installation: Installation, script: str) -> str:
    status, said = installation.manage("shell", "--no-imports", "-c", script)
    assert status == 0, said
    return said


def test_a_backup_comes_back_with_every_head_as_it_was(filled, empty, tmp_path):
    before = said_by(filled, FILL)
    manifest = backed_up(filled, tmp_path / "one")
    assert len(manifest["heads"]) == len(filled.ask(HEADS)) >= 2
    assert (tmp_path / "one").stat().st_mode & 0o077 == 0, "contacts are nobody else's"
    assert empty.manage("restore", "--check", str(tmp_path / "one"))[0] == 0
    status, said = empty.manage("restore", str(tmp_path / "one"))
    assert status == 0, said
    assert "events are as they were" in said
    assert said_by(empty, SAY) == before


@pytest.mark.long
def test_a_backup_is_taken_in_the_middle_of_writing(filled, empty, tmp_path):
    over = threading.Event()

    def write() -> None:
        with sqlite3.connect(filled.file, timeout=20) as connection:
            while not over.is_set():
                connection.execute("UPDATE django_session SET expire_date = expire_date")
                connection.execute("UPDATE tournament_pair SET club = club || 'x' WHERE id = 1")
                connection.commit()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        backed_up(filled, tmp_path / "one")
    finally:
        over.set()
        writer.join()
    status, said = empty.manage("restore", str(tmp_path / "one"))
    assert status == 0, said


@pytest.mark.long
def test_a_backup_of_many_steps_comes_to_its_end_while_others_write(tmp_path):
    """Thirty megabytes, written to all the time: SQLite begins again after each step."""
    file = tmp_path / "large.sqlite3"
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE one (a BLOB)")
        connection.executemany("INSERT INTO one VALUES (?)", [(bytes(100_000),)] * 300)
    steps = 0

    class Writing(sqlite3.Connection):
        def backup(self, target: sqlite3.Connection, **named: Any) -> None:
            def between(*_pages: int) -> None:
                nonlocal steps
                steps += 1
                assert steps < 50, "it begins again and again"
                with sqlite3.connect(file) as other:
                    other.execute("INSERT INTO one VALUES (zeroblob(10))")

            super().backup(target, **named, progress=between)

    with pytest.MonkeyPatch.context() as patch:
        opened = partial(sqlite3.connect, factory=Writing)
        patch.setattr(sqlite.sqlite3, "connect", opened)
        sqlite.dump({"NAME": file}, tmp_path)
    assert (tmp_path / sqlite.FILE).stat().st_size > 30_000_000


@pytest.mark.parametrize("name", ["one #2", "50%25", "why?"])
@pytest.mark.long
def test_a_folder_may_have_any_name(filled, tmp_path, name):
    backed_up(filled, tmp_path / name)
    assert filled.manage("restore", "--check", str(tmp_path / name))[0] == 0


@pytest.mark.long
def test_two_backups_of_one_name_at_once_leave_one_that_is_whole(filled, tmp_path):
    with ThreadPoolExecutor(2) as both:
        ends = list(both.map(lambda _n: filled.manage("backup", str(tmp_path / "one")), (1, 2)))
    assert sorted(status for status, _said in ends) == [0, 1]
    assert all("Traceback" not in said for _status, said in ends)
    assert filled.manage("restore", "--check", str(tmp_path / "one"))[0] == 0
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.long
def test_a_database_of_another_program_is_not_taken_for_an_empty_one(empty, backup):
    with sqlite3.connect(empty.file) as connection:
        connection.execute("CREATE TABLE accounting (a)")
    status, said = empty.manage("restore", str(backup))
    assert (status, "--replace" in said) == (1, True)
    assert empty.ask("SELECT count(*) FROM accounting") == [(0,)]


def test_a_folder_that_exists_is_never_written_over(filled, tmp_path):
    (tmp_path / "one").mkdir()
    status, said = filled.manage("backup", str(tmp_path / "one"))
    assert (status, "exists already" in said) == (1, True)


@pytest.mark.long
def test_a_database_with_something_in_it_is_replaced_only_when_told(filled, backup):
    heads = filled.ask(HEADS)
    with sqlite3.connect(filled.file) as connection:
        connection.execute("UPDATE tournament_tournament SET name = 'Another'")
    status, said = filled.manage("restore", str(backup))
    assert (status, "--replace" in said) == (1, True)
    assert filled.ask("SELECT DISTINCT name FROM tournament_tournament") == [("Another",)]
    assert filled.manage("restore", str(backup), "--replace")[0] == 0
    assert filled.ask(HEADS) == heads
    assert ("Another",) not in filled.ask("SELECT name FROM tournament_tournament")


@pytest.mark.long
def test_a_database_with_nothing_but_an_account_is_not_empty(empty, backup):
    shutil.copyfile(migrated(), empty.folder / "db.sqlite3")
    said_by(empty, 'from django.contrib.auth.models import User; User.objects.create_user("orio")')
    status, said = empty.manage("restore", str(backup))
    assert (status, "--replace" in said) == (1, True)
    assert empty.ask("SELECT username FROM auth_user") == [("orio",)]


def test_the_keys_come_back_when_asked_for(empty, backup, backup_once):
    key = (backup_once / "secret_key").read_text()
    assert empty.manage("restore", "--keys", str(backup))[0] == 0
    assert (empty.folder / "secret_key").read_text() == key
    assert (empty.folder / "secret_key").stat().st_mode & 0o077 == 0


@pytest.mark.long
def test_the_authority_of_a_room_comes_back_with_its_key(filled, empty, tmp_path):
    """The key alone makes another authority: every tablet would have to trust the laptop anew."""
    files = Files(filled.folder / "lan")
    made = authority(files=files, now=datetime.now(UTC))
    backed_up(filled, tmp_path / "one")
    assert empty.manage("restore", "--keys", str(tmp_path / "one"))[0] == 0
    again = authority(files=Files(empty.folder / "lan"), now=datetime.now(UTC))
    assert again.certificate == made.certificate


@pytest.mark.parametrize("harm", ["a byte", "a file", "the manifest", "a later version"])
@pytest.mark.sampled(4)
def test_a_damaged_backup_is_refused_and_changes_nothing(empty, backup, harm):
    folder = backup
    if harm == "a byte":
        with (folder / "database.sqlite3").open("r+b") as file:
            file.seek(5_000)
            file.write(b"\xff")
    elif harm == "a file":
        (folder / "database.sqlite3").unlink()
    elif harm == "the manifest":
        (folder / "manifest.json").write_text("{")
    else:
        manifest = json.loads((folder / "manifest.json").read_text())
        manifest["migrations"]["tournament"].append("0999_of_tomorrow")
        (folder / "manifest.json").write_text(json.dumps(manifest))
    status, said = empty.manage("restore", str(folder))
    assert status == 1
    assert "Traceback" not in said
    assert not empty.file.exists() or empty.ask("SELECT count(*) FROM sqlite_master") == [(0,)]


@pytest.mark.parametrize(
    "harm", ["a file in its place", "no database named", "no names", "no dict"]
)
@pytest.mark.sampled(4)
def test_what_is_no_backup_is_said_to_be_none(empty, backup, harm, tmp_path):
    folder, manifest = backup, json.loads((backup / "manifest.json").read_text())
    if harm == "a file in its place":
        folder = tmp_path / "one.tar"
        folder.write_bytes(b"")
    elif harm == "no database named":
        del manifest["files"]["database.sqlite3"]
        (backup / "database.sqlite3").unlink()
    elif harm == "no names":
        manifest["files"] = None
    else:
        manifest["migrations"] = {"tournament": 3}
    (backup / "manifest.json").write_text(json.dumps(manifest))
    for more in ((), ("--check",)):
        status, said = empty.manage("restore", *more, str(folder))
        assert status == 1
        assert "Traceback" not in said
        assert str(folder) in said


@pytest.mark.long
def test_an_edited_log_is_found_when_it_comes_back(filled, empty, tmp_path):
    with sqlite3.connect(filled.file) as connection:
        connection.execute("UPDATE tournament_event SET sealed = '{}' WHERE number = 3")
    backed_up(filled, tmp_path / "one")
    status, said = empty.manage("restore", str(tmp_path / "one"))
    assert (status, "breaks at event 3" in said) == (1, True)


@pytest.mark.service
def test_postgres_is_backed_up_and_restored_without_tools(postgres_url, postgres_server, tmp_path):
    import psycopg

    source = Installation(tmp_path / "source", postgres_url)
    status, said = source.manage("simulate", "--pairs", "4", "--seed", "3", "--public")
    assert status == 0, said
    before = said_by(source, FILL)
    manifest = backed_up(source, tmp_path / "one")
    assert manifest["rows"]["scoring_hand"] > 50
    name = postgres_url.partition("@/")[2].partition("?")[0]
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}_copy")
    try:
        target = Installation(tmp_path / "target", postgres_url.replace(name, f"{name}_copy"))
        status, said = target.manage("restore", str(tmp_path / "one"))
        assert status == 0, said
        status, said = target.manage("restore", str(tmp_path / "one"))
        assert (status, "--replace" in said) == (1, True)
        if NIGHT:
            assert target.manage("restore", str(tmp_path / "one"), "--replace")[0] == 0
        assert said_by(target, SAY) == before
    finally:
        with psycopg.connect(postgres_server, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name}_copy WITH (FORCE)")


def rows_of(installation: Installation) -> list[dict[str, Any]]:
    status, said = installation.manage("dumpdata", "--natural-foreign")
    assert status == 0, said
    return sorted(json.loads(said), key=lambda row: (row["model"], str(row["pk"])))


@pytest.mark.service
def test_a_laptops_installation_moves_into_postgres_row_by_row(filled, postgres_url, tmp_path):
    """What began on one laptop goes on with many servers: every row of every table is the same."""
    server = Installation(tmp_path / "server", postgres_url)
    said_by(filled, WITH_BYTES)
    backed_up(filled, tmp_path / "one")
    status, said = server.manage("restore", str(tmp_path / "one"))
    assert status == 0, said
    rows = rows_of(server)
    assert rows == rows_of(filled)
    assert {"accounts.passkey", "scoring.hand"} < {row["model"] for row in rows}
    said_by(server, FILL)  # new rows get numbers of their own

    backed_up(server, tmp_path / "three")
    status, said = filled.manage("restore", str(tmp_path / "three"), "--replace")
    assert (status, "set DATABASE_URL to a PostgreSQL" in said) == (1, True), said


@pytest.mark.service
@pytest.mark.long
def test_a_value_that_postgres_does_not_take_replaces_nothing(filled, postgres_url, tmp_path):
    server = Installation(tmp_path / "server", postgres_url)
    said_by(server, FILL)
    with sqlite3.connect(filled.file) as connection:
        connection.execute("UPDATE tournament_pair SET club = ? WHERE id = 1", ["x" * 5_000])
    backed_up(filled, tmp_path / "two")
    status, said = server.manage("restore", str(tmp_path / "two"), "--replace")
    assert (status, "tournament_pair does not go into PostgreSQL" in said) == (1, True), said
    assert "arizkun" in said_by(server, WHO)
