"""Settings of a tournament that contradict each other."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournament.errors import Problem, lazy_text
from tournament.formats.registry import made_for
from tournament.formats.regulations import OF_A_CROWD, REGULATIONS


def contradictions(
    settings: Mapping[str, object], *, regulation: str, format: str
) -> list[Problem]:
    """The settings of which one shuts out another, or the key of the format does, each at its own
    name."""
    rules = REGULATIONS.get(regulation)
    problems = level_in_vain(settings, regulation=regulation, format=format)
    if rules and rules.points(settings).level and OF_A_CROWD & settings.keys():
        message = _(
            "Where an even number of games is all played, it is the same for any number of pairs: "
            "leave this empty."
        )
        name = next(one for one in OF_A_CROWD if one in settings)
        problems.append(Problem(f"settings.{name}", "contradicts", message))
    late = rules.late_rule(settings) if rules else None
    if {"games_all_played", "games_to_win"} <= settings.keys():
        message = _("A match has games to win, or games that are all played: give one of the two.")
        problems.append(Problem("settings.games_all_played", "contradicts", message))
    least, most = settings.get("least_pairs"), settings.get("most_pairs")
    if isinstance(least, int) and isinstance(most, int) and least > most:
        message = _("No draw would do: at least more pairs than at most. Give fewer, or more.")
        problems.append(Problem("settings.least_pairs", "contradicts", message))
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
        least = lazy_text(sentence, minutes=late.first)
        problems.append(Problem("settings.late_match", "contradicts", least))
    return problems


def level_in_vain(settings: Mapping[str, object], *, regulation: str, format: str) -> list[Problem]:
    """Whether matches might end level in a format in which somebody must win each of them (T1)."""
    rules = REGULATIONS.get(regulation)
    if rules is None or not rules.points(settings).level or made_for(format, {}).may_be_level(1):
        return []
    message = _(
        "With an even number of games a match can end in a tie, and in this format "
        "somebody must win it. Give an odd number, or choose groups, a league or Swiss."
    )
    return [Problem("settings.games_all_played", "contradicts", message)]
