"""One event of a tournament's log."""

import json
from typing import Any

from django.db import models
from django.db.models import Q

from tournament.log.rules.events import opened
from tournament.log.rules.kinds import kind_of


class Compact(json.JSONEncoder):
    """JSON without spaces: saves a tenth of the room of a hand or an event in SQLite."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "separators": (",", ":")})


class StandingEvents(models.Manager["Event"]):
    """The events whose acts were not undone: those that a rule may count."""

    def get_queryset(self) -> models.QuerySet["Event"]:
        return super().get_queryset().filter(undone_by=None)


class Event(models.Model):
    """What happened, who did it and when, chained by hash to the event before it.

    `sealed`: the event's data as hashed, with commitments in place of texts that name people.
    `texts`: commitment → salt and text, or null once they were erased (docs/event-log.md).
    """

    tournament = models.ForeignKey(
        "tournament.Tournament",
        on_delete=models.PROTECT,
        related_name="events",
        db_index=False,  # `event_number_once` begins with it
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    actor_kind = models.CharField(max_length=10)
    actor_id = models.BigIntegerField(null=True, blank=True)
    actor_label = models.CharField(max_length=120)
    at = models.DateTimeField()
    sealed = models.JSONField(default=dict, encoder=Compact)
    texts = models.JSONField(default=dict, db_default={}, encoder=Compact)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    # Follows from a later `act.undone`; no part of what is hashed.
    undone_by = models.PositiveIntegerField(null=True, blank=True)

    objects = models.Manager()
    standing = StandingEvents()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="event_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="event_number_from_1"),
            models.CheckConstraint(
                condition=Q(actor_kind__in=["user", "device", "program"]),
                name="event_actor_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"

    @property
    def rank(self) -> int:
        """The event of the lowest rank stands for its act in lists; of several, the first."""
        kind = kind_of(self.kind)
        return 2 if kind.is_sum else 0 if kind.is_whole else 1

    @property
    def data(self) -> Any:
        """The event's data, with its texts put back."""
        return opened(self.sealed, self.texts) if self.texts else self.sealed
