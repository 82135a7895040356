"""Round robin: everybody meets everybody, once or more often, and the table decides."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from tournament.formats import circle
from tournament.formats.bouts import Bout, Place
from tournament.formats.lots import in_order, must_be_a_field, must_be_two
from tournament.formats.protocol import Draw, Resolution, Section
from tournament.formats.sections import by_round
from tournament.formats.setting import NO_WISHES, OF_A_TABLE, Wishes
from tournament.formats.settling import as_drawn, settle_all, steady
from tournament.formats.tables import League

ONCE, SEVERAL_TIMES = "mus-circle/1", "mus-circle/2"


class RoundRobin(League):
    """The draw lays out every match: results do not change who meets whom."""

    key = "round_robin"
    options = ("any_order", "unplayed", "rounds_each", "leaving", *OF_A_TABLE)
    per_match = False

    @property
    def draw_algorithm(self) -> str:
        return ONCE if self.meetings == 1 else SEVERAL_TIMES

    @property
    def meetings(self) -> int:  # type: ignore[override]
        return self.setting.number("rounds_each", 1)

    def places(self, pairs: int) -> tuple[Place, ...]:
        return tuple(
            Place(number, slot)
            for number in range(1, self.rounds(pairs) + 1)
            for slot in range(pairs // 2)
        )

    def rounds(self, pairs: int) -> int:
        must_be_two(pairs)
        return circle.count(pairs) * self.meetings

    def draw(self, numbers: Sequence[int], seed: str, wishes: Wishes = NO_WISHES) -> Draw:
        must_be_a_field(numbers)
        rounds = circle.rounds_of(in_order(numbers, seed), self.meetings)
        matches = tuple(match for these in rounds for match in these)
        return Draw(seed, tuple(sorted(numbers)), matches, self.draw_algorithm)

    def sections(self, bouts: Sequence[Bout]) -> tuple[Section, ...]:
        return (Section("league", 0, by_round(bout.place for bout in bouts)),)

    def resolve(
        self, bouts: Sequence[Bout], gone: Mapping[int, str], back: Collection[int] = ()
    ) -> Resolution:
        in_turn = not self.setting.says("any_order")
        once = partial(settle_all, arriving=as_drawn, in_turn=in_turn)
        return steady(once, bouts, gone, back)
