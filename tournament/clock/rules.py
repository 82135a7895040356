"""How fast a day is played: learned from its matches, starting from the pace of earlier days.

Two numbers, both as logarithms: the hands of a game and the minutes of a hand. Each day has its own
means. `sure` is how far a day's mean may differ from what is expected; `noise` is how far one game
or match differs from its day. The more matches of a day have been seen, the more the day's own
numbers count against the numbers of other days.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log, sqrt
from random import Random
from statistics import fmean, median

from mus.course import match_outcome
from mus.sides import Side
from tournament.formats.bouts import Bout, Place
from tournament.formats.protocol import Format
from tournament.formats.regulations import FOR_THIRD, LEFT, for_third, is_by_left, with_left

USUAL_TARGET = 40


@dataclass(frozen=True, slots=True)
class Seen:
    """A match as far as it has been played: the `games` that ended, their `hands`, and the
    `minutes` they took. `hands` is 0 where nobody wrote hands down."""

    minutes: float
    hands: int
    games: int


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity with a mean of its own each day, as a logarithm. `sure`: standard deviation of the
    mean; `noise`: standard deviation of one game (or match) from the mean."""

    mean: float
    sure: float
    noise: float

    @property
    def usual(self) -> float:
        return exp(self.mean)

    def learned(self, observations: Sequence[float]) -> Quantity:
        """The quantity after these observations, which are logarithms."""
        if not observations:
            return self
        weight = len(observations) / self.noise**2
        before = 1 / self.sure**2
        mean = (before * self.mean + weight * fmean(observations)) / (before + weight)
        return replace(self, mean=mean, sure=1 / sqrt(before + weight))


@dataclass(frozen=True, slots=True)
class Pace:
    """Hands a game, minutes a hand, and the minutes from the end of a match to the start of the
    next at its table. `matches`: how many matches of this day were learned from."""

    hands: Quantity
    minutes: Quantity
    between: Quantity
    matches: int = 0


USUAL = Pace(
    hands=Quantity(log(8.0), 0.30, 0.30),
    minutes=Quantity(log(1.9), 0.30, 0.22),
    between=Quantity(log(6.0), 0.40, 0.50),
)
"""The pace before any day is known: a guess, so its deviations are wide."""


@dataclass(frozen=True, slots=True)
class DayBefore:
    """The pace of a stored tournament: median hands a game and minutes a hand."""

    hands: float
    minutes: float


def prior(days: Iterable[DayBefore], target: int = USUAL_TARGET) -> Pace:
    """The expected pace of a day: the mean of the days before it and the usual pace, which counts
    as two days. A game to fewer stones has fewer hands."""
    earlier_days = list(days)
    return replace(
        USUAL,
        hands=_known(
            USUAL.hands, [log(day.hands) for day in earlier_days], log(target / USUAL_TARGET)
        ),
        minutes=_known(USUAL.minutes, [log(day.minutes) for day in earlier_days], 0.0),
    )


def learn(pace: Pace, seen: Iterable[Seen]) -> Pace:
    """The pace after the matches of this day. A match without hands is taken to have had as many
    hands a game as usual."""
    played = [one for one in seen if one.games > 0 and one.minutes > 0]
    with_hands = [one for one in played if one.hands > 0]
    hands = pace.hands.learned(
        [log(one.hands / one.games) for one in with_hands for _game in range(one.games)]
    )
    minutes = pace.minutes.learned(
        [log(one.minutes / (one.hands or one.games * hands.usual)) for one in played]
    )
    return replace(pace, hands=hands, minutes=minutes, matches=len(played))


def of_a_day(seen: Iterable[Seen]) -> DayBefore | None:
    """The pace of a finished day; None with fewer than three matches whose hands were written
    down."""
    complete = [one for one in seen if one.games > 0 and one.hands > 0 and one.minutes > 0]
    if len(complete) < 3:
        return None
    return DayBefore(
        median(one.hands / one.games for one in complete),
        median(one.minutes / one.hands for one in complete),
    )


def _known(usual: Quantity, days: Sequence[float], shift: float) -> Quantity:
    mean = (2 * usual.mean + sum(days)) / (2 + len(days)) + shift * (2 / (2 + len(days)))
    return replace(usual, mean=mean)


# What is left to play: every match to come, and what each of them waits for.
#
# Nobody knows who will win, but in most formats the length of the day does not depend on it. So the
# rest is played out once with random winners. Only which match waits for which is kept.


MOST_WAVES = 500


