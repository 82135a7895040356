"""Keys by which the log and the rows name the same thing, in any copy of a tournament."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

Key = tuple[Any, ...]
State = dict[str, Any]


def key_of(ref: Mapping[str, Any]) -> Key:
    """The key of a match in any copy of a tournament: its slot, or its id once it was set aside."""
    if ref["kind"] == "set_aside":
        return "set_aside", ref["id"]
    return ref["kind"], ref["round"], ref["slot"]


def ruling_key(match: int, data: Mapping[str, Any]) -> Key:
    """Everything that the log tells of a ruling, as one value."""
    said = ("ruling", "decision", "game", "number", "outcome", "reason")
    return match, *(json.dumps(data[name], sort_keys=True) for name in said)


def case_key(match: int, data: Mapping[str, Any]) -> Key:
    """Everything that the log tells of a case of the Tribunal, as one value."""
    said = ("game", "number", "state", "verdict", "reason")
    return match, data["pair"]["number"], *(data[name] for name in said)
