"""One event with what it changed: before, after, who, why, when."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from tournament.entries.models import Pair
from tournament.errors import NotFound
from tournament.log.models import Event
from tournament.log.queries.log import EventView, view_of
from tournament.log.rules.about import Difference, differences
from tournament.log.rules.kinds import OF_PAIRS, doing, kind_of, step_of

# The state of an event's match or pair before the event, as the log recorded it.


OF_A_MATCH = ("status", "games", "winner", "ended_by", "table")
OF_A_START = ("seating", "first_mano", "four_kings", "names")
OF_A_PAIR = tuple(name for name in Pair.PUBLIC if name != "number")
TELLS_NO_STATE = doing("record")
"""Kinds skipped when looking for earlier states: nine of ten events. The event of a hand records
only the hand; a change that follows from the hand has its own event."""
Fields = dict[str, Any]


class PastEvent(NamedTuple):
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
        self._read: list[PastEvent] = []

    def before(self, number: int) -> Iterator[PastEvent]:
        """The events below `number`, newest first."""
        yield from (one for one in list(self._read) if one.number < number)
        for event in self._further:
            past_event = PastEvent(event.number, event.kind, event.data)
            self._read.append(past_event)
            if past_event.number < number:
                yield past_event


def before_and_after(event: Event, history: History) -> tuple[Fields, Fields] | None:
    """The state of an event's match or pair before the event, and after it. None when the event is
    about neither, or itself holds the earlier state."""
    data = event.data
    if "was" in data or "result_was" in data:
        return None
    pair, ref = data.get("pair"), data.get("match")
    if event.kind in OF_PAIRS and isinstance(pair, dict) and "player_1" in pair:
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
    for earlier_event in earlier.order_by("-number").iterator(chunk_size=200) if now else ():
        hand, earlier_games = earlier_event.data.get("hand"), earlier_event.data.get("games")
        for game in earlier_games if isinstance(earlier_games, list) else ():
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
            for earlier_event in earlier.order_by("-number"):
                earlier_states = [
                    was for was in earlier_event.data[key] if was[number] == state[number]
                ]
                if earlier_states:
                    yield _answer(earlier_states[-1]), _answer(state)
                    break


def _answer(state: Mapping[str, Any]) -> Fields:
    """The fields of a question or a case that people are shown."""
    names = ("decision", "state", "outcome", "verdict", "reason")
    return {name: state[name] for name in names if name in state}


def _beside(
    event: Event, history: History, names: tuple[str, ...], now: Mapping[str, Any], number: int
) -> tuple[Fields, Fields]:
    fields = {name: now[name] for name in names if name in now}
    was: Fields = {}
    of_a_match = "player_1" not in names
    for past_event in history.before(event.number):
        states = match_states(past_event.data) if of_a_match else _pairs(past_event.data)
        for state in (state for key, state in states if key == number):
            was = {**{name: state[name] for name in fields if name in state}, **was}
        if fields.keys() <= was.keys() or (
            step_of(past_event.kind) == "draw" if of_a_match else was
        ):
            break
    return {name: was.get(name) for name in fields}, fields


def match_states(data: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
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
        for item in inner if isinstance(inner, list) else (inner,):
            if isinstance(item, dict):
                yield item


FIELDS_OF_A_RECORD = ("cards", "declared", "bets", "infractions", "claim", "quick", "mano", "score")


SAID_OTHERWISE = ("ends_at",)
"""Fields that repeat another field: a pause's end follows from its minutes."""


@dataclass(frozen=True, slots=True)
class EventChange:
    """What an event changed in one thing: in a version of a hand or, when `game`, `hand` and
    `version` are None, in anything else."""

    game: int | None
    hand: int | None
    version: int | None
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class EventPageView:
    """An event, what it changed, and the match it is about, if any. `erased`: how many of its texts
    are erased."""

    event: EventView
    changes: tuple[EventChange, ...]
    match_id: int | None
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
    changes = _changes(event, History(tournament_id, number))
    erased = sum(text is None for text in event.texts.values())
    return EventPageView(view_of(event), changes, match_id, erased)


