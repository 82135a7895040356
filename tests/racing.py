"""Several writers at once, for programs that race in a process of their own."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

WRITERS = 8


def set_up() -> None:
    """Sets Django up for the migrated, empty database that DATABASE_URL names."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()


def together(verb: Callable[[int], object]) -> dict[str, int]:
    """What came of `verb`, called by all writers at once with their numbers: "done" or the code of
    a refusal, and how often."""
    from django.db import connection

    from tournament.errors import Refusal

    start = Barrier(WRITERS)

    def write(number: int) -> str:
        start.wait()  # otherwise a thread that starts sooner is ahead
        try:
            verb(number)
        except Refusal as refusal:
            return refusal.codes[0]
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(WRITERS) as pool:
        return dict(Counter(pool.map(write, range(WRITERS))))
