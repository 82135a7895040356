"""Receives changes of other processes through Redis or PostgreSQL and passes them on in this
one."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from tournament.notify import CHANNEL, LogProgress, deliver

RECONNECT_SECONDS = 1.0

log = logging.getLogger(__name__)


async def relay_redis(url: str) -> None:
    """Runs until cancelled; while Redis cannot be reached, it tries again every second."""
    # Imported here: the client takes 20 MB, which a process without Redis saves.
    from redis.asyncio import Redis
    from redis.exceptions import RedisError

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


async def relay_postgres(database: Mapping[str, Any]) -> None:
    """Runs until cancelled; while PostgreSQL cannot be reached, it tries again every second."""
    from psycopg import AsyncConnection, Error, sql

    listen = sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL))
    while True:
        try:
            opening = AsyncConnection.connect(_address(database), autocommit=True)
            async with await opening as connection:
                await connection.execute(listen)
                async for word in connection.notifies():
                    _pass_on(word.payload.encode())
        except Error:
            log.warning("PostgreSQL is away; listening again in a second")
        await asyncio.sleep(RECONNECT_SECONDS)


def _address(database: Mapping[str, Any]) -> str:
    """The connection string of this database, for a separate connection: a listening connection can
    do nothing else."""
    from psycopg.conninfo import make_conninfo
    from psycopg.pq import Conninfo

    named = {"dbname": "NAME", "host": "HOST", "port": "PORT"}
    named |= {"user": "USER", "password": "PASSWORD"}
    parts = {name: database[key] for name, key in named.items() if database.get(key)}
    of_libpq = {option.keyword.decode() for option in Conninfo.get_defaults()}
    options = {key: at for key, at in database["OPTIONS"].items() if key in of_libpq}
    return make_conninfo(**parts, **options)


def _pass_on(data: bytes) -> None:
    try:
        deliver(LogProgress.from_text(data))
    except ValueError:
        log.warning("Somebody sent %r on %s: left aside", data[:200], CHANNEL)
