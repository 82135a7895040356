"""Whether a match can be played on once its result is taken away."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.errors import Refusal
from tournament.matches.models import Match
from tournament.matches.queries import guards


def must_be_able_to_go_on(match: Match) -> None:
    """Raises Refusal (is_a_bye, pair_is_out, in_consolation) for a match that could not be played
    on if its result were taken away."""
    guards.must_not_be_a_bye(match)
    guards.must_have_its_pairs(match)
    if not match.is_championship:
        _must_not_be_in_consolation(match)


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
