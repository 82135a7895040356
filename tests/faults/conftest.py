"""Lets the nth statement of every service fail, while the services are at work."""

from __future__ import annotations

import copy
import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from random import Random
from typing import Any

import pytest
from django.core.cache import caches
from django.db import OperationalError, connection, models, transaction

from season.queries import corrections, known, who
from tests.faults.public import CALLERS, public_services
from tests.night import of_many, seed_of
from tournament.recent import Recent

Rows = dict[str, list[tuple[Any, ...]]]


class Fault(OperationalError):
    """The failure of a statement."""


class Failing:
    """Each service that is called while this is installed is first called again and again, with one
    of its statements failing; then for real. Only outermost calls count: a service that another one
    calls runs inside its transaction.

    `writing`: services that changed rows; `asking`: services whose every call changed none; `left`:
    failures after which the rows were not as before.
    """

    def __init__(self) -> None:
        self.writing: set[str] = set()
        self.asking: set[str] = set()
        self.left: list[tuple[str, str]] = []
        self._is_inside = False

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Replaces every public service, wherever a module has imported it."""
        replaced = {}
        for name in public_services():
            module, _dot, function = name.rpartition(".")
            original = getattr(import_module(module), function)
            replaced[id(original)] = (original, self._replacement(name, original))
        for module in list(sys.modules.values()):
            if module.__name__.split(".")[0] in (*CALLERS, "tests"):
                for name, value in list(vars(module).items()):
                    if id(value) in replaced and value is replaced[id(value)][0]:
                        patch.setattr(module, name, replaced[id(value)][1])

    def _replacement(self, name: str, service: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(service)
        def replacement(*arguments: Any, **named: Any) -> Any:
            if self._is_inside or name in self.writing:
                return service(*arguments, **named)
            self._is_inside = True
            try:
                self.try_service(name, lambda: service(*map(_own, arguments), **_owned(named)))
            finally:
                self._is_inside = False
            return service(*arguments, **named)

        return replacement

    def try_service(self, name: str, call: Callable[[], object]) -> None:
        before = all_rows()
        with taken_back():
            with failing_at(0) as statements:
                _whole(call)
            writes = all_rows() != before
        (self.writing if writes else self.asking).add(name)
        self.asking -= self.writing
        for number in _some_of(len(statements)):
            # Inside an act that is recorded, tables are read in the first call alone: later calls
            # have fewer statements, and the last of them is tried.
            came = self._fails(name, call, number, before)
            if len(came) < number:
                self._fails(name, call, len(came), before)

    def _fails(self, name: str, call: Callable[[], object], number: int, before: Rows) -> list[str]:
        """Lets statement `number` fail; returns the statements that came."""
        with taken_back():
            came = _broken(call, number)
            if len(came) >= number and all_rows() != before:
                self.left.append((name, came[number - 1]))
        return came


@contextmanager
def failing_at(number: int) -> Iterator[list[str]]:
    """Lets statement `number` fail, counted from 1; the list has the statements that came."""
    statements: list[str] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        statements.append(sql)
        if len(statements) == number:
            raise Fault("disk I/O error")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield statements


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is written inside is rolled back."""
    point = transaction.savepoint()
    try:
        yield
    finally:
        transaction.set_rollback(False)
        transaction.savepoint_rollback(point)


def all_rows() -> Rows:
    """All rows of all tables."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for name in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)}")
            found[name] = sorted(map(tuple, cursor), key=repr)
    return found


def _broken(call: Callable[[], object], number: int) -> list[str]:
    statements: list[str] = []
    try:
        with failing_at(number) as statements:
            _whole(call)
    except Exception:
        if len(statements) < number:
            raise
    # A statement that failed outside of any savepoint has done nothing.
    transaction.set_rollback(False)
    return statements


def _some_of(most: int) -> list[int]:
    """The last statement, nightly the first, too, and some between them, the same in every run."""
    between = range(2, most)
    some = Random(seed_of(most)).sample(between, min(of_many(0, nightly=5), len(between)))
    first = of_many(most, nightly=1)
    return sorted({first, most, *some} if most else ())


def _whole(call: Callable[[], object]) -> None:
    for cache in caches.all():
        cache.clear()  # a limit counts tries, whatever becomes of them
    for module in (corrections, known, who):
        for value in vars(module).values():
            if isinstance(value, Recent):
                value.clear()  # each call asks for as much as the one before
    result = call()
    if isinstance(result, Iterator):
        list(result)


def _own(value: Any) -> Any:
    """A copy of a row: a call that fails has changed the one it was called with."""
    return copy.copy(value) if isinstance(value, models.Model) else value


def _owned(named: dict[str, Any]) -> dict[str, Any]:
    return {name: _own(value) for name, value in named.items()}


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Failing:
    """Every service fails at some of its statements before it succeeds."""
    found = Failing()
    found.install(monkeypatch)
    return found
