"""The changes that a tablet gets in answer to its actions: no more than it needs to go on.

The tablet already has the match with all its hands, and merges these changes into it. See
docs/api.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from mus.ruleset import ruleset_from
from scoring.course.queries.states import Answer

IN_EFFECT = ("game", "number", "version", "verified", "ruled", "stones", "score", "game_winner")


def hand_line(hand: Mapping[str, Any]) -> dict[str, Any]:
    """A hand with its values in effect, without record and settlement."""
    return {name: hand[name] for name in IN_EFFECT}


@dataclass(slots=True)
class Changes:
    """The matches that the actions of one request touched, in their state after the last action.

    `versions`: the version of each match before the request.
    """

    states: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    games: dict[int, set[int]] = field(default_factory=dict)
    versions: dict[int, int] = field(default_factory=dict)

    def begin(self, match_id: int, version: int) -> None:
        """Notes a match's version before the request. Later calls for the same match change
        nothing."""
        self.versions.setdefault(match_id, version)

    def note(self, answer: Answer) -> None:
        """Takes the match's state from the answer to an action, if it has one."""
        state = answer.body.get("state")
        if state is None:
            return
        match_id = state["match_id"]
        self.states[match_id] = state
        hand = answer.body.get("hand")
        if hand is not None:
            self.games.setdefault(match_id, set()).add(hand["game"])

    def to_json(self) -> list[dict[str, Any]]:
        """One object for each match, with the games in which hands were entered."""
        return [
            {"from": self.versions[match_id]} | match_line(state, self.games.get(match_id, set()))
            for match_id, state in self.states.items()
        ]


def match_line(state: Mapping[str, Any], games: set[int]) -> dict[str, Any]:
    """The state of a match with these games, with the keys of the table's state."""
    following = state["next"]
    return {
        "id": state["match_id"],
        "version": state["version"],
        "status": state["status"],
        "winner": state["winner"] or None,
        "games_won": state["games_won"],
        "games": [
            {**game, "winner": game["winner"] or None}
            for game in state["games"]
            if game["number"] in games
        ],
        **next_hand(following, state["ruleset"]),
        "awaiting_ruling": state["awaiting_ruling"],
        "open_rulings": state["open_rulings"],
    }


def next_hand(following: Mapping[str, Any] | None, ruleset: object) -> dict[str, Any]:
    """The next game and hand, and the mano; all None when no hand can be entered."""
    if following is None:
        return {"game": None, "hand": None, "mano": None, "mano_free": False}
    return {
        "game": {"number": following["game"], "score": following["score"]},
        "hand": {"number": following["hand"]},
        "mano": following["mano"],
        "mano_free": following["mano_is_free"] and ruleset_from(ruleset).first_hand == "corrida",
    }
