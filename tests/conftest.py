"""What every test can count on: fast passwords, bounded Hypothesis, named reasons for skips."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.services"]

settings.register_profile("dev", max_examples=40, deadline=None)
settings.register_profile(
    "ci",
    max_examples=100,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ci" if "CI" in os.environ else "dev")

SWITCHES = {
    "fuzz": ("RUN_FUZZ", "takes most of a minute: set RUN_FUZZ=1"),
    "browser": ("RUN_BROWSER", "drives a real Chromium: set RUN_BROWSER=1"),
    "service": ("RUN_SERVICES", "needs PostgreSQL or Redis: set RUN_SERVICES=1"),
}


def pytest_configure() -> None:
    """SQLite's test database is in memory, and so of each process alone: no suffix is needed."""
    from django.conf import settings as django

    database = django.DATABASES["default"]
    if "sqlite" in database["ENGINE"]:
        database.setdefault("TEST", {})["NAME"] = ":memory:"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for marker, (variable, reason) in SWITCHES.items():
            if item.get_closest_marker(marker) and os.environ.get(variable) != "1":
                item.add_marker(pytest.mark.skip(reason=reason))
    # What drives a browser takes longest and goes last, so that a plain fault shows early.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


@pytest.fixture(autouse=True)
def _fast_and_forgetful(settings: Any) -> Iterator[None]:
    """A cheap password hash (argon2 is slow on purpose), and a cache that starts empty."""
    from django.core.cache import cache

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def root() -> Path:
    """The folder of the repository."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture
def in_english(settings: Any) -> None:
    """Pages and messages in the language the msgids are written in."""
    settings.LANGUAGE_CODE = "en"
