"""Cases of the services of jobs and of whoever runs the installation."""

from __future__ import annotations

from functools import partial

from django.contrib.auth.models import User
from django.utils import timezone

from bench.faults.statements.day import Call, Case, Day
from jobs import products
from jobs import services as jobs
from jobs.models import Job, State
from operations.imports import services as imports
from operations.imports.queries import BRING_IN
from operations.removal import services as removal
from scoring.proof.services.files import write_file
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


def _away(day: Day) -> bytes:
    """The file of a tournament, which is here no more."""
    content = write_file(tournament_id=day.cup.pk)
    for one in (day.cup, day.entry):
        removal.remove_tournament(tournament_id=one.pk, slug=one.slug)
    return content


def _sent(day: Day) -> Call:
    return partial(imports.ask_for, content=_away(day), organizers="arizkun", by=day.other)


def _brought_in(day: Day) -> Call:
    by, names = User.objects.create_superuser("zestoa").pk, ["arizkun"]
    asked = {"by": by, "organizers": names}
    products.ask(BRING_IN, asked, file_name="cup.mustour", key="cup", given=_away(day))
    return partial(imports.bring_in, key="cup", by=by, organizers=names)


CASES: dict[str, Case] = {
    "jobs.services.again": _failed,
    "jobs.services.ask": lambda day: partial(jobs.ask, "jobs.forget", key="now"),
    "jobs.services.ask_standing": lambda day: partial(jobs.ask_standing),
    "jobs.services.due": lambda day: partial(jobs.due),
    "jobs.services.hand_on": lambda day: partial(jobs.hand_on, _old_jobs(day)),
    "jobs.services.run": lambda day: partial(jobs.run, _old_jobs(day)),
    "jobs.services.seen": lambda day: partial(jobs.seen, "clock", timezone.now()),
    "jobs.services.send": lambda day: partial(jobs.send, _old_jobs(day)),
    "jobs.services.tick": lambda day: partial(jobs.tick),
    "operations.imports.services.ask_for": _sent,
    "operations.imports.services.bring_in": _brought_in,
    "operations.removal.services.close_account": lambda day: partial(
        removal.close_account, user_id=day.user.pk, by=day.other, closed=True
    ),
    "operations.removal.services.remove_account": lambda day: partial(
        removal.remove_account, user_id=day.user.pk, by=day.other
    ),
    "operations.removal.services.remove_tournament": _removed,
}
