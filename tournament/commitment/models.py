"""What is kept of a commitment while its secret is one."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class DrawCommitment(models.Model):
    """One commitment to a draw. `secret` is nobody's until it is opened, in the log, by the draw or
    by its cancelling; it is empty where the draw was prepared on another machine. `event_number`:
    the event that published `commitment`; `head`: the hash of the one before it. `wishes`: seeds
    and clubs, which it binds; null: it was made by mus-commit/1, and binds none."""

    class State(models.TextChoices):
        OPEN = "open"
        DRAWN = "drawn"
        CANCELLED = "cancelled"

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="commitments"
    )
    secret = models.CharField(max_length=64)
    commitment = models.CharField(max_length=64)
    algorithm = models.CharField(max_length=40)
    numbers = models.JSONField()
    wishes = models.JSONField(null=True)
    head = models.CharField(max_length=64)
    words = models.JSONField(default=list)
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    event_number = models.PositiveIntegerField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(state="open"), name="commitment_one_open"
            ),
        ]

    def __str__(self) -> str:
        return self.commitment
