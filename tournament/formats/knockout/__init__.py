"""Knockout (T1, T2): a pair that loses a match is out, and the last winner is champion."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from mus.sides import Side
from tournament.formats import bracket
from tournament.formats.bouts import Bout, Place
from tournament.formats.disqualified import champion_of, moved_up, without_place
from tournament.formats.knockout import drawing, following, standings
from tournament.formats.lines import Standing
from tournament.formats.protocol import NOBODY_LEFT, Draw, Resolution, Section, Source, Stage
from tournament.formats.sections import by_round
from tournament.formats.setting import NO_WISHES, Setting, Wishes
from tournament.formats.settling import steady
from tournament.formats.tables import lots_of

LEAST_FOR_THIRD = 4


class Knockout:
    """The knockout implementation of `protocol.Format`, from the modules of this folder."""

    key = "knockout"
    options = ("third_place", "clubs_apart", "seeds", "byes_by_lot")
    tie_break = ("round_reached", "games_difference", "games_won")
    is_league = False
    by_rounds = False
    takes_late_pairs = True

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @property
    def draw_algorithm(self) -> str:
        seeds = bool(self.setting.options.get("seeds"))
        return self._recipe(has_wishes=seeds or self.setting.says("clubs_apart"), seeds=seeds)

    def _recipe(self, *, has_wishes: bool, seeds: bool) -> str:
        """The recipe of the draw that was made, or else the newest that the options ask for."""
        if self.setting.recipe in drawing.RECIPES:
            return self.setting.recipe
        if seeds and self.setting.seeds_rest:
            return drawing.SEEDS_REST
        return drawing.WITH_WISHES if has_wishes else drawing.ALGORITHM

    def places(self, pairs: int) -> tuple[Place, ...]:
        whole = bracket.places(pairs)
        third = self.setting.says("third_place") and pairs >= LEAST_FOR_THIRD
        return (*whole, Place(whole[-1].round, 1)) if third else whole

    def rounds(self, pairs: int) -> int:
        return bracket.rounds(pairs)

    def byes(self, pairs: int) -> int:
        return bracket.size(pairs) - pairs

    def draw(self, numbers: Sequence[int], seed: str, wishes: Wishes = NO_WISHES) -> Draw:
        recipe = self._recipe(has_wishes=bool(wishes), seeds=bool(wishes.seeds))
        return drawing.draw(numbers, seed, wishes, recipe)

    def stage(self, number: int, of_rounds: int) -> Stage:
        return bracket.stage(number, of_rounds)

    def feeder(self, place: Place, side: Side) -> Source | None:
        if place.round == 1:
            return None
        last = bracket.rounds(self.setting.pairs) if self.setting.pairs else 0
        return following.source(place, side, last)

    def sections(self, bouts: Sequence[Bout]) -> tuple[Section, ...]:
        last = max((bout.place.round for bout in bouts), default=0)
        third = [b.place for b in bouts if following.is_for_third(b.place, last)]
        main = by_round(bout.place for bout in bouts if bout.place not in third)
        extra = (Section("third_place", 0, by_round(third)),) if third else ()
        return (Section("bracket", 0, main), *extra)

    def resolve(
        self, bouts: Iterable[Bout], gone: Mapping[int, str], back: Collection[int] = ()
    ) -> Resolution:
        return steady(following.resolve, bouts, gone, back)

    def out(self, bouts: Iterable[Bout]) -> frozenset[int]:
        return following.beaten(bouts)

    def standings(
        self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[Standing, ...]:
        over, _best = following.champion(bouts)
        return moved_up(standings.standings(pairs, bouts), bouts, gone, over=over)

    def tables(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[tuple[Standing, ...], ...]:
        return ()

    def champion(
        self, bouts: Iterable[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[bool, int | None]:
        known = list(bouts)
        over, best = following.champion(known)
        if best in without_place(known, gone):
            best = champion_of(self.standings(sorted(lots_of(known)), known, gone))
        return over, best
