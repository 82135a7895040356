"""What was sent under a key before: recorded hands, and stored answers."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from scoring.course.models import Hand, Submission
from tournament.log.rules.actors import Actor
from tournament.tables.models import Device, Table

LONGEST_KEY = 80


def is_key(key: object) -> bool:
    """Whether `key` has the form of a key."""
    return isinstance(key, str) and 0 < len(key) <= LONGEST_KEY and key.isprintable()


def scope_of(actor: Actor) -> str:
    """The sender that a key belongs to: a table, a user or a program.

    A device's key belongs to its table, not to the device. A tablet that joins its table again is
    another device with the same outbox, and must get the same answers.
    """
    if actor.table_id is not None:
        return scope_of_table(actor.table_id)
    return f"{actor.kind}:{actor.id if actor.id is not None else actor.label}"[:40]


def scope_of_table(table_id: int) -> str:
    """The sender of what the tablets of a table sent."""
    return f"table:{table_id}"


def submitted_under(scope: str, keys: Sequence[str]) -> QuerySet[Submission]:
    """The stored answers of this sender under these keys."""
    return Submission.objects.filter(scope=scope, key__in=keys).order_by()


def submitted_at_tables(*, tournament_id: int, key: str) -> QuerySet[Submission]:
    """The stored answers under this key to the tablets of any table of the tournament."""
    tables = Table.objects.filter(tournament_id=tournament_id).order_by().values_list("pk")
    scopes = [scope_of_table(pk) for (pk,) in tables]
    return Submission.objects.filter(scope__in=scopes, key=key).order_by()


def recorded_under(*, actor: Actor, keys: Sequence[str]) -> QuerySet[Hand]:
    """The first versions of the hands that this sender recorded under these keys."""
    hands = Hand.objects.filter(~Q(digest=""), key__in=keys, actor_kind=actor.kind).order_by()
    if actor.table_id is not None:
        at_the_table = Device.objects.filter(table_id=actor.table_id).order_by()
        return hands.filter(actor_id__in=at_the_table.values("pk"))
    if actor.id is not None:
        return hands.filter(actor_id=actor.id)
    return hands.filter(actor_id__isnull=True, actor_label=actor.label[:120])
