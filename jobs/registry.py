"""The registry of jobs. A package declares its jobs in its module `tasks`:

    @job("tables.forget_devices", daily_at="03:40", seconds=120)
    def forget_devices() -> str: …

A job takes keyword arguments that JSON can hold, must be safe to run twice, and returns a line for
the operator or nothing. It returns `More` when there is more to do and other jobs should come
between.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import ParamSpec, TypeVar

from django.apps import apps
from django.conf import settings
from django.utils import timezone

P = ParamSpec("P")
R = TypeVar("R", bound=str | None)
Work = Callable[..., str | None]


class More(str):
    """Returned by a job that has done part of its work: it is queued again, behind others."""

    __slots__ = ()


class Declined(Exception):
    """Raised by a job that would fail however often it is tried. It is not tried again."""


class UnknownJob(LookupError):
    """No job has this name; another version of the program queued it."""


@dataclass(frozen=True, slots=True)
class Spec:
    """How a job is done: within `seconds`, tried `attempts` times, `backoff` seconds after the
    first failure and twice as long after each further one. `daily_at` ("03:30" local time) and
    `every_minutes`: the clock queues it. `whenever`: a standing job, queued again and again under
    one row when the function says that there is work, soon after a ring and by the clock."""

    name: str
    work: Work
    seconds: int
    attempts: int
    backoff: int
    daily_at: str
    every_minutes: int
    whenever: Callable[[], bool] | None = None


_specs: dict[str, Spec] = {}


def job(
    name: str,
    *,
    seconds: int = 60,
    attempts: int = 5,
    backoff: int = 15,
    daily_at: str = "",
    every_minutes: int = 0,
    whenever: Callable[[], bool] | None = None,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Registers a function as the job `name`; the function itself is not changed."""

    def known(work: Callable[P, R]) -> Callable[P, R]:
        if (other := _specs.get(name)) is not None and other.work.__module__ != work.__module__:
            raise ValueError(f"Two jobs are called {name}: name one of them otherwise.")
        _specs[name] = Spec(
            name, work, seconds, attempts, backoff, daily_at, every_minutes, whenever
        )
        return work

    return known


def days_ago(days: int) -> datetime:
    """The moment so many days before this one, for jobs that delete what is older."""
    return timezone.now() - timedelta(days=days)


def spec_of(name: str) -> Spec:
    """The spec of a job. Raises UnknownJob."""
    _discover()
    try:
        return _specs[name]
    except KeyError as error:
        raise UnknownJob(f"There is no job {name}.") from error


def scheduled() -> list[Spec]:
    """The jobs that the clock queues, by name."""
    _discover()
    return sorted(
        (spec for spec in _specs.values() if spec.daily_at or spec.every_minutes),
        key=lambda spec: spec.name,
    )


def standing() -> list[Spec]:
    """The standing jobs, queued whenever there is work."""
    _discover()
    return [spec for spec in _specs.values() if spec.whenever is not None]


@cache
def _discover() -> None:
    """Imports every module `tasks` of the project's own apps and of their packages."""
    for app in apps.get_app_configs():
        folder = Path(app.path)
        if not folder.is_relative_to(settings.BASE_DIR) or ".venv" in folder.parts:
            continue
        for path in sorted([*folder.glob("tasks.py"), *folder.glob("*/tasks.py")]):
            parts = path.relative_to(folder).with_suffix("").parts
            importlib.import_module(".".join([app.name, *parts]))
