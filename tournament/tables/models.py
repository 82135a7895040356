"""A table of the room."""

from secrets import token_hex

from django.db import models
from django.db.models import Q

from tournament.championship.models import Tournament


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

    @property
    def name(self) -> str:
        """What people call it, with its room or floor; "" when it has its number alone."""
        arranged = getattr(self, "arrangement", None)
        return arranged.name if arranged else ""

    @property
    def is_out(self) -> bool:
        """Whether it is out of service."""
        arranged = getattr(self, "arrangement", None)
        return bool(arranged and arranged.is_out)

    @property
    def kept_for_id(self) -> int | None:
        """The pair that it is kept for."""
        arranged = getattr(self, "arrangement", None)
        return arranged.kept_for_id if arranged else None


class Arrangement(models.Model):
    """What the desk says of a table: its name, room or floor; whether it is out of service; the
    pair it is kept for, such as one that cannot walk far. A table without a row is like any
    other."""

    table = models.OneToOneField(
        "tournament.Table", on_delete=models.PROTECT, related_name="arrangement"
    )
    name = models.CharField(max_length=40, blank=True)
    is_out = models.BooleanField(default=False)
    kept_for = models.ForeignKey(
        "tournament.Pair", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["table__number"]

    def __str__(self) -> str:
        return f"{self.table} {self.name}"


# A tablet bound to a table.


def count_in_service(tournament: Tournament) -> int:
    """How many tables matches can be given: all but those that are out of service. One query."""
    out = Arrangement.objects.filter(
        table__tournament=tournament, table__number__lte=tournament.tables_count, is_out=True
    )
    return tournament.tables_count - out.count()


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
