"""Django's caches: in Redis for all processes, or in each process."""

from typing import Any

_LOCAL = "django.core.cache.backends.locmem.LocMemCache"
_HERE = {"BACKEND": _LOCAL, "LOCATION": "here"}
_COUNTS = {"BACKEND": _LOCAL, "LOCATION": "counts", "OPTIONS": {"MAX_ENTRIES": 50_000}}
"""Many entries, because counts are small and a limit fails once other names push a count out."""


def settings_of(redis_url: str) -> dict[str, dict[str, Any]]:
    """Django's CACHES setting. All processes share "default"; "here" is this process's own.
    "counts" and "counts_here" are the same for `tournament.limits` alone; "counts_here" is used
    while Redis cannot be reached."""
    shared = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": redis_url,
        "KEY_PREFIX": "mus",
        # A Redis that does not answer must not delay a page for long.
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    return {
        "default": shared if redis_url else _HERE,
        "here": _HERE,
        "counts": shared if redis_url else _COUNTS,
        "counts_here": _COUNTS,
    }
