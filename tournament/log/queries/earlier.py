"""The state of an event's match or pair before the event, as the log recorded it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tournament.entries.models import Pair
from tournament.log.models import Event

OF_A_MATCH = ("status", "games", "winner", "ended_by", "table")
OF_A_START = ("seating", "first_mano", "four_kings")
OF_A_PAIR = tuple(name for name in Pair.PUBLIC if name != "number")
TELLS_NO_STATE = ("hand.recorded",)
"""Kinds skipped when looking for earlier states: nine of ten events. The event of a hand records
only the hand; a change that follows from the hand has its own event."""
Fields = dict[str, Any]


class Told(NamedTuple):
    """An earlier event."""

    number: int
    kind: str
    data: dict[str, Any]


class History:
    """The events of a tournament below one number, newest first. Events are read as far as needed
    and then kept: a page of fifty events reads the log once, not fifty times."""

    def __init__(self, tournament_id: int, below: int) -> None:
        events = Event.objects.filter(tournament_id=tournament_id, number__lt=below)
        events = events.exclude(kind__in=TELLS_NO_STATE).order_by("-number")
        self._further = events.iterator(chunk_size=200)
        self._read: list[Told] = []

    def before(self, number: int) -> Iterator[Told]:
        """The events below `number`, newest first."""
        yield from (one for one in list(self._read) if one.number < number)
        for event in self._further:
            told = Told(event.number, event.kind, event.data)
            self._read.append(told)
            if told.number < number:
                yield told


def before_and_after(event: Event, history: History) -> tuple[Fields, Fields] | None:
    """The state of an event's match or pair before the event, and after it. None when the event is
    about neither, or itself holds the earlier state."""
    data = event.data
    if "was" in data or "result_was" in data:
        return None
    pair, ref = data.get("pair"), data.get("match")
    if event.kind.startswith("pair.") and isinstance(pair, dict) and "player_1" in pair:
        return _beside(event, history, OF_A_PAIR, pair, pair["number"])
    if isinstance(ref, dict) and "status" in data:
        return _beside(event, history, (*OF_A_MATCH, *OF_A_START), data, ref["id"])
    return None


def restored_before(event: Event, history: History) -> Iterator[tuple[Fields, Fields]]:
    """Each match that the event restored: its earlier state in the log, and its state in the
    event."""
    for state in event.data.get("restored", ()):
        yield _beside(event, history, OF_A_MATCH, state, state["match"]["id"])


def games_before(event: Event) -> tuple[Fields, Fields]:
    """The games in an event, by number: their earlier state in the log, and their state in the
    event."""
    games = event.data.get("games")
    listed = [game for game in games if isinstance(game, dict)] if isinstance(games, list) else []
    now = {str(game["number"]): _game(game) for game in listed}
    was: Fields = {}
    earlier = Event.objects.filter(
        tournament_id=event.tournament_id, number__lt=event.number,
        sealed__match__id=(event.sealed.get("match") or {}).get("id"),
    )  # fmt: skip
    for one in earlier.order_by("-number").iterator(chunk_size=200) if now else ():
        hand, told = one.data.get("hand"), one.data.get("games")
        for game in told if isinstance(told, list) else ():
            if isinstance(game, dict):
                was.setdefault(str(game["number"]), _game(game))
        if isinstance(hand, dict):
            by = "hands" if hand["game_winner"] else None
            state = {"score": hand["score"], "winner": hand["game_winner"], "ended_by": by}
            was.setdefault(str(hand["game"]), state)
        if now.keys() <= was.keys():
            break
    return {number: was.get(number) for number in now}, now


def _game(game: Mapping[str, Any]) -> Fields:
    return {name: game[name] for name in ("score", "winner", "ended_by")}


def questions_before(event: Event) -> Iterator[tuple[Fields, Fields]]:
    """Each question and case in an event: its earlier state in the log, and its state in the
    event."""
    for key, number in (("asked", "question"), ("cases_now", "case")):
        for state in event.data.get(key, ()):
            earlier = Event.objects.filter(
                tournament_id=event.tournament_id, number__lt=event.number, sealed__has_key=key
            )
            for one in earlier.order_by("-number"):
                told = [was for was in one.data[key] if was[number] == state[number]]
                if told:
                    yield _answer(told[-1]), _answer(state)
                    break


def _answer(state: Mapping[str, Any]) -> Fields:
    """The fields of a question or a case that people are shown."""
    names = ("decision", "state", "outcome", "verdict", "reason")
    return {name: state[name] for name in names if name in state}


def _beside(
    event: Event, history: History, names: tuple[str, ...], now: Mapping[str, Any], number: int
) -> tuple[Fields, Fields]:
    told = {name: now[name] for name in names if name in now}
    was: Fields = {}
    of_a_match = "player_1" not in names
    for one in history.before(event.number):
        found = _matches(one.data) if of_a_match else _pairs(one.data)
        for state in (state for key, state in found if key == number):
            was = {**{name: state[name] for name in told if name in state}, **was}
        if told.keys() <= was.keys() or (one.kind == "draw.made" if of_a_match else was):
            break
    return {name: was.get(name) for name in told}, told


def _matches(data: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for state in _objects(data):
        ref = state.get("match")
        if isinstance(ref, dict) and "id" in ref and "status" in state:
            yield ref["id"], state


def _pairs(data: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for state in _objects(data):
        if "player_1" in state and "number" in state:
            yield state["number"], state


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    """The event's data, and every object one level inside them."""
    yield value
    for inner in value.values():
        for one in inner if isinstance(inner, list) else (inner,):
            if isinstance(one, dict):
                yield one
