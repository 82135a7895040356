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


def check() -> Iterator[Finding]:
    yield database()
    if parts.database() == "unreachable":
        return
    yield migrations()
    if parts.migrations() != "ok":
        return
    yield durable()
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


def redis() -> Finding:
    state = parts.redis()
    if state == "unreachable":
        return bad("redis", "It does not answer.", "Start it, and look at REDIS_URL.")
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
    ticked = jobs.last_tick()
    if ticked is not None and timezone.now() - ticked < QUIET:
        return ok("clock of jobs", f"It ticked at {timezone.localtime(ticked):%H:%M}.")
    says = "It has not ticked for five minutes: nightly checks and backups are not done."
    if settings.CELERY_BROKER_URL:
        return bad("clock of jobs", says, "Start it: celery -A config beat")
    return warning("clock of jobs", says, "Start the server; leave JOBS_HERE at 1 in one of them.")


def failed_jobs() -> Finding:
    counts = jobs.counts()
    says = f"{counts['failed']} failed, {counts['stuck']} stuck, {counts['queued']} queued."
    if counts["stuck"]:
        return bad("jobs", says, "Look at /operator/jobs/, and whether a worker runs.")
    if counts["failed"]:
        return warning("jobs", says, "Look at /operator/jobs/: each says why, and can be redone.")
    return ok("jobs", says)


def backups() -> Finding:
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
        return warning("backups", says, "Look at the job operations.back_up; manage.py backup DIR")
    return ok("backups", says)
