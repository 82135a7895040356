"""Hears through Redis what other processes changed and passes it on in this one."""

import asyncio
import logging

from redis.asyncio import Redis
from redis.exceptions import RedisError

from tournament.notify import CHANNEL, Change, deliver

RECONNECT_SECONDS = 1.0

log = logging.getLogger(__name__)


async def relay(url: str) -> None:
    """Runs until cancelled; while Redis is away it tries again every second."""
    while True:
        try:
            async with Redis.from_url(url) as client, client.pubsub() as channel:
                await channel.subscribe(CHANNEL)
                async for message in channel.listen():
                    if message["type"] == "message":
                        _pass_on(message["data"])
        except RedisError:
            log.warning("Redis is away; listening again in a second")
        await asyncio.sleep(RECONNECT_SECONDS)


def _pass_on(data: bytes) -> None:
    try:
        deliver(Change.from_text(data))
    except ValueError:
        log.warning("Somebody sent %r on %s: left aside", data[:200], CHANNEL)
