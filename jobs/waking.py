"""The thread of this process that does the jobs, if there is one, and the bell that wakes it."""

from __future__ import annotations

import threading

bell = threading.Event()
"""Set when a job is waiting, or the thread is to stop."""
_thread: threading.Thread | None = None


def is_done_by(thread: threading.Thread | None) -> None:
    """Sets which thread of this process does the jobs; None: the process does none any more."""
    global _thread
    _thread = thread


def wake() -> bool:
    """Wakes the thread; returns whether there is one."""
    if _thread is None or not _thread.is_alive():
        return False
    bell.set()
    return True
