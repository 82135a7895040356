"""What an official has to have seen before the number of games is reduced (T5)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import Conflict
from tournament.formats.registry import format_of
from tournament.matches.models import Match
from tournament.versions import version_made_of


def version_of(*, tournament_id: int, from_round: int = 1) -> int:
    """A number that changes when the numbers of games have changed, or when a game of a match
    that they would shorten has been won. Two queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    playing = Match.objects.filter(tournament=tournament, status="playing")
    if from_round > 1:
        playing = playing.filter(kind="championship", round__gte=from_round)
    begun = playing.exclude(games_a=0, games_b=0).order_by("pk")
    games = list(begun.values_list("pk", "best_of", "games_a", "games_b"))
    about = [tournament.best_of, tournament.games_by_round, games]
    return version_made_of(about)


def must_be_as_seen(*, tournament: Tournament, from_round: int, expected: int | None) -> None:
    """Raises Conflict (changed_meanwhile) unless `expected`, if given, is `version_of`."""
    if expected is None:
        return
    version = version_of(tournament_id=tournament.pk, from_round=from_round)
    if expected != version:
        now = {"best_of": tournament.best_of, "games_by_round": tournament.games_by_round}
        raise Conflict.over(
            "expected_version",
            "changed_meanwhile",
            _(
                "Fewer games would do something else by now: a game has been won, or the number of "
                "games is another. Look at it again, then decide."
            ),
            current={**now, "version": version},
        )


def rounds_left(*, tournament_id: int) -> tuple[int, ...]:
    """The championship's rounds with an unfinished match, and the next three where the format draws
    rounds one by one. Two queries."""
    tournament = Tournament.objects.get(pk=tournament_id)
    matches = Match.objects.filter(tournament=tournament, kind="championship")
    rounds = matches.exclude(status="finished").values_list("round", flat=True)
    found = sorted(set(rounds.order_by("round")))
    if found and format_of(tournament).by_rounds:
        found += [found[-1] + more for more in (1, 2, 3)]
    return tuple(found)
