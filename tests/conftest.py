"""What every test can count on: fast passwords, bounded Hypothesis, named reasons for skips."""

import gc
import os
import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from time import time
from typing import Any
from zlib import crc32

import pytest
from django.utils import translation
from hypothesis import HealthCheck, settings

from tests.night import NIGHT, RUN_SEED, room_of, touched_rooms

pytest_plugins = ["tests.services"]

settings.register_profile("dev", max_examples=20, deadline=None)
# In CI the same examples each time: a red run is the change's. Nightly others each time.
settings.register_profile(
    "ci",
    max_examples=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "night",
    parent=settings.get_profile("ci"),
    max_examples=200,
    derandomize=False,
    print_blob=True,
)
# On PostgreSQL a statement takes five times as long; the same test has run on SQLite.
settings.register_profile("postgres", parent=settings.get_profile("ci"), max_examples=15)
settings.load_profile("night" if NIGHT else "ci" if "CI" in os.environ else "dev")

ROOT = Path(__file__).resolve().parent.parent
SWITCHES = {
    "long": ("RUN_LONG", "runs nightly (make test-long): set RUN_LONG=1"),
    "browser": ("RUN_BROWSER", "drives a real Chromium: set RUN_BROWSER=1"),
    "service": ("RUN_SERVICES", "needs PostgreSQL or Redis: set RUN_SERVICES=1"),
}


def pytest_configure() -> None:
    """SQLite's test database is in memory, and so of each process alone: no suffix is needed.

    Each test's client loads the middleware anew: static files are looked for when they are asked
    for, instead of listed every time.
    """
    from django.conf import settings as django

    django.WHITENOISE_AUTOREFRESH = True
    database = django.DATABASES["default"]
    if "sqlite" in database["ENGINE"]:
        database.setdefault("TEST", {}).update(NAME=":memory:", MIGRATE=False)
    elif database["NAME"].startswith("mus_test_"):
        # It was made for this run (`postgres_url`), migrated; a worker beside it is in it, too.
        database.setdefault("TEST", {}).update(NAME=database["NAME"])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """On SQLite a copy of the file that all servers of the tests begin with: each process would
    migrate for as long as a hundred tests take. (PostgreSQL's test database is migrated.)"""
    from django.db import connection

    from tests.servers import migrated

    if connection.vendor == "sqlite":
        with django_db_blocker.unblock(), closing(sqlite3.connect(migrated())) as file:
            connection.ensure_connection()
            file.backup(connection.connection)


@pytest.fixture(autouse=True)
def _nobody_has_asked_in_another_language() -> None:
    """A request leaves its language behind in the thread that answered it."""
    translation.deactivate()


def pytest_report_header() -> str:
    """What repeats the samples and the random acts of this run (`tests/night.py`)."""
    return f"samples: RUN_SEED={RUN_SEED} ACTS={os.environ.get('ACTS', '300')}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    sampled: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sampled") is not None:
            sampled.setdefault(item.nodeid.partition("[")[0], []).append(item)
    touched = touched_rooms(ROOT) if sampled and not NIGHT else frozenset()
    for function, those in sampled.items():
        if room_of(str(those[0].path.relative_to(ROOT))) in touched:
            continue  # what a change touches is tried whole
        each = next(those[0].iter_markers("sampled")).args[0]
        # Each function begins elsewhere, so that together they try every format.
        first = crc32(function.encode()) % min(each, len(those))
        for number, item in enumerate(those):
            if number % each != first:
                item.add_marker(pytest.mark.long)
    for item in items:
        for marker, (variable, reason) in SWITCHES.items():
            if item.get_closest_marker(marker) and os.environ.get(variable) != "1":
                item.add_marker(pytest.mark.skip(reason=reason))
    items[:] = _dealt(items)


WAITS = ("browser", "service")


def _dealt(items: list[pytest.Item]) -> list[pytest.Item]:
    """The order in which files are dealt out. A file with a browser or a server waits half of its
    time: between two of those stand some that only compute, so that no processor rests, and the
    last ones only compute, so that no browser runs alone at the end."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    waiting = [
        file
        for file in files.values()
        if any(item.get_closest_marker(name) for item in file for name in WAITS)
    ]
    others = [file for file in files.values() if file not in waiting]
    between = len(others) * 4 // (5 * max(1, len(waiting)))
    dealt: list[pytest.Item] = []
    for number, file in enumerate(waiting):
        dealt += file
        for other in others[number * between : (number + 1) * between]:
            dealt += other
    for other in others[len(waiting) * between :]:
        dealt += other
    return dealt


def pytest_collection_finish() -> None:
    """What thousands of tests are made of stays: the collector need not go through it so often."""
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(autouse=True)
def _fast_and_forgetful(settings: Any) -> Iterator[None]:
    """A cheap password hash (argon2 is slow on purpose), and caches that start empty."""
    from django.core.cache import caches

    from delivery import topics

    topics.recent.clear()  # another test's tournament may have the same id
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    forgotten = [caches[name] for name in ("default", "counts", "counts_here")]
    for cache in forgotten:
        cache.clear()
    yield
    for cache in forgotten:
        cache.clear()


@pytest.fixture(autouse=True)
def _no_window_of_a_limit_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test counts within one window: at each quarter of an hour a count began anew."""
    began = time()
    monkeypatch.setattr("tournament.limits.time", lambda: began)


