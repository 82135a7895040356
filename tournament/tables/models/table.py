"""A table of the room."""

from __future__ import annotations

from secrets import token_hex

from django.db import models
from django.db.models import Q


def new_nonce() -> str:
    return token_hex(16)


class Table(models.Model):
    """Where matches are played. Its join link is derived from `join_nonce` and never stored."""

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="tables"
    )
    number = models.PositiveSmallIntegerField()
    join_nonce = models.CharField(max_length=32, default=new_nonce)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_number_from_1"),
        ]

    def __str__(self) -> str:
        return str(self.number)
