"""One line of a tournament's log."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Event(models.Model):
    """What happened, who did it and when, chained by hash to the event before it."""

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="events"
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    actor_kind = models.CharField(max_length=10)
    actor_id = models.BigIntegerField(null=True, blank=True)
    actor_label = models.CharField(max_length=120)
    at = models.DateTimeField()
    data = models.JSONField(default=dict)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="event_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="event_number_from_1"),
            models.CheckConstraint(
                condition=Q(actor_kind__in=["user", "device", "program"]),
                name="event_actor_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"
