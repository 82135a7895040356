"""How good the chances of the ratings are, beside those of plain Elo.

    python -m bench.ratings            measures, writes its part of bench/RESULTS.md
    python -m bench.ratings --print    measures and only prints

54 seasons are simulated: twelve knockouts of 32 of 48 pairs with a consolation for those who lose
at once, the same with players who change partners, and a double league of 12 pairs; each with
strengths that lie close together (0.3, in logarithms of the odds), apart (0.6) and far apart (1.0),
six times. Log-loss: the mean of -log(chance of the winners) on the morning of the day; a coin has
0.693. Elo (K = 32, 400 more is ten to one, two players as their mean) moves after every match.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import product
from random import Random
from statistics import fmean
from typing import NamedTuple

from bench.parts import options, publish, where_and_when
from season.rules.people import Appearance
from season.rules.ratings import MIDDLE, SCALE, RatedMatch, Ratings, Sides, rate

KINDS = ("knockouts", "knockouts, changing partners", "double league")
SPREADS = (0.3, 0.6, 1.0)
TIMES = 6
START = date(2026, 1, 4)


class Season(NamedTuple):
    """The matches of a season, and how strong everybody truly was, as a rating."""

    matches: list[RatedMatch]
    strengths: dict[Appearance, float]


def seasons(times: int = TIMES) -> Iterator[tuple[str, float, Season]]:
    """Each season with its kind and its spread."""
    for kind, spread, number in product(KINDS, SPREADS, range(times)):
        yield kind, spread, season(kind, spread, number)


def season(kind: str, spread: float, number: int) -> Season:
    """One season, the same for the same arguments."""
    rng = Random(f"{kind} {spread} {number}")
    seats = (1, 2) if "partners" in kind else (0,)
    people = [(pair, seat) for pair in range(48) for seat in seats]
    strength = {person: rng.gauss(0, spread) for person in people}
    sides = [tuple((pair, seat) for seat in seats) for pair in range(48)]
    matches: list[RatedMatch] = []

    def winner(day: int, a: Sides, b: Sides) -> Sides:
        lead = fmean(strength[one] for one in a) - fmean(strength[one] for one in b)
        won = rng.random() < 1 / (1 + math.exp(-lead))
        both = (a, b) if won else (b, a)
        matches.append(RatedMatch(len(matches), START + timedelta(weeks=day), *both))
        return both[0]

    def rounds(day: int, field: list[Sides]) -> None:
        while len(field) > 1:
            field = [winner(day, a, b) for a, b in zip(field[::2], field[1::2], strict=True)]

    if kind == "double league":
        of_day = sides[:12]
        for day in range(22):
            for a, b in zip(of_day[:6], reversed(of_day[6:]), strict=True):
                winner(day, a, b)
            of_day = [of_day[0], of_day[-1], *of_day[1:-1]]
    else:
        for day in range(12):
            if len(seats) == 2:
                moving = rng.sample(range(48), 12)
                players = [one for pair in moving for one in sides[pair]]
                rng.shuffle(players)
                for at, pair in enumerate(moving):
                    sides[pair] = (players[2 * at], players[2 * at + 1])
            field = rng.sample(sides, 32)
            through = [winner(day, a, b) for a, b in zip(field[::2], field[1::2], strict=True)]
            rounds(day, through)
            rounds(day, [side for side in field if side not in through])
    rated = {person: MIDDLE + SCALE * value for person, value in strength.items()}
    return Season(matches, rated)


def elo(matches: Iterable[RatedMatch], k: float = 32) -> list[float]:
    """The chances that the winners had by plain Elo."""
    now: defaultdict[Appearance, float] = defaultdict(float)
    chances = []
    for match in matches:
        lead = fmean(now[one] for one in match.winners) - fmean(now[one] for one in match.losers)
        chances.append(1 / (1 + math.pow(10, -lead / 400)))
        for side, sign in ((match.winners, 1), (match.losers, -1)):
            for person in side:
                now[person] += sign * k * (1 - chances[-1])
    return chances


def log_loss(chances: Iterable[float]) -> float:
    return -fmean(math.log(chance) for chance in chances)


def within(one: Season, found: Ratings) -> float:
    """The part of those who played whose true strength is within the ± of their rating; both seen
    from the mean of all of them, as nobody plays against those outside."""
    off = fmean(one.strengths[person] - rating.value for person, rating in found.ratings.items())
    return fmean(
        abs(one.strengths[person] - off - rating.value) <= rating.uncertainty
        for person, rating in found.ratings.items()
    )


def main() -> None:
    chosen = options(__doc__).parse_args()
    rows: defaultdict[tuple[str, float], list[tuple[float, float, float]]] = defaultdict(list)
    favourites: list[tuple[float, bool]] = []
    better = 0
    for kind, spread, one in seasons():
        found = rate(one.matches)
        own, plain = log_loss(found.chances.values()), log_loss(elo(one.matches))
        better += own < plain
        rows[kind, spread].append((own, plain, within(one, found)))
        favourites += [(max(c, 1 - c), c > 0.5) for c in found.chances.values() if c != 0.5]
    every = [one for of_kind in rows.values() for one in of_kind]
    lines = [
        f"| {kind} | {spread} | " + " | ".join(_columns(of_kind)) + " |"
        for (kind, spread), of_kind in rows.items()
    ]
    calibration = []
    for least in (50, 55, 60, 65, 70, 75, 80):
        most = least + 5 if least < 80 else 100
        here = [(chance, won) for chance, won in favourites if least <= 100 * chance < most]
        if here:
            expected, won = (100 * fmean(one[at] for one in here) for at in (0, 1))
            calibration.append(
                f"| {least}–{most} % | {len(here):,} | {expected:.1f} % | {won:.1f} % |"
            )
    text = "\n".join([
        f"## Ratings\n\n`python -m bench.ratings`: {len(every)} simulated seasons. Log-loss: "
        f"lower is better; a coin has 0.693. At {where_and_when()}.\n",
        "| seasons | spread | ratings | Elo | truth within the ± |", "|---|--:|--:|--:|--:|",
        *lines,
        "| all | | " + " | ".join(_columns(every)) + " |",
        f"\nThe ratings are better than Elo in {better} of {len(every)} seasons.\n",
        "| chance of the favourite | matches | should have won | won |", "|---|--:|--:|--:|",
        *calibration,
    ])  # fmt: skip
    publish(chosen, "ratings", text)


def _columns(found: list[tuple[float, float, float]]) -> Iterator[str]:
    own, plain, within = (fmean(one[at] for one in found) for at in range(3))
    yield from (f"{own:.4f}", f"{plain:.4f}", f"{100 * within:.0f} %")


if __name__ == "__main__":
    main()
