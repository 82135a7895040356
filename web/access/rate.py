"""How many accounts one address may make: each costs a slow hash and a place in the list."""

from __future__ import annotations

from axes.helpers import get_client_ip_address
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

AN_HOUR = 3600


def may_register(request: HttpRequest) -> bool:
    """Counts this attempt; False when its address has had its share of the hour."""
    key = f"register.{get_client_ip_address(request)}"
    cache.add(key, 0, timeout=AN_HOUR)
    try:
        return cache.incr(key) <= settings.REGISTRATIONS_PER_HOUR
    except ValueError:
        return True  # the cache is full and dropped the key: no time to refuse
