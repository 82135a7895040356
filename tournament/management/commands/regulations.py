"""`manage.py regulations`: the regulations at hand, with their settings and sources."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournament.formats.regulations import (
    AT_THE_END,
    BY_NUMBER,
    DAY_SETTINGS,
    IN_GROUPS,
    OTHER_BRACKETS,
    REGULATIONS,
    THIRD_PLACE,
    Regulation,
    games_of,
    wins_of,
)


class Command(BaseCommand):
    help = "Lists the regulations at hand: keys, settings, where they were published."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON array")

    def handle(self, *args: Any, **options: Any) -> None:
        rows = [_row(regulation) for regulation in REGULATIONS.values()]
        if options["json"]:
            self.stdout.write(json.dumps(rows, ensure_ascii=False))
            return
        for row in rows:
            settings = ", ".join(
                f"{name}={_text(value)}" for name, value in row["settings"].items()
            )
            newer = (
                f" (kept for tournaments played by it; now {row['newer']})" if row["newer"] else ""
            )
            self.stdout.write(f"{row['key']}: {row['name']}{newer}")
            self.stdout.write(f"  {row['format']}; {settings}")


def _row(regulation: Regulation) -> dict[str, Any]:
    """A regulation with the value of every setting, as an organizer would give it."""
    wins = wins_of(regulation.games)
    hands = {k: v for k, v in regulation.ruleset.to_json().items() if k not in ("preset", "seats")}
    fewer = wins_of(regulation.games_when_crowded)
    return {
        "key": regulation.key,
        "name": regulation.name,
        "format": regulation.format,
        "format_options": dict(regulation.format_options),
        "settings": {
            **{name: setting.default for name, setting in DAY_SETTINGS.items()},
            "games_to_win": wins,
            "crowded_above": regulation.crowded_above,
            "crowded_games_to_win": None if regulation.crowded_above is None else fewer,
            **dict.fromkeys(map(games_of, (IN_GROUPS, *BY_NUMBER.values(), *AT_THE_END)), wins),
            **dict.fromkeys(
                map(games_of, OTHER_BRACKETS.values()),
                regulation.other_brackets_games_to_win or wins,
            ),
            "vaca_games": regulation.vaca_games,
            "last_game_stones": regulation.last_game_stones,
            "late_first_game": regulation.late_first_game,
            "match_minutes": regulation.match_minutes,
            "when_time_is_up": regulation.time_limit({})[1],
            "games_all_played": regulation.games if regulation.games_all_played else None,
            "final_games_to_win": regulation.final_games_to_win or wins,
            games_of(THIRD_PLACE): regulation.final_games_to_win or wins,
            **hands,
            "substitutes": regulation.substitutes,
            "substitutes_until": regulation.substitutes_until,
            **regulation.customs,
        },
        "games_to_win_when_crowded": None if regulation.crowded_above is None else fewer,
        "crowded_above": regulation.crowded_above,
        "four_kings_by_agreement": regulation.four_kings_by_agreement,
        "courtesy_minutes": regulation.courtesy_minutes,
        "source": regulation.source,
        "dated": regulation.dated,
        "unsaid": list(regulation.unsaid),
        "newer": regulation.newer,
    }


def _text(value: object) -> str:
    return "none" if value is None else str(value).lower()