@pytest.fixture(autouse=True)
def _does_its_own_jobs(request: pytest.FixtureRequest, settings: Any, monkeypatch: Any) -> None:
    """In the run with a broker, too: what a job does is looked at where it was asked for. A test
    that asks for the `worker` leaves it the jobs."""
    if "worker" not in request.fixturenames and settings.CELERY_BROKER_URL:
        monkeypatch.delenv("CELERY_BROKER_URL")  # Celery reads it before its own settings
        settings.CELERY_BROKER_URL, settings.JOBS_HERE = None, True


@pytest.fixture(autouse=True)
def _has_been_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages ask for their style sheets, so that a word that is looked for in a page is not found in
    a style. Tests of first visits say so (`first_visit`); those of published bytes are."""
    is_first = request.node.get_closest_marker("first_visit") is not None
    if not is_first and "delivery" not in request.path.parts:
        monkeypatch.setattr("web.styled.has_been", lambda _text: True)


FORETELLING = {"clock", "pace", "proof"}
"""Folders of tests that look at what is foretold."""


@pytest.fixture(autouse=True)
def _foretells_by_few_days(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages with a forecast are made of 30 simulated days instead of 300, which took a tenth of the
    time of their tests."""
    if not FORETELLING & set(request.path.parts):
        monkeypatch.setattr("tournament.clock.rules.WORK", 0)


COUNTED: dict[str, Any] = {}
COUNTS_ITSELF = {"test_chances.py", "test_resting.py"}
"""Files of tests that look at how chances are counted."""


@pytest.fixture(autouse=True)
def _counts_the_same_cards_once(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chances of the same cards are the same in every test; to count them takes a second."""
    from scoring.explain.counting import Counter

    count = Counter.chances

    def chances(self: Counter, deal: Any) -> Any:
        cards = repr(deal)
        if cards not in COUNTED:
            COUNTED[cards] = count(self, deal)
        return deepcopy(COUNTED[cards])

    if request.path.name not in COUNTS_ITSELF:
        monkeypatch.setattr(Counter, "chances", chances)


@pytest.fixture(autouse=True)
def _draws_however_busy_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that draws gives way to all others, which are many while tests run."""
    monkeypatch.setattr("web.drawing.drawer.LONGEST_SECONDS", 120.0)


@pytest.fixture(autouse=True)
def _keeps_its_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is refused or logged in a test keeps its form (tests/form.py)."""
    from tests.form import must_be_a_problem, must_be_an_entry
    from tournament.errors import Refusal
    from tournament.log import services as events

    refuse, chain = Refusal.__init__, events._chain

    def refused(self: Refusal, problems: Any, **more: Any) -> None:
        refuse(self, problems, **more)
        for problem in self.problems:
            must_be_a_problem(problem)

    def chained(tournament: Any, actor: Any, entries: Any) -> Any:
        for entry in entries:
            must_be_an_entry(entry.data)
        return chain(tournament, actor, entries)

    monkeypatch.setattr(Refusal, "__init__", refused)
    monkeypatch.setattr(events, "_chain", chained)


TOLD = (
    "scoring/hands", "scoring/outbox", "scoring/rulings", "scoring/statements", "tournament/clock",
    "tournament/consolation", "tournament/draw", "tournament/entries", "tournament/matches",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _is_told_by_its_log(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a test of the services did: the tournament is the one that its log tells. One that
    writes rows past the services says so (`rows_by_hand`). By day after every third test, as it
    takes as long as many a test; on SQLite only: the comparison is the same program on PostgreSQL,
    and has its own tests there."""
    from django.db import connection

    room = "/".join(request.path.parent.parts[-2:])
    uses = request.node.get_closest_marker("django_db")
    by_hand = request.node.get_closest_marker("rows_by_hand")
    on_sqlite = connection.vendor == "sqlite"
    its_turn = NIGHT or crc32(request.node.nodeid.encode()) % 3 == 0
    if (
        not (on_sqlite and its_turn)
        or room not in TOLD
        or by_hand
        or uses is None
        or uses.kwargs.get("transaction")
    ):
        yield
        return
    request.getfixturevalue("db")
    yield
    from tests.form import must_be_told

    must_be_told()


@pytest.fixture(autouse=True)
def _begins_without_pending_rows() -> None:
    """A test's own rows, rolled back at its end, are not pending in the next test."""
    from tournament import notify

    notify.clear()


@pytest.fixture(scope="module", autouse=True)
def _leaves_nothing_to_others(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a browser's files leave behind is collected with them. Else a coroutine or socket of
    theirs is found whenever memory is, and fails whichever test is running then."""
    yield
    mine = [item for item in request.session.items if item.path == request.path]
    if any(item.get_closest_marker("browser") for item in mine):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            gc.collect()


@pytest.fixture
def root() -> Path:
    """The folder of the repository."""
    return ROOT


@pytest.fixture
def in_english(settings: Any) -> None:
    """Pages and messages in the language the msgids are written in."""
    settings.LANGUAGE_CODE = "en"
