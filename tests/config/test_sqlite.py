"""Threads of one process take turns at writing, and the lock is always given back."""

import contextlib
import threading
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

from config.sqlite import base

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="is about SQLite"),
]


def in_threads(count: int, work: Callable[[int], None]) -> list[BaseException]:
    failed: list[BaseException] = []

    def body(number: int) -> None:
        try:
            work(number)
        except BaseException as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=body, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return failed


def test_the_lock_is_held_from_begin_to_commit() -> None:
    assert not base._writer.locked()
    with transaction.atomic():
        assert base._writer.locked()
        with transaction.atomic():
            User.objects.create(username="kaia")
        assert base._writer.locked()
    assert not base._writer.locked()


def test_the_lock_comes_back_after_a_rollback() -> None:
    with contextlib.suppress(ZeroDivisionError), transaction.atomic():
        User.objects.create(username="kaia")
        raise ZeroDivisionError
    assert not base._writer.locked()
    assert not User.objects.exists()


def test_the_lock_comes_back_when_the_connection_is_closed_inside() -> None:
    def close(_: int) -> None:
        with transaction.atomic():
            connection.close()

    in_threads(1, close)
    assert not base._writer.locked()


def test_reading_takes_no_lock() -> None:
    User.objects.count()
    assert not base._writer.locked()


def test_threads_that_read_and_then_write_never_overwrite_one_another() -> None:
    User.objects.create(username="kaia", first_name="0")

    def add_one(_: int) -> None:
        for _repeat in range(5):
            with transaction.atomic():
                user = User.objects.get(username="kaia")
                user.first_name = str(int(user.first_name) + 1)
                user.save()

    assert in_threads(8, add_one) == []
    assert User.objects.get(username="kaia").first_name == "40"
