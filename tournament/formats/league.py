"""Round robin: everybody meets everybody once, and the table decides."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from mus.sides import Side
from tournament.formats import circle, tables
from tournament.formats.bouts import Bout, Place
from tournament.formats.lines import Standing
from tournament.formats.lots import in_order, must_be_a_field
from tournament.formats.protocol import NOBODY_LEFT, Draw, Resolution, Section, Source, Stage
from tournament.formats.sections import by_round, taken
from tournament.formats.setting import NO_WISHES, Setting, Wishes
from tournament.formats.settling import as_drawn, champion_of, settle_all, steady
from tournament.formats.tables import lots_of


class RoundRobin:
    """The draw lays out every match: results do not change who meets whom."""

    key = "round_robin"
    options: tuple[str, ...] = ("any_order", "unplayed")
    tie_break = ("points", "among_level", "games_difference", "games_won", "lot")
    draw_algorithm = "mus-circle/1"
    is_league = True
    by_rounds = False
    takes_late_pairs = False
    has_preliminaries = False

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def places(self, pairs: int) -> tuple[Place, ...]:
        return tuple(
            Place(number, slot)
            for number in range(1, self.rounds(pairs) + 1)
            for slot in range(pairs // 2)
        )

    def rounds(self, pairs: int) -> int:
        if pairs < 2:
            raise ValueError("a draw needs two pairs")
        return circle.count(pairs)

    def byes(self, pairs: int) -> int:
        if pairs < 2:
            raise ValueError("a draw needs two pairs")
        return 0

    def draw(self, numbers: Sequence[int], seed: str, wishes: Wishes = NO_WISHES) -> Draw:
        must_be_a_field(numbers)
        rounds = circle.rounds_of(in_order(numbers, seed))
        matches = tuple(match for these in rounds for match in these)
        return Draw(seed, tuple(sorted(numbers)), matches, self.draw_algorithm)

    def stage(self, number: int, of_rounds: int) -> Stage:
        return "round"

    def bracket(self, number: int) -> int:
        return 0

    def may_be_level(self, number: int) -> bool:
        return True

    def feeder(self, place: Place, side: Side) -> Source | None:
        return None

    def sections(self, bouts: Sequence[Bout]) -> tuple[Section, ...]:
        return (Section("league", 0, by_round(bout.place for bout in bouts)),)

    def resolve(
        self, bouts: Iterable[Bout], gone: Mapping[int, str], back: Collection[int] = ()
    ) -> Resolution:
        in_turn = not self.setting.says("any_order")
        once = partial(settle_all, arriving=as_drawn, in_turn=in_turn)
        return steady(once, bouts, gone, back)

    def late_matches(
        self, bouts: Iterable[Bout], gone: Mapping[int, str], late: int
    ) -> tuple[Bout, ...]:
        return ()

    def out(self, bouts: Iterable[Bout]) -> frozenset[int]:
        all_bouts = list(bouts)
        over, best = self.champion(all_bouts)
        return frozenset(lots_of(all_bouts)) - {best} if over and best is not None else frozenset()

    def standings(
        self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[Standing, ...]:
        return tables.standings_of(
            tables.by_meetings, pairs, bouts, gone, over=_over(bouts), each=self.setting.points
        )

    def tables(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[tuple[Standing, ...], ...]:
        return ()

    def champion(
        self, bouts: Iterable[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[bool, int | None]:
        all_bouts = list(bouts)
        if not _over(all_bouts):
            return False, None
        return True, champion_of(self.standings(sorted(lots_of(all_bouts)), all_bouts, gone))


def _over(bouts: Iterable[Bout]) -> bool:
    return all(bout.status == "finished" for bout in taken(bouts))