def differences_of(
    *, tournament_id: int, numbers: Iterable[int]
) -> dict[int, tuple[Difference, ...]]:
    """Number of event → what it changed, before and after. Events that made something new are left
    out."""
    events = Event.objects.filter(tournament_id=tournament_id, number__in=list(numbers))
    listed = list(events.order_by("-number"))
    history = History(tournament_id, listed[0].number if listed else 0)
    by_number = {}
    for event in listed:
        changes = _changes(event, history) if not kind_of(event.kind).before else _of_hands(event)
        if of_event := tuple(one for change in changes for one in change.differences):
            by_number[event.number] = of_event
    return by_number


def _changes(event: Event, history: History) -> tuple[EventChange, ...]:
    return (
        *_fields(event.data), *_since(event), *_before(event, history), *_of_a_round(event),
        *_of_hands(event),
    )  # fmt: skip


def _of_hands(event: Event) -> tuple[EventChange, ...]:
    ref = event.data.get("match")
    return _hands(event, ref["id"] if isinstance(ref, dict) and "id" in ref else None)


def event_of_hand(*, tournament_id: int, match_id: int, game: int, number: int) -> int | None:
    """The number of the last event with this hand; None for a hand that nobody entered."""
    event_number = None
    for event in _of_match(tournament_id, match_id).order_by("number"):
        hands = _hand_versions(event.data)
        if any((hand["game"], hand["number"]) == (game, number) for hand in hands):
            event_number = event.number
    return event_number


def _fields(data: dict[str, Any]) -> tuple[EventChange, ...]:
    """What the event changed, when its data hold the old values themselves."""
    was = data.get("was", data.get("result_was"))
    if isinstance(was, dict):
        now = data["pair"] if "player_1" in was else {key: data.get(key) for key in was}
        changed_fields = tuple(differences(was, now))
    elif isinstance(was, int):
        changed_fields = tuple(
            Difference((name,), str(was), str(data[name]))
            for name in ("best_of", "tables")
            if name in data
        )
    else:
        return ()
    return (EventChange(None, None, None, changed_fields),) if changed_fields else ()


def _since(event: Event) -> tuple[EventChange, ...]:
    """What the event changed against the last earlier event about the same thing."""
    kind = kind_of(event.kind)
    kinds, of = kind.since, kind.same
    if not kinds:
        return ()
    earlier = Event.objects.filter(tournament_id=event.tournament_id, kind__in=kinds)
    now = event.data
    for earlier_event in earlier.filter(number__lt=event.number).order_by("-number"):
        was = earlier_event.data
        if not of or was.get(of) == now.get(of):
            names = [name for name in now if name not in SAID_OTHERWISE]
            before = {name: was.get(name) for name in names}
            changed_fields = tuple(differences(before, {name: now[name] for name in names}))
            return (EventChange(None, None, None, changed_fields),) if changed_fields else ()
    if len(kinds) == 1:  # set for the first time: nothing was set before
        empty: dict[str, Any] = {
            name: {} if isinstance(value, dict) else None for name, value in now.items()
        }
        changed_fields = tuple(differences(empty, now))
        return (EventChange(None, None, None, changed_fields),) if changed_fields else ()
    return ()


def _before(event: Event, history: History) -> tuple[EventChange, ...]:
    """What the event changed in its match or pair, questions and games, against earlier events."""
    both_states = before_and_after(event, history)
    own_differences = tuple(differences(*both_states)) if both_states else ()
    other_differences = [tuple(differences(*states)) for states in questions_before(event)]
    other_differences += [tuple(differences(*states)) for states in restored_before(event, history)]
    if step_of(event.kind) in ("decide_game", "undecide_game"):  # in other events the hands tell it
        was, now = games_before(event)
        other_differences.append(tuple(differences({"games": was}, {"games": now})))
    every = [one for one in (own_differences, *other_differences) if one]
    return tuple(EventChange(None, None, None, one) for one in every)


