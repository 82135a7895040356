"""States of matches, hands and decisions, as `told` puts them together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from scoring.proof.rules.keys import Key, State, key_of


class LogTellsNonsense(ValueError):
    """An event is impossible after those before it, even if the chain of hashes holds."""

    def __init__(self, number: int, what: str) -> None:
        super().__init__(f"event {number}: {what}")
        self.number, self.what = number, what


NOT_BEGUN: State = {"seating": None, "first_mano": None, "four_kings": False}
DECIDED: State = {"ruling": "overrule", "decision": "replaced", "number": None}


def outcome_of(data: Mapping[str, Any]) -> State:
    """The decision of a game in the form in which it is stored beside the rulings on hands."""
    return {name: data[name] for name in ("game_winner", "ended_by", "clause")}


def latest_of(hands: Mapping[Key, State], game: int) -> dict[int, State]:
    """Number → current version of each hand of a game, void ones included."""
    latest: dict[int, State] = {}
    for (of_game, number, _version), hand in sorted(hands.items()):
        if of_game == game:
            latest[number] = hand
    return latest


def with_current(hands: Mapping[Key, State]) -> dict[Key, State]:
    """Every version of every hand, with whether it is the current one."""
    newest: dict[Key, int] = {}
    for game, number, version in hands:
        newest[game, number] = max(version, newest.get((game, number), 0))
    return {
        place: {**hand, "current": place[2] == newest[place[:2]]} for place, hand in hands.items()
    }


def bare(pairs: Any, status: str, best_of: int | None) -> State:
    a, b = pairs
    return {
        "pairs": [a, b], "status": status, "winner": "", "ended_by": "", "games": [0, 0],
        "best_of": best_of, "table": None, **NOT_BEGUN,
    }  # fmt: skip


def must_be_new(
    kind: str, data: Mapping[str, Any], *, entered: Collection[int], matches: Mapping[Key, State]
) -> None:
    """Raises ValueError for pairs that are already `entered`, and for the start of a match that is
    already being played."""
    if kind in ("pair.entered", "pairs.entered"):
        for pair in data.get("pairs", (data.get("pair"),)):
            if pair["number"] in entered:
                raise ValueError(f"pair {pair['number']} is there already")
    if kind == "match.started" and matches[key_of(data["match"])]["status"] == "playing":
        raise ValueError("the match had begun")
    if kind == "draw.made" and data.get("tournament_status", "running") != "running":
        raise ValueError("a draw begins the day")
