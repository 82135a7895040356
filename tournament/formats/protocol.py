"""What every format answers: who meets whom, who is out, who stands where, who has won."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from mus.sides import Side
from tournament.formats.bouts import Bout, Place
from tournament.formats.lines import Standing
from tournament.formats.lots import must_be_two
from tournament.formats.setting import NO_WISHES, Setting, Wishes

Stage = Literal[
    "final", "semi_final", "quarter_final", "round_of_16", "round_of_32", "round_of_64", "round",
    "preliminary",
]  # fmt: skip
NOBODY_LEFT: Mapping[int, str] = MappingProxyType({})
SectionKind = Literal[
    "preliminary", "bracket", "third_place", "group", "league", "rounds", "unbeaten", "repesca"
]


@dataclass(frozen=True, slots=True)
class Draw:
    """`matches`: round 1, match by match, as the numbers of pairs A and B; B is None for a bye. In
    a league the matches of every later round follow.

    `algorithm` names the recipe, so that anyone can draw again from `seed` and `numbers`.
    """

    seed: str
    numbers: tuple[int, ...]
    matches: tuple[tuple[int, int | None], ...]
    algorithm: str

    @property
    def byes(self) -> int:
        return sum(b is None for _a, b in self.matches)


@dataclass(frozen=True, slots=True)
class Source:
    """Where the pair of an empty side comes from: the winner of the match at `place`, or, with
    `loser`, its loser; with `rested`, the pair that had a bye there, if it loses the next. With
    `group` (from 1): the pair that finishes as `rank` (from 1) in that group. With `is_best`: one
    of the best in all groups, of this rank, or of any with rank 0."""

    place: Place
    loser: bool = False
    rested: bool = False
    group: int = 0
    rank: int = 0
    is_best: bool = False

    @property
    def is_match(self) -> bool:
        """Whether the pair comes from a match, and not from a table."""
        return not self.group and not self.is_best


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the championship that pages show by itself: a bracket, a group (`number` from 1),
    the rounds drawn so far. `rounds`: (number, places), in order."""

    kind: SectionKind
    number: int
    rounds: tuple[tuple[int, tuple[Place, ...]], ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """What follows from the facts.

    `bouts`: all matches as they now stand, those of a newly drawn round included. `changed`: the
    matches that are new or differ from what was given. `undone`: facts, as they were, that no
    longer fit the matches before them and so no longer count.
    """

    bouts: tuple[Bout, ...]
    changed: tuple[Bout, ...]
    undone: tuple[Bout, ...]


@dataclass(frozen=True, slots=True)
class Tie:
    """Pairs that every criterion leaves equal, at this place of a table, and on whose order nobody
    has decided (T9). `group`: of this group, from 1; 0 for the table of all, or for the best over
    all groups. `decides`: the day does not go on, or end, before that: a title or a place in a
    bracket depends on it."""

    pairs: tuple[int, ...]
    place: int
    group: int = 0
    decides: bool = False


class Format(ABC):
    """A way to play a championship, made for one tournament (`Setting`). It stores nothing and
    reads no clock. A format answers what is abstract here; the other answers are the usual ones.

    `options`: names an organizer may choose (`setting.OPTIONS`, and "seeds"). `tie_break`: keys of
    the criteria that order equal pairs, in order; pages have a word for each. `is_league`: the
    table of standings decides, not a last match. `by_rounds`: a round begins when the one before
    has ended. `takes_late_pairs`: a late pair needs no more than one place of round 1.
    `has_preliminaries`: where none is free, it may meet a drawn pair for its place, in round 0.
    """

    key = ""
    options: tuple[str, ...] = ()
    tie_break: tuple[str, ...] = ()
    is_league = False
    by_rounds = False
    takes_late_pairs = False
    has_preliminaries = False

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    @property
    @abstractmethod
    def draw_algorithm(self) -> str:
        """The name of the draw's recipe (docs/draw.md)."""

    @abstractmethod
    def places(self, pairs: int) -> tuple[Place, ...]:
        """Every match that the draw lays out for so many pairs, in order of play. Raises
        ValueError under two pairs."""

    @abstractmethod
    def rounds(self, pairs: int) -> int:
        """How many rounds so many pairs play, or about how many where the results decide. Raises
        ValueError under two pairs."""

    def byes(self, pairs: int) -> int:
        """How many pairs rest in round 1. Raises ValueError under two pairs."""
        must_be_two(pairs)
        return 0

    @abstractmethod
    def draw(self, numbers: Sequence[int], seed: str, wishes: Wishes = NO_WISHES) -> Draw:
        """Round 1, from nothing but the seed's text, the wishes and the numbers of the pairs.
        Raises ValueError under two pairs or for one named twice."""

    def group_sizes(self, pairs: int) -> tuple[int, ...]:
        """How many of so many pairs each group has; none where there are no groups."""
        return ()

    def in_no_bracket(self, pairs: int) -> int:
        """How many of so many pairs none of several brackets has a seat for."""
        return 0

    def stage(self, number: int, of_rounds: int) -> Stage:
        """The usual name of round `number` of `of_rounds`."""
        return "round"

    def bracket(self, number: int) -> int:
        """The bracket to which round `number` belongs, from 1; 0 where there are not several."""
        return 0

    def may_be_level(self, number: int) -> bool:
        """Whether a match of round `number` may end level, as a table counts points for it (T1)."""
        return False

    def feeder(self, place: Place, side: Side) -> Source | None:
        """Where the pair at `side` of `place` comes from; None when no match or group leads
        there. In round 1 the preliminary match that would, even where none is played."""
        return None

    @abstractmethod
    def sections(self, bouts: Sequence[Bout]) -> tuple[Section, ...]:
        """The parts that pages show, in order. Places that stay empty are in none of them."""

    @abstractmethod
    def resolve(
        self, bouts: Sequence[Bout], gone: Mapping[int, str], back: Collection[int] = ()
    ) -> Resolution:
        """Works out every match that is not a fact, and so who meets next. Resolving the answer
        again changes nothing. `gone`: pair → "withdrawal", "disqualification", or, where its place
        stays empty (T8), `settling.PLACE_EMPTY`. `back`: pairs that return with this change;
        matches that they lost by leaving go on."""

    def late_matches(
        self, bouts: Sequence[Bout], gone: Mapping[int, str], late: int
    ) -> tuple[Bout, ...]:
        """The matches, `late` on side B, of a late pair in a group that becomes larger by it; none
        where none can."""
        return ()

    @abstractmethod
    def out(self, bouts: Sequence[Bout]) -> frozenset[int]:
        """The pairs that can no longer win the championship by what they have played."""

    @abstractmethod
    def standings(
        self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[Standing, ...]:
        """Every pair's line, best first, with the tie-break of this format. `gone`: as in
        `resolve`; a pair that was disqualified after its last match has no place and comes last
        (T8). In a league every disqualified pair comes last."""

    def so_far(self, bouts: Sequence[Bout]) -> Sequence[Bout]:
        """The matches that count where the championship ends before its last one."""
        return bouts

    def order_so_far(self, bouts: Sequence[Bout], gone: Mapping[int, str]) -> Mapping[int, int]:
        """Pair → what orders those that are still in where the championship ends early, the least
        first; equal ones share their place. A pair that is not in it counts as 0."""
        return {}

    def tables(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[tuple[Standing, ...], ...]:
        """The table of each group, in order; none where there are no groups. `gone`: as in
        `resolve`; a pair that was disqualified before the bracket began comes last in its group,
        and the next one goes on."""
        return ()

    def ties(self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT) -> tuple[Tie, ...]:
        """The ties of tables that have ended on which nobody has decided. `gone`: as in
        `standings`."""
        return ()

    @abstractmethod
    def champion(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[bool, int | None]:
        """Whether the championship is over, and the pair that won it, if any. `gone`: as in
        `standings`."""
