"""Simulated days, to check how good the forecast is. It is made at some moment of a day and then
compared with the day's real end. Each day has its own pace, its own quick and slow tables and its
own pauses. The forecast does not know them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import exp
from random import Random

from mus.sides import BySide, Side
from tests.tournament.formats.unruly import drawn as after_draw
from tournament.clock.rules import (
    USUAL,
    Asked,
    Calibration,
    Forecast,
    Lengths,
    Pace,
    Room,
    Seen,
    calibration_of,
    forecast,
    learn,
    rest_of,
)
from tournament.formats.bouts import Bout, Place
from tournament.formats.protocol import Format


@dataclass(frozen=True, slots=True)
class Played:
    """A played match: when it began and when each hand of each game ended, in minutes from the
    start of the day. `winners` has one winner for each game."""

    place: Place
    began: float
    games: tuple[tuple[float, ...], ...]
    winners: tuple[Side, ...]

    @property
    def ended(self) -> float:
        return self.games[-1][-1]

    def seen(self, at: float) -> Seen:
        """What could be seen of the match at this minute: only the games that had ended."""
        done = [game for game in self.games if game[-1] <= at]
        hands = sum(map(len, done))
        return Seen(done[-1][-1] - self.began if done else 0.0, hands, len(done))


@dataclass(slots=True)
class ADay:
    """A simulated day, played to its end."""

    format: Format
    pairs: int
    tables: int
    best_of: int
    chance: Random
    pace: Pace = USUAL

    def play(self) -> tuple[list[Bout], list[Played]]:
        """Returns the matches as drawn, and the matches as played."""
        drawn = after_draw(self.format, self.pairs, str(self.chance.random()))
        bouts = drawn
        played: list[Played] = []
        hands = self.pace.hands.mean + self.chance.gauss(0, self.pace.hands.sure)
        minutes = self.pace.minutes.mean + self.chance.gauss(0, self.pace.minutes.sure)
        pause = exp(self.pace.between.mean + self.chance.gauss(0, 0.3))
        slow = [self.chance.uniform(-0.15, 0.25) for _table in range(self.tables)]
        free, going, now = list(range(self.tables)), list[tuple[Played, int]](), 0.0
        while True:
            begun = {one.place for one, _table in going}
            ready = [b for b in bouts if b.status == "ready" and b.place not in begun]
            for bout in ready[: len(free)]:
                table = free.pop(0)
                start = now + self.chance.expovariate(1 / pause)
                going.append((self._match(bout, start, hands, minutes + slow[table]), table))
            if not going:
                return drawn, played
            first = min(going, key=lambda one: one[0].ended)
            going.remove(first)
            played.append(first[0])
            now = first[0].ended
            free.append(first[1])
            bouts = list(self.format.resolve(_with(bouts, [first[0]], now), {}).bouts)

    def _match(self, bout: Bout, start: float, hands: float, minutes: float) -> Played:
        needed, now = self.best_of // 2 + 1, start
        games: list[tuple[float, ...]] = []
        winners: list[Side] = []
        while max((winners.count(side) for side in Side), default=0) < needed:
            count = max(2, round(exp(hands) * self.chance.triangular(0.4, 1.8, 0.9)))
            ends = []
            for _hand in range(count):
                now += exp(minutes) * self.chance.triangular(0.4, 1.9, 0.7)
                ends.append(now)
            games.append(tuple(ends))
            winners.append(self.chance.choice(list(Side)))
        return Played(bout.place, start, tuple(games), tuple(winners))


def asked(
    format_: Format,
    drawn: Sequence[Bout],
    played: Sequence[Played],
    at: float,
    best_of: int,
    tables: int,
    pace: Pace = USUAL,
) -> Forecast:
    """The forecast that would have been made at this minute of the day."""
    bouts = list(drawn)
    for one in sorted(played, key=lambda one: one.ended):
        if one.ended <= at:
            bouts = list(format_.resolve(_with(bouts, [one], at), {}).bouts)
    going = [one for one in played if one.began <= at < one.ended]
    bouts = _with(bouts, going, at)
    hands = {one.place: _in_this_game(one, at) for one in going}
    lengths = Lengths(best_of, {})
    plans = [rest_of(format_, bouts, {}, lengths, hands, Random(number)) for number in range(3)]
    known = learn(pace, [one.seen(at) for one in played])
    return forecast(plans, known, Room(tables))


def calibrated(
    days: Iterable[tuple[Format, int, int, int]], shares: Sequence[float], seed: int = 1
) -> list[Calibration]:
    """The table of results: for each day (format, pairs, tables, best of) a forecast is made at
    each of these shares of the day."""
    found: dict[float, list[Asked]] = {share: [] for share in shares}
    for number, (format_, pairs, tables, best_of) in enumerate(days):
        day = ADay(format_, pairs, tables, best_of, Random(f"{seed}:{number}"))
        drawn, played = day.play()
        end = max(one.ended for one in played)
        for share in shares:
            said = asked(format_, drawn, played, share * end, best_of, tables)
            found[share].append(Asked(said.low, said.middle, said.high, end - share * end))
    return [calibration_of(share, lines) for share, lines in found.items()]


def _with(bouts: Iterable[Bout], played: Iterable[Played], at: float) -> list[Bout]:
    """The matches, with the games of `played` that had ended at minute `at`."""
    at_place = {one.place: one for one in played}
    found = []
    for bout in bouts:
        one = at_place.get(bout.place)
        if one is None:
            found.append(bout)
            continue
        won = [w for w, game in zip(one.winners, one.games, strict=True) if game[-1] <= at]
        games = BySide(won.count(Side.A), won.count(Side.B))
        over = one.ended <= at
        found.append(
            replace(
                bout,
                status="finished" if over else "playing",
                winner=one.winners[-1] if over else None,
                ended_by="games" if over else "",
                begun=True,
                games=games,
            )
        )
    return found


def _in_this_game(one: Played, at: float) -> int:
    game = next(game for game in one.games if game[-1] > at)
    return sum(end <= at for end in game)
