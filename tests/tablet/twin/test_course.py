"""A match folds in the browser as it does in the engine: offline corrections say what follows."""

import json
from random import Random
from typing import Any

from mus import Side
from mus.course import (
    CONTEXT,
    EnteredGame,
    EnteredHand,
    GameLeftOpen,
    HandCourse,
    HandImpossible,
    Ruled,
    follow,
)
from tablet.twin import sample_record
from tests.night import seed_of
from tests.tablet.twin.engines import HERE, comparable, run_node

RULESETS: tuple[Any, ...] = ("brisbane-2024", "nabo", {"target": 10}, {"target": 5, "jokers": True})


def _content(rng: Random) -> dict[str, object]:
    """What a table could enter, now and then something that will not do."""
    if rng.random() < 0.3:
        quick: dict[str, object] = {"stones": [rng.randrange(9), rng.randrange(9)]}
        if rng.random() < 0.2:
            quick["game_winner"] = rng.choice("AB")
        return {"quick": quick}
    record = sample_record(rng)
    while not isinstance(record, dict):
        record = sample_record(rng)
    if rng.random() < 0.8:
        record.pop("infractions", None)
    return {name: value for name, value in record.items() if name not in CONTEXT}


def _hand(rng: Random, name: str) -> dict[str, Any]:
    hand: dict[str, Any] = {"name": name, "content": _content(rng)}
    if rng.random() < 0.2:
        hand["mano"] = rng.choice((0, 1, 2, 3, 3, 4, 5))
    if rng.random() < 0.15:
        hand["ruled"] = {
            "stones": [rng.randrange(6), rng.randrange(6)],
            "game_winner": rng.choice((None, None, "A", "B")),
        }
    return hand


def _match(rng: Random) -> list[Any]:
    games = []
    for number in range(rng.randrange(1, 5)):
        game: dict[str, Any] = {
            "hands": [_hand(rng, f"{number}-{hand}") for hand in range(rng.randrange(4))]
        }
        if rng.random() < 0.6:
            game["decided"] = rng.choice("AB")
        if rng.random() < 0.3:
            game["target"] = rng.choice((5, 8, 20))
        games.append(game)
    settings = {
        "ruleset": rng.choice(RULESETS),
        "bestOf": rng.choice((1, 2, 3, 4, 5)),
        "allPlayed": rng.random() < 0.3,
        "vaca": rng.choice((1, 1, 2, 3)),
        "firstMano": rng.randrange(4),
    }
    return [games, settings]


def _followed(games: list[Any], settings: dict[str, Any]) -> dict[str, Any]:
    entered = [
        EnteredGame(
            tuple(
                EnteredHand(
                    hand["name"],
                    hand["content"],
                    hand.get("mano"),
                    Ruled.from_json(hand.get("ruled")),
                )
                for hand in game["hands"]
            ),
            Side(game["decided"]) if "decided" in game else None,
            game.get("target"),
        )
        for game in games
    ]
    try:
        course = follow(
            entered,
            ruleset=settings["ruleset"],
            best_of=settings["bestOf"],
            all_played=settings["allPlayed"],
            vaca=settings["vaca"],
            first_mano=settings["firstMano"],
        )
    except GameLeftOpen as left:
        return {"problem": {"game": left.game, "later": left.later}}
    except HandImpossible as hand:
        faults = [{"code": fault.code, "path": fault.path} for fault in hand.faults]
        return {"problem": {"game": hand.game, "hand": hand.hand, "faults": faults}}
    return {
        "outcome": course.outcome,
        "games": [
            {
                "mano": game.mano,
                "hands": [_told(hand) for hand in game.hands],
                "fellAway": game.fell_away,
                "score": list(game.score),
                "winner": game.winner,
                "nextMano": game.next_mano,
            }
            for game in course.games
        ],
    }


def _told(hand: HandCourse) -> dict[str, Any]:
    return {
        "record": hand.record,
        "settlement": hand.settlement,
        "mano": hand.mano,
        "stones": list(hand.stones),
        "score": list(hand.score),
        "gameWinner": hand.game_winner,
    }


def test_a_thousand_matches_fold_alike():
    rng = Random(seed_of(11))
    matches = [json.loads(json.dumps(_match(rng))) for _ in range(1_000)]
    there = run_node(HERE / "follow_lines.mjs", [json.dumps(match) for match in matches])
    expected = [_followed(*match) for match in matches]
    assert sum("problem" not in course for course in expected) > 250
    for match, here, course in zip(matches, expected, there, strict=True):
        assert comparable(json.loads(course)) == comparable(here), json.dumps(match)
