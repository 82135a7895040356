"""Jobs: asked for, claimed, done, and found when their worker is lost.

The retry of a job that failed waits longer each time; after the last try it stays as failed.
"""

import logging
import math
import random
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import F, Min, Q
from django.utils import timezone

from jobs.models import CLOCK, Job, JobState, Product, Pulse
from jobs.registry import Declined, More, Spec, UnknownJob, scheduled, spec_of, standing

LEASE_SECONDS = 30
NO_LEASE = timedelta(hours=2)
"""Longer than any lease: the longest job may take one hour."""
LONGEST_SAID = 500
STANDING = "whenever there is work"
"""The key of standing jobs."""
AFTER_FAILING = timedelta(minutes=10)
"""How long a failed standing job is not queued again, so that the failure can be seen."""

MOST_NAME, A_DAY = 40, timedelta(days=1)
"""Letters of a clock's name, and how long it is kept."""

LONGEST_DELAY = 3600
"""Seconds between two tries, at most."""

log = logging.getLogger(__name__)

wake_up = threading.Event()
"""Wakes the thread for jobs (`jobs.clockwork`): a job waits, or the thread is to stop."""
_thread: threading.Thread | None = None


def done_by(thread: threading.Thread | None) -> None:
    """Sets which thread of this process does the jobs; None: the process does none any more."""
    global _thread
    _thread = thread


def ask(
    name: str,
    arguments: Mapping[str, Any] | None = None,
    *,
    key: str = "",
    tournament_id: int | None = None,
) -> int:
    """Queues the job `name`; it is done after the surrounding transaction has committed.

    Returns its id. With `key`, a second call returns the same job, in whatever state it is.
    """
    if key and (known := _of_key(name, key)) is not None:
        return known
    now = timezone.now()
    try:
        with transaction.atomic():
            job = Job.objects.create(
                name=name,
                key=key,
                arguments=dict(arguments or {}),
                tournament_id=tournament_id,
                asked_at=now,
                not_before=now,
            )
    except IntegrityError:
        known = _of_key(name, key)
        if known is None:
            raise
        return known
    transaction.on_commit(partial(send, job.pk), robust=True)
    return job.pk


def send(job_id: int) -> None:
    """Hands a stored job to a worker or to this process's clock; without either does it here."""
    if not hand_on(job_id):
        run(job_id)


def hand_on(job_id: int) -> bool:
    """Hands a stored job to a worker or to this process's clock. False without either: then the
    clock of another process finds it."""
    if settings.CELERY_BROKER_URL:
        _to_broker(job_id)
        return True
    if _thread is None or not _thread.is_alive():
        return False
    wake_up.set()
    return True


def run(job_id: int, *, with_lease: bool = False) -> str:
    """Does the job if it can be claimed. Returns its state afterwards, "" when it was not claimed.

    `with_lease`: a thread renews the lease while the job runs; otherwise the lease lasts as long as
    the job may take.
    """
    job = _claimed(job_id)
    if job is None:
        return ""
    try:
        spec = spec_of(job.name)
        with _lease(job, spec, renewed=with_lease):
            outcome = spec.work(**job.arguments) or ""
    except (UnknownJob, Declined) as error:
        return _ended(job, JobState.FAILED, str(error))
    except Exception as error:
        log.exception("Job %s (%s) failed", job.pk, job.name)
        return _failed(job, spec, f"{type(error).__name__}: {error}")
    return (
        _goes_on(job, outcome) if isinstance(outcome, More) else _ended(job, JobState.DONE, outcome)
    )


def again(*, job_id: int) -> bool:
    """Queues a failed job again, with all its attempts. False when it has not failed."""
    with transaction.atomic():
        count = Job.objects.filter(pk=job_id, state=JobState.FAILED).update(
            state=JobState.QUEUED, attempts=0, not_before=timezone.now(), ended_at=None
        )
        if count:
            transaction.on_commit(partial(send, job_id), robust=True)
    return bool(count)


