"""Commitments to draws, with their secrets."""

from django.db import models
from django.db.models import Q


class DrawCommitment(models.Model):
    """One commitment to a draw. `secret` is shown to nobody until the draw, or the cancelling,
    publishes it in the log; empty where the draw was prepared on another machine. `event_number`:
    the event that published `commitment`; `head`: the hash of the event before. `wishes`: the seeds
    and clubs fixed by the commitment; null for mus-commit/1, which fixes none."""

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
