"""Swiss: everybody plays every round, against a pair with about the same points."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from tournament.formats import tables
from tournament.formats.bouts import Bout
from tournament.formats.lines import Standing
from tournament.formats.protocol import NOBODY_LEFT
from tournament.formats.rounds.drawn import DrawnRounds
from tournament.formats.settling import champion_of, left
from tournament.formats.tables import lots_of


class Swiss(DrawnRounds):
    """As many rounds as were chosen, or one more than a knockout would need."""

    key = "swiss"
    options = ("swiss_rounds", "clubs_apart", "seeds", "byes_by_lot", "unplayed")
    tie_break = ("points", "strength", "games_difference", "games_won", "lot")
    is_league = True

    def rounds(self, pairs: int) -> int:
        if pairs < 2:
            raise ValueError("a draw needs two pairs")
        chosen = self.setting.number("swiss_rounds", 0)
        most = pairs - 1 if pairs % 2 == 0 else pairs
        return min(chosen or (pairs - 1).bit_length() + 1, most)

    def may_be_level(self, number: int) -> bool:
        return True

    def in_play(self, bouts: Sequence[Bout]) -> frozenset[int]:
        return frozenset(lots_of(bouts)) - left(bouts)

    def pools(
        self, number: int, pairs: Collection[int], bouts: Sequence[Bout]
    ) -> Sequence[Sequence[int]]:
        drawn = len(lots_of(bout for bout in bouts if bout.place.round == 1))
        if drawn < 2 or number > self.rounds(drawn):
            return ()
        counted, lots = tables.points(bouts, self.setting.points), self.lot_of_round(number, bouts)
        return (sorted(pairs, key=lambda pair: (-counted.get(pair, 0), lots[pair])),)

    def out(self, bouts: Iterable[Bout]) -> frozenset[int]:
        """Nobody until the last round has been played: everybody plays every round."""
        all_bouts = list(bouts)
        over, best = self.champion(all_bouts)
        everybody = frozenset(lots_of(all_bouts))
        return everybody - {best} if over and best is not None else frozenset()

    def standings(
        self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[Standing, ...]:
        return tables.standings_of(
            tables.by_strength, pairs, bouts, gone, over=self.over(bouts), each=self.setting.points
        )

    def champion(
        self, bouts: Iterable[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[bool, int | None]:
        all_bouts = list(bouts)
        if not self.over(all_bouts):
            return False, None
        return True, champion_of(self.standings(sorted(lots_of(all_bouts)), all_bouts, gone))
