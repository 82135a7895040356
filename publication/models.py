"""Copies of tournaments with a delay, to be shown to everybody later."""

from __future__ import annotations

from django.db import models

from tournament.championship.models import Tournament


class Copy(models.Model):
    """All rows of a tournament at one moment, except its log, which only grows.

    `shown_at`: since when everybody is shown the copy; null while it is too young. `shape`: hash of
    the columns with which the rows were written.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)
    taken_at = models.DateTimeField()
    shown_at = models.DateTimeField(null=True, blank=True, default=None)
    shape = models.CharField(max_length=32)
    rows = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number", "hash"], name="publication_copy_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id} at event {self.number}"
