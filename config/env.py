"""Reads settings from environment variables. Pure: it knows nothing of Django and touches one file.

Every reader takes the environment as a mapping and raises `EnvError`, naming the variable and
what it should look like, when the value cannot be used.
"""

import os
import re
import secrets
import tempfile
from collections.abc import Callable, Mapping, Sequence
from ipaddress import ip_address
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import parse_qsl, quote, unquote, urlsplit

ESCAPED = (
    "In the name and the password write %23 for #, %25 for %, %2F for /, %3A for :, %3F for ? "
    "and %40 for @; a port is a number."
)
TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off", ""}

SQLITE_PRAGMAS = (
    # FULL: answered data are on the disk. With NORMAL a power cut could lose the last writes.
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
    # 1,000 KB for each of about seven connections; the system's own file cache serves all of them.
    "PRAGMA cache_size=-1000; PRAGMA temp_store=MEMORY;"
)


class EnvError(Exception):
    """An environment variable holds something that cannot be used."""


def flag(env: Mapping[str, str], name: str, *, default: bool) -> bool:
    """1/true/yes/on or 0/false/no/off."""
    value = env.get(name)
    if value is None:
        return default
    word = value.strip().lower()
    if word in TRUE:
        return True
    if word in FALSE:
        return False
    raise EnvError(f"{name}={value!r} is not a yes or a no: write 1 or 0.")


def number(env: Mapping[str, str], name: str, *, default: int, least: int = 0) -> int:
    """A whole number, at least `least`."""
    value = env.get(name, "").strip()
    if not value:
        return default
    if not value.isascii() or not value.isdigit() or int(value) < least:
        raise EnvError(f"{name}={value!r} must be a whole number of at least {least}.")
    return int(value)


def words(env: Mapping[str, str], name: str, *, default: str = "") -> list[str]:
    """A list separated by commas; spaces around the entries do not matter."""
    return [word for part in env.get(name, default).split(",") if (word := part.strip())]


def is_public(hosts: Sequence[str]) -> bool:
    """Whether one of these hosts can be reached from the internet: it is no name or address of this
    machine or of a private network."""
    return not all(_is_near(host.strip("[]").lower()) for host in hosts)


def _is_near(host: str) -> bool:
    try:
        return ip_address(host).is_private
    except ValueError:
        is_of_room = host.endswith((".local", ".localhost", ".lan", ".home.arpa"))
        return host == "localhost" or is_of_room or (bool(host) and "." not in host and host != "*")


def one_of(env: Mapping[str, str], name: str, choices: Sequence[str]) -> str:
    """One of these words; the first when the variable is empty."""
    word = env.get(name, "").strip().lower() or choices[0]
    if word not in choices:
        raise EnvError(f"{name}={word!r} is unknown: write one of {', '.join(choices)}.")
    return word


def database(url: str) -> dict[str, Any]:
    """The Django database settings that `DATABASE_URL` asks for.

    sqlite:///relative.db · sqlite:////absolute.db · sqlite://:memory: ·
    postgres://user:password@host:port/name?sslmode=require&pool=1:8
    """
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(url)
    if parts.scheme in {"postgres", "postgresql"}:
        return _postgres(url)
    raise EnvError(
        f"DATABASE_URL starts with {parts.scheme!r}: write sqlite:///path/to/file.sqlite3 "
        "or postgres://user:password@host:5432/name."
    )


def sqlite_at(path: PurePath) -> str:
    """The address of a SQLite file, whose folders may have ?, # and % in their names."""
    return f"sqlite:///{quote(str(path))}"


def _sqlite(url: str) -> dict[str, Any]:
    name = unquote(url.removeprefix("sqlite://").split("?", 1)[0])
    if name != ":memory:":
        name = name.removeprefix("/")
        if not name:
            raise EnvError("DATABASE_URL names no file: write sqlite:///path/to/file.sqlite3.")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": name,
        # Each thread keeps its connection, because opening one costs more than most pages' queries.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": SQLITE_PRAGMAS,
        },
    }


def _postgres(url: str) -> dict[str, Any]:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:  # its words would show part of a password
        raise EnvError(f"DATABASE_URL cannot be read. {ESCAPED}") from None
    name = unquote(parts.path.removeprefix("/"))
    if not name:
        raise EnvError("DATABASE_URL names no database: end it with /name.")
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    options["pool"] = _pool(options.pop("pool", "1:8"), options.pop("pool_timeout", "10"))
    if options["pool"]:
        # Statements that come again are planned once. Not behind PgBouncer (`pool=off`), whose
        # sessions are shared.
        options |= {"server_side_binding": True, "prepare_threshold": 5}
    # A host in the query is a folder with a Unix socket (libpq's convention).
    host = options.pop("host", unquote(parts.hostname or ""))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(port or ""),
        # Django requires both with a pool: the pool, not the thread, owns the connections.
        "CONN_MAX_AGE": 0,
        # With a pool, a connection is checked before it is handed out, and a dead one replaced.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def _pool(text: str, seconds: str) -> dict[str, int] | bool:
    if text in {"0", "off"}:
        return False
    least, separator, most = text.partition(":")
    if not (separator and least.isdigit() and most.isdigit() and 0 < int(most) >= int(least)):
        raise EnvError(f"pool={text!r} in DATABASE_URL must be least:most, such as pool=1:8.")
    if not (seconds.isdigit() and int(seconds)):
        raise EnvError(f"pool_timeout={seconds!r} in DATABASE_URL must be seconds, 1 or more.")
    return {"min_size": int(least), "max_size": int(most), "timeout": int(seconds)}


def secret_key(env: Mapping[str, str], *, kept_in: Path) -> str:
    """SECRET_KEY from the environment, otherwise one made once and stored in a file that only this
    user can read."""
    return env.get("SECRET_KEY", "") or _made_once(kept_in, lambda: secrets.token_urlsafe(64))


def head_key(env: Mapping[str, str], *, kept_in: Path) -> str:
    """HEAD_KEY from the environment, otherwise one made once: 32 bytes in hexadecimal. The Ed25519
    key that signs heads of logs is derived from it. Raises EnvError."""
    key = env.get("HEAD_KEY", "") or _made_once(kept_in, lambda: secrets.token_hex(32))
    if re.fullmatch(r"[0-9a-fA-F]{64}", key) is None:
        raise EnvError("HEAD_KEY must be 64 hexadecimal digits: openssl rand -hex 32 makes one.")
    return key


def _made_once(kept_in: Path, make: Callable[[], str]) -> str:
    if kept_in.exists():
        return kept_in.read_text(encoding="ascii").strip()
    kept_in.parent.mkdir(parents=True, exist_ok=True)
    # Written completely under another name, then linked to its own: two processes that start
    # together get the same key, and neither reads half of it.
    handle, written = tempfile.mkstemp(dir=kept_in.parent, prefix=f".{kept_in.name}-")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(make())
        os.link(written, kept_in)
    except FileExistsError:
        pass  # another process was faster: its key is used
    except OSError:  # a file system without hard links
        os.replace(written, kept_in)
    finally:
        Path(written).unlink(missing_ok=True)
    return kept_in.read_text(encoding="ascii").strip()
