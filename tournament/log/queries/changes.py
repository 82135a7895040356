"""One event with what it changed: before, after, who, why, when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.errors import NotFound
from tournament.log.models import Event
from tournament.log.queries.log import EventView, view_of
from tournament.log.rules.about import Difference, differences

FIELDS_OF_A_RECORD = ("cards", "declared", "bets", "infractions", "claim", "quick", "mano", "score")


SERIES: dict[str, tuple[tuple[str, ...], str]] = {
    "tournament.changed": (("tournament.created", "tournament.changed"), ""),
    "organizer.role_set": (("organizer.added", "organizer.role_set"), "organizer"),
    "appeals.window_set": (("appeals.window_set",), ""),
    "signup.terms_set": (("signup.terms_set",), ""),
    "screen.steered": (("screen.steered",), ""),
    "pause.changed": (("pause.announced", "pause.changed"), "pause"),
    "pause.ended": (("pause.announced", "pause.changed"), "pause"),
}
"""Kinds whose events tell all of something as it is now: which earlier events told of the same,
and the field that says of which thing."""

SAID_OTHERWISE = ("ends_at",)
"""Fields that another one says as well: a pause's end follows from its minutes."""


@dataclass(frozen=True, slots=True)
class Change:
    """What an event changed of one thing: of a version of a hand, or, without these, of a pair or
    a result."""

    game: int | None
    hand: int | None
    version: int | None
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class EventPageView:
    """An event, what it changed, and the match it is about, if any. `whole`: its data as they are
    hashed, with what its commitments open to beside them. `erased`: how many texts are erased."""

    event: EventView
    changes: tuple[Change, ...]
    match_id: int | None
    whole: dict[str, Any]
    erased: int


def event_of(*, tournament_id: int, number: int) -> EventPageView:
    """An event by its number. Raises NotFound."""
    event = Event.objects.filter(tournament_id=tournament_id, number=number).first()
    if event is None:
        raise NotFound.one(
            "number", "no_such_event", _("The log has no such event. Choose a number that it has.")
        )
    data = event.data
    ref = data.get("match")
    match_id = ref["id"] if isinstance(ref, dict) and "id" in ref else None
    changes = (*_fields(data), *_since(event), *_hands(event, match_id))
    whole = {"data": event.sealed, "texts": event.texts} if event.texts else event.sealed
    erased = sum(kept is None for kept in event.texts.values())
    return EventPageView(view_of(event), changes, match_id, whole, erased)


def event_of_hand(*, tournament_id: int, match_id: int, game: int, number: int) -> int | None:
    """The number of the event that last told of a hand; None for one that nobody entered."""
    found = None
    for event in _of_match(tournament_id, match_id).order_by("number"):
        if any((hand["game"], hand["number"]) == (game, number) for hand in _told(event.data)):
            found = event.number
    return found


def _fields(data: dict[str, Any]) -> tuple[Change, ...]:
    """What a pair or a result was before the event."""
    was = data.get("was", data.get("result_was"))
    if isinstance(was, dict):
        now = data["pair"] if "player_1" in was else {key: data.get(key) for key in was}
        found = tuple(differences(was, now))
    elif isinstance(was, int):
        found = tuple(
            Difference((name,), str(was), str(data[name]))
            for name in ("best_of", "tables")
            if name in data
        )
    else:
        return ()
    return (Change(None, None, None, found),) if found else ()


def _since(event: Event) -> tuple[Change, ...]:
    """What the last event before this one had told of the same thing, beside what this one does."""
    if event.kind not in SERIES:
        return ()
    kinds, of = SERIES[event.kind]
    earlier = Event.objects.filter(tournament_id=event.tournament_id, kind__in=kinds)
    now = event.data
    for one in earlier.filter(number__lt=event.number).order_by("-number"):
        was = one.data
        if not of or was.get(of) == now.get(of):
            names = [name for name in now if name not in SAID_OTHERWISE]
            before = {name: was.get(name) for name in names}
            found = tuple(differences(before, {name: now[name] for name in names}))
            return (Change(None, None, None, found),) if found else ()
    return ()


def _hands(event: Event, match_id: int | None) -> tuple[Change, ...]:
    """Each version of a hand that the event wrote, beside the version before it."""
    written = [hand for hand in _told(event.data) if hand["version"] > 1]
    if not written or match_id is None:
        return ()
    earlier: dict[tuple[int, int, int], dict[str, Any]] = {}
    before = _of_match(event.tournament_id, match_id).filter(number__lt=event.number)
    for one in before.order_by("number"):
        for hand in _told(one.data):
            earlier[hand["game"], hand["number"], hand["version"]] = hand
    changes = []
    for hand in written:
        was = earlier.get((hand["game"], hand["number"], hand["version"] - 1))
        if was is not None:
            parted = tuple(differences(_short(was), _short(hand)))
            changes.append(Change(hand["game"], hand["number"], hand["version"], parted))
    return tuple(changes)


def _short(hand: dict[str, Any]) -> dict[str, Any]:
    """A hand as it is compared: what the table entered, and what came of it."""
    record = {name: hand["record"].get(name) for name in FIELDS_OF_A_RECORD}
    kept = ("stones", "score", "game_winner", "ruled", "void")
    return {**record, **{name: hand[name] for name in kept}}


def _told(data: dict[str, Any]) -> list[dict[str, Any]]:
    single = data.get("hand")
    several = data.get("hands")
    found = [single] if isinstance(single, dict) else []
    found += several if isinstance(several, list) else []
    return [hand for hand in found if isinstance(hand, dict) and "version" in hand]


def _of_match(tournament_id: int, match_id: int) -> Any:
    events = Event.objects.filter(tournament_id=tournament_id)
    return events.filter(sealed__match__id=match_id)
