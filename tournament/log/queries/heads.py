"""The heads of tournaments' logs. A page compares heads to know whether it is up to date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.championship.models import Tournament


@dataclass(frozen=True, slots=True)
class Head:
    """The newest event of a tournament's log: its number and its hash."""

    tournament: int
    slug: str
    number: int
    hash: str


def heads(*, slugs: Sequence[str] | None = None) -> dict[str, Head]:
    """slug → head, in one query. None: of every tournament.

    A slug that does not exist is left out.
    """
    tournaments = Tournament.objects.order_by("pk")
    if slugs is not None:
        tournaments = tournaments.filter(slug__in=slugs)
    rows = tournaments.values_list("pk", "slug", "event_number", "event_hash")
    return {row[1]: Head(*row) for row in rows}


def head_of(*, tournament_id: int) -> Head:
    """The head of one tournament's log, in one query. Raises Tournament.DoesNotExist."""
    row = Tournament.objects.order_by().values_list("pk", "slug", "event_number", "event_hash")
    return Head(*row.get(pk=tournament_id))


def head_in(tournament: Tournament) -> Head:
    """The log's head as this instance of a locked tournament knows it, with events just
    appended."""
    return Head(tournament.pk, tournament.slug, tournament.event_number, tournament.event_hash)
