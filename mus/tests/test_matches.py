"""Whole matches as they were played, kept as `.mus` texts: what they came to then they come to now.

They were played by bots once and are frozen: hand by hand, with false words, claims, other
rules and six at the table. `outcomes.json` says how each went.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mus import Side, settle_json
from mus.notation import (
    NotationRefused,
    match_text,
    other_way_round,
    read_hand,
    read_match,
)

FOLDER = Path(__file__).parent / "matches"
OUTCOMES: dict[str, Any] = json.loads((FOLDER / "outcomes.json").read_text(encoding="utf-8"))
matches = pytest.mark.parametrize("name", OUTCOMES)


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.mus").read_text(encoding="utf-8")


def test_every_match_that_is_kept_says_how_it_went() -> None:
    assert {path.stem for path in FOLDER.glob("*.mus")} == set(OUTCOMES)
    assert sum(len(game["stones"]) for told in OUTCOMES.values() for game in told["course"]) > 100


@matches
def test_the_match_goes_as_it_went(name: str) -> None:
    course, told = read_match(text_of(name)).course(), OUTCOMES[name]
    assert str(course.outcome) == told["winner"]
    assert list(course.games_won) == told["games"]
    assert [
        {
            "hands": len(game.hands),
            "score": list(game.score),
            "winner": str(game.winner),
            "stones": [f"{a}-{b}" for a, b in (hand.stones for hand in game.hands)],
        }
        for game in course.games
    ] == told["course"]


@matches
def test_every_hand_of_it_settles_by_itself_to_the_same_stones(name: str) -> None:
    clauses = set()
    for game, told in zip(read_match(text_of(name)).games, OUTCOMES[name]["course"], strict=True):
        settled = [settle_json(hand.record) for hand in game.hands]
        assert [f"{s['stones'][0]}-{s['stones'][1]}" for s in settled] == told["stones"]  # type: ignore[index]
        assert [s["game_winner"] for s in settled] == [None] * (len(settled) - 1) + [told["winner"]]
        clauses |= {p["clause"] for s in settled for p in s["penalties"]}  # type: ignore[attr-defined]
    assert sorted(clauses) == OUTCOMES[name]["penalties"]


@matches
def test_it_is_written_again_as_it_stands(name: str) -> None:
    assert match_text(read_match(text_of(name))) == text_of(name)


@matches
def test_the_other_way_round_the_other_pair_wins(name: str) -> None:
    turned = other_way_round(read_match(text_of(name))).course()
    assert turned.outcome is Side(OUTCOMES[name]["winner"]).other
    assert list(turned.games_won) == OUTCOMES[name]["games"][::-1]


@pytest.mark.long
@matches
def test_a_text_with_one_letter_less_is_a_match_or_refused_by_line_and_column(name: str) -> None:
    """Every letter of every file. A hand is read alone first; only one that can be read so is read
    with its match, where it may not fit."""
    text = text_of(name)
    ruleset, lines = read_match(text).ruleset, text.split("\n")
    begins = 0
    for line in lines:
        for at in range(len(line) + 1):
            shorter = line[:at] + line[at + 1 :]
            is_hand = at < len(line) and line[:1].isdigit()
            if not is_hand or _is_read(lambda s=shorter: read_hand(s, ruleset=ruleset)):
                whole = text[: begins + at] + text[begins + at + 1 :]
                _is_read(lambda whole=whole: read_match(whole))
        begins += len(line) + 1


def _is_read(read: Callable[[], object]) -> bool:
    try:
        read()
    except NotationRefused as refused:
        faults = refused.faults
    else:
        return True
    assert faults
    assert all(fault.line >= 1 and fault.column >= 1 for fault in faults)
    return False
