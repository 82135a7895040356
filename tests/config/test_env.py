"""Environment variables become settings, or a refusal that names the variable."""

import os
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path, PureWindowsPath
from typing import Any

import pytest

from config import env, mail
from config.env import EnvError
from tests.servers import ROOT


@pytest.mark.parametrize(
    ("text", "meaning"),
    [("1", True), ("true", True), (" YES ", True), ("0", False), ("off", False), ("", False)],
)
def test_a_flag_is_a_yes_or_a_no(text, meaning):
    assert env.flag({"DEBUG": text}, "DEBUG", default=not meaning) is meaning


def test_a_flag_that_is_not_set_has_its_default():
    assert env.flag({}, "DEBUG", default=True) is True


def test_a_flag_that_says_neither_is_refused_by_name():
    with pytest.raises(EnvError, match="DEBUG='perhaps'"):
        env.flag({"DEBUG": "perhaps"}, "DEBUG", default=False)


@pytest.mark.parametrize("text", ["-1", "1.5", "many", "²", "0"])
def test_a_number_must_be_whole_and_large_enough(text):
    with pytest.raises(EnvError, match="WEB_THREADS"):
        env.number({"WEB_THREADS": text}, "WEB_THREADS", default=4, least=1)


def test_a_number_is_read_or_defaulted():
    assert env.number({"WEB_THREADS": " 12 "}, "WEB_THREADS", default=4) == 12
    assert env.number({"WEB_THREADS": ""}, "WEB_THREADS", default=4) == 4


