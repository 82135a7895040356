"""What is counted and kept for a while: by Redis for all processes, or by each for itself."""

from __future__ import annotations

from typing import Any

_HERE = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "here"}


def settings_of(redis_url: str) -> dict[str, dict[str, Any]]:
    """Django's caches. "here" is this process's own: what is counted when the one that all share
    is away."""
    shared = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": redis_url,
        "KEY_PREFIX": "mus",
        # A Redis that does not answer must not hold up a page for long.
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    return {"default": shared if redis_url else _HERE, "here": _HERE}