@dataclass(frozen=True, slots=True)
class Task:
    """A match to be played, or being played. `waits_for`: indexes of the tasks that must end first;
    `games`: won so far by each side; `hands`: played in the current game."""

    place: Place
    best_of: int
    waits_for: tuple[int, ...] = ()
    playing: bool = False
    games: tuple[int, int] = (0, 0)
    hands: int = 0
    all_played: bool = False
    vaca: int = 1

    def is_over(self, won: Sequence[int]) -> bool:
        """Whether the match has ended with these games of A and B."""
        outcome = match_outcome(won, best_of=self.best_of, all_played=self.all_played)
        return outcome is not None


def rest_of(
    format_: Format,
    bouts: Sequence[Bout],
    gone: Mapping[int, str],
    lengths: Lengths,
    hands: Mapping[Place, int],
    chance: Random,
    *,
    all_played: bool = False,
    vaca: int = 1,
) -> list[Task]:
    """The matches left, in order of play. `hands`: played so far in each match's current
    game."""
    all_bouts = list(format_.resolve(bouts, gone).bouts)
    tasks: list[Task] = []
    at: dict[Place, int] = {}
    last_of: dict[int, int] = {}
    for _wave in range(MOST_WAVES):
        open_now = [b for b in all_bouts if b.status in ("ready", "playing")]
        if not open_now:
            break
        wave: dict[int, int] = {}
        for bout in open_now:
            at[bout.place] = len(tasks)
            task = Task(
                bout.place,
                lengths.of_match(format_, all_bouts, bout.place),
                _before(format_, bout, all_bouts, at, last_of),
                bout.status == "playing",
                (bout.games.a, bout.games.b),
                hands.get(bout.place, 0),
                all_played,
                vaca,
            )
            tasks.append(task)
            wave |= {pair: at[bout.place] for pair in bout.pairs if pair is not None}
        last_of |= wave
        winners = {bout.place: chance.choice(list(Side)) for bout in open_now}
        all_bouts = [
            replace(
                bout, status="finished", winner=winners[bout.place], ended_by="games", begun=True
            )
            if bout.place in winners
            else bout
            for bout in all_bouts
        ]
        all_bouts = list(format_.resolve(all_bouts, gone).bouts)
    return tasks


def _before(
    format_: Format,
    bout: Bout,
    all_bouts: Sequence[Bout],
    at: Mapping[Place, int],
    last_of: Mapping[int, int],
) -> tuple[int, ...]:
    indexes = {last_of[p] for p in bout.pairs if p is not None and p in last_of}
    if format_.by_rounds:
        indexes |= {at[p] for p in at if p.round == bout.place.round - 1}
    sources = [source for side in Side if (source := format_.feeder(bout.place, side))]
    groups = {source.group for source in sources if not source.is_match}
    if groups:
        indexes |= {
            at[place]
            for section in format_.sections(all_bouts)
            if section.kind == "group" and (section.number in groups or 0 in groups)
            for _number, places in section.rounds
            for place in places
            if place in at
        }
    return tuple(sorted(indexes))


# Forecasts when the day will be over. The rest of the day is simulated many times, each time at
# another pace that fits what was seen. The true end should lie in the given range four times in
# five; docs/forecast.md has a table of how often it did.


LOW, HIGH = 0.10, 0.90
FEWEST_RUNS, MOST_RUNS, WORK = 30, 300, 12_000


@dataclass(frozen=True, slots=True)
class Forecast:
    """Minutes from now until the last match ends: the median, and the range `low` to `high` that
    holds four simulated ends of five. `matches`: how many are left to play."""

    low: float
    middle: float
    high: float
    matches: int


@dataclass(frozen=True, slots=True)
class Room:
    """`tables`: how many there are. `between`: factor on the usual time between two matches."""

    tables: int
    between: float = 1.0


