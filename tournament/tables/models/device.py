"""A tablet bound to a table."""

from __future__ import annotations

from django.db import models


class Device(models.Model):
    """A tablet. It holds a random token; only the token's SHA-256 is stored here."""

    table = models.ForeignKey("tournament.Table", on_delete=models.PROTECT, related_name="devices")
    token_hash = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=80, blank=True)
    # Hash of the link with which it joined: a revoked device cannot join again by the same link.
    link_hash = models.CharField(max_length=64, blank=True, default="")
    # Its public key, in the form of `tournament/tables/rules.py`; empty while it has none.
    public_key = models.CharField(max_length=100, blank=True, default="")
    joined_at = models.DateTimeField()
    last_seen_at = models.DateTimeField(null=True, blank=True)
    unsent = models.PositiveIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.label
