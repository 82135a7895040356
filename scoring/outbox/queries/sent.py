"""A table's rejected hand: which parts can be used, and which place it would get."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from mus.betting import close_calls
from mus.lances import DECLARED_LANCES, LANCES
from mus.quick import QUICK
from mus.ruleset import RuleSet, ruleset_from
from mus.values import accused_seat, call_from, whole
from scoring.course.queries.states import Answer, MatchState, state_of
from scoring.course.queries.stored import find_match
from scoring.explain.queries.hands import RulingLine, ruling_line
from scoring.rulings.models import Ruling
from tournament.errors import NotFound
from tournament.tables.models import Device

MOST_HANDS = 10_000
MOST_CLOSED = 200
"""How many of a table's closed actions are told, the latest first."""
DISMISSED = "dismissed"
"""`became` of an action that the desk closed without entering it."""
HANDS = ("hand.record", "hand.correct")
"""Kinds of actions that carry a hand record."""


@dataclass(frozen=True, slots=True)
class SentHand:
    """A rejected hand at the desk.

    `content`: the parts of the record that can be used unchanged; `left_out`: paths of the other
    fields, for a person to check. `named_place`: the (game, hand) that the table named. `place`:
    the (game, hand) it would get now, None when the match takes no hand; `corrects`: a hand is
    already stored at this place.
    """

    ruling: RulingLine
    content: Mapping[str, Any]
    left_out: tuple[str, ...]
    named_place: tuple[int, int] | None
    place: tuple[int, int] | None
    corrects: bool

    @property
    def is_quick(self) -> bool:
        """Whether the hand was entered by its stones alone."""
        return QUICK in self.content or QUICK in self.left_out


def is_place(number: object) -> bool:
    """Whether this can be the number of a game or a hand."""
    return type(number) is int and 0 < number <= MOST_HANDS


def said_place(action: Mapping[str, Any]) -> tuple[int, int] | None:
    """The (game, hand) that an action names; None when it names none."""
    game, hand = action.get("game"), action.get("hand")
    return (game, hand) if is_place(game) and is_place(hand) else None  # type: ignore[return-value]


def hand_in(proposed: Mapping[str, Any]) -> dict[str, Any] | None:
    """The hand record in what a table sent; None when it sent something else."""
    action = proposed.get("action")
    if not isinstance(action, dict) or action.get("kind") not in HANDS:
        return None
    record = action.get("record")
    return record if isinstance(record, dict) else None


def sent_hand(*, ruling_id: int, match_id: int) -> SentHand:
    """A rejected hand of this match, open at the desk or closed. Raises NotFound."""
    rows = Ruling.objects.filter(pk=ruling_id, match_id=match_id, kind=Ruling.Kind.ATTENTION)
    ruling = rows.first()
    record = hand_in(ruling.proposed) if ruling is not None else None
    if ruling is None or record is None:
        raise no_such_hand()
    state = state_of(find_match(match_id=match_id))
    content, left_out = readable(record, ruleset_from(state.ruleset))
    named_place = said_place(ruling.proposed["action"])
    place, corrects = _where(named_place, state)
    return SentHand(ruling_line(ruling), content, left_out, named_place, place, corrects)


def closed_at_desk(
    *, tournament_id: int, table_id: int, pair_id: int | None = None
) -> list[dict[str, str]]:
    """A table's rejected actions that the desk has closed, the latest first: `key`, `became`.

    `became`: "entered" or "dismissed". The table then forgets the action. Actions that the table
    closed itself are left out. `pair_id`: only what the phones of this pair sent. One query when
    there are none.
    """
    closed = Ruling.objects.filter(
        match__tournament_id=tournament_id,
        kind=Ruling.Kind.ATTENTION,
        status=Ruling.Status.DISMISSED,
    )
    if not closed.exists():
        return []
    by_the_desk = Q(outcome__became=Ruling.Became.ENTERED) | ~Q(outcome__has_key="became")
    here = closed.filter(by_the_desk, proposed__device__in=devices_at(table_id, pair_id))
    rows = here.order_by("-decided_at", "-id").values_list("proposed__key", "outcome__became")
    return [{"key": key, "became": became or DISMISSED} for key, became in rows[:MOST_CLOSED]]


def devices_at(table_id: int, pair_id: int | None = None) -> list[int]:
    """Every device that ever joined the table: a tablet that joins again is another device. For a
    pair's phone: every phone of its pair, wherever it is."""
    devices = Device.objects.filter(table_id=table_id)
    if pair_id is not None:
        devices = Device.objects.filter(pair_id=pair_id)
    return list(devices.values_list("pk", flat=True))


def no_such_hand() -> NotFound:
    """The NotFound for a ruling that is no rejected hand of a table."""
    return NotFound.one(
        "ruling", "no_such_hand", _("There is no such hand at the desk. Choose one from there.")
    )


def _where(
    named_place: tuple[int, int] | None, state: MatchState
) -> tuple[tuple[int, int] | None, bool]:
    """The place that a rejected hand would get, and whether a hand is already stored there."""
    if named_place is not None and named_place in {
        (hand.game, hand.number) for hand in state.history
    }:
        return named_place, True
    return (state.next.game, state.next.hand) if state.next else None, False