def forecast(
    plans: Sequence[Sequence[Task]],
    pace: Pace,
    room: Room,
    seed: int = 0,
    most: int = MOST_RUNS,
) -> Forecast:
    """The end of the day. `plans`: possible courses of the rest of the day (`course.rest_of`);
    `most`: how many days are simulated at most."""
    longest = max((len(plan) for plan in plans), default=0)
    if longest == 0:
        return Forecast(0.0, 0.0, 0.0, 0)
    runs = max(FEWEST_RUNS, min(most, WORK // longest))
    ends = sorted(
        _run(plans[number % len(plans)], pace, room, Random(f"{seed}:{number}"))
        for number in range(runs)
    )
    low, middle, high = (ends[int(share * (runs - 1))] for share in (LOW, 0.5, HIGH))
    return Forecast(low, middle, high, len(plans[0]))


def shorter(plans: Sequence[Sequence[Task]], best_of: int, since: int) -> list[list[Task]]:
    """The same plans with fewer games from round `since` on (T5)."""
    return [
        [
            replace(task, best_of=fewer_of(task.best_of, best_of))
            if task.place.round >= since
            else task
            for task in plan
        ]
        for plan in plans
    ]


@dataclass(slots=True)
class _OneDay:
    """The pace of one simulated day."""

    hands: float
    minutes: float
    between: float
    noise: Mapping[str, float]
    chance: Random

    def minutes_of(self, task: Task) -> float:
        """Minutes that the match will take from now."""
        won = list(task.games)
        hands = 0.0
        if task.playing and not task.is_over(won):
            hands += max(1.0, self._hands_of_a_game(at_least=task.hands) - task.hands)
            hands += self._further_hands(task.vaca)
            won[self.chance.random() < 0.5] += 1
        while not task.is_over(won):
            hands += self._hands_of_a_game() + self._further_hands(task.vaca)
            won[self.chance.random() < 0.5] += 1
        return hands * exp(self.minutes + self.chance.gauss(0, self.noise["minutes"]))

    def _further_hands(self, vaca: int) -> float:
        """The hands of a vaca after its first game; 0 where a match is played in games alone."""
        won, hands = [1, 0], 0.0
        while max(won) < vaca:
            hands += self._hands_of_a_game()
            won[self.chance.random() < 0.5] += 1
        return hands

    def _hands_of_a_game(self, at_least: int = 0) -> float:
        for _try in range(8):
            hands = exp(self.hands + self.chance.gauss(0, self.noise["hands"]))
            if hands > at_least:
                return hands
        return at_least + 1.0

    def minutes_between(self) -> float:
        return exp(self.between + self.chance.gauss(0, self.noise["between"]))


def _run(tasks: Sequence[Task], pace: Pace, room: Room, chance: Random) -> float:
    """Minutes until the last task ends. Each task begins at the first free table once all the tasks
    it waits for have ended; earlier tasks go first."""
    hands, minutes, between = (
        one.mean + chance.gauss(0, one.sure) for one in (pace.hands, pace.minutes, pace.between)
    )
    noise = {
        "hands": pace.hands.noise, "minutes": pace.minutes.noise, "between": pace.between.noise,
    }  # fmt: skip
    day = _OneDay(hands, minutes, between, noise, chance)
    waits = [len(task.waits_for) for task in tasks]
    after: list[list[int]] = [[] for _task in tasks]
    for index, task in enumerate(tasks):
        for before in task.waits_for:
            after[before].append(index)
    playing = [(day.minutes_of(t), index) for index, t in enumerate(tasks) if t.playing]
    heapq.heapify(playing)
    ready = [index for index, t in enumerate(tasks) if not t.playing and not waits[index]]
    heapq.heapify(ready)
    free, now = max(0, room.tables - len(playing)), 0.0
    while ready or playing:
        while ready and (free > 0 or not playing):
            index = heapq.heappop(ready)
            free -= 1
            pause = day.minutes_between() * room.between
            heapq.heappush(playing, (now + pause + day.minutes_of(tasks[index]), index))
        now, index = heapq.heappop(playing)
        free += 1
        for later in after[index]:
            waits[later] -= 1
            if not waits[later]:
                heapq.heappush(ready, later)
    return now


# How many games each round is played to, once games are reduced from some round on (T5).


@dataclass(frozen=True, slots=True)
class Lengths:
    """How many games a match has. `best_of`: at the beginning; `by_round`: a round → from that
    round on, "third_n" → in the match for third place of round n, and, where rounds are drawn
    one by one, "left_n" → once at most n pairs are left; `drawn`: the pairs of the draw."""

    best_of: int | None
    by_round: Mapping[str, int]
    drawn: int = 0

    def of_round(self, number: int, left: int | None = None) -> int:
        """Best of how many games in round `number`; in a preliminary match (round 0) as many as in
        round 1. `left`: the pairs left when it is drawn, where that is known. The draw decides it:
        before it, ValueError."""
        if self.best_of is None:
            raise ValueError("the draw decides the number of games")
        number = max(1, number)
        left = self.drawn if number == 1 else left
        if left is not None and (enough := [n for n in self.by_left if left <= n]):
            return self.by_round[with_left(min(enough))]
        since = [int(key) for key in self.by_round if key.isdecimal() and int(key) <= number]
        return self.by_round[str(max(since))] if since else self.best_of

    def of_place(self, place: Place) -> int:
        """As `of_round`, and in the match for third place by its own length."""
        # In the round of the final it is the only other match.
        third = self.by_round.get(for_third(place.round)) if place.slot else None
        return self.of_round(place.round) if third is None else third

    def of_match(self, format_: Format, bouts: Sequence[Bout], place: Place) -> int:
        """Best of how many games in the match of this place, drawn after these bouts."""
        if not self.by_left:
            return self.of_place(place)
        before = [bout for bout in bouts if bout.place.round < place.round]
        everybody = {pair for bout in before for pair in bout.pairs if pair is not None}
        return self.of_round(place.round, len(everybody - format_.out(before)))

    def longest_from(self, number: int) -> int:
        """The most games that a match from round `number` on may have, or one of that round where
        the rounds are laid out by the draw."""
        by_left = (games for key, games in self.by_round.items() if is_by_left(key))
        third = self.by_round.get(for_third(number), 0)
        return max(self.of_round(number), third, *by_left)

    @property
    def by_left(self) -> list[int]:
        """The numbers of pairs left from which matches have a length of their own."""
        return [int(key.removeprefix(LEFT)) for key in self.by_round if is_by_left(key)]


def fewer_of(was: int, fewer: int) -> int:
    """The length of a match of `was` games under best of `fewer`: never longer, and odd or even as
    it was. Where groups may end level (T1), a bracket after them still has an odd number."""
    return min(was, fewer + (was - fewer) % 2)


def fewer_from(
    first: int, fewer: int, *, best_of: int | None, by_round: Mapping[str, int]
) -> tuple[int, dict[str, int]]:
    """Best of `fewer` from round `first` on: `best_of` and `by_round` of `Lengths` after it. No
    round becomes longer. Nobody knows in which round so few pairs will be left, so lengths by that
    are reduced, too. Before the draw, ValueError."""
    if best_of is None:
        raise ValueError("the draw decides the number of games")
    after = {
        key: games
        if not is_by_left(key) and int(key.removeprefix(FOR_THIRD)) < first
        else fewer_of(games, fewer)
        for key, games in by_round.items()
        if not key.isdecimal()
    }
    rounds = {int(key): games for key, games in by_round.items() if key.isdecimal()}
    length = fewer_of(best_of, fewer) if first == 1 else best_of
    if first > 1:
        rounds.setdefault(first, Lengths(best_of, by_round).of_round(first))
    now = length
    for number, games in sorted(rounds.items()):
        of_round = fewer_of(games, fewer) if number >= first else games
        # A round as long as the one before it needs no length of its own.
        if number < first or of_round != now:
            after[str(number)] = now = of_round
    return length, after


def length_under(fewer: int, *, was: int, games: tuple[int, int], all_played: bool = False) -> int:
    """The length of a match under best of `fewer`; never above `was`, its length so far.

    The pair that leads with enough games has won: 2–1 of best of 5 under best of 1 is 2–1 of best
    of 3, so that the games which were played remain a result. With equal games the game in progress
    decides: 2–2 of best of 5 stays best of 5. With `all_played` the match ends when as many games
    as the new number have been played, and more that were played count (`match_outcome`).
    """
    fewer = fewer_of(was, fewer)
    if all_played:
        return fewer
    most = max(games)
    leads = games[0] != games[1]
    return min(was, max(fewer, 2 * most - 1 if leads else 2 * most + 1))


# How good the forecast was: its ranges compared with the real ends of days.


@dataclass(frozen=True, slots=True)
class Calibration:
    """How often the real end lay in the forecast's range: `inside` of `days`, with the forecast
    made at this share of the day. `width` of the range and error of its middle (`off`) in minutes.
    """

    share: float
    days: int
    inside: int
    width: float
    off: float

    @property
    def percent(self) -> int:
        """The share in hundredths."""
        return round(100 * self.share)


@dataclass(frozen=True, slots=True)
class Asked:
    """A forecast made at a moment of a day, and the `real` end; all in minutes from that moment."""

    low: float
    middle: float
    high: float
    real: float


def calibration_of(share: float, asked_then: Sequence[Asked]) -> Calibration:
    """The line of the table for this share of the day; widths and errors are medians."""
    if not asked_then:
        return Calibration(share, 0, 0, 0.0, 0.0)
    return Calibration(
        share,
        len(asked_then),
        sum(one.low <= one.real <= one.high for one in asked_then),
        sorted(one.high - one.low for one in asked_then)[len(asked_then) // 2],
        sorted(abs(one.middle - one.real) for one in asked_then)[len(asked_then) // 2],
    )
