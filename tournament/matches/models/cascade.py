"""One change that reached matches after the one it was made in."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Cascade(models.Model):
    """What a change found and left, so that it can be taken back as one.

    `what` is the kind of its event and `event_number` its number. `before`: the rows of matches
    and pairs as they were; `after`: the changed match once it was done; `play`: what the room of
    the hands keeps for the way back.
    """

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="cascades"
    )
    match = models.ForeignKey(
        "tournament.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    pair = models.ForeignKey(
        "tournament.Pair", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    what = models.CharField(max_length=40)
    event_number = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500)
    actor_label = models.CharField(max_length=120)
    at = models.DateTimeField()
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    play = models.JSONField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="cascade_for_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.what} ({self.event_number})"
