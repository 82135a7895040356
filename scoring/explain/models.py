"""Chances stored beside a hand, so that pages need not count them."""

from django.db import models

from tournament.log.models import Compact


class Chances(models.Model):
    """The exact chances in one version of a hand, counted after it was saved.

    They follow from the cards alone, so they are in no event and in no file, and can be counted
    again at any time. `engine`: version of the counting; `deal`: digest of the deal that was
    counted. `told` is null where chances cannot be counted (no cards, six seats).
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
