"""How many files and connections this process may hold open."""

from __future__ import annotations

import sys

ENOUGH = 1_048_576
"""More than this is not asked for: some systems set up tables as large as the limit."""


def raise_open_files() -> int:
    """Raises the soft limit on open files to the hard one; returns the limit that now holds.

    1,024 is the soft limit of most systems, and as many spectators use it up. Where the system has
    no such limit (Windows), `ENOUGH` is returned.
    """
    if sys.platform == "win32":
        return ENOUGH
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return min(soft, ENOUGH) if soft != resource.RLIM_INFINITY else ENOUGH
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # macOS allows less than it says
        return soft
    return wanted
