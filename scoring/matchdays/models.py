"""The match days of a league, postponed matches, and what pairs agree on."""

from django.db import models
from django.db.models import Q


class MatchDay(models.Model):
    """Until when a round of the championship is to be played."""

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="match_days"
    )
    round = models.PositiveSmallIntegerField()
    until = models.DateTimeField()

    class Meta:
        ordering = ["tournament", "round"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "round"], name="match_day_once"),
            models.CheckConstraint(condition=Q(round__gte=1), name="match_day_from_1"),
        ]

    def __str__(self) -> str:
        return f"{self.round}. {self.until}"


class Postponement(models.Model):
    """A match that may be played later than its match day. It goes with its match when a draw is
    undone."""

    match = models.OneToOneField(
        "tournament.Match", on_delete=models.CASCADE, related_name="postponement"
    )
    until = models.DateTimeField()
    reason = models.CharField(max_length=500)

    def __str__(self) -> str:
        return f"{self.match_id} {self.until}"


class Appointment(models.Model):
    """When and where two pairs meet: `meets_at` and `venue` are agreed, `new_at` and `new_venue`
    what the pair of the side `new_by` proposes. It goes with its match when a draw is undone."""

    match = models.OneToOneField(
        "tournament.Match", on_delete=models.CASCADE, related_name="appointment"
    )
    meets_at = models.DateTimeField(null=True, blank=True)
    venue = models.CharField(max_length=120, blank=True)
    new_at = models.DateTimeField(null=True, blank=True)
    new_venue = models.CharField(max_length=120, blank=True)
    new_by = models.CharField(max_length=1, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(new_at__isnull=True, new_by="", new_venue="")
                | Q(new_at__isnull=False, new_by__in=["A", "B"]),
                name="appointment_proposed_by_a_side",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.meets_at or self.new_at}"
