"""The events of a `.mustour` file, as a log has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from scoring.proof.rules.lines import BrokenFile, Line
from tournament.log.rules.actors import Actor
from tournament.log.rules.events import LogEntry

SENDERS = ("user", "device", "program")


def entries_in(lines: Iterable[Line]) -> list[LogEntry]:
    """The log that stands in a file. Raises BrokenFile, naming the line."""
    return [_entry(line) for line in lines if line.kind == "event"]


def _entry(line: Line) -> LogEntry:
    data = line.data
    try:
        actor = data["actor"]
        at = _moment(data["at"])
        if at is None or actor["kind"] not in SENDERS:
            raise ValueError("at or actor")
        return LogEntry(
            data["tournament"], data["number"], data["kind"],
            Actor(actor["kind"], actor["id"], actor["label"]),
            at, data["data"], data["previous"], data["hash"], _texts(data),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BrokenFile(line.number, "not_an_event", repr(error)[:120]) from error


def _moment(text: str) -> datetime | None:
    """A moment with its zone; None for what is none."""
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
