"""Rate limits: how many requests one address may send in a minute."""

from typing import ClassVar

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tournament import limits
from tournament.limits import Limit

WINDOW_SECONDS = 60


class PerMinute(BaseThrottle):
    """At most `settings.API_PER_MINUTE[scope]` requests a minute from one address.

    One counter for each window: cheaper than the framework's list of times, and just as good
    against floods.
    """

    scope: ClassVar[str]

    def allow_request(self, request: Request, view: APIView) -> bool:
        limit = self._limit()
        return limits.count(limit, self.get_ident(request)) <= limit.most

    def spend(self, request: Request, more: int) -> None:
        """Counts `more` besides this request, which asks for the work of as many. Raises TooOften
        when the limit is exceeded."""
        limit = self._limit()
        if limits.count(limit, self.get_ident(request), times=more) > limit.most:
            raise limits.too_often(limit)

    def wait(self) -> float:
        return limits.seconds_left(self._limit())

    def _limit(self) -> Limit:
        return Limit(f"api.{self.scope}", settings.API_PER_MINUTE[self.scope], WINDOW_SECONDS)


class Settling(PerMinute):
    """Counts records, not requests."""

    scope = "settle"


class Joining(PerMinute):
    scope = "join"


class MakingTokens(PerMinute):
    scope = "token"
