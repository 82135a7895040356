"""Arrivals: one row for each pair that is present."""

from django.db import models


class Arrival(models.Model):
    """A pair seen on the day. Unticking the pair deletes the row; the log keeps both acts."""

    pair = models.OneToOneField("tournament.Pair", on_delete=models.PROTECT, related_name="arrival")
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.pair} {self.at}"
