"""What an event is about, whether it fits a reader's search, and where two records differ."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import Any

from tournament.log.rules.kinds import kind_of
from tournament.log.rules.text import folded

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A search for events; empty fields do not count. `kind`: a kind or its beginning; `pair`: a
    number; `match`: an id; `who`: a part of the actor's label; `words`: all must occur in the
    event; `day`: in the time zone `zone`."""

    kind: str = ""
    pair: int | None = None
    match: int | None = None
    who: str = ""
    words: str = ""
    day: date | None = None
    zone: tzinfo | None = None

    def __bool__(self) -> bool:
        return bool(self.kind or self.pair or self.match or self.who or self.words or self.day)

    def fits(self, *, kind: str, label: str, at: datetime, data: Data) -> bool:
        """Whether an event fits the search."""
        return (
            (kind == self.kind or kind.startswith(self.kind and self.kind + ".") or not self.kind)
            and (self.day is None or at.astimezone(self.zone).date() == self.day)
            and folded(self.who) in folded(label)
            and (self.match is None or self.match in set(matches_in(data)))
            and (self.pair is None or self.pair in set(pairs_in(data)))
            and self._says(label, data)
        )

    def _says(self, label: str, data: Data) -> bool:
        if not self.words:
            return True
        text = folded(f"{label} {json.dumps(data, ensure_ascii=False)}")
        return all(word in text for word in folded(self.words).split())


def matches_in(data: Any) -> Iterator[int]:
    """The ids of all matches that an event names, those that changed as a consequence included."""
    for ref in _objects(data):
        if {"id", "kind", "round", "slot"} <= ref.keys():
            yield ref["id"]


def topics_of(kind: str, data: Data) -> Iterator[str]:
    """What an event touches, each match that it names by its id: "match:12"."""
    for topic in kind_of(kind).topics:
        if topic == "matches":
            yield from (f"match:{match}" for match in matches_in(data))
        else:
            yield topic


def pairs_in(data: Any) -> Iterator[int]:
    """The numbers of all pairs that an event names."""
    for ref in _objects(data):
        if "number" in ref and ("name" in ref or "player_1" in ref):
            yield ref["number"]


def _objects(value: Any) -> Iterator[Data]:
    waiting = [value]
    for each in waiting:  # which grows meanwhile
        if isinstance(each, dict):
            yield each
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)


@dataclass(frozen=True, slots=True)
class Difference:
    """One changed value: its path, its value before and its value after."""

    path: tuple[str, ...]
    before: str
    after: str


LONGEST = 160
NOTHING: tuple[object, ...] = (None, "", [], {})
"""What is shown alike: a field that is missing, or empty."""


def differences(before: Any, after: Any, path: tuple[str, ...] = ()) -> Iterator[Difference]:
    """Where two records differ, field by field."""
    if before == after or (before in NOTHING and after in NOTHING):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(key for key in after if key not in before)]:
            yield from differences(before.get(key), after.get(key), (*path, str(key)))
        return
    yield Difference(path, _as_text(before), _as_text(after))


def _as_text(value: Any) -> str:
    """A value as text for people. Calls are joined as they were said; two numbers get a dash
    between."""
    if value in NOTHING:
        return "—"
    if isinstance(value, list):
        between = " – " if all(type(one) is int for one in value) else ", "
        text = between.join(_call(one) if isinstance(one, dict) else _as_text(one) for one in value)
    else:
        text = (
            value
            if isinstance(value, str)
            else json.dumps(value, ensure_ascii=False, sort_keys=True)
        )
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def _call(call: Data) -> str:
    if call.keys() == {"first", "last", "prize"}:  # “1 600 €” would be read as 1600
        places = dict.fromkeys((str(call["first"]), str(call["last"])))
        return f"{'–'.join(places)}: {call['prize']}"
    return " ".join(str(call[name]) for name in sorted(call) if call[name] is not None)
