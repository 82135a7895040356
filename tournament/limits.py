"""Rate limits: how often somebody may do costly things, counted in windows of time, in the cache.

All processes share the cache. While it cannot be reached, each process counts for itself. The limit
is then several times too wide, but still a limit, and nobody is shut out because Redis is down.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from ipaddress import IPv6Address, IPv6Network, ip_address
from time import time

from django.conf import settings
from django.core.cache import BaseCache, caches
from django.utils.translation import gettext_lazy as _

from tournament.errors import Problem, Refusal

SHARED, HERE = "counts", "counts_here"

log = logging.getLogger(__name__)


class TooOften(Refusal):
    """The limit of this window is reached. `wait`: seconds until the next window begins."""

    status = 429

    def __init__(self, problem: Problem, *, wait: float) -> None:
        super().__init__((problem,))
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` times in each window of `seconds`, for each `who` that is counted: an account,
    a name, or an address (`network_of`)."""

    name: str
    most: int
    seconds: int


def count(limit: Limit, who: object, *, times: int = 1) -> int:
    """Adds `times` to the count of `who`; returns the count in this window."""
    key = _key(limit, who)
    return _counted(lambda cache: _add(cache, key, times, 2 * limit.seconds))


def is_spent(limit: Limit, who: object) -> bool:
    """Whether `who` has reached the limit in this window. Counts nothing."""
    key = _key(limit, who)
    return _counted(lambda cache: int(cache.get(key) or 0)) >= limit.most


def spend(limit: Limit, who: object) -> None:
    """Adds one to the count of `who`. Raises TooOften when the limit is exceeded."""
    if count(limit, who) > limit.most:
        raise too_often(limit)


def too_often(limit: Limit) -> TooOften:
    """The TooOften of this limit, with the time to wait."""
    message = _("That was too often. Wait a little, then try again.")
    return TooOften(Problem("", "too_often", message), wait=seconds_left(limit))


def seconds_left(limit: Limit) -> float:
    """Seconds until the next window begins."""
    return limit.seconds - time() % limit.seconds


def creating_tournament(*, account: object, address: str) -> None:
    """Counts a new tournament. Raises TooOften when the account or the address has reached its
    limit for the hour."""
    an_hour = 3600
    spend(Limit("tournaments", settings.TOURNAMENTS_PER_HOUR, an_hour), account)
    of_address = settings.TOURNAMENTS_PER_HOUR_PER_ADDRESS
    spend(Limit("tournaments-from", of_address, an_hour), address)


def network_of(address: str) -> str:
    """The address as it is counted: of IPv6 the first 64 bits, as one household has all the rest.
    Any other text is returned as it is."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(IPv6Network((int(known), 64), strict=False))


def _key(limit: Limit, who: object) -> str:
    # Somebody may have typed this: in a key only plain letters are sure to be taken.
    of = sha256(network_of(str(who)).encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return f"limit.{limit.name}.{int(time() // limit.seconds)}.{of}"


def _counted(work: Callable[[BaseCache], int]) -> int:
    try:
        return work(caches[SHARED])
    except away() as error:
        log.warning("The shared cache is away (%s): counting in this process alone", error)
        return work(caches[HERE])


def _add(cache: BaseCache, key: str, times: int, seconds: int) -> int:
    cache.add(key, 0, timeout=seconds)
    try:
        return int(cache.incr(key, times))
    except ValueError:
        return 0  # a full cache dropped the key in between: better count 0 than refuse


def away() -> tuple[type[Exception], ...]:
    """The exceptions raised when the cache cannot be reached."""
    if not settings.REDIS_URL:
        return (OSError,)
    from redis.exceptions import RedisError  # imported here: the client costs memory

    return (OSError, RedisError)
