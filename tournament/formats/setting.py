"""What an organizer may choose about a format, and what a format is made for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournament.formats.bouts import Place

BY_HAND = "by-hand:"
"""Stands before the recipe of a draw whose round 1 was made by hand; later rounds follow it."""
MOST_SAFE_ROUNDS = 3
# Every option with its allowed values. `Format.options` names those that a format knows.
OPTIONS: Mapping[str, tuple[object, ...] | range] = {
    "third_place": (False, True),
    "third_places": (False, True),  # in every bracket after groups, not in A alone
    "consolation": ("first_round", "first_two_rounds"),  # whose losers go on to bracket B
    "group_size": range(3, 9),
    "group_matches": range(2, 8),  # against so many of the group, not against everybody
    "qualifiers": range(1, 5),
    "best_next": range(1, 17),  # so many more of the next rank, the best over all groups
    "best_of_all": range(2, 65),  # instead of so many of each group
    "brackets": range(1, 5),  # A, B, C, D: those next by rank, or the next best
    "swiss_rounds": range(13),  # 0: as many as the pairs need
    "lives": range(2, 6),  # the lost match that puts a pair out
    "knockout_from": range(2, 13),  # the round from which on one lost match puts a pair out
    "lives_then": range(2, 5),  # the most that a pair has left from that round on, not one
    "safe_rounds": range(MOST_SAFE_ROUNDS + 1),  # the first, in which a lost match costs nothing
    "clubs_apart": (False, True),
    "byes_by_lot": (False, True),  # otherwise the seeds rest first
    "any_order": (False, True),  # a pair's matches do not wait for its earlier ones
    "seats": range(2, 7),  # at a table of individuals: this many, or one fewer
    "rounds": range(1, 21),  # of a day of individuals
    "by_standing": (False, True),  # who has as many points sits together; otherwise by lot
    "unplayed": ("fault", "both", "point"),  # what becomes of matches not played by their last day
    "rounds_each": range(1, 5),  # how many times each pair meets each other one
    "ties": ("shared", "lot", "decider"),  # what decides where no criterion does (T9)
    "leaving": ("annulled", "kept", "lost"),  # the results of a pair that leaves (T10)
    "points_win": range(11),  # a match won, and a bye
    "points_level": range(11),  # a match that ended level
    "points_game": range(11),  # each game won, or vaca where matches are counted in vacas
}
CRITERIA = (
    "points", "matches_won", "among_level", "games_among_level", "games_difference", "games_won",
    "strength",
)  # fmt: skip
"""What the pairs of a table may be ordered by (`tables`); the first is always the points."""
OF_A_TABLE = ("points_win", "points_level", "points_game", "order", "ties")
"""The options of every format that has a table."""
MOST_SEEDS = 64
MOST_PLACES, MOST_POINTS = 6, 1000
"""The places of a table of individuals, and what one of them may bring."""
GROUP_SIZE, QUALIFIERS, LIVES, SEATS = 4, 2, 3, 4
"""Pairs in a group, those of each that go on, the lost match that puts a pair out, and the players
at a table of individuals, unless the organizer says otherwise."""


@dataclass(frozen=True, slots=True)
class Points:
    """What a match brings in a table: to the pair that won it, and, where it may end level, to both
    pairs of a level one; and to each pair for every game that it won there."""

    won: int = 1
    level: int | None = None
    game: int = 0


@dataclass(frozen=True, slots=True)
class Decided:
    """A tie that was decided: its pairs, the best first, or, with `shared`, side by side."""

    pairs: tuple[int, ...]
    shared: bool = False


TO_HEIR = "to:"
"""Stands before the number of the pair that took over the results of one that left a league."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """What officials have decided about tables. `ties`: those that no criterion breaks, in the
    order of the decisions (T9); None on a day drawn before there were any, when the lot of the
    draw broke them. `points`: pair → points given to it, or, below 0, taken off. `leaving`: pair →
    what becomes of its results, where that was said when it left, as the option of this name.
    `heirs`: pair that has left → the one that took its place with its results."""

    ties: tuple[Decided, ...] | None = ()
    points: Mapping[int, int] = field(default_factory=dict)
    leaving: Mapping[int, str] = field(default_factory=dict)
    heirs: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def from_json(
        cls,
        ties: Sequence[Mapping[str, Any]] | None,
        points: Mapping[str, int],
        leaving: Mapping[str, str],
        pair_of: Callable[[int], int] = int,
    ) -> Decisions:
        """The decisions as a tournament and its log keep them, by the numbers of pairs.
        `pair_of`: the pair of a number."""
        decided = None
        if ties is not None:
            decided = tuple(
                Decided(tuple(map(pair_of, one["pairs"])), one["how"] == "shared") for one in ties
            )
        return cls(
            decided,
            {pair_of(int(number)): given for number, given in points.items()},
            {
                pair_of(int(number)): rule
                for number, rule in leaving.items()
                if not rule.startswith(TO_HEIR)
            },
            {
                pair_of(int(number)): pair_of(int(rule.removeprefix(TO_HEIR)))
                for number, rule in leaving.items()
                if rule.startswith(TO_HEIR)
            },
        )

    def of(self, tied: Collection[int]) -> Decided | None:
        """The last decision on a tie of these pairs, if any."""
        found = (one for one in reversed(self.ties or ()) if set(one.pairs) >= set(tied))
        return next(found, None)


NOTHING_DECIDED = Decisions()
SOMEBODY_WINS = Points()
MAY_BE_LEVEL = Points(won=2, level=1)


@dataclass(frozen=True, slots=True)
class Setting:
    """The tournament that a format is played in: what was chosen, the draw's seed, how many pairs
    were drawn (0 before), and the recipe of the draw: a day that was drawn by an earlier recipe
    goes on by it. Empty: the newest. `by_hand`: the rounds that an official has changed. `points`:
    what a match brings where a table decides, unless the options say otherwise. `byes`: the matches
    of round 1 that are byes, so that `Format.feeder` knows to which sides nobody comes.
    `ended_early`: it ended before its last match (`formats.early`). `decided`: what officials have
    decided about its tables. `wins`: the games of a match won without losing one."""

    options: Mapping[str, object] = field(default_factory=dict)
    seed: str = ""
    pairs: int = 0
    recipe: str = ""
    by_hand: Sequence[int] = ()
    points: Points = SOMEBODY_WINS
    byes: Collection[Place] = ()
    ended_early: bool = False
    decided: Decisions = NOTHING_DECIDED
    wins: int = 0

    @property
    def own_recipe(self) -> str:
        """The format's recipe, without the mark of a draw by hand."""
        return self.recipe.removeprefix(BY_HAND)

    @property
    def seeds_rest(self) -> bool:
        """Whether byes of round 1 go to the seeds first."""
        return not self.says("byes_by_lot")

    def number(self, name: str, default: int) -> int:
        value = self.options.get(name)
        return value if isinstance(value, int) and not isinstance(value, bool) else default

    def says(self, name: str) -> bool:
        return self.options.get(name) is True

    @property
    def brings(self) -> Points:
        """What a match brings where a table decides."""
        won = self.number("points_win", self.points.won)
        level = self.points.level
        if level is not None:
            level = self.number("points_level", min(level, won))
        return replace(self.points, won=won, level=level, game=self.number("points_game", 0))

    def order(self, usual: Sequence[str]) -> tuple[str, ...]:
        """What a table is ordered by: as was chosen, or else as is `usual` in the format."""
        chosen = self.options.get("order")
        return tuple(chosen if is_order(chosen) else usual)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the draw of round 1 must respect. `seeds`: numbers of pairs, the best first; `clubs`:
    number → club, for the pairs whose clubs are kept apart."""

    seeds: tuple[int, ...] = ()
    clubs: Mapping[int, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.seeds or self.clubs)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Wishes:
        """The wishes in the data of an event."""
        return cls(tuple(data.get("seeds", ())), dict(data.get("clubs", ())))

    def to_json(self) -> dict[str, Any]:
        """As the log keeps them, so that anybody can draw again; nothing when there are none."""
        if not self:
            return {}
        return {"seeds": list(self.seeds), "clubs": [list(club) for club in self.clubs.items()]}


NO_WISHES = Wishes()


def allowed_option(name: str, value: object, options: Sequence[str]) -> bool:
    """Whether a format that knows `options` allows this option with this value."""
    if name not in options:
        return False
    if name == "seeds":
        return is_seed_list(value)
    if name == "points":
        return is_points_list(value)
    if name == "order":
        return is_order(value)
    return any(type(value) is type(choice) and value == choice for choice in OPTIONS[name])


def more_go_on_than_there_are(options: Mapping[str, object]) -> bool:
    """Whether more pairs of a group are to go on than it has."""
    size, through = options.get("group_size"), options.get("qualifiers")
    return isinstance(size, int) and isinstance(through, int) and through > size


def more_matches_than_others(options: Mapping[str, object]) -> bool:
    """Whether a pair is to play more matches than there are others in its group."""
    size, matches = options.get("group_size", GROUP_SIZE), options.get("group_matches")
    return isinstance(size, int) and isinstance(matches, int) and matches >= size


def brackets_without_pairs(options: Mapping[str, object]) -> bool:
    """Whether the ranks of a group do not reach to the last bracket."""
    if not {"best_next", "best_of_all"}.isdisjoint(options):
        return False
    chosen = Setting(options)
    before = (chosen.number("brackets", 1) - 1) * chosen.number("qualifiers", QUALIFIERS)
    return before >= chosen.number("group_size", GROUP_SIZE)


def knockout_in_safe_rounds(options: Mapping[str, object]) -> bool:
    """Whether a lost match is to put a pair out in a round in which nobody goes out."""
    chosen = Setting(options)
    return "knockout_from" in options and (
        chosen.number("knockout_from", 0) <= chosen.number("safe_rounds", 0)
    )


def no_fewer_lives(options: Mapping[str, object]) -> bool:
    """Whether the lives from a round on are no fewer than those before, or the round is not
    named."""
    chosen = Setting(options)
    return "lives_then" in options and (
        "knockout_from" not in options
        or chosen.number("lives_then", 1) >= chosen.number("lives", LIVES)
    )


def best_twice(options: Mapping[str, object]) -> bool:
    """Whether the best of all groups go on, and so many of each besides."""
    return "best_of_all" in options and not options.keys().isdisjoint(("qualifiers", "best_next"))


def with_usual(usual: Mapping[str, object], chosen: Mapping[str, object]) -> dict[str, object]:
    """The options chosen, and the regulation's where none was chosen instead."""
    stay = {n: value for n, value in usual.items() if not best_twice({n: value, **chosen})}
    return {**stay, **chosen}


