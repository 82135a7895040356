"""Checks of the database, Redis, the broker and its workers, and the backups."""

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from jobs import queries as jobs
from operations.backups import shelf
from operations.checks import parts
from operations.checks.finding import Finding, bad, ok, warning

WORKER_SECONDS = 2.0
OLD_BACKUP = timedelta(days=2)
A_MOMENT = timedelta(hours=2)  # at the end of summer time an hour occurs twice
QUIET = timedelta(minutes=5)
TWO_TURNS = timedelta(seconds=130)
NEARLY_ALL = 0.8


def check() -> Iterator[Finding]:
    yield database()
    if parts.database() == "unreachable":
        return
    yield migrations()
    if parts.migrations() != "ok":
        return
    yield durable()
    yield connections()
    yield redis()
    yield broker()
    yield clock_of_jobs()
    yield failed_jobs()
    yield backups()


def database() -> Finding:
    state = parts.database()
    if state == "ok":
        return ok("database", f"{connection.vendor} can be read and written.")
    if state == "read-only":
        return bad("database", "It can only be read.", "Point DATABASE_URL at the primary.")
    says = f"It does not answer. {parts.database_error()}".strip()
    return bad("database", says, "Start it, and look at DATABASE_URL.")


def migrations() -> Finding:
    if parts.migrations() == "ok":
        return ok("migrations", "All applied.")
    return bad("migrations", "Some are not applied.", "Back up, then: manage.py migrate")


def durable() -> Finding:
    """Checks that answered data are on the disk."""
    asks = {"postgresql": ("SHOW fsync", "SHOW synchronous_commit")}
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA synchronous")
            is_durable = cursor.fetchone()[0] >= 2
        else:
            answers = []
            for question in asks[connection.vendor]:
                cursor.execute(question)
                answers.append(cursor.fetchone()[0])
            is_durable = "off" not in answers
    if is_durable:
        return ok("durability", "What was confirmed is on the disk.")
    remedy = "Set fsync = on and synchronous_commit = on in postgresql.conf."
    return bad("durability", "A power cut would lose what was confirmed last.", remedy)


def connections() -> Finding:
    """Checks that PostgreSQL has connections left, for this process's pool too."""
    about = "connections"
    if connection.vendor != "postgresql":
        return ok(about, "A file needs none.")
    used, most = parts.connections()
    pool = connection.settings_dict["OPTIONS"].get("pool")
    largest = pool["max_size"] if isinstance(pool, dict) else 1
    says = f"{used} of {most} are in use; each process takes up to {largest}."
    remedy = "Lower pool= in DATABASE_URL, or raise max_connections in postgresql.conf."
    if largest > most:
        return bad(about, says, remedy)
    return warning(about, says, remedy) if used > NEARLY_ALL * most else ok(about, says)


def redis() -> Finding:
    state = parts.redis()
    if state == "unreachable":
        return bad("redis", "It does not answer.", "Start it, and look at REDIS_URL.")
    if state == "read-only":
        remedy = "Point REDIS_URL at the primary, and give it memory (maxmemory, INFO memory)."
        return bad("redis", "It answers, and keeps nothing.", remedy)
    if state == "not used" and settings.CELERY_BROKER_URL:
        remedy = "Set REDIS_URL (the broker's Redis may serve, by another number of database)."
        return bad("redis", "Processes do not hear of each other: pages stay as they are.", remedy)
    return ok("redis", "It answers." if state == "ok" else "Not used: one process needs none.")


def broker() -> Finding:
    """Checks the broker and its workers: without a worker, jobs wait for ever."""
    state = parts.broker()
    if state == "not used":
        return ok("broker", "Not used: the server does its jobs itself.")
    if state == "unreachable":
        return bad("broker", "It does not answer.", "Start it, and look at CELERY_BROKER_URL.")
    from celery import current_app

    workers = current_app.control.inspect(timeout=WORKER_SECONDS).ping() or {}
    if not workers:
        return bad("broker", "It has no worker.", "Start one: celery -A config worker")
    return ok("broker", f"{len(workers)} at work: {', '.join(sorted(workers))}.")


def clock_of_jobs() -> Finding:
    """Checks that jobs are begun in time, and by one clock."""
    about, ticked = "clock of jobs", jobs.last_tick()
    if len(clocks := jobs.clocks(since=timezone.now() - TWO_TURNS)) > 1:
        remedy = (
            "Stop all but one `celery beat`. After a restart of one: ask again in three minutes."
        )
        return warning(about, f"There are {len(clocks)}: {', '.join(clocks)}.", remedy)
    if ticked is not None and timezone.now() - ticked < QUIET:
        return ok(about, f"It ticked at {timezone.localtime(ticked):%H:%M}.")
    start = "Start the server; leave JOBS_HERE at 1 in one of them."
    if settings.CELERY_BROKER_URL:
        start = "Start it: celery -A config beat"
    if ticked is None:
        says = "It has not ticked yet: until it does, nightly checks and backups are not done."
        return warning(about, says, f"After a start wait a minute and ask again. Else: {start}")
    says = (
        f"It last ticked at {timezone.localtime(ticked):%Y-%m-%d %H:%M}: nothing is done nightly."
    )
    return (bad if settings.CELERY_BROKER_URL else warning)(about, says, start)


def failed_jobs() -> Finding:
    counts = jobs.counts()
    says = f"{counts['failed']} failed, {counts['stuck']} stuck, {counts['queued']} queued."
    if counts["stuck"]:
        return bad("jobs", says, "Look at /operator/jobs/, and whether a worker runs.")
    if counts["failed"]:
        return warning("jobs", says, "Look at /operator/jobs/: each says why, and can be redone.")
    return ok("jobs", says)


def backups() -> Finding:
    if settings.BACKUPS_KEPT < 1:
        return ok("backups", "Made elsewhere: BACKUPS_KEPT is 0.")
    try:
        newest = shelf.newest()
    except (OSError, DatabaseError) as error:
        return bad("backups", f"They cannot be looked at: {error}.", "Look at BACKUP_DIR.")
    if newest is None:
        return warning("backups", f"None in {shelf.folder()}.", "manage.py backup DIR")
    age = timezone.now() - newest
    says = f"The newest is of {timezone.localtime(newest):%Y-%m-%d %H:%M}, in {shelf.folder()}."
    if age < -A_MOMENT:
        remedy = "Was the clock set back? Nightly backups are sorted by name: move this one away."
        return warning("backups", f"{says} That is in the future.", remedy)
    if age > OLD_BACKUP:
        return bad("backups", says, "Look at the job operations.back_up; manage.py backup DIR")
    return ok("backups", says)
