"""How often somebody may do what costs: counted in windows of time, in the cache.

The cache is the one that all processes share. When it is away, each process counts for itself: a
bound that is several times too wide is still a bound, and nobody is shut out for want of Redis.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import BaseCache, caches
from django.utils.translation import gettext_lazy as _

from tournament.errors import Problem, Refusal

SHARED, HERE = "counts", "counts_here"

log = logging.getLogger(__name__)


class TooOften(Refusal):
    """The share of this window is used up. `wait`: seconds until the next one begins."""

    status = 429

    def __init__(self, problem: Problem, *, wait: float) -> None:
        super().__init__((problem,))
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` times in each window of `seconds`, for each one that is counted."""

    name: str
    most: int
    seconds: int


def count(limit: Limit, who: object) -> int:
    """Counts once more for `who`; returns how often it has been in this window."""
    key = _key(limit, who)
    return _counted(lambda cache: _add_one(cache, key, 2 * limit.seconds))


def is_spent(limit: Limit, who: object) -> bool:
    """Whether `who` has had its share of this window. Counts nothing."""
    key = _key(limit, who)
    return _counted(lambda cache: int(cache.get(key) or 0)) >= limit.most


def spend(limit: Limit, who: object) -> None:
    """Counts once more for `who`. Raises TooOften when that is more than its share."""
    if count(limit, who) > limit.most:
        raise too_often(limit)


def too_often(limit: Limit) -> TooOften:
    """The refusal that says so, with the time to wait."""
    message = _("That was too often. Wait a little, then try again.")
    return TooOften(Problem("", "too_often", message), wait=seconds_left(limit))


def seconds_left(limit: Limit) -> float:
    """Until the next window begins."""
    return limit.seconds - time.time() % limit.seconds


def creating_tournament(*, account: object, address: str) -> None:
    """Counts one more new tournament. Raises TooOften when the account or address has had its
    share of the hour."""
    an_hour = 3600
    spend(Limit("tournaments", settings.TOURNAMENTS_PER_HOUR, an_hour), account)
    of_address = settings.TOURNAMENTS_PER_HOUR_PER_ADDRESS
    spend(Limit("tournaments-from", of_address, an_hour), address)


def _key(limit: Limit, who: object) -> str:
    return f"limit.{limit.name}.{int(time.time() // limit.seconds)}.{who}"


def _counted(work: Callable[[BaseCache], int]) -> int:
    try:
        return work(caches[SHARED])
    except away() as error:
        log.warning("The shared cache is away (%s): counting in this process alone", error)
        return work(caches[HERE])


def _add_one(cache: BaseCache, key: str, seconds: int) -> int:
    cache.add(key, 0, timeout=seconds)
    try:
        return int(cache.incr(key))
    except ValueError:
        return 0  # the cache is full and dropped the key in between: this is no time to refuse


def away() -> tuple[type[Exception], ...]:
    """What a cache that cannot be reached raises."""
    if not settings.REDIS_URL:
        return (OSError,)
    from redis.exceptions import RedisError  # its client costs memory that nobody else need carry

    return (OSError, RedisError)
