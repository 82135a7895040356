"""Arrivals: one row for each pair that is here."""

from __future__ import annotations

from django.db import models


class Arrival(models.Model):
    """A pair has been seen on the day. Taken back, the row goes; both acts stay in the log."""

    pair = models.OneToOneField("tournament.Pair", on_delete=models.PROTECT, related_name="arrival")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.pair} {self.at}"
