"""Whether the hands of a match may still be changed, and whether its result would follow."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.errors import Refusal
from tournament.matches.models import Match
from tournament.matches.queries import guards


def must_be_correctable(match: Match) -> None:
    """Raises Refusal (not_playing, set_aside) when no hand of this match may be changed."""
    guards.must_hold_its_slot(match)
    if match.status in (Match.Status.WAITING, Match.Status.READY):
        raise Refusal.one("match", "not_playing", _("This match has not begun. Start it first."))


def must_be_decidable(match: Match) -> None:
    """Raises Refusal (also ended_otherwise, result_entered) when no game of this match may be
    decided, because its result does not come from its games."""
    must_be_correctable(match)
    if match.status != Match.Status.FINISHED or follows_its_hands(match, games_won(match)):
        return
    if match.ended_by != Match.EndedBy.GAMES:
        raise Refusal.one(
            "match",
            "ended_otherwise",
            _("This match was not ended by its games. Reopen it, with a reason, to change it."),
        )
    raise _result_entered()


def must_fit_result(match: Match, won: tuple[int, int]) -> None:
    """Raises Refusal (result_entered) when hands would win a game (`won`: of A and B) that the
    result of a finished match, entered as it stands, does not have."""
    if match.status != Match.Status.FINISHED or match.ended_by != Match.EndedBy.GAMES:
        return
    if follows_its_hands(match, games_won(match)):
        return
    if won[0] > match.games_a or won[1] > match.games_b:
        raise _result_entered()


def _result_entered() -> Refusal:
    return Refusal.one(
        "match",
        "result_entered",
        _(
            "The result of this match was entered as it stands, not hand by hand. Reopen the "
            "match, with a reason, to change its games."
        ),
    )


def follows_its_hands(match: Match, won: tuple[int, int]) -> bool:
    """Whether a finished match ended by the games that its hands won (`won`). Any other result is
    an official's decision, which a change of hands does not undo."""
    return (
        match.status == Match.Status.FINISHED
        and match.ended_by == Match.EndedBy.GAMES
        and won == (match.games_a, match.games_b)
    )


def games_won(match: Match) -> tuple[int, int]:
    """The games won by A and B, by hands or by an official's decision on a game. A result that was
    entered without games does not count."""
    won = list(match.played_games.exclude(winner="").values_list("winner", flat=True))
    return won.count("A"), won.count("B")
