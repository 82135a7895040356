"""Questions to officials and their answers."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.notify import LoggedRow, LoggedRows
from tournament.versions import version_made_of

KINDS = ["needs_ruling", "claim", "repetition", "overrule", "call", "attention", "appeal"]


class Ruling(LoggedRow):
    """A question to an official and its answer, with the reason, for the record (D7).

    `proposed`: what the program proposes. `outcome`: what was decided; null while open.
    """

    class Kind(models.TextChoices):
        NEEDS_RULING = "needs_ruling", _("the rules leave it to an official")
        CLAIM = "claim", _("the table claims other stones")
        REPETITION = "repetition", _("repeated false claim")
        OVERRULE = "overrule", _("overruled by an official")
        CALL = "call", _("the table calls the organizer")
        ATTENTION = "attention", _("a table sent what could not be entered")
        APPEAL = "appeal", _("a pair appeals")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        CONFIRMED = "confirmed", _("confirmed")
        REPLACED = "replaced", _("replaced")
        DISMISSED = "dismissed", _("dismissed")

    class Became(models.TextChoices):
        """What became of a table's refused action. Stored in `outcome` and told in the log."""

        APPLIED = "applied", _("applied later")
        DISCARDED = "discarded", _("discarded at the table")
        REPLACED = "replaced", _("the table entered it otherwise")
        SENT_AGAIN = "sent_again", _("the table sent it again, changed")
        ENTERED = "entered", _("entered at the desk")

    match = models.ForeignKey("tournament.Match", on_delete=models.PROTECT, related_name="rulings")
    game = models.ForeignKey(
        "scoring.Game", null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    hand = models.ForeignKey(
        "scoring.Hand", null=True, blank=True, on_delete=models.PROTECT, related_name="rulings"
    )
    pair = models.ForeignKey(
        "tournament.Pair", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    kind = models.CharField(max_length=12, choices=Kind)
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    proposed = models.JSONField(default=dict)
    outcome = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=500, blank=True)
    raised_by = models.CharField(max_length=120)
    raised_at = models.DateTimeField()
    decided_by = models.CharField(max_length=120, blank=True)
    decided_by_id = models.BigIntegerField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager[Ruling]] = LoggedRows["Ruling"].as_manager()

    class Meta:
        ordering = ["raised_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=KINDS),
                name="ruling_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(status="open", decided_at__isnull=True, outcome__isnull=True)
                | Q(
                    status__in=["confirmed", "replaced", "dismissed"],
                    decided_at__isnull=False,
                    outcome__isnull=False,
                ),
                name="ruling_outcome_when_decided",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["open", "confirmed"]) | ~Q(reason=""),
                name="ruling_reason_when_changed",
            ),
            models.UniqueConstraint(
                fields=["hand", "kind"],
                condition=Q(status="open", kind__in=["needs_ruling", "claim"]),
                name="ruling_one_open_a_hand",
            ),
        ]
        indexes = [models.Index(fields=["match"], condition=Q(status="open"), name="ruling_open")]

    def __str__(self) -> str:
        return f"{self.kind} ({self.status})"

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def version(self) -> int:
        """A number that changes when there is something else to decide: the hand has another
        version, or the ruling another proposal or status. For a repetition also: its game has
        another winner. For an appeal against a result also: the result is another one."""
        about = [self.status, self.hand_id, self.proposed]
        if self.kind == self.Kind.REPETITION and self.game is not None:
            about.append(self.game.winner)
        if self.kind == self.Kind.APPEAL and self.hand_id is None:
            match = self.match
            about += [match.status, match.winner, match.ended_by, match.games_a, match.games_b]
        return version_made_of(about)
