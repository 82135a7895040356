"""Jobs, files made by jobs, and the last ticks of the clock."""

from django.db import models
from django.db.models import Q


class JobState(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Job(models.Model):
    """A call of the function that `registry` has under `name`. The same name and key mean the same
    job, for ever.

    While it runs, `lease_until` is moved on. A job whose lease has passed has lost its worker, and
    any process may take it.
    """

    name = models.CharField(max_length=80)
    key = models.CharField(max_length=200, blank=True, default="")
    arguments = models.JSONField(default=dict)
    # A number, not a foreign key: this package is below `tournament`, and jobs outlive tournaments.
    tournament_id = models.BigIntegerField(null=True, blank=True)
    state = models.CharField(max_length=7, choices=JobState.choices, default=JobState.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField()
    not_before = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    said = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["name", "key"], condition=~Q(key=""), name="job_asked_once"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["queued", "running", "done", "failed"]),
                name="job_state_known",
            ),
        ]
        indexes = [
            models.Index(fields=["state", "not_before"], name="job_waiting"),
            models.Index(fields=["tournament_id", "state"], name="job_of_tournament"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.name}"


class Product(models.Model):
    """A file that a job makes, or works on: its progress and, at the end, the file and the outcome.
    Deleted after a day. `given` is deleted as soon as the job has ended."""

    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="product")
    done = models.PositiveIntegerField(default=0)
    of = models.PositiveIntegerField(default=0)
    file_name = models.CharField(max_length=200)
    content = models.BinaryField(null=True)
    given = models.BinaryField(null=True)
    outcome = models.JSONField(null=True)

    def __str__(self) -> str:
        return self.file_name


CLOCK = "clock of "
"""Before the name of the process that makes the clock tick."""


class Pulse(models.Model):
    """When something that runs for ever last reported, such as `clock`, which starts jobs that are
    due."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
