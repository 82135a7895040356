"""Whether anything in a match may still be changed."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.errors import Refusal, said
from tournament.models import Match


def must_be_correctable(match: Match) -> None:
    """Raises Refusal (ended_otherwise, later_match_begun, not_playing) when nothing in this match
    may be changed any more."""
    if match.status in (Match.Status.WAITING, Match.Status.READY):
        raise Refusal.one("match", "not_playing", _("This match has not begun. Start it first."))
    if match.status != Match.Status.FINISHED:
        return
    if match.ended_by != Match.EndedBy.GAMES:
        raise Refusal.one(
            "match",
            "ended_otherwise",
            _("This match was not ended by its games. Reopen it, with a reason, to change it."),
        )
    _must_be_its_hands_result(match)
    if match.is_championship:
        _next_must_not_have_begun(match)


def _must_be_its_hands_result(match: Match) -> None:
    """A result that an official has entered by hand is not undone by way of a hand."""
    won = list(match.played_games.exclude(winner="").values_list("winner", flat=True))
    if (won.count("A"), won.count("B")) != (match.games_a, match.games_b):
        raise Refusal.one(
            "match",
            "result_entered",
            _(
                "The result of this match was entered as it stands, not hand by hand. Reopen the "
                "match, with a reason, to change its hands."
            ),
        )


def _next_must_not_have_begun(match: Match) -> None:
    following = Match.objects.filter(
        tournament_id=match.tournament_id,
        kind=match.kind,
        round=match.round + 1,
        slot=match.slot // 2,
    ).first()
    if following is None or (
        following.started_at is None and following.status != Match.Status.FINISHED
    ):
        return
    raise Refusal.one(
        "match",
        "later_match_begun",
        said(
            _(
                "Match %(match)s, which depends on this result, has already begun or been "
                "decided. Take that match back first, or leave this one as it is."
            ),
            match=following.label,
        ),
    )