def readable(record: Mapping[str, Any], rules: RuleSet) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The parts of a record that can be used, and the paths of the others.

    A card that does not exist, or occurs too often, is kept, so that a person need correct only
    that card.
    """
    return _Reader(record, rules).read()


class _Reader:
    """Reads one record, which may hold anything."""

    def __init__(self, record: Mapping[str, Any], rules: RuleSet) -> None:
        self.record = record
        self.rules = rules
        self.content: dict[str, Any] = {}
        self.left_out: list[str] = []

    def read(self) -> tuple[dict[str, Any], tuple[str, ...]]:
        mano = whole(self.record.get("mano"))
        self._take("mano", mano, mano is not None and mano < self.rules.seats)
        if self.record.get(QUICK) is not None:
            quick = self.record[QUICK]
            self._take(QUICK, quick, _is_quick(quick))
            return self.content, tuple(self.left_out)
        self._take("cards", self.record.get("cards"), self._are_cards())
        self._each("declared", DECLARED_LANCES, self._is_said)
        self._each("bets", LANCES, self._is_closed)
        self._take("infractions", self.record.get("infractions"), self._are_infractions())
        self._take("claim", self.record.get("claim"), _is_two(self.record.get("claim")))
        return self.content, tuple(self.left_out)

    def _take(self, name: str, value: object, good: bool) -> None:
        if self.record.get(name) is None:
            return
        if good:
            self.content[name] = value
        else:
            self.left_out.append(name)

    def _each(self, name: str, lances: Any, good: Any) -> None:
        """A field that has an entry for each lance."""
        by_lance = self.record.get(name)
        if by_lance is None:
            return
        if not isinstance(by_lance, dict):
            self.left_out.append(name)
            return
        known = {str(lance): by_lance[lance] for lance in lances if by_lance.get(lance) is not None}
        self.content[name] = {lance: value for lance, value in known.items() if good(value)}
        self.left_out += [f"{name}.{lance}" for lance, value in known.items() if not good(value)]

    def _are_cards(self) -> bool:
        cards = self.record.get("cards")
        return (
            isinstance(cards, list)
            and len(cards) == self.rules.seats
            and all(isinstance(four, str) or _are_texts(four) for four in cards)
        )

    def _is_said(self, words: object) -> bool:
        return (
            isinstance(words, list)
            and len(words) == self.rules.seats
            and all(isinstance(word, bool) for word in words)
        )

    def _is_closed(self, words: object) -> bool:
        """Whether the calls follow each other up to an answer. A form shows only how they ended."""
        if not isinstance(words, list):
            return False
        calls = [call for each in words if (call := call_from(each)) is not None]
        return (
            len(calls) == len(words)
            and not close_calls(tuple(calls), self.rules.refused_raise).slips
        )

    def _are_infractions(self) -> bool:
        infractions = self.record.get("infractions")
        if not isinstance(infractions, list):
            return False
        seats = [accused_seat(each) for each in infractions]
        return all(seat is not None and seat < self.rules.seats for seat in seats)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_two(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and None not in map(whole, value)


def _is_quick(value: object) -> bool:
    return (
        isinstance(value, dict)
        and _is_two(value.get("stones"))
        and value.get("game_winner") in (None, "A", "B")
    )


# The changes that a tablet gets in answer to its actions: no more than it needs to go on.
#
# The tablet already has the match with all its hands, and merges these changes into it. See
# docs/api.md.


IN_EFFECT = ("game", "number", "version", "verified", "ruled", "stones", "score", "game_winner")


def hand_line(hand: Mapping[str, Any]) -> dict[str, Any]:
    """A hand with its values in effect, without record and settlement."""
    return {name: hand[name] for name in IN_EFFECT}


@dataclass(slots=True)
class Changes:
    """The matches that the actions of one request touched, in their state after the last action.

    `versions`: the version of each match before the request.
    """

    states: dict[int, Mapping[str, Any]] = field(default_factory=dict)
    games: dict[int, set[int]] = field(default_factory=dict)
    versions: dict[int, int] = field(default_factory=dict)

    def begin(self, match_id: int, version: int) -> None:
        """Notes a match's version before the request; the first call counts."""
        self.versions.setdefault(match_id, version)

    def note(self, answer: Answer) -> None:
        """Takes the match's state from the answer to an action, if it has one."""
        state = answer.body.get("state")
        if state is None:
            return
        match_id = state["match_id"]
        self.states[match_id] = state
        hand = answer.body.get("hand")
        if hand is not None:
            self.games.setdefault(match_id, set()).add(hand["game"])

    def to_json(self) -> list[dict[str, Any]]:
        """One object for each match, with the games in which hands were entered."""
        return [
            {"from": self.versions[match_id]} | match_line(state, self.games.get(match_id, set()))
            for match_id, state in self.states.items()
        ]


def match_line(state: Mapping[str, Any], games: set[int]) -> dict[str, Any]:
    """The state of a match with these games. The next game and hand, and the mano, are None when no
    hand can be entered."""
    following = state["next"]
    is_corrida = ruleset_from(state["ruleset"]).first_hand == "corrida"
    return {
        "id": state["match_id"],
        "version": state["version"],
        "status": state["status"],
        "winner": state["winner"] or None,
        "games_won": list(state["games_won"]),
        "games": [
            {**game, "score": list(game["score"]), "winner": game["winner"] or None}
            for game in state["games"]
            if game["number"] in games
        ],
        "game": following and {"number": following["game"], "score": list(following["score"])},
        "hand": following and {"number": following["hand"]},
        "mano": following and following["mano"],
        "mano_free": bool(following and following["mano_is_free"] and is_corrida),
        "awaiting_ruling": state["awaiting_ruling"],
        "awaits": state["awaits"] or None,
        "open_rulings": state["open_rulings"],
    }
