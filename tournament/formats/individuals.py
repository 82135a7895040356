"""A day of individuals: two to six at a table, each for himself, with points by order of finish.

There are no matches of two pairs. A round seats everybody who is in, at tables drawn from the
seed; what is entered of a table is the order in which its players finished.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from tournament.formats.bouts import Bout, Place
from tournament.formats.lines import Standing, Title, placed
from tournament.formats.lots import lot, must_be_a_field, must_be_two
from tournament.formats.protocol import NOBODY_LEFT, Draw, Format, Resolution, Section
from tournament.formats.seated import Round, SeatedTable
from tournament.formats.setting import NO_WISHES, SEATS, Wishes
from tournament.formats.settling import DISQUALIFIED, PLACE_EMPTY

ROUNDS = 3
"""Rounds, unless the organizer says otherwise."""
STARTS = 30
"""Orders of the lot from which the tables of a round are tried."""


class Individuals(Format):
    """Everybody plays every round; the table of points decides."""

    key = "individuals"
    options = ("seats", "rounds", "points", "by_standing")
    tie_break = ("table_points", "first_places", "next_places", "lot")
    draw_algorithm = "mus-individuals/1"
    is_league = True
    by_rounds = True

    # The questions of every format: there are no matches.

    def places(self, pairs: int) -> tuple[Place, ...]:
        return ()

    def rounds(self, pairs: int) -> int:
        must_be_two(pairs)
        return self.setting.number("rounds", ROUNDS)

    def draw(self, numbers: Sequence[int], seed: str, wishes: Wishes = NO_WISHES) -> Draw:
        must_be_a_field(numbers)
        return Draw(seed, tuple(sorted(numbers)), (), self.draw_algorithm)

    def sections(self, bouts: Sequence[Bout]) -> tuple[Section, ...]:
        return ()

    def resolve(
        self, bouts: Sequence[Bout], gone: Mapping[int, str], back: Collection[int] = ()
    ) -> Resolution:
        return Resolution((), (), ())

    def out(self, bouts: Sequence[Bout]) -> frozenset[int]:
        return frozenset()

    def standings(
        self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[Standing, ...]:
        return ()

    def champion(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[bool, int | None]:
        return False, None

    # Its own: tables, and points by order of finish.

    @property
    def seats(self) -> int:
        """Players at a table: this many, or fewer."""
        return self.setting.number("seats", SEATS)

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each place at a table, the first first; places beyond have none."""
        chosen = self.setting.options.get("points")
        return tuple(chosen) if isinstance(chosen, list) else tuple(range(self.seats, 0, -1))

    def seated(self, before: Sequence[Round], players: Iterable[int]) -> Round:
        """The tables of the next round, from the seed, the rounds before and the numbers of those
        who are in (docs/draw.md). Raises ValueError under two players."""
        number, seed = len(before) + 1, self.setting.seed
        numbers = sorted(players)
        sizes = sizes_of(len(numbers), self.seats)
        if self.setting.says("by_standing") and before:
            everybody = {player for tables in before for table in tables for player in table.seats}
            lines = self.table(sorted(everybody.union(numbers)), before, for_draw=True)
            tables = _cut([line.pair for line in lines if line.pair in numbers], sizes)
        else:
            tables = _apart(numbers, sizes, _met(before), f"{seed}:round:{number}")
        return tuple(
            SeatedTable(
                tuple(sorted(table, key=lambda player: lot(seed, f"round:{number}:seat:{player}")))
            )
            for table in tables
        )

    def table(
        self,
        players: Sequence[int],
        rounds: Sequence[Round],
        gone: Mapping[int, str] = NOBODY_LEFT,
        *,
        over: bool = False,
        for_draw: bool = False,
    ) -> tuple[Standing, ...]:
        """Every player's line, best first: points, then first places, second places and so on, then
        the lot. `matches_won` are tables won, `matches_lost` the others. `gone`: as in
        `Format.standings`; who was disqualified comes last, without a place (T8). Whoever left a
        table before it ended has no place there; `for_draw`: the last one, as the recipe of the
        draw says."""
        points: Counter[int] = Counter()
        places: dict[int, Counter[int]] = {player: Counter() for player in players}
        reached, ended = dict.fromkeys(players, 0), Counter[int]()
        for number, tables in enumerate(rounds, start=1):
            for one in tables:
                for player in one.seats if one.order is not None else ():
                    reached[player] = number
                    ended[player] += 1
                    place = one.places.get(player, len(one.seats) if for_draw else None)
                    if place is not None:
                        places[player][place] += 1
                for player, place in one.places.items():
                    points[player] += self.points[place - 1] if place <= len(self.points) else 0
        lines = [
            Standing(
                pair=player,
                title="ranked",
                round=reached[player],
                matches_won=places[player][1],
                matches_lost=ended[player] - places[player][1],
                games_won=0,
                games_lost=0,
                points=points[player],
            )
            for player in players
        ]
        drawn = sorted(players, key=lambda player: lot(self.setting.seed, f"pair:{player}"))
        lots = {player: at for at, player in enumerate(drawn)}
        furthest = max((len(table.seats) for tables in rounds for table in tables), default=0)

        def rank(line: Standing) -> tuple[int, ...]:
            finished = (-places[line.pair][place] for place in range(1, furthest + 1))
            left = gone.get(line.pair)
            # Whose place stays empty holds it until it is taken from the line below.
            is_out = left in DISQUALIFIED and left != PLACE_EMPTY
            by_lot = () if self.setting.ended_early else (lots[line.pair],)
            return (is_out, -(line.points or 0), *finished, *by_lot)

        return _titled(placed(lines, rank), gone, over=over)

    def ended(
        self,
        players: Sequence[int],
        rounds: Sequence[Round],
        gone: Mapping[int, str] = NOBODY_LEFT,
    ) -> tuple[bool, int | None]:
        """Whether the day is over, and the player who won it, if any: every round is played, or
        nobody is left to play the next against. Whoever leaves before anything was played does not
        win by that."""
        played = all(table.order is not None for tables in rounds for table in tables)
        left = [player for player in players if player not in gone]
        over = played and (len(rounds) >= self.rounds(2) or len(left) < 2)
        if self.setting.ended_early:
            over = True
        if not over or not rounds:
            return over, None
        lines = self.table(players, rounds, gone, over=True)
        first = [line.pair for line in lines if line.title == "champion"]
        return True, first[0] if len(first) == 1 else None


