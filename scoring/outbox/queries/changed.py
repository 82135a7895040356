"""The changes that a tablet is told after sending: no more than it needs to go on.

The tablet has the match with all its hands; it puts this over it. See docs/api.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mus.ruleset import ruleset_from
from scoring.course.queries.answers import Answer

IN_EFFECT = ("game", "number", "version", "verified", "ruled", "stones", "score", "game_winner")


def hand_line(hand: Mapping[str, Any]) -> dict[str, Any]:
    """A hand as it is in effect, without its record and settlement."""
    return {name: hand[name] for name in IN_EFFECT}


@dataclass(slots=True)
class Changes:
    """The matches that the actions of one request have touched, as they stand after the last.

    `versions`: the version each had before.
    """

    states: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    games: dict[int, set[int]] = field(default_factory=dict)
    versions: dict[int, int] = field(default_factory=dict)

    def begin(self, match_id: int, version: int) -> None:
        """Notes the version in which a match was read; only the first time counts."""
        self.versions.setdefault(match_id, version)

    def note(self, answer: Answer) -> None:
        """Takes the answer to an action, when it tells how its match stands."""
        state = answer.body.get("state")
        if state is None:
            return
        match_id = state["match_id"]
        self.states[match_id] = state
        hand = answer.body.get("hand")
        if hand is not None:
            self.games.setdefault(match_id, set()).add(hand["game"])

    def to_json(self) -> list[dict[str, Any]]:
        """One object a match, with those of its games that were played in."""
        return [
            {"from": self.versions[match_id]} | match_line(state, self.games.get(match_id, set()))
            for match_id, state in self.states.items()
        ]


def match_line(state: Mapping[str, Any], games: set[int]) -> dict[str, Any]:
    """How a match stands, with these of its games, in the words of the table's state."""
    following = state["next"]
    return {
        "id": state["match_id"],
        "version": state["version"],
        "status": state["status"],
        "winner": state["winner"] or None,
        "games_won": state["games_won"],
        "games": [_game(game) for game in state["games"] if game["number"] in games],
        **next_hand(following, state["ruleset"]),
        "awaiting_ruling": state["awaiting_ruling"],
        "open_rulings": state["open_rulings"],
    }


def next_hand(following: Mapping[str, Any] | None, ruleset: object) -> dict[str, Any]:
    """The game and hand that come next, and who is mano; None where none does."""
    if following is None:
        return {"game": None, "hand": None, "mano": None, "mano_free": False}
    return {
        "game": {"number": following["game"], "score": following["score"]},
        "hand": {"number": following["hand"]},
        "mano": following["mano"],
        "mano_free": following["mano_is_free"] and ruleset_from(ruleset).first_hand == "corrida",
    }


def _game(game: Mapping[str, Any]) -> dict[str, Any]:
    return {**game, "winner": game["winner"] or None}
