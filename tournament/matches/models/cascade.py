"""A cascade: a change in one match that affected later matches."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Cascade(models.Model):
    """The state before and after a change, so that the whole change can be taken back.

    `what`: the kind of the change's event; `event_number`: its number. `before`: the rows of
    matches and pairs before the change; `after`: the changed match after it; `play`: what the hands
    (`scoring`) need to take the change back.
    """

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="cascades"
    )
    match = models.ForeignKey(
        "tournament.Match", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    pair = models.ForeignKey(
        "tournament.Pair", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    what = models.CharField(max_length=40)
    event_number = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=500)
    actor_label = models.CharField(max_length=120)
    at = models.DateTimeField()
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    play = models.JSONField(null=True, blank=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="cascade_for_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.what} ({self.event_number})"

    @property
    def pair_ids(self) -> tuple[int, ...]:
        """Primary keys of the pairs that left or came back with the change."""
        return tuple(int(pk) for pk in self.before.get("pairs", {}))
