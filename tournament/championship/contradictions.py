"""Settings of a tournament that contradict each other."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournament.errors import Problem, said
from tournament.formats.regulations import OF_A_CROWD, REGULATIONS


def contradictions(settings: Mapping[str, object], *, regulation: str) -> list[Problem]:
    """The settings of which one shuts out another, each at its own name."""
    problems = []
    known = REGULATIONS.get(regulation)
    late = known.late_rule(settings) if known else None
    if {"games_all_played", "games_to_win"} <= settings.keys():
        message = _("A match has games to win, or games that are all played: give one of the two.")
        problems.append(Problem("settings.games_all_played", "contradicts", message))
    if {"vaca_games", "last_game_stones"} <= settings.keys():
        message = _(
            "Where a match is played in vacas, no game is known to be its last: leave this empty."
        )
        problems.append(Problem("settings.last_game_stones", "contradicts", message))
    if len(alone := OF_A_CROWD & settings.keys()) == 1:
        message = _("Give the number of pairs and the games above it: both or neither.")
        problems.append(Problem(f"settings.{alone.pop()}", "contradicts", message))
    if late and late.first is not None and late.match is not None and late.match < late.first:
        sentence = _(
            "The match cannot be lost before its first game: give at least %(minutes)s minutes."
        )
        least = said(sentence, minutes=late.first)
        problems.append(Problem("settings.late_match", "contradicts", least))
    return problems
