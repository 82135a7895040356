"""A day of a format on results alone, to which anything may happen in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from mus.sides import BySide, Side
from tournament.formats.bouts import Bout, Place
from tournament.formats.protocol import Format, Resolution
from tournament.formats.rounds.drawn import DrawnRounds
from tournament.formats.setting import Decided, Wishes
from tournament.formats.settling import PLACE_EMPTY

NOBODY: BySide[int | None] = BySide(None, None)
LEAVING = ("withdrawal", "disqualification", PLACE_EMPTY)


def drawn(format_: Format, pairs: int, seed: str = "s", *wishes: Wishes) -> list[Bout]:
    """The matches as they stand after the draw."""
    first = format_.draw(range(1, pairs + 1), seed, *wishes).matches
    bare = [Bout(place, NOBODY) for place in format_.places(pairs)]
    for index, both in enumerate(first):
        bare[index] = replace(bare[index], pairs=BySide(*both))
    return list(format_.resolve(bare, {}).bouts)


def over(bout: Bout, winner: Side | None = Side.A, ended_by: str = "games", **more: Any) -> Bout:
    """The match after its end."""
    return replace(bout, status="finished", winner=winner, ended_by=ended_by, begun=True, **more)


def won_by_a(_bout: Bout) -> Side:
    return Side.A


def round_over(
    format_: Format,
    bouts: list[Bout],
    winner: Callable[[Bout], Side | None] = won_by_a,
    *,
    gone: Mapping[int, str] | None = None,
    ended_by: str = "games",
) -> list[Bout]:
    """The matches after every one that is ready has ended so."""
    ended = [over(b, winner(b), ended_by) if b.status == "ready" else b for b in bouts]
    return list(format_.resolve(ended, gone or {}).bouts)


def by_chance(chance: Random) -> Callable[[Bout], Side]:
    """Either pair wins."""
    return lambda _bout: chance.choice(list(Side))


def may_be_level(format_: Format, bout: Bout) -> bool:
    """Whether the match may end level on this day (T1)."""
    return format_.setting.points.level is not None and format_.may_be_level(bout.place.round)


def decided(format_: Format, bouts: list[Bout], gone: Mapping[int, str]) -> list[Bout]:
    """The matches once the ties on which the day waits have been decided: the lowest number is
    first (T9)."""
    while ties := [tie for tie in format_.ties(bouts, gone) if tie.decides]:
        setting = format_.setting
        more = tuple(Decided(tie.pairs) for tie in ties)
        ties_so_far = setting.decided.ties or ()
        decisions = replace(setting.decided, ties=(*ties_so_far, *more))
        format_.setting = replace(setting, decided=decisions)
        bouts = list(format_.resolve(bouts, gone).bouts)
    return bouts


class UnrulyDay:
    """Results, matches that nobody won, departures, returns, corrections, and rounds changed by
    hand, by one seed."""

    def __init__(self, format_: Format, pairs: int, seed: int) -> None:
        self.format = format_
        self.pairs = pairs
        self.chance = Random(seed)
        self.bouts = drawn(format_, pairs)
        self.gone: dict[int, str] = {}

    def play_out(self) -> None:
        """Plays what can be played to the end."""
        for _match in range(40 * self.pairs):
            if self._playable() is None:
                return
            self.win()
        raise AssertionError("the day has no end")

    def act(self) -> Resolution:
        """Does something that may be done; returns what follows from it."""
        do = self.chance.choice(
            [self._end, self._end, self._end, self._begin, self._nobody, self._leave, self._return,
             self._turn, self._reopen, self._disqualify_withdrawn, self._pair_by_hand,
             self._come_late]
        )  # fmt: skip
        back = do() or ()
        found = self.format.resolve(self.bouts, self.gone, back)
        self.bouts = decided(self.format, list(found.bouts), self.gone)
        return found

    def _some(self, bouts: Iterable[Bout]) -> Bout | None:
        found = list(bouts)
        return self.chance.choice(found) if found else None

    def _put(self, bout: Bout | None, **state: object) -> None:
        if bout is not None:
            new = replace(bout, **state)
            self.bouts = [new if one.place == bout.place else one for one in self.bouts]

    def _playable(self) -> Bout | None:
        return self._some(bout for bout in self.bouts if bout.status in ("ready", "playing"))

    def _decided(self) -> Bout | None:
        return self._some(
            bout for bout in self.bouts if bout.is_fact and (bout.winner or bout.is_level)
        )

    def settle(self) -> None:
        """What follows from the matches as they are."""
        bouts = list(self.format.resolve(self.bouts, self.gone).bouts)
        self.bouts = decided(self.format, bouts, self.gone)

    def win(self) -> None:
        """A match ends, and what follows from it."""
        self._end()
        self.settle()

    def end(self, bout: Bout, winner: Side | None = Side.A, ended_by: str = "games") -> None:
        """This match ends so."""
        self.bouts = [over(one, winner, ended_by) if one == bout else one for one in self.bouts]

    def _end(self) -> None:
        side: Side | None = self.chance.choice(list(Side))
        bout = self._playable()
        if bout and may_be_level(self.format, bout) and self.chance.random() < 0.4:
            side = None
        self._put(bout, status="finished", winner=side, ended_by="games", begun=True)

    def _begin(self) -> None:
        playing = {p for bout in self.bouts if bout.status == "playing" for p in bout.pairs}
        free = (b for b in self.bouts if b.status == "ready" and playing.isdisjoint(b.pairs))
        self._put(self._some(free), status="playing", begun=True)

    def _nobody(self) -> None:
        if self.chance.random() < 0.3:
            self._put(
                self._playable(), status="finished", winner=None, ended_by="ruling", begun=True
            )

    def _leave(self) -> None:
        still = [pair for pair in range(1, self.pairs + 1) if pair not in self.gone]
        if still and self.chance.random() < 0.6:
            self.gone[self.chance.choice(still)] = self.chance.choice(LEAVING)

    def _disqualify_withdrawn(self) -> None:
        withdrawn = [pair for pair, why in self.gone.items() if why == "withdrawal"]
        if withdrawn:
            self.gone[self.chance.choice(withdrawn)] = self.chance.choice(LEAVING[1:])

    def _return(self) -> tuple[int, ...]:
        if not self.gone:
            return ()
        pair = self.chance.choice(sorted(self.gone))
        del self.gone[pair]
        return (pair,)

    def _pair_by_hand(self) -> None:
        """Two pairs of the round just drawn change places."""
        drawn = [bout for bout in self.bouts if any(bout.pairs)]
        last = max(bout.place.round for bout in drawn)
        there = [bout for bout in drawn if bout.place.round == last]
        if not isinstance(self.format, DrawnRounds) or last < 2 or len(there) < 2:
            return
        if any(bout.is_fact for bout in there):
            return
        one, other = self.chance.sample(there, 2)
        bare = {"status": "waiting", "winner": None, "ended_by": ""}
        self._put(one, pairs=BySide(other.pairs.a, one.pairs.b), **bare)
        self._put(other, pairs=BySide(one.pairs.a, other.pairs.b), **bare)
        setting = self.format.setting
        by_hand = (*setting.by_hand, last)
        self.format = type(self.format)(replace(setting, by_hand=by_hand))

    def _come_late(self) -> None:
        """A pair joins in round 2, with round 1 lost, or a group that becomes larger by it."""
        if self.chance.random() < 0.5:
            return
        if not isinstance(self.format, DrawnRounds):
            if found := self.format.late_matches(self.bouts, self.gone, self.pairs + 1):
                self.pairs, self.bouts = self.pairs + 1, [*self.bouts, *found]
            return
        if any(bout.is_fact and bout.place.round > 1 for bout in self.bouts):
            return
        place = Place(1, 1 + max(b.place.slot for b in self.bouts if b.place.round == 1))
        pair = self.pairs + 1
        missed = Bout(place, BySide(pair, None), "finished", None, "ruling")
        if pair not in self.format.out([*self.bouts, missed]):
            self.pairs, self.bouts = pair, [*self.bouts, missed]

    def _turn(self) -> None:
        bout = self._decided()
        if bout is not None and bout.winner is None:
            self._put(bout, winner=self.chance.choice(list(Side)))
        elif bout is not None and may_be_level(self.format, bout) and bout.ended_by == "games":
            self._put(bout, winner=self.chance.choice([bout.winner.other, None]))
        elif bout is not None:
            self._put(bout, winner=bout.winner.other)

    def _reopen(self) -> None:
        bout = self._decided()
        playing = {p for one in self.bouts if one.status == "playing" for p in one.pairs}
        if bout is not None and playing.isdisjoint(bout.pairs) and not {*bout.pairs} & {*self.gone}:
            self._put(bout, status="playing", winner=None, ended_by="")
