"""The same match with the pairs' letters exchanged: who was A is B, one seat further on.

Every seat moves one to the right, so the order of play, and with it every settlement, stays.
"""

from collections.abc import Mapping
from dataclasses import replace

from ..course import Ruled
from ..quick import QUICK
from ..sides import Side
from .lines import HandLine
from .matches import GameText, MatchText


def other_way_round(match: MatchText) -> MatchText:
    """The match as it would have been written with A for B and B for A.

    Headers other than A and B stay as they are.
    """
    headers = dict(match.headers)
    headers["A"], headers["B"] = match.headers["B"], match.headers["A"]
    games = tuple(_game(game, match.ruleset.seats) for game in match.games)
    return replace(match, headers=headers, games=games)


def next_seat_of(seat: int, *, seats: int) -> int:
    """Where who sat at `seat` sits then. Each seat of A becomes one of B."""
    return (seat + 1) % seats


def _game(game: GameText, seats: int) -> GameText:
    hands = tuple(
        HandLine(_record(hand.record, seats), _ruled(hand.ruled), hand.remark)
        for hand in game.hands
    )
    return replace(game, hands=hands, decided=game.decided and game.decided.other)


def _ruled(ruled: Ruled | None) -> Ruled | None:
    if ruled is None:
        return None
    return Ruled(ruled.stones[::-1], ruled.game_winner and ruled.game_winner.other)


def _record(record: Mapping[str, object], seats: int) -> dict[str, object]:
    turned = dict(record)
    for name, turn in _TURNS.items():
        if name in record:
            turned[name] = turn(record[name], seats)
    return turned


def _mano(value: object, seats: int) -> object:
    assert isinstance(value, int)
    return next_seat_of(value, seats=seats)


def _two(value: object, _seats: int) -> object:
    assert isinstance(value, list)
    return value[::-1]


def _by_seat(value: object, _seats: int) -> object:
    if not isinstance(value, list):
        return value
    return [value[-1], *value[:-1]]


def _declared(value: object, seats: int) -> object:
    assert isinstance(value, Mapping)
    return {lance: _by_seat(words, seats) for lance, words in value.items()}


def _bets(value: object, _seats: int) -> object:
    assert isinstance(value, Mapping)
    return {
        lance: [{**call, "by": str(Side(call["by"]).other)} for call in calls]
        for lance, calls in value.items()
    }


def _infractions(value: object, seats: int) -> object:
    assert isinstance(value, list)
    return [
        {**infraction, "seat": next_seat_of(infraction["seat"], seats=seats)}
        for infraction in value
    ]


def _quick(value: object, seats: int) -> object:
    assert isinstance(value, Mapping)
    turned = {**value, "stones": _two(value["stones"], seats)}
    if "game_winner" in value:
        turned["game_winner"] = str(Side(value["game_winner"]).other)
    return turned


_TURNS = {
    "mano": _mano, "score": _two, "cards": _by_seat, "declared": _declared, "bets": _bets,
    "infractions": _infractions, "claim": _two, QUICK: _quick,
}  # fmt: skip
