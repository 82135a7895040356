"""One service, called with a fault at one statement after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import time_machine
from django.core.cache import caches
from django.db import OperationalError, connection, transaction
from django.test import override_settings
from django.utils import timezone

from bench.faults.statements import accounts, entries, hands, matches, operations, rulings
from bench.faults.statements.day import Call, Case, Day
from jobs.models import Job

Rows = dict[str, list[tuple[Any, ...]]]
Choose = Callable[[int], Iterable[int]]

CASES: Mapping[str, Case] = {
    **accounts.CASES,
    **entries.CASES,
    **hands.CASES,
    **matches.CASES,
    **operations.CASES,
    **rulings.CASES,
}

ON_FILES = {
    "operations.backups.services.back_up": "writes a folder, which gets its name when it is whole",
    "operations.backups.services.bring_back": "a database in the place of another, servers stopped",
    "operations.backups.services.check": "reads a folder",
}
"""Services that no statement of this database bears on; tests/operations/backups breaks these."""

ASKS = {
    "accounts.services.mailboxes.send_link",
    "accounts.services.passkeys.ask_to_make",
    "accounts.services.passkeys.ask_to_show",
    "accounts.services.resets.link_of",
    "accounts.services.resets.send",
    "jobs.services.due",
    "jobs.services.hand_on",
    "scoring.proof.services.checking.check_all",
    "scoring.proof.services.checking.check_as_read",
    "scoring.proof.services.checking.check_one",
    "scoring.proof.services.files.write_file",
    "scoring.proof.services.numbers.count_from",
    "scoring.rulings.services.decisions.read_outcome",
    "tournament.signup.services.mail.confirm",
}
"""Services that write no row: they send, sign, check, read what came, or move counters."""

IN_PIECES = {
    "jobs.services.run": timedelta(days=1),
    "jobs.services.send": timedelta(days=1),
    "jobs.services.tick": timedelta(0),
    "scoring.course.services.submissions.forget": timedelta(0),
    "scoring.explain.services.chances.count_chances": timedelta(0),
    "scoring.explain.services.chances.forget_changed": timedelta(0),
    "scoring.proof.services.erasing.erase_old_names": timedelta(0),
    "scoring.statistics.services.keep_anew": timedelta(0),
    "scoring.statistics.services.keep_facts": timedelta(0),
    "tournament.notices.services.tell": timedelta(0),
    "tournament.signup.services.desk.erase_old_contacts": timedelta(0),
    "tournament.tables.services.retention.forget_idle": timedelta(0),
}
"""What goes through many things, each in a transaction of its own, so that a tournament waits for
none but itself; and jobs, that note whose they are before they are done. A fault leaves whole
pieces: done again after so long, all is as if there had been no fault."""


class Fault(OperationalError):
    """What is brought about."""


@dataclass(frozen=True)
class Tried:
    """What came of one service. `left`: the statements whose fault left something behind."""

    name: str
    statements: int
    faults: int
    left: tuple[str, ...]
    writes: bool


def all_of(most: int) -> range:
    """Every statement."""
    return range(1, most + 1)


def tried(name: str, day: Day, choose: Choose = all_of) -> Tried:
    """Calls the service of that name with a fault at each statement that `choose` names of as many
    as there are. The day is as it was afterwards."""
    with _at_one_moment(day), undone():
        call = CASES[name](day)
        assert f"{call.func.__module__}.{call.func.__name__}" == name
        before = everything()
        with undone():
            _call(call)  # what is prepared once is asked for this first time only
            writes = everything() != before
        with undone(), broken_at(0) as seen:
            _forget()
            _call(call)
        whole = _done_again(name, call, 0) if name in IN_PIECES else before
        faults = list(choose(len(seen)))
        after = [(_done_again if name in IN_PIECES else _done)(name, call, one) for one in faults]
        left = [seen[one - 1] for one, rows in zip(faults, after, strict=True) if rows != whole]
        return Tried(name, len(seen), len(faults), tuple(left), writes)


def _done(_name: str, call: Call, number: int) -> Rows:
    """The rows after a fault at that statement."""
    with undone():
        _break(call, number)
        return everything()


def _done_again(name: str, call: Call, number: int) -> Rows:
    """The rows once it was done again, after a fault or (0) none."""
    with undone():
        _break(call, number)
        with time_machine.travel(timezone.now() + IN_PIECES[name], tick=False):
            _call(call)
        # Numbers that were given and taken back are not given again (on PostgreSQL).
        rows = everything(but="id")
        # When a job was tried, how often and what it said last is not what it did.
        rows["jobs_job"] = list(Job.objects.order_by("pk").values_list("name", "key", "state"))
        return rows


def _call(call: Call) -> None:
    found = call()
    if isinstance(found, Iterator):
        list(found)


def _break(call: Call, number: int) -> None:
    _forget()  # a limit counts tries, whatever becomes of them
    try:
        with broken_at(number) as seen:
            _call(call)
    except Exception:
        if len(seen) < number:
            raise
    assert len(seen) >= number, "it asked less than before"
    # A statement that was refused outside of any savepoint has done nothing.
    transaction.set_rollback(False)


def _forget() -> None:
    """Empties what this process counts and keeps."""
    for cache in caches.all():
        cache.clear()


@contextmanager
def broken_at(number: int) -> Iterator[list[str]]:
    """Refuses the statement `number`, counted from 1; the list has those that came."""
    seen: list[str] = []

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        seen.append(sql)
        if len(seen) == number:
            raise Fault("disk I/O error")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield seen


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written inside is taken back."""
    point = transaction.savepoint()
    try:
        yield
    finally:
        transaction.set_rollback(False)
        transaction.savepoint_rollback(point)


@contextmanager
def _at_one_moment(day: Day) -> Iterator[None]:
    mail = {"EMAIL_HOST": "mail", "EMAIL_BACKEND": "django.core.mail.backends.locmem.EmailBackend"}
    with time_machine.travel(day.now, tick=False), override_settings(**mail):
        yield


def everything(*, but: str = "") -> Rows:
    """All rows of all tables, without the column `but`."""
    found: Rows = {}
    with connection.cursor() as cursor:
        for name in _tables():
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(name)}")
            kept = [at for at, one in enumerate(cursor.description) if one[0] != but]
            found[name] = sorted((tuple(row[at] for at in kept) for row in cursor), key=repr)
    return found


_known: list[str] = []


def _tables() -> list[str]:
    if not _known:
        _known.extend(sorted(connection.introspection.table_names()))
    return _known
