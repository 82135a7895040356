"""The state, in one word, of each thing that this process needs; for `/readyz`, the doctor and the
operator."""

import shutil
from functools import cache
from pathlib import Path

from django.conf import settings
from django.core.cache import caches
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

FULL_BYTES = 50_000_000
NEARLY_FULL_BYTES = 500_000_000
BROKER_SECONDS = 1.0


def database_error() -> str:
    """The database's own words for why it does not answer; "" when it does."""
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        return str(error).strip()
    return ""


def database() -> str:
    """ok, read-only, unreachable."""
    asks = "SHOW transaction_read_only" if connection.vendor == "postgresql" else "SELECT 'off'"
    try:
        with connection.cursor() as cursor:
            cursor.execute(asks)
            return "ok" if cursor.fetchone()[0] == "off" else "read-only"
    except DatabaseError:
        return "unreachable"


def redis() -> str:
    """ok, not used, read-only (a replica, or full), unreachable."""
    if not settings.REDIS_URL:
        return "not used"
    try:
        caches["default"].get("readyz")
    except Exception:
        # Whatever the client raises, Redis cannot be reached.
        return "unreachable"
    try:
        caches["default"].set("readyz", 1, timeout=10)
    except Exception:
        return "read-only"
    return "ok"


def broker() -> str:
    """ok, not used, unreachable."""
    if not settings.CELERY_BROKER_URL:
        return "not used"
    from celery import current_app

    try:
        with current_app.connection_for_write(connect_timeout=BROKER_SECONDS) as channel:
            channel.ensure_connection(max_retries=0, timeout=BROKER_SECONDS)
    except Exception:
        return "unreachable"
    return "ok"


def migrations() -> str:
    """ok, not applied, unknown. A result "ok" is remembered while this process runs."""
    try:
        return _migrations()
    except NotApplied:
        return "not applied"
    except DatabaseError:
        return "unknown"


def connections() -> tuple[int, int]:
    """How many connections PostgreSQL has open for clients, and how many it lets in. Raises
    DatabaseError."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),"
            " current_setting('max_connections')::int"
            " - current_setting('superuser_reserved_connections')::int"
        )
        used, most = cursor.fetchone()
        return used, most


def disk() -> str:
    """ok, nearly full, full: the disk with the data."""
    return space(settings.VAR_DIR)


def space(folder: Path) -> str:
    """ok, nearly full, full: the disk of a folder."""
    free = shutil.disk_usage(folder).free
    if free < FULL_BYTES:
        return "full"
    return "nearly full" if free < NEARLY_FULL_BYTES else "ok"


class NotApplied(Exception):
    """Raised inside the cached function, so that the result is not remembered."""


@cache
def _migrations() -> str:
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise NotApplied
    return "ok"
