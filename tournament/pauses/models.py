"""The pauses of a day."""

from django.db import models
from django.db.models import F, Q


class Pause(models.Model):
    """A span of time in which nobody plays, and the reason. `is_off`: the pause was called off and
    no longer counts. A pause that is ended early gets an earlier `ends_at`. `stops_clock`: the six
    hours of the day stand still during the pause, so the day ends later by its length."""

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="pauses"
    )
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    reason = models.CharField(max_length=60)
    is_off = models.BooleanField(default=False)
    stops_clock = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["starts_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__gte=F("starts_at")), name="pause_ends_after_its_start"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reason} {self.starts_at}"
