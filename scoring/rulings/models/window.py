"""The time for appeals."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class AppealWindow(models.Model):
    """Minutes after the end of a match during which its result is provisional. No row: 0
    minutes."""

    tournament = models.OneToOneField(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="appeal_window"
    )
    minutes = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(minutes__lte=1440), name="appeal_window_of_a_day")
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.minutes}"
