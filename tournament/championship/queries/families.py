"""Tournaments that share an organizer."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial
from typing import Any

from django.db.models import Q, QuerySet

from tournament import everybody
from tournament.championship.models import Tournament
from tournament.championship.queries.tournaments import TournamentView, get_public, public_where

Users = QuerySet[Any, int] | list[int]


def of_same_organizers(*, slug: str) -> tuple[TournamentView, ...]:
    """The tournament and all others that one of its organizers runs, earliest start first. Other
    tournaments that are rehearsals are left out.

    Who organizes a tournament with a delay is read as the reader may see it. Two queries where none
    has a delay. Raises NotFound.
    """
    own = get_public(slug=slug)
    users = _organizers_of(own)
    # Whether one with a delay is of the family is asked of its kept state.
    family = Q(pk=own.id) | Q(pk__in=_run_by(users)) | Q(delay_minutes__gt=0)
    found = public_where(fits=family)
    if any(one.delay_minutes for one in found):
        fitting = {own.id, *everybody.over_all(partial(_run_by_any, list(users)))}
        found = tuple(one for one in found if one.id in fitting)
    return tuple(sorted(found, key=lambda one: (one.starts_at, one.id)))


def _organizers_of(own: TournamentView) -> Users:
    through = Tournament.organizers.through.objects.filter(tournament_id=own.id).order_by()
    users = through.values_list("user_id", flat=True)
    if not own.delay_minutes:
        return users
    with everybody.as_shown(own.id):
        return list(users)


def _run_by(users: Users) -> QuerySet[Tournament, int]:
    run = Tournament.objects.filter(organizers__in=users, is_rehearsal=False).order_by()
    return run.values_list("pk", flat=True)


def _run_by_any(users: Collection[int], apart: frozenset[int]) -> Iterable[int]:
    return _run_by(list(users)).exclude(pk__in=apart)
