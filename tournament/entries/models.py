"""Two players, entered together."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Pair(models.Model):
    """Two partners. Only organizers see `contact`; it is never written to the public log."""

    class Status(models.TextChoices):
        ENTERED = "entered", _("entered")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DISQUALIFIED = "disqualified", _("disqualified")

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="pairs"
    )
    number = models.PositiveSmallIntegerField()
    player_1 = models.CharField(max_length=80)
    player_2 = models.CharField(max_length=80)
    club = models.CharField(max_length=80, blank=True)
    contact = models.CharField(max_length=120, blank=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.ENTERED)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="pair_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="pair_number_from_1"),
            models.CheckConstraint(
                condition=~Q(player_1="") & ~Q(player_2=""), name="pair_players_named"
            ),
            models.CheckConstraint(
                condition=Q(status__in=["entered", "withdrawn", "disqualified"]),
                name="pair_status_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.name}"

    @property
    def name(self) -> str:
        return f"{self.player_1} – {self.player_2}"

    @property
    def is_in(self) -> bool:
        return self.status == self.Status.ENTERED
