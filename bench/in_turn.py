"""The hands of a match, one after the other, as a tablet sends them."""

from __future__ import annotations

import json
from typing import Any

PLAIN = {"quick": {"stones": [1, 0]}}
OTHER = {"quick": {"stones": [0, 1]}}
ACTIONS = "/api/v1/table/actions/"


class InTurn:
    """Knows which hand of its match comes next. `mark` begins the keys of its actions."""

    def __init__(self, match: int, mark: str) -> None:
        self.match, self.mark = match, mark
        self.sent, self.game, self.hand = 0, 1, 1

    def body(self, record: dict[str, Any]) -> bytes:
        """The request with the next hand."""
        self.sent += 1
        record = {**record, "mano": 0} if self.hand == 1 else record
        action = {"key": f"{self.mark}-{self.match}-{self.sent}", "kind": "hand.record",
                  "match": self.match, "game": self.game, "hand": self.hand,
                  "record": record}  # fmt: skip
        return json.dumps({"actions": [action]}).encode()

    def hear(self, answer: bytes) -> None:
        """Takes in the answer to the last request. Raises SystemExit when the hand was not
        saved."""
        (result,) = json.loads(answer)["results"]
        if result["outcome"] != "applied":
            raise SystemExit(f"a hand was not saved: {answer[:300]!r}")
        won = result["settlement"]["game_winner"]
        self.game, self.hand = (self.game + 1, 1) if won else (self.game, self.hand + 1)
