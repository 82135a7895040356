"""Whether a match can be played on once its result is taken away, or a pair of it comes back."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from tournament.errors import Refusal
from tournament.formats.bouts import Bout, Place
from tournament.matches.models import Match
from tournament.matches.queries import guards
from tournament.matches.queries.cascades import (
    NOTHING,
    CascadeView,
    Following,
    follow,
    opened,
    view_of,
)


def if_not_begun(*, match_id: int) -> CascadeView:
    """What falls if the start of a match is taken back. Nothing, unless it was opened again."""
    match = Match.objects.select_related("tournament").get(pk=match_id)
    if not match.is_championship:
        return NOTHING
    fact = replace(match.to_rules(), status="ready", begun=False)
    found = follow(tournament=match.tournament, facts={match.pk: fact}, recalls=False)
    return view_of(found, but=match.pk) if found.sets_aside else NOTHING


def must_be_able_to_go_on(match: Match) -> None:
    """Raises Refusal (is_a_bye, pair_is_out, pair_busy, in_consolation, pair_not_beaten) for a
    match that could not be played on if its result were taken away."""
    guards.must_not_be_a_bye(match)
    guards.must_have_its_pairs(match)
    if match.is_championship:
        fact = opened(match)
        found = follow(tournament=match.tournament, facts={match.pk: fact})
        must_play_one_at_a_time(found, {fact.place})
        return
    _must_not_be_in_consolation(match)
    if match.started_at is not None:
        guards.pairs_must_be_free(match)
    _must_be_beaten(match)


def must_play_one_at_a_time(found: Following, opened: Collection[Place] = ()) -> None:
    """Raises Refusal (pair_busy) when a match would go on, or is among `opened`, while one of its
    pairs plays another match that stands."""
    for on, other in twice(found, opened):
        raise guards.pair_is_busy(on, other)


def twice(found: Following, opened: Collection[Place] = ()) -> list[tuple[Match, Match]]:
    """Each match that would go on, with another match that one of its pairs would be playing at the
    same time."""
    places = {*opened, *(bout.place for bout in found.resolution.changed)}
    bouts = [bout for bout in found.resolution.bouts if bout.status == "playing"]
    return [
        (found.matches[bout.place], found.matches[other.place])
        for bout in (bout for bout in bouts if bout.place in places)
        for other in bouts
        if other is not bout and _share_a_pair(bout, other)
    ]


def _share_a_pair(one: Bout, other: Bout) -> bool:
    return bool({one.pairs.a, one.pairs.b} & {other.pairs.a, other.pairs.b})


def _must_be_beaten(match: Match) -> None:
    """Raises Refusal (pair_not_beaten) for a consolation match of a pair that can still win the
    championship."""
    pairs = {pk for pk in match.pairs if pk is not None}
    if not pairs <= follow(tournament=match.tournament).beaten:
        raise Refusal.one(
            "match",
            "pair_not_beaten",
            _("A pair of this match is not beaten any more. Leave the match as it is."),
        )


def _must_not_be_in_consolation(match: Match) -> None:
    """Raises Refusal (in_consolation) when a pair of the match, which is to be played again, has a
    consolation match that is ready or being played."""
    pairs = [match.pair_a_id, match.pair_b_id]
    live = Match.objects.filter(
        tournament_id=match.tournament_id, kind="consolation", status__in=["ready", "playing"]
    ).exclude(pk=match.pk)
    if (live.filter(pair_a__in=pairs) | live.filter(pair_b__in=pairs)).exists():
        raise Refusal.one(
            "match",
            "in_consolation",
            _("A pair of this match has a consolation match open. Finish it or call it off first."),
        )
