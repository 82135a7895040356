"""A tablet bound to a table."""

from __future__ import annotations

from django.db import models


class Device(models.Model):
    """Knows its own random token; only the token's SHA-256 is kept here."""

    table = models.ForeignKey("tournament.Table", on_delete=models.PROTECT, related_name="devices")
    token_hash = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=80, blank=True)
    # Which link it came by, as a hash: a revoked device does not come back by the same one.
    link_hash = models.CharField(max_length=64, blank=True, default="")
    # What it signs with, as `tournament/tables/rules.py` writes it; empty while it has none.
    public_key = models.CharField(max_length=100, blank=True, default="")
    joined_at = models.DateTimeField()
    last_seen_at = models.DateTimeField(null=True, blank=True)
    unsent = models.PositiveIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.label
