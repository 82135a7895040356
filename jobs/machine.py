"""What an operating system may lack: priorities, heaps, limits, folders that can be flushed.

The only module that uses names which Windows does not have; everything else asks here (ruff's
banned API in pyproject.toml). Where a system lacks something, the call does nothing, says so in
what it returns, and the program works without it.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

WINDOWS = sys.platform == "win32"

HEAP = {-8: 1, -1: 128 * 1024, -3: 128 * 1024}
"""M_ARENA_MAX, M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of glibc's malloc.h."""

ENOUGH_FILES = 1_048_576
"""The highest limit requested, because some systems allocate tables as large as the limit."""


def lower_priority() -> bool:
    """Lets other processes go first; returns False where a process has no niceness (Windows)."""
    if not hasattr(os, "nice"):
        return False
    os.nice(10)
    return True


def limit_memory(most: int) -> bool:
    """Limits the address space of this process to `most` bytes; returns whether the limit holds.

    Windows has no such limit, and some macOS refuse it.
    """
    try:
        import resource
    except ImportError:
        return False
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
        return True
    return False


def raise_open_files() -> int:
    """Raises the soft limit on open files to the hard one; returns the limit that now holds.

    Most systems have a soft limit of 1,024, which as many spectators use up. On a system without
    such a limit (Windows) returns `ENOUGH_FILES`.
    """
    try:
        import resource
    except ImportError:
        return ENOUGH_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, ENOUGH_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return min(soft, ENOUGH_FILES) if soft != resource.RLIM_INFINITY else ENOUGH_FILES
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # macOS allows less than it reports
        return soft
    return wanted


def give_back_memory() -> bool:
    """Tells the C library to use one heap for all threads, and to return freed memory to the
    system; returns whether it understood.

    By default glibc makes a heap for every thread and keeps the memory of the largest pages in
    each. Other C libraries do not have the call.
    """
    try:
        import ctypes

        mallopt = ctypes.CDLL(None).mallopt
    except (ImportError, AttributeError, OSError, TypeError):  # TypeError: Windows wants a name
        return False
    for option, value in HEAP.items():
        mallopt(option, value)
    return True


def become(command: Sequence[str]) -> int:
    """Runs a command in place of this process; there is then only one to stop, with fresh memory.

    On Windows, where no process can become another, it runs beside this one, which waits for it
    and returns its exit status.
    """
    sys.stdout.flush()
    if not WINDOWS:
        os.execv(command[0], list(command))  # noqa: S606
    with suppress(KeyboardInterrupt):  # both get Ctrl+C; the server ends by itself
        return subprocess.call(command)  # noqa: S603
    return 0


def flush_to_disk(*paths: Path) -> None:
    """Flushes files and folders to the disk, so that they survive a power cut.

    Windows flushes no folder, and a file only when it is open for writing.
    """
    for path in paths:
        if WINDOWS and path.is_dir():
            continue
        handle = os.open(path, os.O_RDWR if WINDOWS else os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def others_can_read(path: Path) -> bool:
    """Returns whether other accounts may open this file or folder. On Windows the mode says
    nothing of that, and a user's folder is the user's own: False."""
    return not WINDOWS and bool(path.stat().st_mode & 0o077)
