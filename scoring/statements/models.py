"""Who enters results, and the links of the pairs. What a pair says is in the log alone."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.tables.models import new_nonce


class ResultTerms(models.Model):
    """Who enters the results. No row: the referees. `minutes`: how long a pair has to answer what
    the other one said; `closes_alone`: after them the result counts without an answer. The links of
    the pairs are derived from `nonce` and never stored."""

    class By(models.TextChoices):
        REFEREES = "referees", _("The referees")
        PAIRS = "pairs", _("The pairs themselves")
        BOTH = "both", _("Both: the referee where there is one, otherwise the pairs")

    tournament = models.OneToOneField(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="result_terms"
    )
    entered_by = models.CharField(max_length=8, choices=By, default=By.REFEREES)
    minutes = models.PositiveSmallIntegerField(default=10)
    closes_alone = models.BooleanField(default=False)
    nonce = models.CharField(max_length=32, default=new_nonce)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(entered_by__in=["referees", "pairs", "both"]),
                name="result_terms_known",
            ),
            models.CheckConstraint(
                condition=Q(minutes__gte=1, minutes__lte=20_160), name="result_terms_minutes"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.entered_by}"


class PairLink(models.Model):
    """The version of a pair's link: renewing or revoking it makes the earlier ones invalid. No row:
    version 1."""

    pair = models.OneToOneField(
        "tournament.Pair", on_delete=models.PROTECT, related_name="result_link"
    )
    version = models.PositiveIntegerField(default=1)
    is_revoked = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.pair} {self.version}"
