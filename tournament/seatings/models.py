"""A round of a day of individuals."""

from django.db import models
from django.db.models import Q


class SeatedRound(models.Model):
    """A drawn round. `tables`: of each table, counted from 1, the numbers of its players in their
    seats (`seats`), and the order of finish in groups that share a place (`order`), null until it
    is entered."""

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="seated_rounds"
    )
    number = models.PositiveSmallIntegerField()
    tables = models.JSONField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="seated_round_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="seated_round_from_1"),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament_id}"
