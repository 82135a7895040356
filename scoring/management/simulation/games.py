"""Games that bots play, to compare the chances to win with who won."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mus.bots import NO_SLIPS, play_hand
from mus.course import next_seat
from mus.reading import parse
from mus.ruleset import RuleSet
from mus.settling import settle
from mus.sides import Side
from scoring.course import likely


def moments(*, games: int, seed: int) -> Iterator[tuple[float, bool]]:
    """Before each hand of so many games: the chance of A to win the game, and whether it did."""
    rng, rules = Random(seed), RuleSet()
    for _game in range(games):
        chances, winner = _played(rules, rng)
        yield from ((chance, winner is Side.A) for chance in chances)


def _played(rules: RuleSet, rng: Random) -> tuple[list[float], Side]:
    score, mano = (0, 0), rng.randrange(rules.seats)
    chances: list[float] = []
    while True:
        chances.append(likely.of_a_game(score, rules.target))
        record = play_hand(
            ruleset=rules, mano=mano, score=score, rng=rng, first_of_game=not any(score),
            slips=NO_SLIPS,
        )  # fmt: skip
        settled = settle(parse(record))
        if settled.game_winner is not None:
            return chances, settled.game_winner
        score, mano = settled.score, next_seat(mano, seats=rules.seats)
