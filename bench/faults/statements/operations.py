"""Cases of the services of jobs and of whoever runs the installation."""

from __future__ import annotations

from functools import partial

from bench.faults.statements.day import Call, Case, Day
from jobs import services as jobs
from jobs.models import Job, State
from operations.removal import services as removal
from tests.tournament import play


def _old_jobs(day: Day) -> int:
    """A job that is asked for, and one long done, which it deletes."""
    Job.objects.create(
        name="of.nobody", key="old", state=State.DONE, asked_at=play.NOON, not_before=play.NOON,
        ended_at=play.NOON,
    )  # fmt: skip
    return jobs.ask("jobs.forget", key="now")


def _failed(day: Day) -> Call:
    job = Job.objects.get(pk=jobs.ask("jobs.forget", key="now"))
    Job.objects.filter(pk=job.pk).update(state=State.FAILED, ended_at=play.NOON)
    return partial(jobs.again, job_id=job.pk)


def _removed(day: Day) -> Call:
    return partial(removal.remove_tournament, tournament_id=day.cup.pk, slug=day.cup.slug)


CASES: dict[str, Case] = {
    "jobs.services.again": _failed,
    "jobs.services.ask": lambda day: partial(jobs.ask, "jobs.forget", key="now"),
    "jobs.services.ask_standing": lambda day: partial(jobs.ask_standing),
    "jobs.services.due": lambda day: partial(jobs.due),
    "jobs.services.hand_on": lambda day: partial(jobs.hand_on, _old_jobs(day)),
    "jobs.services.run": lambda day: partial(jobs.run, _old_jobs(day)),
    "jobs.services.send": lambda day: partial(jobs.send, _old_jobs(day)),
    "jobs.services.tick": lambda day: partial(jobs.tick),
    "operations.removal.services.close_account": lambda day: partial(
        removal.close_account, user_id=day.user.pk, by=day.other, closed=True
    ),
    "operations.removal.services.remove_account": lambda day: partial(
        removal.remove_account, user_id=day.user.pk, by=day.other
    ),
    "operations.removal.services.remove_tournament": _removed,
}
