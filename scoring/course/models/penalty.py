"""Penalties: false words of a pair."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Penalty(models.Model):
    """A penalty of one version of a hand. `counts` marks a false claim (G0, counted by G1)."""

    hand = models.ForeignKey("scoring.Hand", on_delete=models.PROTECT, related_name="penalties")
    pair = models.ForeignKey("tournament.Pair", on_delete=models.PROTECT, related_name="penalties")
    clause = models.CharField(max_length=4)
    lance = models.CharField(max_length=8, blank=True)
    seat = models.PositiveSmallIntegerField()
    counts = models.BooleanField(default=False)

    class Meta:
        ordering = ["hand", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["hand", "clause", "lance", "seat"], name="penalty_once_a_hand"
            ),
            models.CheckConstraint(
                condition=Q(counts=False) | Q(clause="G0"), name="penalty_false_claims_count"
            ),
        ]
        indexes = [
            models.Index(fields=["pair"], condition=Q(counts=True), name="penalty_false_claims")
        ]

    def __str__(self) -> str:
        return f"{self.clause} seat {self.seat}"
