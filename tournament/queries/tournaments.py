"""Tournaments, and the two ways to fetch one that also say whether the asker may."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.errors import NotAllowed, NotFound, Problem, said
from tournament.models import Tournament
from tournament.queries.matches import PairName, name_of
from tournament.rules.regulations import REGULATIONS, Regulation

User = AbstractBaseUser | AnonymousUser
LONGEST_SLUG = 80


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament with its counts. `warnings` are remarks for the organizers: nothing is
    refused for them."""

    id: int
    slug: str
    name: str
    place: str
    starts_at: datetime
    regulation: Regulation
    settings: Mapping[str, Any]
    tables_count: int
    courtesy_minutes: int
    best_of: int | None
    status: str
    draw_seed: str | None
    champion: PairName | None
    is_rehearsal: bool
    event_number: int
    event_hash: str
    pairs_count: int
    warnings: tuple[Problem, ...]

    @property
    def is_drawn(self) -> bool:
        return self.status != "entry"

    @property
    def best_of_if_drawn_now(self) -> int | None:
        """Games of a match if the pairs entered now were drawn (T1); None under two pairs."""
        return self.regulation.best_of(self.pairs_count) if self.pairs_count >= 2 else None


def tournament_list(*, with_rehearsals: bool = False) -> tuple[TournamentView, ...]:
    """Every tournament, latest start first. One query."""
    tournaments = _counted()
    if not with_rehearsals:
        tournaments = tournaments.filter(is_rehearsal=False)
    return tuple(map(_view, tournaments.order_by("-starts_at", "-id")))


def tournaments_of(*, user: User) -> tuple[TournamentView, ...]:
    """The tournaments this user organizes (all, for a superuser). One query."""
    if not user.is_authenticated:
        return ()
    tournaments = _counted()
    if not getattr(user, "is_superuser", False):
        mine = Tournament.objects.filter(organizers=user.pk).values("pk")
        tournaments = tournaments.filter(pk__in=mine)
    return tuple(map(_view, tournaments.order_by("-starts_at", "-id")))


def tournament_detail(*, tournament_id: int) -> TournamentView:
    """One tournament by its key. Raises NotFound."""
    return _found(_counted().filter(pk=tournament_id).first())


def get_public(*, slug: str) -> TournamentView:
    """The tournament anybody may look at. Raises NotFound."""
    return _found(_by_slug(slug))


def get_for_organizer(*, user: User, slug: str) -> TournamentView:
    """The tournament, for one of its organizers or a superuser. Raises NotFound, NotAllowed."""
    tournament = _found(_by_slug(slug))
    if not may_organize(user=user, tournament_id=tournament.id):
        raise NotAllowed.one(
            "user",
            "not_an_organizer",
            _("Only the organizers of this tournament may do this. Log in as one of them."),
        )
    return tournament


def may_organize(*, user: User, tournament_id: int) -> bool:
    """Whether the user is an organizer of the tournament, or a superuser."""
    if not user.is_authenticated or not user.is_active:
        return False
    if getattr(user, "is_superuser", False):
        return True
    return Tournament.organizers.through.objects.filter(
        tournament_id=tournament_id, user_id=user.pk
    ).exists()


def _by_slug(slug: str) -> Tournament | None:
    if not isinstance(slug, str) or len(slug) > LONGEST_SLUG or "\x00" in slug:
        return None
    return _counted().filter(slug=slug).first()


def _counted() -> QuerySet[Tournament]:
    entered = Count("pairs", filter=Q(pairs__status="entered"))
    return Tournament.objects.select_related("champion").annotate(pairs_count=entered)


def _found(tournament: Tournament | None) -> TournamentView:
    if tournament is None:
        raise NotFound.one(
            "tournament",
            "no_such_tournament",
            _("There is no such tournament. Choose one from the list."),
        )
    return _view(tournament)


def _view(tournament: Any) -> TournamentView:
    regulation = REGULATIONS[tournament.regulation]
    return TournamentView(
        id=tournament.pk,
        slug=tournament.slug,
        name=tournament.name,
        place=tournament.place,
        starts_at=tournament.starts_at,
        regulation=regulation,
        settings=tournament.settings,
        tables_count=tournament.tables_count,
        courtesy_minutes=tournament.courtesy_minutes,
        best_of=tournament.best_of,
        status=tournament.status,
        draw_seed=tournament.draw_seed,
        champion=name_of(tournament.champion),
        is_rehearsal=tournament.is_rehearsal,
        event_number=tournament.event_number,
        event_hash=tournament.event_hash,
        pairs_count=tournament.pairs_count,
        warnings=_warnings(regulation, tournament.pairs_count),
    )


def _warnings(regulation: Regulation, pairs: int) -> tuple[Problem, ...]:
    cap = regulation.cap_warning
    if cap is None or pairs <= cap:
        return ()
    message = said(
        _(
            "This regulation foresees %(cap)s pairs at most and %(pairs)s are entered. The "
            "tournament can be played, with one round more."
        ),
        cap=cap,
        pairs=pairs,
    )
    return (Problem("pairs", "over_the_cap", message),)
