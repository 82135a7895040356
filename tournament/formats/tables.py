"""Tables of a league: points, and the criteria that order pairs with equal points.

A match won is a point, and so is a bye: the pair was ready to play. Where matches may end level, a
match won is two points and a level one is one; the options may say otherwise (`Points`), and what
the table is ordered by. A match lost by leaving counts like any
other. For a match that was not played a point may come off. Pairs that have left come after all
others. A pair that withdraws after its last match keeps its place; for one that is disqualified
after it see `disqualified`.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb, lcm
from types import MappingProxyType

from mus.sides import BySide, Side
from tournament.formats.bouts import ENDINGS, Bout
from tournament.formats.lines import Standing, Tally, Title, line, placed, tally
from tournament.formats.protocol import NOBODY_LEFT, Format, Tie
from tournament.formats.sections import is_over
from tournament.formats.setting import (
    NOTHING_DECIDED,
    SOMEBODY_WINS,
    Decisions,
    Points,
    Setting,
)
from tournament.formats.settling import (
    BY_LEAVING,
    DISQUALIFIED,
    left,
    moved_up,
    without_place,
)

NOTHING_GIVEN: Mapping[int, int] = MappingProxyType({})
BY_MEETINGS = ("points", "among_level", "games_difference", "games_won")
"""The usual criteria where everybody meets everybody, or as many."""
BY_STRENGTH = ("points", "strength", "games_difference", "games_won")
"""Those where opponents follow from results."""
USUAL = "usual"
"""What becomes of the results of a pair that leaves a league, unless something else is said."""
BY_GAMES = ("games_difference", "games_won")


@dataclass(frozen=True, slots=True)
class Rules:
    """How a table is made: what a match brings (`each`), and the criteria that order the pairs.
    `meetings`: how many times each two of them meet. `per_match`: points and games are counted per
    match where some play more matches than others. `decided`: what officials have decided.
    `leaving`: what becomes of the results of a pair that leaves (T10); "": they stand, and so do
    the matches that it left to others. `wins`: the games of a match won without losing one."""

    each: Points = SOMEBODY_WINS
    order: tuple[str, ...] = BY_MEETINGS
    meetings: int = 1
    per_match: bool = False
    decided: Decisions = NOTHING_DECIDED
    leaving: str = ""
    wins: int = 0


ONE_POINT = Rules()
Rank = Callable[[Standing], tuple[int, ...]]


def points(
    bouts: Sequence[Bout], each: Points, given: Mapping[int, int] = NOTHING_GIVEN
) -> dict[int, int]:
    """Pair → its points, byes included, less the points off. `given`: by officials."""
    points_won, off = scored(bouts, each), points_off(bouts, given)
    return {pair: points_won[pair] - off[pair] for pair in points_won.keys() | off.keys()}


def points_off(bouts: Iterable[Bout], given: Mapping[int, int] = NOTHING_GIVEN) -> Counter[int]:
    """Pair → the points that come off for matches it has not played, and those that officials took
    off; less than 0 where they gave more."""
    fined = (bout for bout in bouts if bout.ended_by and ENDINGS[bout.ended_by].costs_point)
    off = Counter(pair for bout in fined for pair in bout.losers)
    off.subtract(given)
    return off


def scored(bouts: Iterable[Bout], each: Points) -> Counter[int]:
    """Pair → its points for matches, byes included."""
    by_pair: Counter[int] = Counter()
    for bout in bouts:
        if bout.winning_pair is not None:
            by_pair[bout.winning_pair] += each.won
        elif bout.is_level and each.level is not None:
            by_pair.update({pair: each.level for pair in bout.pairs if pair is not None})
        if each.game and bout.status == "finished":
            for pair, games in zip(bout.pairs, bout.games, strict=True):
                if pair is not None:
                    by_pair[pair] += games * each.game
    return by_pair


def strength(bouts: Sequence[Bout], each: Points) -> Counter[int]:
    """Pair → the points for matches of all the opponents it has met."""
    own_points = scored(bouts, each)
    by_pair: Counter[int] = Counter()
    for bout in bouts:
        a, b = bout.pairs
        if bout.status == "finished" and a is not None and b is not None:
            by_pair.update({a: own_points[b], b: own_points[a]})
    return by_pair


def lots_of(bouts: Iterable[Bout]) -> dict[int, int]:
    """Pair → its lot: its position, from 0, in the matches that the draw laid out."""
    lots: dict[int, int] = {}
    for bout in sorted(bouts, key=lambda bout: bout.place):
        for pair in bout.pairs:
            if pair is not None:
                lots.setdefault(pair, len(lots))
    return lots


def shares(bouts: Iterable[Bout]) -> dict[int, int]:
    """Pair → what its counts are multiplied by, so that those of pairs that play unequally many of
    these matches are compared per match. One for everybody where all play as many."""
    laid_out = Counter(pair for bout in bouts for pair in bout.pairs if pair is not None)
    common = lcm(*laid_out.values())
    return {pair: common // count for pair, count in laid_out.items()}


def ranked(
    pairs: Sequence[int],
    bouts: Sequence[Bout],
    gone: Mapping[int, str] = NOBODY_LEFT,
    rules: Rules = ONE_POINT,
    *,
    by_lot: bool = True,
) -> tuple[Standing, ...]:
    """Every pair's line, ordered by the criteria of the rules. Pairs that they leave equal share a
    place, unless somebody decided which is first (T9); on a day drawn before that, the lot of the
    draw parted them, except where it is not to be asked (`by_lot`)."""
    given, lots, away = rules.decided.points, lots_of(bouts), _away(bouts, gone)
    if rules.leaving or rules.decided.leaving or rules.decided.heirs:
        away |= _replaced(bouts, gone)
        bouts = as_counted(bouts, gone, rules)
    counts, counted = tally(bouts), points(bouts, rules.each, given)
    off = points_off(bouts, given)
    titles: dict[int, Title] = dict.fromkeys(lots, "ranked")
    strong = strength(bouts, rules.each) if "strength" in rules.order else None
    lines = [
        replace(
            line(pair, counts.get(pair, Tally()), title=titles.get(pair, "out")),
            points=counted.get(pair, 0),
            points_off=off.get(pair, 0),
            strength=None if strong is None else strong[pair],
            matches_level=None if rules.each.level is None else counts.get(pair, Tally()).level,
        )
        for pair in pairs
    ]
    by_criteria = _by_criteria(lines, bouts, rules)

    def equal(standing: Standing) -> tuple[int, ...]:
        is_in = standing.title == "out", standing.pair in away
        return (*is_in, *by_criteria[standing.pair])

    by_draw = {line.pair: lots.get(line.pair, len(lots)) for line in lines}
    if rules.decided.ties is not None:
        # Nothing hangs on who of those that have left is before another one.
        by_decision = _by_decisions(lines, equal, rules.decided)
        last = {pair: by_draw[pair] if pair in away else by_decision[pair] for pair in by_draw}
    else:
        last = by_draw if by_lot else dict.fromkeys(by_draw, 0)
    return placed(lines, lambda standing: (*equal(standing), last[standing.pair]))


def as_counted(bouts: Sequence[Bout], gone: Mapping[int, str], rules: Rules) -> Sequence[Bout]:
    """The matches that count in a table from which pairs have left (T10): without those of a pair
    whose results are annulled; without those that a pair left to others, where what it played is
    kept; or with these lost without a game. USUAL annuls the results of a pair that has played
    less than half of its matches; of another one the rest is lost. What a pair has played counts
    for the one that took its results over, as if that one had played it."""
    heirs = rules.decided.heirs
    bouts = (
        [
            replace(
                bout, pairs=BySide(*(heirs.get(one, one) if one else one for one in bout.pairs))
            )
            for bout in bouts
        ]
        if heirs
        else bouts
    )
    for pair in sorted(gone.keys() - heirs.keys()):
        own = [bout for bout in bouts if pair in bout.pairs]
        given_away = {b.place for b in own if b.ended_by in BY_LEAVING and b.winning_pair != pair}
        rule = rules.decided.leaving.get(pair) or rules.leaving
        if rule == USUAL:
            rule = "annulled" if 2 * (len(own) - len(given_away)) < len(own) else "lost"
        if rule == "annulled":
            bouts = [bout for bout in bouts if pair not in bout.pairs]
        elif rule == "kept":
            bouts = [bout for bout in bouts if bout.place not in given_away]
        elif rule == "lost":
            bouts = [_to_nil(b, rules.wins) if b.place in given_away else b for b in bouts]
    return bouts


def _to_nil(bout: Bout, wins: int) -> Bout:
    """The match as it is lost by leaving: with all the games that win it."""
    if bout.winner is None:
        return bout
    games = bout.games
    side = bout.winner
    most = max(wins, games[side])
    return replace(bout, games=BySide(most, games.b) if side is Side.A else BySide(games.a, most))


def _replaced(bouts: Sequence[Bout], gone: Mapping[int, str]) -> frozenset[int]:
    """The pairs that have left and have fewer matches than others: another one plays the rest."""
    laid_out = Counter(pair for bout in bouts for pair in bout.pairs if pair is not None)
    most = max(laid_out.values(), default=0)
    return frozenset(pair for pair in gone if laid_out[pair] < most)


def _by_decisions(lines: Sequence[Standing], equal: Rank, decided: Decisions) -> dict[int, int]:
    """Pair → where a decision puts it among those that are equal; 0 where there is none."""
    tied: dict[tuple[int, ...], list[int]] = {}
    for one in lines:
        tied.setdefault(equal(one), []).append(one.pair)
    found = dict.fromkeys((one.pair for one in lines), 0)
    for pairs in tied.values():
        decision = decided.of(pairs) if len(pairs) > 1 else None
        if decision is not None and not decision.shared:
            found |= {pair: decision.pairs.index(pair) for pair in pairs}
    return found


def open_ties(lines: Sequence[Standing], decided: Decisions) -> list[tuple[int, tuple[int, ...]]]:
    """Place and pairs of the ties of a table on which nobody has decided."""
    at: dict[int, list[int]] = {}
    for one in lines:
        if one.shared and one.place is not None:
            at.setdefault(one.place, []).append(one.pair)
    ties = ((place, tuple(pairs)) for place, pairs in sorted(at.items()))
    return [(place, pairs) for place, pairs in ties if decided.of(pairs) is None]


def _by_criteria(
    lines: Sequence[Standing], bouts: Sequence[Bout], rules: Rules
) -> dict[int, tuple[int, ...]]:
    """Pair → its value by each criterion in turn, the least first. What counts among the level is
    of those whom the criteria before it leave equal."""
    share: Mapping[int, int] = shares(bouts) if rules.per_match else {}
    found: dict[int, tuple[int, ...]] = {line.pair: () for line in lines}
    for criterion in rules.order:
        if criterion in OF_A_LINE:
            of = OF_A_LINE[criterion]
            more = {line.pair: of(line) * share.get(line.pair, 1) for line in lines}
        else:
            more = _among(found, bouts, criterion, rules)
        found = {pair: (*values, -more.get(pair, 0)) for pair, values in found.items()}
    return found


def _among(
    found: Mapping[int, tuple[int, ...]], bouts: Sequence[Bout], criterion: str, rules: Rules
) -> dict[int, int]:
    """Pair → its points, or the difference of its games, in the matches among those that are level
    by what was `found`, where all of them meet."""
    level: dict[tuple[int, ...], set[int]] = {}
    for pair, values in found.items():
        level.setdefault(values, set()).add(pair)
    among: dict[int, int] = {}
    for tied in level.values():
        met = [bout for bout in bouts if tied.issuperset(bout.pairs)]
        if len(met) != comb(len(tied), 2) * rules.meetings:
            continue
        if criterion == "among_level":
            among |= scored(met, rules.each)
        else:
            won = tally(met)
            among |= {pair: count.games_won - count.games_lost for pair, count in won.items()}
    return among


OF_A_LINE: Mapping[str, Callable[[Standing], int]] = {
    "points": lambda line: line.points or 0,
    "matches_won": lambda line: line.matches_won,
    "games_difference": lambda line: line.games_difference,
    "games_won": lambda line: line.games_won,
    "strength": lambda line: line.strength or 0,
}
"""The criteria that a pair's line tells by itself; the most is first."""


