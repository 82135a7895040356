"""The events of a `.mustour` file as log entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.proof.rules.lines import BrokenFile, Line
from tournament.log.rules.events import ERASED, NAMING, LogEntry, is_hash, replaced
from tournament.log.rules.roles import Actor
from tournament.log.rules.text import folded

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
        if not (is_hash(data["previous"]) and is_hash(data["hash"])):
            raise ValueError("previous or hash")
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


# Which texts name a person, and who may ask for erasing them.


LEAST_LETTERS = 3
ASKED_BY = ("person", "family", "organizers", "authority")
TERM = "term"
"""Stands for the asker when nobody asked: the operator has set a term after which names are
erased."""
IN_ROWS = NAMING | {"message"}
"""Keys of stored objects whose texts may name people."""


@dataclass(frozen=True, slots=True)
class Names:
    """The names searched for. `words`: whole words, without case and accents; None: every name."""

    words: tuple[str, ...] | None

    @staticmethod
    def of(words: Sequence[str]) -> Names:
        return Names(tuple(dict.fromkeys(one for one in map(folded, words) if one)))

    def stand_in(self, text: str) -> bool:
        """Whether a text contains one of the names and is not erased yet."""
        if not text or text == ERASED:
            return False
        padded = f" {folded(text)} "
        return self.words is None or any(f" {word} " in padded for word in self.words)

    def taken_out(self, text: str) -> str:
        """The text, or ERASED when it contains one of the names."""
        return ERASED if self.stand_in(text) else text

    def taken_out_of(self, value: Any) -> Any:
        """A stored object in which such texts are replaced by ERASED."""
        return replaced(value, IN_ROWS, self.taken_out)
