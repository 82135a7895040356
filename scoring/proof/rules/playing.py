"""Settles every hand again, and follows every game through its hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mus import RecordRefused
from mus.course import EnteredHand, GameCourse, HandCourse, Ruled, content_of, settle_entered
from mus.ruleset import ruleset_from
from scoring.proof.rules.keys import Key, State
from scoring.proof.rules.parting import Mismatch, named
from scoring.proof.rules.states import latest_of
from scoring.proof.rules.told import Told

__all__ = ["GameCourse", "hand_faults", "settled_again", "way_faults"]

OFFICIALS = ("forfeit", "ruling")


def hand_faults(told: Told) -> Iterator[Mismatch]:
    """Every version of a hand whose record does not settle to what the log tells."""
    for key, hands in told.hands.items():
        for place, hand in hands.items():
            yield from _one(told, ("hands", key, place), hand)


def way_faults(told: Told) -> Iterator[Mismatch]:
    """Every game whose hands do not follow each other, or do not lead to the game's score."""
    for key, games in told.games.items():
        for number, game in games.items():
            hands = counting(told.hands.get(key, {}), number)
            where = ("games", key, number)
            for fault in _followed(where, hands, game):
                yield Mismatch(fault[0], fault[1], fault[2], told.by.get(where))


def counting(hands: Mapping[Key, State], game: int) -> list[State]:
    """The hands of a game that count, in order."""
    latest = latest_of(hands, game)
    return [hand for _number, hand in sorted(latest.items()) if not hand["void"]]


def settled_again(hand: Mapping[str, Any]) -> HandCourse:
    """A stored hand settled from its own record. Raises RecordRefused."""
    record = hand["record"]
    entered = EnteredHand(record["id"], content_of(record), None, Ruled.from_json(hand["ruled"]))
    score = record["score"]
    return settle_entered(
        entered, ruleset=record["ruleset"], mano=record["mano"], score=(score[0], score[1])
    )


def _one(told: Told, path: Key, hand: State) -> Iterator[Mismatch]:
    event = told.by.get(path)
    try:
        course = settled_again(hand)
    except (RecordRefused, KeyError, TypeError, ValueError, IndexError, AssertionError) as error:
        yield Mismatch(named(path), "a hand", f"what cannot be settled: {error}", event)
        return
    again = {
        "settlement": course.settlement,
        "stones": list(course.stones),
        "score": list(course.score),
        "game_winner": None if course.game_winner is None else str(course.game_winner),
        "verified": course.is_verified,
    }
    for name, value in again.items():
        if hand[name] != value and not _same_refusal(value, hand[name]):
            yield Mismatch(named((*path, name)), str(hand[name])[:200], str(value)[:200], event)


def _same_refusal(one: object, other: object) -> bool:
    """Whether two settlements are both refusals by the rules of a hand that an official decided.
    Their messages may differ."""
    both = (one, other)
    return all(isinstance(value, dict) and value.get("ok") is False for value in both)


def _followed(path: Key, hands: list[State], game: State) -> Iterator[tuple[str, str, str]]:
    score, mano = [0, 0], None
    for hand in hands:
        record = hand["record"]
        where = (*path, f"hand {hand['number']}")
        if record["score"] != score:
            yield named((*where, "score before it")), str(score), str(record["score"])
        if mano is not None and record["mano"] != mano:
            yield named((*where, "mano")), str(mano), str(record["mano"])
        score = hand["score"]
        mano = (record["mano"] + 1) % ruleset_from(record["ruleset"]).seats
    if game["score"] != score:
        yield named((*path, "score")), str(game["score"]), str(score)
    won = hands[-1]["game_winner"] if hands else None
    if game["ended_by"] not in OFFICIALS and game["winner"] != won:
        yield named((*path, "winner")), str(game["winner"]), str(won)