class League(Format):
    """Everybody plays every round, and the first of the table is champion. `usual_order`: what it
    is ordered by unless the options say otherwise."""

    is_league = True
    usual_order: tuple[str, ...] = BY_MEETINGS
    meetings = 1
    per_match = True

    @property
    def tie_break(self) -> tuple[str, ...]:  # type: ignore[override]
        return (*self.rules.order, *last_of(self.setting))

    @property
    def rules(self) -> Rules:
        """How its table is made."""
        setting = self.setting
        order = setting.order(self.usual_order)
        return Rules(
            setting.brings, order, self.meetings, self.per_match, setting.decided,
            self.leaving, setting.wins,
        )  # fmt: skip

    @property
    def leaving(self) -> str:
        """What becomes of the results of a pair that leaves; "" where the format has no rule."""
        if "leaving" not in self.options or self.setting.decided.ties is None:
            return ""
        return str(self.setting.options.get("leaving", USUAL))

    def may_be_level(self, number: int) -> bool:
        return True

    def out(self, bouts: Sequence[Bout]) -> frozenset[int]:
        """Nobody until the last round has been played."""
        over, best = self.champion(bouts)
        return frozenset(lots_of(bouts)) - {best} if over and best is not None else frozenset()

    def standings(
        self, pairs: Sequence[int], bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[Standing, ...]:
        """The table, with champion and runner-up once it is over. Where several are first, the
        title is theirs together once it is to be shared, and until somebody decides nobody's."""
        is_early = self.setting.ended_early
        struck, over = without_place(bouts, gone), is_early or is_over(bouts)
        others = {pair: why for pair, why in gone.items() if pair not in struck}
        away = _away(bouts, others)
        lines = ranked(pairs, bouts, others, self.rules, by_lot=not is_early)
        if over and lines and not lines[0].shared and lines[0].pair not in away:
            first = (replace(lines[0], title="champion"), *lines[1:2])
            second = [
                replace(one, title="runner_up")
                for one in first[1:]
                if one.title == "ranked" and not one.shared
            ]
            lines = (first[0], *(second or first[1:]), *lines[2:])
        lines = moved_up(lines, bouts, gone, over=over)
        return self._with_first_ones(lines, away, over=over)

    def _with_first_ones(
        self, lines: tuple[Standing, ...], away: Collection[int], *, over: bool
    ) -> tuple[Standing, ...]:
        """The lines, with the title where it is none's yet: of the one that is first since another
        lost its place, or of those that share it."""
        first = [one.pair for one in lines if one.place == 1 and one.pair not in away]
        is_held = any(one.title == "champion" for one in lines)
        if not over or is_held or not first or (len(first) > 1 and not self._is_shared(first)):
            return lines
        return tuple(replace(one, title="champion") if one.pair in first else one for one in lines)

    def _is_shared(self, first: Collection[int]) -> bool:
        """Whether these pairs, which are first by every criterion, are champions together."""
        decision = self.setting.decided.of(first)
        by_rule = self.setting.options.get("ties") == "shared"
        return self.setting.ended_early or (by_rule if decision is None else decision.shared)

    def champion(
        self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT
    ) -> tuple[bool, int | None]:
        if not is_over(bouts):
            return False, None
        lines = self.standings(sorted(lots_of(bouts)), bouts, gone)
        if any(tie.decides for tie in self._ties(lines, bouts, gone)):
            return False, None
        first = [one.pair for one in lines if one.title == "champion"]
        return True, first[0] if len(first) == 1 else None

    def ties(self, bouts: Sequence[Bout], gone: Mapping[int, str] = NOBODY_LEFT) -> tuple[Tie, ...]:
        if not is_over(bouts) or self.setting.ended_early:
            return ()
        lines = self.standings(sorted(lots_of(bouts)), bouts, gone)
        return self._ties(lines, bouts, gone)

    def _ties(
        self, lines: Sequence[Standing], bouts: Sequence[Bout], gone: Mapping[int, str]
    ) -> tuple[Tie, ...]:
        if self.setting.decided.ties is None or self.setting.options.get("ties") == "shared":
            return ()
        away = _away(bouts, gone)
        return tuple(
            Tie(pairs, place, decides=place == 1)
            for place, pairs in open_ties(lines, self.setting.decided)
            if away.isdisjoint(pairs)
        )


def last_of(setting: Setting) -> tuple[str, ...]:
    """What decides where no criterion does, as a key of `Format.tie_break`."""
    if setting.decided.ties is None:
        return ("lot",)
    return (f"by_{setting.options.get('ties', 'officials')}",)


def _away(bouts: Sequence[Bout], gone: Mapping[int, str]) -> frozenset[int]:
    """The pairs that left matches to others, and those that were disqualified at any time. A pair
    that is gone may have left a match of an earlier round than its last one (`any_order`)."""
    given_away = {
        pair
        for bout in bouts
        if bout.ended_by in BY_LEAVING
        for pair in bout.pairs
        if pair != bout.winning_pair
    }
    return left(bouts) | {
        pair for pair, why in gone.items() if why in DISQUALIFIED or pair in given_away
    }
