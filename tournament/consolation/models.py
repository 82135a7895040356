"""Beaten pairs that do not want to play on."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class OptOut(models.Model):
    """A pair that plays no more in the consolation. Opting in again deletes the row; the log keeps
    both acts."""

    pair = models.OneToOneField(
        "tournament.Pair", on_delete=models.PROTECT, related_name="consolation_opt_out"
    )
    at = models.DateTimeField()

    objects: ClassVar[models.Manager[OptOut]]

    class Meta:
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.pair} {self.at}"
