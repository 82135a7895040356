"""The last event that touched each topic of a tournament: what a page's stamp is made of.

A page names the topics that it shows (`delivery.marks`), an event those that it touches
(`tournament/log/rules/kinds.py`). Read from the log, so it is the same in every process: all of it
once, then the events since.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from tournament.log.queries.log import Head, touches_from
from tournament.log.rules.kinds import WHOLE_DAY
from tournament.matches.queries.matches import matches_of_pairs
from tournament.recent import Recent

MOST = 1_000
"""Tournaments of which this process remembers what was touched."""

Last = tuple[int, str]
"""The number of an event, and its hash."""


@dataclass(frozen=True, slots=True)
class TouchedTopics:
    """What the events of a log up to `head` touched. `last`: topic → the last of them that did;
    `pairs`: the number of a pair → the ids of its matches."""

    head: Last = (0, "")
    last: Mapping[str, Last] = field(default_factory=dict)
    pairs: Mapping[int, Collection[int]] = field(default_factory=dict)

    def by(self, topics: Collection[str]) -> Last:
        """The last event that touched one of these topics; without topics, the last of all."""
        if not topics:
            return self.head
        names = [name for topic in topics for name in self._names(topic)]
        return max((self.last[name] for name in names if name in self.last), default=self.head)

    def _names(self, topic: str) -> Iterator[str]:
        """The topics that events name: a pair is touched by its matches."""
        kind, _colon, number = topic.partition(":")
        if kind == "pair":
            yield from (f"match:{match}" for match in self.pairs.get(int(number), ()))
        else:
            yield topic


recent: Recent[int, TouchedTopics] = Recent(MOST)
"""The id of a tournament → what its log touched, as far as it was read."""
_lock = threading.Lock()


def touched_in(head: Head) -> TouchedTopics:
    """What the log of a tournament touched, up to `head` or a later event. From any thread; no
    query when nothing happened since the last call. In a log that somebody has changed, the last
    event counts as touching everything."""
    known = recent.get(head.tournament) or TouchedTopics()
    if known.head == (head.number, head.hash):
        return known
    with _lock:  # else threads that come together would all read the same events
        known = _advanced(head.tournament, recent.get(head.tournament) or TouchedTopics())
        recent.put(head.tournament, known)
    is_its_log = known.head == (head.number, head.hash) or known.head[0] > head.number
    return known if is_its_log else TouchedTopics((head.number, head.hash))


def _advanced(tournament: int, known: TouchedTopics) -> TouchedTopics:
    """`known`, and what happened since; all of it read again when the log is another one."""
    events = tuple(touches_from(tournament_id=tournament, number=known.head[0]))
    if known.head[0]:
        if not events or (events[0].number, events[0].hash) != known.head:
            return _advanced(tournament, TouchedTopics())
        events = events[1:]
    if not events:
        return known
    last = dict(known.last)
    for event in events:
        last.update(dict.fromkeys(event.topics, (event.number, event.hash)))
    pairs = known.pairs
    if any(topic in event.topics for event in events for topic in WHOLE_DAY):
        pairs = matches_of_pairs(tournament_id=tournament)
    return TouchedTopics((events[-1].number, events[-1].hash), last, pairs)
