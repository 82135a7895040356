"""A day as far as it has been played, read from rows or from a log, and its forecast."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import log
from random import Random
from statistics import fmean

from tournament.clock import rules as clock
from tournament.formats.bouts import Bout, Place
from tournament.formats.protocol import Format
from tournament.pauses.rules import Span, rested

LEAST_MINUTES, MOST_MINUTES = 2.0, 240.0
"""Minutes. A shorter game was entered from paper; a longer one was interrupted."""
LEAST_GAP, LONGEST_GAP = 0.5, 90.0


@dataclass(frozen=True, slots=True)
class TimedGame:
    """A game: how many of its hands count, and when it was won."""

    hands: int
    ended: datetime | None


@dataclass(frozen=True, slots=True)
class TimedMatch:
    """A match with its times. `games`: won by both pairs together; `in_play`: whether it is of the
    championship."""

    place: Place
    status: str
    ended_by: str
    games: int
    table: int | None
    started: datetime | None
    finished: datetime | None
    played: tuple[TimedGame, ...]
    pairs: tuple[int | None, ...] = ()
    in_play: bool = True


@dataclass(frozen=True, slots=True)
class DaySoFar:
    """What is known of a day at some moment. `bouts`: the championship's matches; `gone`: pairs
    that left → how."""

    format: Format
    bouts: Sequence[Bout]
    gone: Mapping[int, str]
    lengths: clock.Lengths
    matches: Sequence[TimedMatch]
    pauses: Sequence[Span]
    tables: int
    all_played: bool = False
    vaca: int = 1

    def pace(self, prior: clock.Pace) -> clock.Pace:
        """The pace after learning from the day's matches, starting from `prior`."""
        known = clock.learn(prior, self.seen())
        between = _between(
            prior.between, gaps_of(self.matches, self.pauses, by_rounds=self.format.by_rounds)
        )
        return clock.Pace(known.hands, known.minutes, between, known.matches)

    def seen(self) -> list[clock.Seen]:
        """What can be learned from each match. Matches with implausible times are left out."""
        lessons = (seen_of(match, self.pauses) for match in self.matches)
        return [lesson for lesson in lessons if lesson is not None]

    def plans(self) -> list[list[clock.Task]]:
        """Possible courses of the matches left to play."""
        hands = {
            match.place: match.played[-1].hands
            for match in self.matches
            if match.in_play
            and match.status == "playing"
            and match.played
            and match.played[-1].ended is None
        }
        # Where rounds are drawn one by one, the number of matches left depends on who wins.
        ways = 3 if self.format.by_rounds else 1
        chances = [Random(number) for number in range(ways)]  # noqa: S311 - no secret hangs on it
        return [
            clock.rest_of(
                self.format,
                self.bouts,
                self.gone,
                self.lengths,
                hands,
                chance,
                all_played=self.all_played,
                vaca=self.vaca,
            )
            for chance in chances
        ]

    def forecast(self, prior: clock.Pace, seed: int = 0) -> clock.Forecast:
        """When the day will be over, in minutes of play from now."""
        return clock.forecast(self.plans(), self.pace(prior), clock.Room(self.tables), seed=seed)


def seen_of(match: TimedMatch, pauses: Sequence[Span] = ()) -> clock.Seen | None:
    """What can be learned from a match; None when its times are missing or implausible."""
    if match.started is None:
        return None
    done = [game for game in match.played if game.ended is not None]
    if done and all(game.hands for game in done):
        ended, hands, count = done[-1].ended, sum(game.hands for game in done), len(done)
    elif match.status == "finished" and match.ended_by == "games":
        ended, hands, count = match.finished, 0, match.games
    else:
        return None
    if ended is None or not count:
        return None
    minutes = minutes_of(ended - match.started - rested(pauses, match.started, ended))
    if not LEAST_MINUTES <= minutes / count <= MOST_MINUTES:
        return None
    return clock.Seen(minutes, hands, count)


def gaps_of(
    matches: Sequence[TimedMatch], pauses: Sequence[Span], *, by_rounds: bool = False
) -> list[float]:
    """For each match, the minutes from when it could have begun to its start. It could begin when
    its table was free, its pairs had finished and, with `by_rounds`, the round before was over. So
    a table that is idle because nothing is ready does not count."""
    gaps = []
    for match in matches:
        if match.table is None or match.started is None:
            continue
        at_table, of_pairs = _ends_before(match, matches)
        if at_table is None:
            continue
        of_round = _round_before(match, matches) if by_rounds else None
        could = max(end for end in (at_table, of_pairs, of_round) if end is not None)
        if could <= match.started:
            gaps.append(minutes_of(match.started - could - rested(pauses, could, match.started)))
    return [gap for gap in gaps if gap <= LONGEST_GAP]


def _ends_before(
    match: TimedMatch, matches: Sequence[TimedMatch]
) -> tuple[datetime | None, datetime | None]:
    """When the match before at the same table, and the last one of its pairs, ended."""
    assert match.started is not None
    pairs = {pair for pair in match.pairs if pair is not None}
    earlier = [
        (other.finished, other)
        for other in matches
        if other.started and other.finished and other.finished <= match.started
    ]
    table = [end for end, other in earlier if other.table == match.table]
    own = [end for end, other in earlier if pairs & set(other.pairs)]
    return max(table, default=None), max(own, default=None)


def _round_before(match: TimedMatch, matches: Sequence[TimedMatch]) -> datetime | None:
    ends = [
        other.finished
        for other in matches
        if match.in_play
        and other.in_play
        and other.started
        and other.finished
        and other.place.round == match.place.round - 1
    ]
    return max(ends, default=None)


def _between(prior: clock.Quantity, gaps: Sequence[float]) -> clock.Quantity:
    """The minutes between matches, learned from the gaps at the tables. A few long gaps make up
    most of the lost time, so the mean of the gaps is learned, not the mean of their logarithms."""
    if not gaps:
        return prior
    mean = log(max(LEAST_GAP, fmean(gaps))) - prior.noise**2 / 2
    return prior.learned([mean] * len(gaps))


def minutes_of(span: timedelta) -> float:
    """A span of time in minutes."""
    return span.total_seconds() / 60
