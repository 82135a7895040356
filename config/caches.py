"""Django's caches: in Redis for all processes, or in each process."""

from __future__ import annotations

from typing import Any

_HERE = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "here"}


def settings_of(redis_url: str) -> dict[str, dict[str, Any]]:
    """Django's CACHES setting. "here" is this process's own cache, used for counting when the
    shared one cannot be reached."""
    shared = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": redis_url,
        "KEY_PREFIX": "mus",
        # A Redis that does not answer must not delay a page for long.
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    return {"default": shared if redis_url else _HERE, "here": _HERE}
