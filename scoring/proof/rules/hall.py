"""What the log tells of the room, and of questions to officials."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.proof.rules.lines import Key, State

WHOLE = 2
"""`tells` of a log that tells of every question. Older logs tell only of decided questions."""
TITLE_LOST = 3
"""`tells` of a log in which a pair that is disqualified after its last match of a league or a group
loses its title (T8). In older logs it may have kept it."""
EVERY_TITLE_LOST = 4
"""`tells` of a log in which it does so in every format."""


class Hall:
    """Tables, tablets, the time for appeals, questions and cases in their last state. `by`: path →
    the event that last told of it."""

    def __init__(self) -> None:
        self.tells = 1
        self.tables = 0
        self.devices: dict[int, State] = {}
        self.window: int | None = None
        self.questions: dict[int, State] = {}
        self.cases: dict[int, State] = {}
        self.appeals: dict[int, str] = {}
        """Id of an appeal → its reason, as entered."""
        self.decided: dict[int, State] = {}
        """Id of a question → the decision that an event told, until it is taken back."""
        self.by: dict[Key, int] = {}

    def hear(self, number: int, kind: str, data: Mapping[str, Any]) -> None:
        """Takes in one more event. Raises KeyError or ValueError for an impossible one."""
        if kind == "tournament.created":
            self.tells = data.get("tells", 1)
        if kind in ("tournament.created", "tables.count_set"):
            self._set_count(number, data["tables"])
        elif kind.startswith("device."):
            self._hear_device(number, kind, data)
        elif kind == "appeals.window_set":
            self.window = data["minutes"]
            self.by["appeals",] = number
        elif kind == "appeal.entered":
            self.appeals[data["appeal"]] = data["reason"]
        elif kind == "ruling.made" and self.tells >= WHOLE:
            self._hear_decision(data)
        for state in data.get("asked", ()):
            if state["decision"] != self.decided.get(state["question"], {}).get("decision"):
                self.decided.pop(state["question"], None)
            self.questions[state["question"]] = state
            self.by["questions", state["question"]] = number
        for state in data.get("cases_now", ()):
            self.cases[state["case"]] = state
            self.by["cases", state["case"]] = number

    def _hear_decision(self, data: Mapping[str, Any]) -> None:
        """Raises ValueError when a question is decided twice in the same way without being taken
        back between."""
        made = {name: data[name] for name in ("ruling", "decision", "outcome", "reason")}
        if self.decided.get(data["question"]) == made:
            raise ValueError(f"question {data['question']} was decided so already")
        self.decided[data["question"]] = made

    def _set_count(self, number: int, count: int) -> None:
        self.tables = max(self.tables, count)
        self.by["tables",] = number
        for device in self.devices.values():
            if device["table"] > count:
                device["revoked"] = True

    def _hear_device(self, number: int, kind: str, data: Mapping[str, Any]) -> None:
        new: State = {"table": data["table"], "pair": None, "revoked": False}
        device = self.devices.setdefault(data["device"], new)
        was = dict(device)
        self.by["devices", data["device"]] = number
        device["table"] = data["table"]
        if kind == "device.joined":
            device["pair"] = data["pair"]["number"] if "pair" in data else None
        if kind == "device.revoked":
            device["revoked"] = True
        if "key" in data:
            device["key"] = data["key"]
        if kind == "device.joined" or "name" in data:
            device.pop("name", None)
            device |= {"name": data["name"]} if "name" in data else {}
        elif kind == "device.named":
            device.pop("name", None)  # an older log tells that a device was named, but not its name
        if kind == "device.joined" and self.tells >= WHOLE and device == was:
            raise ValueError(f"device {data['device']} was there already")
