"""Swiss: everybody plays every round, against a pair with about the same points."""

from collections.abc import Collection, Sequence

from tournament.formats import circle, tables
from tournament.formats.bouts import Bout
from tournament.formats.lots import must_be_two
from tournament.formats.rounds.drawn import DrawnRounds
from tournament.formats.setting import OF_A_TABLE
from tournament.formats.settling import left
from tournament.formats.tables import League, lots_of


class Swiss(League, DrawnRounds):
    """As many rounds as were chosen, or one more than a knockout would need."""

    key = "swiss"
    options = ("swiss_rounds", *DrawnRounds.options, "unplayed", *OF_A_TABLE)
    usual_order = tables.BY_STRENGTH
    per_match = False

    def rounds(self, pairs: int) -> int:
        must_be_two(pairs)
        chosen = self.setting.number("swiss_rounds", 0)
        return min(chosen or (pairs - 1).bit_length() + 1, circle.count(pairs))

    def in_play(self, bouts: Sequence[Bout]) -> frozenset[int]:
        return frozenset(lots_of(bouts)) - left(bouts)

    def pools(
        self, number: int, pairs: Collection[int], bouts: Sequence[Bout]
    ) -> Sequence[Sequence[int]]:
        drawn = len(lots_of(bout for bout in bouts if bout.place.round == 1))
        if drawn < 2 or number > self.rounds(drawn):
            return ()
        given = self.setting.decided.points
        counted = tables.points(bouts, self.setting.brings, given)
        lots = self.lot_of_round(number, bouts)
        return (sorted(pairs, key=lambda pair: (-counted.get(pair, 0), lots[pair])),)
