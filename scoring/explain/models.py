"""What is kept beside a hand, to be told at once."""

from __future__ import annotations

from django.db import models

from tournament.log.models import Compact


class Chances(models.Model):
    """The exact chances in one version of a hand, counted after it was saved.

    They follow from its cards alone: no event tells of them, no file has them, and they can be
    counted again at any time. `engine`: what counted them; `deal`: a digest of what they were
    counted of. `told` is empty where none can be counted (no cards, six seats).
    """

    hand = models.OneToOneField(
        "scoring.Hand", on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    engine = models.CharField(max_length=20)
    deal = models.CharField(max_length=32, blank=True)
    told = models.JSONField(null=True, encoder=Compact)

    class Meta:
        verbose_name_plural = "chances"
        indexes = [models.Index(fields=["engine"], name="chances_of_engine")]

    def __str__(self) -> str:
        return f"chances in hand {self.hand_id}"
