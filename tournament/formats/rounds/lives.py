"""A pair is out at its n-th lost match: n is 1 when each round of a knockout is drawn afresh, 2
with a losers' bracket (repesca), 3 in "tres ceros"."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from tournament.formats.bouts import Bout, Place
from tournament.formats.lines import Standing, Tally, Title, line, placed, tally
from tournament.formats.lots import must_be_two
from tournament.formats.protocol import NOBODY_LEFT, Section
from tournament.formats.rounds.drawn import NEVER, DrawnRounds
from tournament.formats.sections import by_round, is_over, taken
from tournament.formats.setting import LIVES, Setting
from tournament.formats.settling import champion_of, left, lost, moved_up, without_place
from tournament.formats.tables import lots_of


class Lives(DrawnRounds):
    """The last pair that has not lost `lives` matches is champion."""

    lives = 1
    tie_break = ("round_reached", "matches_won", "games_difference", "games_won")

    @property
    def safe_rounds(self) -> int:
        """The first rounds, in which a lost match costs no life."""
        return self.setting.number("safe_rounds", 0) if "safe_rounds" in self.options else 0

    @property
    def knockout_from(self) -> int:
        is_option = "knockout_from" in self.options
        return self.setting.number("knockout_from", NEVER) if is_option else NEVER

    @property
    def lives_then(self) -> int:
        """The lives that a pair has left at most from round `knockout_from` on."""
        return self.setting.number("lives_then", 1)

    def rounds(self, pairs: int) -> int:
        """About how many rounds: assumes that among pairs with equally many losses half lose each
        round."""
        must_be_two(pairs)
        by_losses, number = [pairs, *(0 for _life in range(self.lives))], self.safe_rounds
        while (left := sum(by_losses[: self.lives])) > 1:
            if number + 1 >= self.knockout_from:
                if self.lives_then == 1:
                    return number + (left - 1).bit_length()
                least = self.lives - self.lives_then
                by_losses[: least + 1] = [
                    *(0 for _life in range(least)),
                    sum(by_losses[: least + 1]),
                ]
            for losses in reversed(range(self.lives)):
                beaten = by_losses[losses] // 2
                by_losses[losses] -= beaten
                by_losses[losses + 1] += beaten
            if max(by_losses[: self.lives]) == 1:
                self._last_ones_meet(by_losses)
            number += 1
        return number

    def _last_ones_meet(self, by_losses: list[int]) -> None:
        """At most one pair is left with each number of losses. The one with most losses loses
        again."""
        for losses in reversed(range(self.lives)):
            if by_losses[losses]:
                by_losses[losses] -= 1
                return

    def lost(self, bouts: Iterable[Bout]) -> dict[int, int]:
        """Pair → the lives it has lost. A ruling that gives a match to nobody costs both a life, as
        both are out in a knockout."""
        counted = [bout for bout in bouts if bout.place.round > self.safe_rounds]
        lives_lost = lost(counted, both=not self.is_by_first_recipe)
        late = (bout for bout in counted if bout.place.round >= self.knockout_from)
        then, least = lost(late, both=not self.is_by_first_recipe), self.lives - self.lives_then
        at_most = {p: max(lives_lost[p] - count, least) + count for p, count in then.items()}
        return {**lives_lost, **at_most}

    def order_so_far(self, bouts: Sequence[Bout], gone: Mapping[int, str]) -> Mapping[int, int]:
        """The lives lost."""
        return self.lost(bouts)

    def in_play(self, bouts: Sequence[Bout]) -> frozenset[int]:
        losses, everybody = self.lost(bouts), lots_of(bouts)
        alive = {pair for pair in everybody if losses.get(pair, 0) < self.lives}
        return frozenset(alive) - left(bouts)

    def pools(
        self, number: int, pairs: Collection[int], bouts: Sequence[Bout]
    ) -> Sequence[Sequence[int]]:
        if len(pairs) < 2:
            return ()
        lots = self.lot_of_round(number, bouts)
        return (sorted(pairs, key=lambda pair: lots[pair]),)

    def out(self, bouts: Sequence[Bout]) -> frozenset[int]:
        return frozenset(lots_of(bouts)) - self.in_play(bouts)

    def champion(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[bool, int | None]:
        if not is_over(bouts):
            return False, None
        best = min(self.in_play(bouts), default=None)
        if best in without_place(bouts, gone):
            best = champion_of(self.standings(sorted(lots_of(bouts)), bouts, gone))
        return True, best

    def standings(
        self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[Standing, ...]:
        """Pairs still in first, fewest losses first; then by the round reached, matches won, games.
        The pair that went out last is second."""
        counts, alive, losses = tally(bouts), self.in_play(bouts), self.lost(bouts)
        over = is_over(bouts)
        reached = _reached(bouts)
        lines = [
            line(
                pair,
                counts.get(pair, Tally()),
                title=_title(pair, alive, reached, over),
                reached=reached.get(pair, 0),
            )
            for pair in pairs
        ]
        placed_lines = placed(_second(lines, over), lambda one: _rank(one, losses))
        second = [
            replace(one, place=2) if one.title == "runner_up" else one for one in placed_lines
        ]
        return moved_up(second, bouts, gone, over=over)


class FreshDraw(Lives):
    """Knockout in which every round is drawn again among the pairs that are left."""

    key = "fresh_draw"
    lives = 1
    options = ("safe_rounds", *DrawnRounds.options)


class ThreeLosses(Lives):
    """Tres ceros: a pair is out at its third lost match, or the one that was chosen."""

    key = "three_losses"
    options = ("lives", "safe_rounds", "knockout_from", "lives_then", *DrawnRounds.options)

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.lives = setting.number("lives", LIVES)


class Repesca(Lives):
    """A losers' bracket: a pair that has lost once plays on against others that have lost once, and
    is out at its second loss. The last unbeaten pair waits for the last beaten one. If it loses
    their match, both have lost once, and the final is played again."""

    key = "repesca"
    lives = 2

    def pools(
        self, number: int, pairs: Collection[int], bouts: Sequence[Bout]
    ) -> Sequence[Sequence[int]]:
        lots, losses = self.lot_of_round(number, bouts), self.lost(bouts)
        order = sorted(pairs, key=lambda pair: lots[pair])
        unbeaten = [pair for pair in order if not losses.get(pair)]
        beaten = [pair for pair in order if losses.get(pair)]
        if len(unbeaten) == len(beaten) == 1:
            return (order,)
        return [pool for pool in (unbeaten, beaten) if len(pool) > 1]

    def sections(self, bouts: Sequence[Bout]) -> tuple[Section, ...]:
        """The matches of the unbeaten, those of the beaten, and the final between the last two."""
        unbeaten: list[Place] = []
        beaten: list[Place] = []
        in_order = sorted(taken(bouts), key=lambda bout: bout.place)
        for bout in in_order:
            before = self.lost(one for one in in_order if one.place.round < bout.place.round)
            both = [before.get(pair, 0) for pair in bout.pairs if pair is not None]
            (beaten if all(both) else unbeaten).append(bout.place)
        more = (Section("repesca", 0, by_round(beaten)),) if beaten else ()
        return (Section("unbeaten", 0, by_round(unbeaten)), *more)


def _reached(bouts: Iterable[Bout]) -> dict[int, int]:
    rounds: dict[int, int] = {}
    for bout in bouts:
        for pair in bout.pairs:
            if pair is not None:
                rounds[pair] = max(rounds.get(pair, 0), bout.place.round)
    return rounds


def _title(pair: int, alive: Collection[int], reached: dict[int, int], over: bool) -> Title:
    if pair not in reached:
        return "out"
    if pair in alive:
        return "champion" if over else "still_in"
    return "beaten"


def _second(lines: Sequence[Standing], over: bool) -> list[Standing]:
    """The lines, with the title of runner-up for the pair that went out in the last round, or for
    both where nobody won the last match."""
    last = max((one.round for one in lines), default=0)
    beaten = [one.pair for one in lines if one.title == "beaten" and one.round == last]
    most = 1 if any(one.title == "champion" for one in lines) else 2
    if not over or not 1 <= len(beaten) <= most:
        return list(lines)
    return [replace(one, title="runner_up") if one.pair in beaten else one for one in lines]


def _rank(standing: Standing, losses: dict[int, int]) -> tuple[int, ...]:
    groups = {"champion": 0, "still_in": 1, "runner_up": 2, "out": 4}
    group = groups.get(standing.title, 3)
    if standing.title == "runner_up":
        return (group,)
    if standing.title == "still_in":
        return (
            group,
            losses.get(standing.pair, 0),
            -standing.matches_won,
            -standing.games_difference,
        )
    return (
        group,
        -standing.round,
        -standing.matches_won,
        -standing.games_difference,
        -standing.games_won,
    )