def ask_standing() -> tuple[list[int], bool]:
    """Queues the standing jobs that have work. Returns the queued jobs, and whether all work is now
    queued. A job that is running may not see the new work, so it must be queued once more later."""
    wanted = [spec.name for spec in standing() if spec.whenever is not None and spec.whenever()]
    if not wanted:
        return [], True
    at_it = Job.objects.filter(name__in=wanted, key=STANDING, state=JobState.RUNNING)
    with transaction.atomic():
        is_all = not at_it.exists()
        job_ids = [job for name in wanted for job in _queue_standing(name)]
    return job_ids, is_all


def tick(*, clock: str = "") -> list[int]:
    """Queues the jobs that are due and frees those whose worker was lost; returns the jobs that can
    be done now. `clock`: the name of the process that asks for it.

    May run in several processes at once, because each turn has a key.
    """
    now = timezone.now()
    local = timezone.localtime(now)
    seen("clock", now)
    if clock:
        seen(f"{CLOCK}{clock}"[:MOST_NAME], now)
        Pulse.objects.filter(name__startswith=CLOCK, at__lt=now - A_DAY).delete()
    ask_standing()
    turns = [
        (spec.name, turn) for spec in scheduled() if (turn := turn_of(spec, local)) is not None
    ]
    had = set(
        Job.objects.filter(name__in=[n for n, _ in turns], key__in=[t for _, t in turns])
        .order_by()
        .values_list("name", "key")
    )
    with transaction.atomic():
        for name, turn in turns:
            if (name, turn) not in had:
                with suppress(IntegrityError), transaction.atomic():
                    Job.objects.create(name=name, key=turn, asked_at=now, not_before=now)
    return due()


def seen(name: str, at: datetime) -> None:
    """Stores when something that runs for ever last reported, or the time up to which its work is
    done."""
    Pulse.objects.update_or_create(name=name, defaults={"at": at})


def due() -> list[int]:
    """Jobs that can be done now: queued jobs whose time has come, and jobs that lost their
    worker."""
    now = timezone.now()
    return list(Job.objects.filter(_is_free(now)).order_by("id").values_list("pk", flat=True))


def seconds_to_next() -> float:
    """Seconds until the next queued job may be done; infinite when none waits."""
    queued = Job.objects.filter(state=JobState.QUEUED).order_by()
    first: datetime | None = queued.aggregate(first=Min("not_before"))["first"]
    return math.inf if first is None else (first - timezone.now()).total_seconds()


def _is_free(now: datetime) -> Q:
    """Filter for jobs whose time has come or whose worker was lost. A job queued in the future,
    which means before the clock was set back, does not wait for that time. A lease too far in the
    future is also from before: a worker that still runs would have renewed it."""
    is_time = Q(not_before__lte=now) | Q(asked_at__gt=now)
    is_lost = Q(lease_until__lt=now) | Q(lease_until__gt=now + NO_LEASE)
    return Q(is_time, state=JobState.QUEUED) | Q(is_lost, state=JobState.RUNNING)


def _queue_standing(name: str) -> list[int]:
    now = timezone.now()
    rows = Job.objects.filter(name=name, key=STANDING)
    job = rows.order_by().first()
    if job is None:
        with suppress(IntegrityError), transaction.atomic():
            new_job = Job.objects.create(name=name, key=STANDING, asked_at=now, not_before=now)
            return [new_job.pk]
        return []
    rests = job.ended_at is not None and now - AFTER_FAILING <= job.ended_at <= now
    if job.state != JobState.DONE and not (job.state == JobState.FAILED and not rests):
        return []
    count = Job.objects.filter(pk=job.pk, state=job.state, attempts=job.attempts).update(
        state=JobState.QUEUED,
        attempts=0,
        asked_at=now,
        not_before=now,
        started_at=None,
        ended_at=None,
    )
    return [job.pk] if count else []


def turn_of(spec: Spec, now: datetime) -> str | None:
    """The name of the turn that is due at `now` (local time); None when none is due.

    A machine that was off at that time catches up once on the same day.
    """
    if spec.every_minutes:
        return f"{int(now.timestamp()) // (60 * spec.every_minutes)}"
    hour, minute = map(int, spec.daily_at.split(":"))
    due_at = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return f"{now:%Y-%m-%d}" if now >= due_at else None


def retry_delay(*, attempts: int, backoff: int, jitter: float) -> float:
    """Seconds until the next try after `attempts` failures. `jitter`, from 0 to 1, spreads jobs
    that failed together."""
    return min(backoff * 2.0 ** (attempts - 1), LONGEST_DELAY) * (1 + 0.25 * jitter)


