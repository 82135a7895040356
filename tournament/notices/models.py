"""Who asked for notices on a telephone, and what was sent to whom."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Watch(models.Model):
    """A browser that asked to be notified when a pair is called. The row is deleted when the
    browser asks for it, when its push service says that the browser is gone, and when contacts are
    erased."""

    pair = models.ForeignKey("tournament.Pair", on_delete=models.PROTECT, related_name="watches")
    endpoint = models.CharField(max_length=500)
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    language = models.CharField(max_length=8, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pair", "endpoint"], name="watch_once_a_browser")
        ]

    def __str__(self) -> str:
        return f"{self.pair} {self.at}"


class Notice(models.Model):
    """One message, sent or failed. `to`: enough of the address to recognize it, never the whole
    address. `pair`: null for one on the waiting list; `match`: null for a message about the day."""

    class State(models.TextChoices):
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="notices"
    )
    pair = models.ForeignKey(
        "tournament.Pair", null=True, blank=True, on_delete=models.PROTECT, related_name="notices"
    )
    match = models.ForeignKey(
        "tournament.Match", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    key = models.CharField(max_length=80)
    channel = models.CharField(max_length=4)
    to = models.CharField(max_length=60)
    state = models.CharField(max_length=6, choices=State)
    said = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["key", "pair", "channel", "to"], name="notice_sent_once"
            ),
            models.CheckConstraint(
                condition=Q(channel__in=["mail", "push"]), name="notice_channel_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.to} {self.state}"
