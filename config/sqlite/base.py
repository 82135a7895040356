"""A SQLite backend in which the threads of one process queue in memory for the write lock.

SQLite lets one transaction write at a time; the others sleep and try again, at growing intervals. A
lock before BEGIN IMMEDIATE passes on at once and in order, which makes the longest waits much
shorter. Other processes still wait at SQLite's own lock (`timeout` in the settings).
"""

import threading
from typing import TYPE_CHECKING, Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

_writer = threading.Lock()
WAIT_SECONDS = 20.0


if TYPE_CHECKING:
    # The type stubs lack the methods between Django's transactions and the driver.
    class _Wrapper(base.DatabaseWrapper):
        def _start_transaction_under_autocommit(self) -> None: ...
        def _commit(self) -> None: ...
        def _rollback(self) -> None: ...
        def _close(self) -> None: ...

else:
    _Wrapper = base.DatabaseWrapper


class DatabaseWrapper(_Wrapper):
    """A connection that holds the process's write lock from BEGIN to COMMIT or ROLLBACK."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._writes = False

    def _start_transaction_under_autocommit(self) -> None:
        self._take()
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            self._release()
            raise

    def _commit(self) -> None:
        super()._commit()
        # Not in a `finally`: after a failed COMMIT the transaction stays open until its ROLLBACK.
        self._release()

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self._release()

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            self._release()

    def _take(self) -> None:
        if self._writes:
            return
        if not _writer.acquire(timeout=WAIT_SECONDS):
            raise OperationalError("database is locked by another request of this process")
        self._writes = True

    def _release(self) -> None:
        if self._writes:
            self._writes = False
            _writer.release()
