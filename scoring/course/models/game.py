"""A game: one race to the target, inside a match."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Game(models.Model):
    """A game of a match: its first mano, its score now, and how it ended.

    When a correction makes all hands of a game void, the row stays without score and winner, and
    the game is played again under the same number. `hand_count`: how many of its hands count;
    `last_number`: the highest number of any hand, void hands included.
    """

    class EndedBy(models.TextChoices):
        HANDS = "hands", _("stones won")
        FORFEIT = "forfeit", _("game forfeited")
        RULING = "ruling", _("ruling")

    match = models.ForeignKey(
        "tournament.Match", on_delete=models.PROTECT, related_name="played_games"
    )
    number = models.PositiveSmallIntegerField()
    mano = models.PositiveSmallIntegerField()
    score_a = models.PositiveIntegerField(default=0)
    score_b = models.PositiveIntegerField(default=0)
    winner = models.CharField(max_length=1, blank=True, default="")
    ended_by = models.CharField(max_length=8, choices=EndedBy, blank=True, default="")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    # Kept up to date by `scoring.course.services.versions`, so that entering a hand needs no count.
    hand_count = models.PositiveIntegerField(default=0)
    last_number = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="game_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="game_number_from_1"),
            models.CheckConstraint(condition=Q(mano__lte=5), name="game_mano_is_a_seat"),
            models.CheckConstraint(
                condition=Q(hand_count__lte=F("last_number")), name="game_counts_its_hands"
            ),
            models.CheckConstraint(
                condition=Q(winner="", ended_by="", finished_at__isnull=True)
                | Q(
                    winner__in=["A", "B"],
                    ended_by__in=["hands", "forfeit", "ruling"],
                    finished_at__isnull=False,
                ),
                name="game_winner_when_ended",
            ),
        ]

    def __str__(self) -> str:
        return f"game {self.number}"

    @property
    def has_void(self) -> bool:
        """Whether there are void hands after the hands that count."""
        return self.last_number > self.hand_count

    @property
    def is_decided_by_an_official(self) -> bool:
        """Whether an official decided the winner (G1, D7), and not the stones of the hands."""
        return self.ended_by in (self.EndedBy.FORFEIT, self.EndedBy.RULING)
