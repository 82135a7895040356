"""An event, or a text beside it, changed in place."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from tests.tampering.values import another_inside

if TYPE_CHECKING:
    from tournament.championship.models import Tournament


def tamper_with_an_event(cup: Tournament, rng: Random) -> str | None:
    """An event, or a text beside it, changed in place: a value of its data, another text, a text
    taken away or put back. Half of the changes are of agreements and of texts, which are few."""
    from tournament.log.models import Event

    events = Event.objects.filter(tournament=cup).order_by("pk")
    column = rng.choice(["sealed", "texts"])
    if rng.random() < 0.5:
        events = events.filter(kind__endswith=".confirmed") if column == "sealed" else events
    there = [one for one in events if getattr(one, column)]
    if not there:
        return None
    event = rng.choice(there)
    if column == "texts" and rng.random() < 0.5:
        what, texts = _other_texts(event.texts, rng)
        Event.objects.filter(pk=event.pk).update(texts=texts)
        return f"Event.texts: {what}"
    path, changed = another_inside(getattr(event, column), rng)
    if path is None:
        return None
    Event.objects.filter(pk=event.pk).update(**{column: changed})
    return f"Event.{column} {event.kind} {path}"


def _other_texts(texts: dict[str, Any], rng: Random) -> tuple[str, dict[str, Any]]:
    """The texts beside an event with one of them erased without a word, put back, or left out."""
    name = rng.choice(sorted(texts))
    if rng.random() < 0.3:
        return "left out", {one: kept for one, kept in texts.items() if one != name}
    if texts[name] is None:
        return "put back", {**texts, name: ["0" * 32, "Lezo"]}
    return "taken away", {**texts, name: None}