def test_words_are_separated_by_commas():
    assert env.words({"HOSTS": "a.example, b.example,,"}, "HOSTS") == ["a.example", "b.example"]
    assert env.words({}, "HOSTS", default="localhost") == ["localhost"]


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("sqlite:////srv/mus/db.sqlite3", "/srv/mus/db.sqlite3"),
        ("sqlite:///var/db.sqlite3", "var/db.sqlite3"),
        ("sqlite:////srv/a%20b.sqlite3", "/srv/a b.sqlite3"),
        ("sqlite://:memory:", ":memory:"),
    ],
)
def test_sqlite_writes_ahead_and_begins_with_the_lock(url, name):
    settings = env.database(url)
    assert settings["NAME"] == name
    assert settings["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert settings["OPTIONS"]["timeout"] == 20
    assert "journal_mode=WAL" in settings["OPTIONS"]["init_command"]


def test_sqlite_asks_the_disk_before_it_answers(tmp_path):
    pragmas = env.database(f"sqlite:///{tmp_path / 'db.sqlite3'}")["OPTIONS"]["init_command"]
    with sqlite3.connect(tmp_path / "db.sqlite3") as connection:
        connection.executescript(pragmas)
        (kept,) = connection.execute("PRAGMA synchronous").fetchone()
        (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    assert (kept, journal) == (2, "wal")  # 2: FULL


def test_postgres_has_a_pool_and_decodes_what_the_address_encodes():
    settings = env.database("postgres://mus:p%40ss@db.example:5433/mus?sslmode=require&pool=2:9")
    assert settings["ENGINE"] == "django.db.backends.postgresql"
    assert settings["PASSWORD"] == "p@ss"
    assert (settings["HOST"], settings["PORT"], settings["NAME"]) == ("db.example", "5433", "mus")
    assert settings["OPTIONS"]["pool"] == {"min_size": 2, "max_size": 9, "timeout": 10}
    assert settings["OPTIONS"]["sslmode"] == "require"


def test_postgres_plans_a_statement_once_but_not_behind_pgbouncer():
    pooled = env.database("postgres:///mus")["OPTIONS"]
    shared = env.database("postgres:///mus?pool=off")["OPTIONS"]
    assert pooled["server_side_binding"]
    assert pooled["prepare_threshold"]
    assert not {"server_side_binding", "prepare_threshold"} & shared.keys()


def test_postgres_may_listen_on_a_socket():
    assert env.database("postgresql:///mus?host=/run/pg")["HOST"] == "/run/pg"


@pytest.mark.parametrize(
    "url",
    [
        "mysql://root@localhost/mus",
        "",
        "sqlite://",
        "postgres://localhost",
        "postgres://localhost:port/mus",
        "postgres://localhost/mus?pool=9:2",
        "postgres://localhost/mus?pool=many",
        "postgres://localhost/mus?pool_timeout=0",
    ],
)
def test_an_address_that_cannot_be_used_is_refused(url):
    with pytest.raises(EnvError, match="DATABASE_URL"):
        env.database(url)


def test_the_secret_key_comes_from_the_environment_first(tmp_path):
    assert env.secret_key({"SECRET_KEY": "given"}, kept_in=tmp_path / "key") == "given"
    assert not (tmp_path / "key").exists()


def test_a_secret_key_is_made_once_and_only_we_may_read_it(tmp_path):
    file = tmp_path / "var" / "key"
    key = env.secret_key({}, kept_in=file)
    assert len(key) >= 50
    assert env.secret_key({}, kept_in=file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_many_that_start_at_once_end_up_with_one_key_and_leave_nothing_else(tmp_path):
    for number in range(40):
        file = tmp_path / str(number) / "key"
        with ThreadPoolExecutor(6) as several:
            keys = set(several.map(lambda kept: env.secret_key({}, kept_in=kept), [file] * 6))
        assert keys == {file.read_text()}
        assert len(keys.pop()) > 60
        assert [one.name for one in file.parent.iterdir()] == ["key"]


def test_a_disk_without_second_names_keeps_the_key_too(tmp_path, monkeypatch):
    def refused(*_names: Any) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refused)
    key = env.secret_key({}, kept_in=tmp_path / "key")
    assert [one.read_text() for one in tmp_path.iterdir()] == [key]


def test_the_key_of_the_heads_is_made_once_and_must_be_a_key(tmp_path):
    made = env.head_key({}, kept_in=tmp_path / "head_key")
    assert env.head_key({}, kept_in=tmp_path / "head_key") == made
    assert env.head_key({"HEAD_KEY": "0a" * 32}, kept_in=tmp_path / "head_key") == "0a" * 32
    with pytest.raises(env.EnvError, match="HEAD_KEY"):
        env.head_key({"HEAD_KEY": "short"}, kept_in=tmp_path / "head_key")


@pytest.mark.parametrize("folder", ["mus #2", "50%25", "why?", "ñandú"])
def test_the_database_lies_in_its_folder_whatever_that_is_called(folder):
    path = Path("/srv") / folder / "mus.sqlite3"
    assert env.database(env.sqlite_at(path))["NAME"] == str(path)


def test_the_file_may_lie_in_a_folder_of_windows():
    path = PureWindowsPath(r"C:\Users\José Mari\AppData\Local\mus #1\mus.sqlite3")
    assert env.database(env.sqlite_at(path))["NAME"] == str(path)


def test_a_folder_that_is_made_is_nobody_elses(tmp_path):
    """Whatever is made in it first, and whatever the umask."""
    folder = tmp_path / "var"
    left_out = {"SECRET_KEY", "HEAD_KEY", "DATABASE_URL"}
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    subprocess.run(
        [sys.executable, "-c", "import os; os.umask(0o022); import config.settings"],
        env={**kept, "VAR_DIR": str(folder)}, cwd=ROOT, check=True,
    )  # fmt: skip
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("read", "scheme"),
    [(env.database, "postgres"), (lambda url: mail.settings_of({"EMAIL_URL": url}), "smtp")],
)
def test_an_address_that_cannot_be_read_shows_nothing_of_its_password(read, scheme):
    with pytest.raises(EnvError, match="%23 for #") as refused:
        read(f"{scheme}://mus:hush#secret@db.example:5432/mus")
    assert "hush" not in str(refused.value)
    assert refused.value.__suppress_context__
