"""What the big screens of a tournament show."""

from django.db import models
from django.db.models import Q

from tournament.screens.rules import LEAST_SECONDS, MOST_SECONDS, SECONDS


class Screen(models.Model):
    """What the desk chose for the screens. Without a row: every panel in turn. `shown`: the one
    panel that stays until the desk ends it; `since`: when it was chosen. The replay of a draw
    starts then. `held`: "frozen" (the picture stays) or "black"; `step`: how many items of `shown`
    are revealed, None for all."""

    tournament = models.OneToOneField(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="screen"
    )
    panels = models.JSONField(default=list)
    seconds = models.PositiveSmallIntegerField(default=SECONDS)
    shown = models.CharField(max_length=12, blank=True, default="")
    held = models.CharField(max_length=8, blank=True, default="", db_default="")
    step = models.PositiveSmallIntegerField(null=True)
    since = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(seconds__gte=LEAST_SECONDS, seconds__lte=MOST_SECONDS),
                name="screen_seconds_in_range",
            ),
        ]

    def __str__(self) -> str:
        return f"screen of {self.tournament_id}"