def _of_a_round(event: Event) -> tuple[EventChange, ...]:
    """Each pair whose opponent became another one when a round was changed by hand, or back."""
    data, step = event.data, step_of(event.kind)
    if step not in ("pair_by_hand", "unpair", "swap"):
        return ()
    if step == "swap":
        now, was = data["matches"], data["instead_of"]
    elif step == "pair_by_hand":
        now, was = data["matches"], data["instead_of"]
        sets_a_round = doing("draw", "pair_by_hand", "unpair")
        earlier = Event.objects.filter(tournament_id=event.tournament_id, kind__in=sets_a_round)
        last = earlier.filter(number__lt=event.number).order_by("-number").first()
        if last and last.kind == event.kind and last.data["round"] == data["round"]:
            was = last.data["matches"]
    else:
        now = [
            [pair and pair["number"] for pair in one["pairs"]]
            for one in data["followed"]
            if (one["match"]["kind"], one["match"]["round"]) == ("championship", data["round"])
        ]
        was = data["was"]
    listed = Pair.objects.filter(tournament_id=event.tournament_id)
    names: dict[int | None, str] = {one.number: f"{one.number}. {one.name}" for one in listed}
    names[None] = str(_("bye"))
    before, after = _opponents(was), _opponents(now)
    changed_opponents = tuple(
        Difference((names[one],), names[before[one]], names[after[one]])
        for one in sorted(after)
        if one in before and before[one] != after[one]
    )
    return (EventChange(None, None, None, changed_opponents),) if changed_opponents else ()


def _opponents(matches: Iterable[tuple[int | None, int | None]]) -> dict[int, int | None]:
    """Pair → whom it meets, by number; None for a bye."""
    both_ways = [one for a, b in matches for one in ((a, b), (b, a))]
    return {one: other for one, other in both_ways if one is not None}


def _hands(event: Event, match_id: int | None) -> tuple[EventChange, ...]:
    """What changed in each hand: each version that the event wrote, against the version before."""
    written = [hand for hand in _hand_versions(event.data) if hand["version"] > 1]
    if not written or match_id is None:
        return ()
    earlier: dict[tuple[int, int, int], dict[str, Any]] = {}
    before = _of_match(event.tournament_id, match_id).filter(number__lt=event.number)
    for earlier_event in before.order_by("number"):
        for hand in _hand_versions(earlier_event.data):
            earlier[hand["game"], hand["number"], hand["version"]] = hand
    changes = []
    for hand in written:
        was = earlier.get((hand["game"], hand["number"], hand["version"] - 1))
        if was is not None:
            changed_fields = tuple(differences(_short(was), _short(hand)))
            changes.append(
                EventChange(hand["game"], hand["number"], hand["version"], changed_fields)
            )
    return tuple(changes)


def _short(hand: dict[str, Any]) -> dict[str, Any]:
    """The fields of a hand that are compared: what the table entered, and its result."""
    record = {name: hand["record"].get(name) for name in FIELDS_OF_A_RECORD}
    result_fields = ("stones", "score", "game_winner", "ruled", "void")
    return {**record, **{name: hand[name] for name in result_fields}}


def _hand_versions(data: dict[str, Any]) -> list[dict[str, Any]]:
    single = data.get("hand")
    several = data.get("hands")
    hands = [single] if isinstance(single, dict) else []
    hands += several if isinstance(several, list) else []
    return [hand for hand in hands if isinstance(hand, dict) and "version" in hand]


def _of_match(tournament_id: int, match_id: int) -> Any:
    events = Event.objects.filter(tournament_id=tournament_id)
    return events.filter(sealed__match__id=match_id)
