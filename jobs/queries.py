"""The state of the jobs, for the operator, the desk and monitoring."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from jobs.models import CLOCK, Job, JobState, Pulse

Look = Literal["queued", "running", "stuck", "failed", "done"]
STUCK_AFTER = timedelta(minutes=5)
MOST = 200


@dataclass(frozen=True, slots=True)
class JobRow:
    """One job. `look`: its state, or `stuck`: no worker has it although one should."""

    id: int
    name: str
    look: Look
    attempts: int
    asked_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    not_before: datetime
    said: str
    tournament_id: int | None


def job_list(*, look: Look | None = None) -> list[JobRow]:
    """The newest jobs, at most 200, optionally of one look."""
    now = timezone.now()
    jobs = _of(look, now) if look else Job.objects.all()
    return [_row(job, now) for job in jobs.order_by("-id")[:MOST]]


def counts() -> dict[Look, int]:
    """Look → how many jobs. One query."""
    now = timezone.now()
    stuck = _stuck(now)
    by_look = Job.objects.aggregate(
        queued=Count("pk", filter=Q(state=JobState.QUEUED) & ~stuck),
        running=Count("pk", filter=Q(state=JobState.RUNNING) & ~stuck),
        stuck=Count("pk", filter=stuck),
        failed=Count("pk", filter=Q(state=JobState.FAILED)),
        done=Count("pk", filter=Q(state=JobState.DONE)),
    )
    looks: tuple[Look, ...] = ("queued", "running", "stuck", "failed", "done")
    return {look: by_look[look] for look in looks}


def troubles_of(*, tournament_id: int) -> list[JobRow]:
    """The failed and stuck jobs of a tournament, newest first, for the desk."""
    now = timezone.now()
    wrong = Job.objects.filter(_stuck(now) | Q(state=JobState.FAILED), tournament_id=tournament_id)
    return [_row(job, now) for job in wrong.order_by("-id")[:MOST]]


def last_tick() -> datetime | None:
    """When the clock last ticked; None when it never has."""
    return last_of("clock")


def clocks(*, since: datetime) -> list[str]:
    """The names of the processes that made the clock tick since then (`celery beat`)."""
    named = Pulse.objects.filter(name__startswith=CLOCK, at__gte=since).order_by("name")
    return [name.removeprefix(CLOCK) for name in named.values_list("name", flat=True)]


def last_of(name: str) -> datetime | None:
    """When something that runs for ever last reported, or the time up to which its work is done."""
    return Pulse.objects.filter(name=name).values_list("at", flat=True).first()


def _of(look: Look, now: datetime) -> QuerySet[Job]:
    if look == "stuck":
        return Job.objects.filter(_stuck(now))
    jobs = Job.objects.filter(state=look)
    return jobs.exclude(_stuck(now)) if look in ("queued", "running") else jobs


def _stuck(now: datetime) -> Q:
    long_ago = now - STUCK_AFTER
    # A null lease means that nobody has begun the job.
    return Q(state=JobState.QUEUED, not_before__lt=long_ago) | Q(
        state=JobState.RUNNING, lease_until__isnull=False, lease_until__lt=long_ago
    )


def look_of(job: Job, now: datetime) -> Look:
    """The look of a job at `now`."""
    late = now - STUCK_AFTER
    waits = job.state == JobState.QUEUED and job.not_before < late
    lost = job.state == JobState.RUNNING and job.lease_until is not None and job.lease_until < late
    return "stuck" if waits or lost else job.state  # type: ignore[return-value]


def _row(job: Job, now: datetime) -> JobRow:
    return JobRow(
        job.pk, job.name, look_of(job, now), job.attempts, job.asked_at, job.started_at,
        job.ended_at, job.not_before, job.said, job.tournament_id,
    )  # fmt: skip
