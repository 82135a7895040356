"""Which jobs there are. A room names its own in its `tasks`:

    @job("tables.forget_devices", daily_at="03:40", seconds=120)
    def forget_devices() -> str: …

What is decorated takes keyword arguments that JSON can hold, may run twice, and returns a line
for the operator, or nothing; `More` when there is more to do, and others should not wait for it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import ParamSpec, TypeVar

from django.apps import apps
from django.conf import settings

P = ParamSpec("P")
R = TypeVar("R", bound=str | None)
Work = Callable[..., str | None]


class More(str):
    """What a job returns that has done a share of its work: it is queued again, behind others."""

    __slots__ = ()


class Declined(Exception):
    """Raised by a job's work that would fail however often it was tried: it is not tried again."""


class UnknownJob(LookupError):
    """No room has a job of this name; it was asked for by another version."""


@dataclass(frozen=True, slots=True)
class Spec:
    """How a job is done: within `seconds`, tried `attempts` times, `backoff` seconds after the
    first failure, twice as long after each further one. `daily_at` "03:30" local time, or
    `every_minutes`: asked for by the clock. `whenever`: says whether there is work now; asked for
    under one row, again and again, soon after a bell and by the clock."""

    name: str
    work: Work
    seconds: int
    attempts: int
    backoff: int
    daily_at: str
    every_minutes: int
    whenever: Callable[[], bool] | None = None


Inside = Callable[[str, Work], Work]

_specs: dict[str, Spec] = {}
_inside: Inside | None = None


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
    """Makes a function known as the job `name`. The function stays as it is."""

    def known(work: Callable[P, R]) -> Callable[P, R]:
        if (other := _specs.get(name)) is not None and other.work.__module__ != work.__module__:
            raise ValueError(f"Two jobs are called {name}: name one of them otherwise.")
        _specs[name] = Spec(
            name, work, seconds, attempts, backoff, daily_at, every_minutes, whenever
        )
        return work

    return known


def spec_of(name: str) -> Spec:
    """Raises UnknownJob."""
    _discover()
    try:
        return _specs[name]
    except KeyError as error:
        raise UnknownJob(f"There is no job {name}.") from error


def do_inside(inside: Inside | None) -> None:
    """From now on every job's work is done as `inside(name, work)`: whoever follows what happens
    says so. None: as it is."""
    global _inside
    _inside = inside


def work_of(spec: Spec) -> Work:
    """What is to be called."""
    return _inside(spec.name, spec.work) if _inside else spec.work


def scheduled() -> list[Spec]:
    """What the clock asks for, in order of name."""
    _discover()
    return sorted(
        (spec for spec in _specs.values() if spec.daily_at or spec.every_minutes),
        key=lambda spec: spec.name,
    )


def standing() -> list[Spec]:
    """What is asked for whenever there is work."""
    _discover()
    return [spec for spec in _specs.values() if spec.whenever is not None]


@cache
def _discover() -> None:
    """Imports every `tasks` of the project's own apps: of the app, and of each of its rooms."""
    for app in apps.get_app_configs():
        folder = Path(app.path)
        if not folder.is_relative_to(settings.BASE_DIR) or ".venv" in folder.parts:
            continue
        for found in sorted([*folder.glob("tasks.py"), *folder.glob("*/tasks.py")]):
            parts = found.relative_to(folder).with_suffix("").parts
            importlib.import_module(".".join([app.name, *parts]))
