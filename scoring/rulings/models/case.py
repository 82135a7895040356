"""Cases of the Disciplinary Tribunal (G1, T6)."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.notify import LoggedRow, LoggedRows
from tournament.versions import version_made_of

STATES = ["open", "heard", "decided"]
VERDICTS = ["cleared", "warned", "game", "match", "disqualified"]


class TribunalCase(LoggedRow):
    """A third or later false claim of a pair. It goes to the Tribunal when an official lets it
    count.

    The row keeps for good who heard the case, what was said, who decided it and why.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        HEARD = "heard", _("heard")
        DECIDED = "decided", _("decided")

    class Verdict(models.TextChoices):
        CLEARED = "cleared", _("cleared: the claim does not count")
        WARNED = "warned", _("warned: nothing is taken")
        GAME = "game", _("loses the game")
        MATCH = "match", _("loses the match")
        DISQUALIFIED = "disqualified", _("disqualified")

    ruling = models.OneToOneField("scoring.Ruling", on_delete=models.PROTECT, related_name="case")
    pair = models.ForeignKey("tournament.Pair", on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    verdict = models.CharField(max_length=12, choices=Verdict, blank=True, default="")
    opened_by = models.CharField(max_length=120)
    opened_at = models.DateTimeField()
    heard_by = models.CharField(max_length=120, blank=True)
    heard_at = models.DateTimeField(null=True, blank=True)
    heard = models.CharField(max_length=500, blank=True)
    decided_by = models.CharField(max_length=120, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)

    objects: ClassVar[models.Manager[TribunalCase]] = LoggedRows["TribunalCase"].as_manager()

    class Meta:
        ordering = ["opened_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["open", "heard"], verdict="", decided_at__isnull=True)
                | (
                    Q(state="decided", verdict__in=VERDICTS, decided_at__isnull=False)
                    & ~Q(reason="")
                ),
                name="case_verdict_when_decided",
            ),
            models.CheckConstraint(
                condition=~Q(state="heard") | Q(heard_at__isnull=False),
                name="case_heard_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"case {self.pk} ({self.state})"

    @property
    def version(self) -> int:
        """A number that changes when the case changes: it is heard or decided, its hand gets
        another version, or its game another winner."""
        ruling = self.ruling
        about = [self.state, self.heard, self.verdict, self.reason, ruling.hand_id, ruling.proposed]
        about.append(ruling.game.winner if ruling.game else "")
        return version_made_of(about)
