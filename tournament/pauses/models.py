"""A pause of the day."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q


class Pause(models.Model):
    """From when to when nobody is to play, and what for. `is_off`: it was called off, and counts
    as if it had never been; one that was ended early ends then. `stops_clock`: the six hours of the
    day stand still meanwhile, so the day ends later by its length."""

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="pauses"
    )
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    reason = models.CharField(max_length=60)
    is_off = models.BooleanField(default=False)
    stops_clock = models.BooleanField(default=False)

    class Meta:
        ordering = ["starts_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ends_at__gte=F("starts_at")), name="pause_ends_after_its_start"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.reason} {self.starts_at}"
