"""How well characters play: games of pair against pair, each pair as often first as second."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from ..course import next_seat
from ..invalid import require_whole
from ..reading import parse
from ..ruleset import RuleSet
from ..settling import settle
from ..sides import Side
from .characters import BOLD, CALLER, CAREFUL, NO_SLIPS, RANDOM, ROCK, STEADY, Character
from .playing import play_hand

LADDER = (STEADY, ROCK, CALLER, RANDOM, BOLD, CAREFUL)
"""Those who are measured: one that reckons, three that anybody can picture, two that bet."""


class Duel(NamedTuple):
    """How many of the games the first pair has won against the second."""

    first: str
    second: str
    games: int
    won: int

    @property
    def share(self) -> float:
        """What the first pair has won, from 0 to 1."""
        return self.won / self.games


def duel(
    first: Character, second: Character, *, games: int, seed: int, ruleset: RuleSet | None = None
) -> Duel:
    """Play games of two pairs, each of one character, to the target; nobody errs.

    Every other game the pairs change sides. The same seed gives the same games. Raises
    `InvalidValue` for a number of games under 1.
    """
    require_whole("games", games, least=1)
    rng, won = random.Random(f"{seed} {first.name} {second.name}"), 0
    for number in range(games):
        sides = (first, second) if number % 2 == 0 else (second, first)
        winner = _game(sides, ruleset or RuleSet(), rng)
        won += sides[winner.position] is first
    return Duel(first.name, second.name, games, won)


def ladder(*, games: int, seed: int, characters: Sequence[Character] = LADDER) -> tuple[Duel, ...]:
    """Everybody against everybody after them in the list."""
    return tuple(
        duel(first, second, games=games, seed=seed)
        for number, first in enumerate(characters)
        for second in characters[number + 1 :]
    )


def _game(sides: tuple[Character, Character], ruleset: RuleSet, rng: random.Random) -> Side:
    cast = [sides[seat % 2] for seat in range(ruleset.seats)]
    mano, score, first = rng.randrange(ruleset.seats), (0, 0), True
    while True:
        record = play_hand(
            ruleset=ruleset, mano=mano, score=score, rng=rng, characters=cast,
            first_of_game=first, slips=NO_SLIPS,
        )  # fmt: skip
        hand = parse(record)
        settlement = settle(hand)
        if settlement.game_winner is not None:
            return settlement.game_winner
        mano, score, first = next_seat(hand.mano, seats=ruleset.seats), settlement.score, False
