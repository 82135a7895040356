"""What the log tells of the room, and of the questions that are asked in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.proof.rules.keys import Key, State

WHOLE = 2
"""`tells` of a log that tells of every question; an older one tells of those that were decided."""


class Hall:
    """Tables, tablets, the time for appeals; questions and cases as they stand. `by`: the event
    that last told of each, by its path."""

    def __init__(self) -> None:
        self.tells = 1
        self.tables = 0
        self.devices: dict[int, State] = {}
        self.window: int | None = None
        self.questions: dict[int, State] = {}
        self.cases: dict[int, State] = {}
        self.appeals: dict[int, str] = {}
        """The number of an appeal → why, as it was entered."""
        self.decided: dict[int, State] = {}
        """The number of a question → the decision that an event made of it, while it stands."""
        self.by: dict[Key, int] = {}

    def hear(self, number: int, kind: str, data: Mapping[str, Any]) -> None:
        """One event more."""
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
        """Nobody decides a question twice in the same way; taken back in between, he may."""
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
        new: State = {"table": data["table"], "revoked": False}
        device = self.devices.setdefault(data["device"], new)
        was = dict(device)
        self.by["devices", data["device"]] = number
        device["table"] = data["table"]
        if kind == "device.revoked":
            device["revoked"] = True
        if "key" in data:
            device["key"] = data["key"]
        if kind == "device.joined" or "name" in data:
            device.pop("name", None)
            device |= {"name": data["name"]} if "name" in data else {}
        elif kind == "device.named":
            device.pop("name", None)  # an older log tells that it was named, not how
        if kind == "device.joined" and self.tells >= WHOLE and device == was:
            raise ValueError(f"device {data['device']} was there already")
