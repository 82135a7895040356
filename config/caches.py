"""What is counted and kept for a while: by Redis for all processes, or by each for itself."""

from __future__ import annotations

from typing import Any

_LOCAL = "django.core.cache.backends.locmem.LocMemCache"
_HERE = {"BACKEND": _LOCAL, "LOCATION": "here"}
_COUNTS = {"BACKEND": _LOCAL, "LOCATION": "counts", "OPTIONS": {"MAX_ENTRIES": 50_000}}
"""Counts are small, and a limit is one only while they are not pushed out by other names."""


def settings_of(redis_url: str) -> dict[str, dict[str, Any]]:
    """Django's caches. "default" is what all processes share, "here" what this one keeps. "counts"
    and "counts_here" are the same for `tournament.limits` alone; the second one counts while Redis
    is away."""
    shared = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": redis_url,
        "KEY_PREFIX": "mus",
        # A Redis that does not answer must not hold up a page for long.
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    return {
        "default": shared if redis_url else _HERE,
        "here": _HERE,
        "counts": shared if redis_url else _COUNTS,
        "counts_here": _COUNTS,
    }
