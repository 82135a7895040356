"""What is kept beside a game, so that nobody works it out again."""

from __future__ import annotations

from django.db import models

from tournament.log.models import Compact


class KeptFacts(models.Model):
    """What the hands of a game add to the statistics (`GameFacts`), worked out after it ended.

    They follow from its hands alone: no event tells of them, no file has them, nobody is named in
    them, and they can be worked out again at any time. They hold for as long as the hands that
    count are those of `made_of`, and for readers that work out facts by the same `engine`.
    `newest`: the newest version of any hand of the game when they were worked out.
    """

    game = models.OneToOneField(
        "scoring.Game", on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    engine = models.CharField(max_length=20)
    made_of = models.TextField()
    newest = models.BigIntegerField()
    told = models.JSONField(encoder=Compact)

    class Meta:
        verbose_name_plural = "kept facts"

    def __str__(self) -> str:
        return f"facts of game {self.game_id}"
