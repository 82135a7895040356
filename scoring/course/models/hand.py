"""Hands. A row is never changed: a correction adds a new version."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from tournament.log.models import Compact


class Hand(models.Model):
    """One version of one hand.

    `record`: what the table entered, with the rule set, mano and score it was settled under;
    `settlement`: what the rules paid; `ruled`: what an official decided instead, if so (D7). `key`:
    the key under which its device sent it; `digest`: of the content sent, to recognize the same
    content sent again. Stones, score after the hand and game winner are those in effect. When a
    hand is taken back its current version is void: it does not count and stays readable.
    """

    game = models.ForeignKey(
        "scoring.Game",
        on_delete=models.PROTECT,
        related_name="hands",
        db_index=False,  # `hand_version_once` begins with it
    )
    number = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField(default=1)
    previous = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="next"
    )
    is_current = models.BooleanField(default=True)
    is_void = models.BooleanField(default=False)
    key = models.CharField(max_length=80, blank=True)
    digest = models.CharField(max_length=32, blank=True, default="")
    record = models.JSONField(encoder=Compact)
    settlement = models.JSONField(encoder=Compact)
    ruled = models.JSONField(null=True, blank=True)
    stones_a = models.PositiveIntegerField()
    stones_b = models.PositiveIntegerField()
    score_a = models.PositiveIntegerField()
    score_b = models.PositiveIntegerField()
    game_winner = models.CharField(max_length=1, blank=True, default="")
    verified = models.BooleanField(default=True)
    reason = models.CharField(max_length=500, blank=True)
    actor_kind = models.CharField(max_length=10)
    actor_id = models.BigIntegerField(null=True, blank=True)
    actor_label = models.CharField(max_length=120)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "number", "version"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number", "version"], name="hand_version_once"),
            models.UniqueConstraint(
                fields=["game", "number"],
                condition=Q(is_current=True),
                name="hand_one_current_version",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="hand_number_from_1"),
            models.CheckConstraint(
                condition=Q(version=1, previous__isnull=True)
                | Q(version__gt=1, previous__isnull=False),
                name="hand_previous_from_version_2",
            ),
            models.CheckConstraint(
                condition=Q(is_void=False) | (Q(version__gt=1) & ~Q(reason="")),
                name="hand_void_for_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(game_winner__in=["", "A", "B"]), name="hand_game_winner_is_a_side"
            ),
            models.CheckConstraint(
                condition=Q(score_a__gte=F("stones_a"), score_b__gte=F("stones_b")),
                name="hand_score_holds_its_stones",
            ),
        ]
        indexes = [
            models.Index(fields=["key"], condition=~Q(digest=""), name="hand_recorded_by_key")
        ]

    def __str__(self) -> str:
        return f"hand {self.number} (version {self.version})"

    @property
    def counts(self) -> bool:
        return self.is_current and not self.is_void

    @property
    def stones(self) -> tuple[int, int]:
        return self.stones_a, self.stones_b

    @property
    def score(self) -> tuple[int, int]:
        """The score after the hand."""
        return self.score_a, self.score_b
