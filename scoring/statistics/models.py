"""Facts of games, stored so that they need not be computed again."""

from __future__ import annotations

from django.db import models

from tournament.log.models import Compact


class KeptFacts(models.Model):
    """What the hands of a game add to the statistics (`GameFacts`), computed after the game ended.

    The facts follow from the hands alone and name nobody, so they are in no event and in no file,
    and can be computed again at any time. They are valid while the counting hands are those of
    `made_of` and `engine` is the reader's own. `newest`: the newest version of any hand of the game
    at that time.
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