def is_points_list(value: object) -> bool:
    """Whether `value` are the points of the first places at a table, none more than the one before
    it."""
    if not isinstance(value, list) or not 0 < len(value) <= MOST_PLACES:
        return False
    numbers = all(type(number) is int and 0 <= number <= MOST_POINTS for number in value)
    return numbers and value == sorted(value, reverse=True) and value[0] > 0


def is_order(value: object) -> bool:
    """Whether `value` are criteria of a table, each once and the points first."""
    if not isinstance(value, list) or value[:1] != ["points"]:
        return False
    return all(one in CRITERIA for one in value) and len(set(value)) == len(value)


def nothing_counts(options: Mapping[str, object]) -> bool:
    """Whether neither a match nor a game won brings a point."""
    return options.get("points_win") == 0 and not options.get("points_game")


def level_above_a_win(options: Mapping[str, object]) -> bool:
    """Whether a level match brings more than one that was won."""
    level, won = options.get("points_level"), options.get("points_win", MAY_BE_LEVEL.won)
    return isinstance(level, int) and isinstance(won, int) and level > won


def is_seed_list(value: object) -> bool:
    """Whether `value` is a list of pairs' numbers without repetition."""
    if not isinstance(value, list) or len(value) > MOST_SEEDS:
        return False
    numbers = all(type(number) is int and number >= 1 for number in value)
    return numbers and len(set(value)) == len(value)