def sizes_of(players: int, seats: int) -> tuple[int, ...]:
    """The players at each table: `seats`, or fewer, so that no two tables differ by more than one
    and nobody sits alone. Three who would sit in twos are one table. Raises ValueError under two
    players."""
    if players < 2:
        raise ValueError("a round needs two players")
    tables = min(-(-players // seats), players // 2)
    each, more = divmod(players, tables)
    return tuple(each + (table < more) for table in range(tables))


def _titled(
    lines: Sequence[Standing], gone: Mapping[int, str], *, over: bool
) -> tuple[Standing, ...]:
    """The lines with champion and runner-up once it is over, and the disqualified last, without a
    place."""
    stay = [line for line in lines if gone.get(line.pair) not in DISQUALIFIED]
    last = [line for line in lines if gone.get(line.pair) in DISQUALIFIED]
    titles: dict[int, Title] = {1: "champion", 2: "runner_up"} if over else {}
    return (
        *(replace(line, title=titles.get(line.place or 0, "ranked")) for line in stay),
        *(replace(line, title="disqualified", place=None, shared=False) for line in last),
    )


def _cut(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    rest = iter(players)
    return [[next(rest) for _seat in range(size)] for size in sizes]


def _met(rounds: Iterable[Round]) -> Counter[frozenset[int]]:
    """How often each two players have sat at one table."""
    return Counter(
        frozenset(both)
        for tables in rounds
        for table in tables
        for both in combinations(table.seats, 2)
    )


def _apart(
    players: Sequence[int], sizes: Sequence[int], met: Counter[frozenset[int]], what: str
) -> list[list[int]]:
    """The tables on which fewest meet again: of `STARTS` orders of the lot, each cut into tables
    and improved by exchanging two players of two tables while that helps, the first best one."""
    best: list[list[int]] = []
    least = -1
    for start in range(STARTS):
        order = sorted(players, key=lambda player: lot(what, f"start:{start}:lot:{player}"))
        tables = _cut(order, sizes)
        again = _exchanged(tables, met) if met else 0
        if least < 0 or again < least:
            best, least = tables, again
        if not least:
            break
    return best


def _exchanged(tables: list[list[int]], met: Counter[frozenset[int]]) -> int:
    """Exchanges players between tables while fewer then meet again; returns how many still do, each
    counted by the square of how often."""

    def again(player: int, others: Iterable[int]) -> int:
        times = (met[frozenset((player, other))] for other in others if other != player)
        return sum((time + 1) ** 2 - 1 for time in times)

    def improve() -> bool:
        for table, other in combinations(tables, 2):
            for a, player in enumerate(table):
                for b, instead in enumerate(other):
                    mine = [*table[:a], *table[a + 1 :]]
                    theirs = [*other[:b], *other[b + 1 :]]
                    now = again(player, mine) + again(instead, theirs)
                    if again(instead, mine) + again(player, theirs) < now:
                        table[a], other[b] = instead, player
                        return True
        return False

    while improve():
        pass
    return sum(again(player, table) for table in tables for player in table) // 2
