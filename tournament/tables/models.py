"""A table of the room."""

from secrets import token_hex

from django.db import models
from django.db.models import Q


def new_nonce() -> str:
    return token_hex(16)


class Table(models.Model):
    """Where matches are played. Its join link is derived from `join_nonce` and never stored."""

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.PROTECT, related_name="tables"
    )
    number = models.PositiveSmallIntegerField()
    join_nonce = models.CharField(max_length=32, default=new_nonce)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_number_from_1"),
        ]

    def __str__(self) -> str:
        return str(self.number)


# A tablet bound to a table.


class Device(models.Model):
    """A tablet. It holds a random token; only the token's SHA-256 is stored here. `pair`: whose
    phone it is; it acts only in the matches of this pair. None: a tablet for all of its table."""

    table = models.ForeignKey("tournament.Table", on_delete=models.PROTECT, related_name="devices")
    pair = models.ForeignKey(
        "tournament.Pair", on_delete=models.PROTECT, related_name="devices", null=True, blank=True
    )
    token_hash = models.CharField(max_length=64, unique=True)
    label = models.CharField(max_length=80, blank=True)
    # Hash of the link with which it joined: a revoked device cannot join again by the same link.
    link_hash = models.CharField(max_length=64, blank=True, default="", db_default="")
    # Its public key, in the form of `tournament/tables/rules.py`; empty while it has none.
    public_key = models.CharField(max_length=100, blank=True, default="", db_default="")
    joined_at = models.DateTimeField()
    last_seen_at = models.DateTimeField(null=True, blank=True)
    unsent = models.PositiveIntegerField(default=0)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.label
