"""What is left to play: every match to come, and what each of them waits for.

Nobody knows who will win, but in most formats the length of the day does not depend on it. So the
rest is played out once with random winners. Only which match waits for which is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from mus.sides import Side
from tournament.formats.bouts import Bout, Place
from tournament.formats.protocol import Format

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


def rest_of(
    format_: Format,
    bouts: Iterable[Bout],
    gone: Mapping[int, str],
    best_of: Mapping[int, int],
    hands: Mapping[Place, int],
    chance: Random,
) -> list[Task]:
    """The matches left, in order of play. `best_of`: by round; `hands`: played so far in each
    match's current game."""
    known = list(format_.resolve(bouts, gone).bouts)
    tasks: list[Task] = []
    at: dict[Place, int] = {}
    last_of: dict[int, int] = {}
    for _wave in range(MOST_WAVES):
        open_now = [b for b in known if b.status in ("ready", "playing")]
        if not open_now:
            break
        wave: dict[int, int] = {}
        for bout in open_now:
            at[bout.place] = len(tasks)
            before = _before(format_, bout, known, at, last_of)
            tasks.append(_task(bout, before, best_of, hands))
            wave |= {pair: at[bout.place] for pair in bout.pairs if pair is not None}
        last_of |= wave
        ended = {bout.place: chance.choice(list(Side)) for bout in open_now}
        known = [_ended(bout, ended.get(bout.place)) for bout in known]
        known = list(format_.resolve(known, gone).bouts)
    return tasks


def _before(
    format_: Format,
    bout: Bout,
    known: Sequence[Bout],
    at: Mapping[Place, int],
    last_of: Mapping[int, int],
) -> tuple[int, ...]:
    found = {last_of[p] for p in bout.pairs if p is not None and p in last_of}
    if format_.by_rounds:
        found |= {at[p] for p in at if p.round == bout.place.round - 1}
    groups = {
        source.group
        for side in Side
        if (source := format_.feeder(bout.place, side)) is not None and source.group
    }
    if groups:
        found |= {
            at[place]
            for one in format_.sections(known)
            if one.kind == "group" and one.number in groups
            for _number, places in one.rounds
            for place in places
            if place in at
        }
    return tuple(sorted(found))


def _task(
    bout: Bout, before: tuple[int, ...], best_of: Mapping[int, int], hands: Mapping[Place, int]
) -> Task:
    games = best_of.get(bout.place.round) or best_of[max(best_of)]
    return Task(
        bout.place,
        games,
        before,
        bout.status == "playing",
        (bout.games.a, bout.games.b),
        hands.get(bout.place, 0),
    )


def _ended(bout: Bout, winner: Side | None) -> Bout:
    if winner is None:
        return bout
    return replace(bout, status="finished", winner=winner, ended_by="games", begun=True)
