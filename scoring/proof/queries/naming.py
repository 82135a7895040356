"""Finds where a tournament names a person."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.proof.rules.entries import Names
from tournament.entries.models import Pair
from tournament.log.models import Event
from tournament.log.rules.events import NOT_NAMING, plain_texts

OF_A_PAIR = tuple(name for name in Pair.PUBLIC if name not in NOT_NAMING)
"""The public fields of a pair whose texts may name people."""


@dataclass(frozen=True, slots=True)
class Named:
    """Where a person is named. `texts`: texts of the log that can be erased; `events`: numbers of
    the events with them; `plain`: numbers of events from before commitments, whose texts are hashed
    and cannot be erased; `pairs`: numbers of pairs."""

    texts: tuple[str, ...]
    events: tuple[int, ...]
    plain: tuple[int, ...]
    pairs: tuple[int, ...]

    def __bool__(self) -> bool:
        return bool(self.texts or self.pairs)


def where_named(*, tournament_id: int, names: Names) -> Named:
    """Every text of the log and every pair that contain one of the names. Two queries."""
    texts: dict[str, None] = {}
    events, plain = [], []
    for event in _events(tournament_id):
        if event_texts := [event.texts[one][1] for one in to_erase(event, names)]:
            events.append(event.number)
            texts.update(dict.fromkeys(event_texts))
        if any(map(names.stand_in, plain_texts(event.kind, event.sealed))):
            plain.append(event.number)
    pairs = [pair.number for pair in pairs_named(tournament_id=tournament_id, names=names)]
    return Named(tuple(texts), tuple(events), tuple(plain), tuple(pairs))


def to_erase(event: Event, names: Names) -> list[str]:
    """The commitments of an event whose texts contain one of the names."""
    return [
        commitment
        for commitment, salt_and_text in event.texts.items()
        if salt_and_text and names.stand_in(salt_and_text[1])
    ]


def texts_for_good(*, tournament_id: int) -> set[str]:
    """Every unsealed text in events from before commitments."""
    texts: set[str] = set()
    for event in _events(tournament_id):
        texts |= plain_texts(event.kind, event.sealed)
    return texts


def pairs_named(*, tournament_id: int, names: Names) -> list[Pair]:
    """The pairs with one of the names in a public text."""
    pairs = Pair.objects.filter(tournament_id=tournament_id)
    return [p for p in pairs if any(names.stand_in(getattr(p, name)) for name in OF_A_PAIR)]


def _events(tournament_id: int) -> Iterator[Event]:
    events = Event.objects.filter(tournament_id=tournament_id).order_by("number")
    return events.iterator(chunk_size=500)