def _of_key(name: str, key: str) -> int | None:
    return Job.objects.filter(name=name, key=key).order_by().values_list("pk", flat=True).first()


def _to_broker(job_id: int, *, delay: float = 0) -> None:
    from celery import current_app  # imported here: it costs memory

    try:
        spec = spec_of(Job.objects.values_list("name", flat=True).get(pk=job_id))
        limits = {"soft_time_limit": spec.seconds, "time_limit": spec.seconds + 15}
    except UnknownJob:
        limits = {}
    try:
        current_app.send_task("jobs.run", args=[job_id], countdown=delay, retry=False, **limits)
    except Exception:
        # The row is stored, so the clock sends the job again.
        log.exception("The broker did not take job %s", job_id)


def _claimed(job_id: int) -> Job | None:
    """Claims the job and returns it; None when another worker has it, it is done, or its time has
    not come."""
    now = timezone.now()
    job = Job.objects.filter(_is_free(now), pk=job_id).first()
    if job is None:
        return None
    with suppress(UnknownJob):
        if job.attempts >= spec_of(job.name).attempts:  # each attempt killed its worker
            _ended(job, JobState.FAILED, "Its worker was lost each time.")
            return None
    taken = Job.objects.filter(_is_free(now), pk=job_id, attempts=job.attempts).update(
        state=JobState.RUNNING,
        attempts=F("attempts") + 1,
        started_at=now,
        lease_until=now + timedelta(seconds=LEASE_SECONDS),
    )
    return Job.objects.get(pk=job_id) if taken else None


@contextmanager
def _lease(job: Job, spec: Spec, *, renewed: bool) -> Iterator[None]:
    if not renewed:
        _hold(job, spec.seconds + LEASE_SECONDS)
        yield
        return
    over = threading.Event()
    keeper = threading.Thread(target=_keep, args=(job, spec, over), daemon=True)
    keeper.start()
    try:
        yield
    finally:
        over.set()
        keeper.join()


def _keep(job: Job, spec: Spec, over: threading.Event) -> None:
    """Renews the lease after each third of it, for as long as the job may take."""
    third = LEASE_SECONDS / 3
    for _third in range(int((spec.seconds + 15) / third)):
        if over.wait(third):
            break
        try:
            _hold(job, LEASE_SECONDS)
        except DatabaseError:
            log.warning("The lease of job %s could not be renewed", job.pk, exc_info=True)
    connection.close()


def _hold(job: Job, seconds: float) -> None:
    until = timezone.now() + timedelta(seconds=seconds)
    _ours(job).update(lease_until=until)


def _ours(job: Job) -> Any:
    """The job's row, if it is still at this attempt: a worker that was taken for dead must change
    nothing."""
    return Job.objects.filter(pk=job.pk, state=JobState.RUNNING, attempts=job.attempts)


def _ended(job: Job, state: JobState, message: str) -> str:
    ended = _ours(job).update(
        state=state, ended_at=timezone.now(), lease_until=None, said=message[:LONGEST_SAID]
    )
    if ended:
        Product.objects.filter(job_id=job.pk, given__isnull=False).update(given=None)
    return str(state)


def _goes_on(job: Job, message: str) -> str:
    """Queues a job that has more to do behind the others."""
    _ours(job).update(
        state=JobState.QUEUED,
        attempts=0,
        not_before=job.asked_at,
        lease_until=None,
        said=message[:LONGEST_SAID],
    )
    hand_on(job.pk)
    return str(JobState.QUEUED)


def _failed(job: Job, spec: Spec, message: str) -> str:
    if job.attempts >= spec.attempts:
        return _ended(job, JobState.FAILED, message)
    jitter = random.random()  # noqa: S311
    delay = retry_delay(attempts=job.attempts, backoff=spec.backoff, jitter=jitter)
    _ours(job).update(
        state=JobState.QUEUED,
        not_before=timezone.now() + timedelta(seconds=delay),
        lease_until=None,
        said=message[:LONGEST_SAID],
    )
    if settings.CELERY_BROKER_URL:
        _to_broker(job.pk, delay=delay)
    return str(JobState.QUEUED)
