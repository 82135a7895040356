"""The number of files and connections that this process may have open."""

import sys

ENOUGH = 1_048_576
"""The highest limit requested, because some systems allocate tables as large as the limit."""


def raise_open_files() -> int:
    """Raises the soft limit on open files to the hard one; returns the limit that now holds.

    Most systems have a soft limit of 1,024, which as many spectators use up. On a system without
    such a limit (Windows) returns `ENOUGH`.
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
    except (OSError, ValueError):  # macOS allows less than it reports
        return soft
    return wanted
