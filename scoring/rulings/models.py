"""Questions to officials and their answers."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.notify import LoggedRow, LoggedRows, version_made_of

RULING_KINDS = ["needs_ruling", "claim", "repetition", "overrule", "call", "attention", "appeal"]
ONE_OPEN_A_HAND = ["needs_ruling", "claim"]
"""Kinds of which a hand has one open question at most."""


class Ruling(LoggedRow):
    """A question to an official and its answer, with the reason, for the record (D7).

    `proposed`: what the program proposes. `outcome`: what was decided; null while open.
    """

    class Kind(models.TextChoices):
        NEEDS_RULING = "needs_ruling", _("the rules leave it to the organizers")
        CLAIM = "claim", _("the table claims other stones")
        REPETITION = "repetition", _("repeated false claim")
        OVERRULE = "overrule", _("overruled by the organizers")
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
                condition=Q(kind__in=RULING_KINDS),
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
                condition=Q(status="open", kind__in=ONE_OPEN_A_HAND),
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
    def place(self) -> dict[str, int | None]:
        """The numbers of its game and its hand, as the log tells them."""
        return {
            "game": self.game.number if self.game else None,
            "number": self.hand.number if self.hand else None,
        }

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


# Cases of the Disciplinary Tribunal (G1, T6).


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


# The time for appeals.


class AppealWindow(models.Model):
    """Minutes after the end of a match during which its result is provisional. No row: 0
    minutes."""

    tournament = models.OneToOneField(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="appeal_window"
    )
    minutes = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(minutes__lte=1440), name="appeal_window_of_a_day")
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.minutes}"
