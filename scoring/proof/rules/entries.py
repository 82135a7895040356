"""The events of a `.mustour` file as log entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from scoring.proof.rules.lines import BrokenFile, Line
from tournament.log.rules.events import LogEntry
from tournament.log.rules.roles import Actor

SENDERS = ("user", "device", "program")
MOST, LONGEST_LABEL = 2**63, 120


def entries_in(lines: Iterable[Line]) -> list[LogEntry]:
    """The log in a file. Raises BrokenFile, naming the line."""
    return [_entry(line) for line in lines if line.kind == "event"]


def _entry(line: Line) -> LogEntry:
    data = line.data
    try:
        actor = data["actor"]
        at = _moment(data["at"])
        if at is None or actor["kind"] not in SENDERS or not _is_whom(actor):
            raise ValueError("at or actor")
        if not isinstance(data["kind"], str) or not isinstance(data["data"], dict):
            raise ValueError("kind or data")
        return LogEntry(
            data["tournament"], data["number"], data["kind"],
            Actor(actor["kind"], actor["id"], actor["label"]),
            at, data["data"], data["previous"], data["hash"], _texts(data),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BrokenFile(line.number, "not_an_event", repr(error)[:120]) from error


def _is_whom(actor: Mapping[str, Any]) -> bool:
    """Whether an actor's id and label have the form that a log keeps."""
    number, label = actor["id"], actor["label"]
    is_number = number is None or (type(number) is int and 0 <= number < MOST)
    return is_number and isinstance(label, str) and len(label) <= LONGEST_LABEL


def _moment(text: str) -> datetime | None:
    """The time with its zone; None for any other text."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.tzinfo else None


def _texts(data: Mapping[str, Any]) -> Mapping[str, Any]:
    texts = data.get("texts", {})
    if not isinstance(texts, dict) or ("texts" in data and not texts):
        raise ValueError("texts")
    return texts
