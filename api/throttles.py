"""How often one address may ask. Windows of a minute, counted in the shared cache."""

from __future__ import annotations

import time
from typing import ClassVar

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

WINDOW_SECONDS = 60


class PerMinute(BaseThrottle):
    """At most `settings.API_PER_MINUTE[scope]` requests a minute from one address.

    A counter a window: cheaper than the framework's list of times, and as good against a flood.
    """

    scope: ClassVar[str]

    def allow_request(self, request: Request, view: APIView) -> bool:
        self.window, self.into = divmod(time.time(), WINDOW_SECONDS)
        key = f"api.{self.scope}.{self.get_ident(request)}.{int(self.window)}"
        cache.add(key, 0, timeout=2 * WINDOW_SECONDS)
        try:
            count = cache.incr(key)
        except ValueError:
            # The cache dropped the key in between: it is full, and this is no time to refuse.
            return True
        return count <= settings.API_PER_MINUTE[self.scope]

    def wait(self) -> float:
        return WINDOW_SECONDS - self.into


class Settling(PerMinute):
    scope = "settle"


class Joining(PerMinute):
    scope = "join"


class MakingTokens(PerMinute):
    scope = "token"
