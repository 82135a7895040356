"""The course of a match: hands in order, mano by mano, until games and match are won.

One hand is settled where the match stands (`settle_entered`); a whole match is the same step,
folded over everything that was entered (`follow`). Saving a hand takes one step; a correction
folds again. Both must, and do, give the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .faults import Fault, RecordRefused
from .invalid import require_one_of, require_stones, require_whole
from .quick import QUICK, game_won, reach, settle_quick, verify_alone
from .reading import read
from .remade import Remade
from .ruleset import RuleSet, ruleset_from, with_target
from .settling import settle_reading
from .sides import LEVEL, SIDES, Outcome, Side

Content = Mapping[str, object]
Pair = tuple[int, int]

CONTEXT = ("format", "id", "ruleset", "mano", "score")
"""The fields of a record that the course of the match gives; all others the table enters."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """An official's word in place of a settlement (D7): stones of A and B, and who won the game.

    `game_winner` alone gives that pair what it was missing and the other nothing.
    """

    stones: Pair = (0, 0)
    game_winner: Side | None = None

    def __post_init__(self) -> None:
        require_stones("stones", self.stones)
        # A pair may be written plainly ("A"); what pays asks for the thing.
        winner = require_one_of("game_winner", self.game_winner, (None, *SIDES))
        object.__setattr__(self, "game_winner", winner)

    def to_json(self) -> dict[str, object]:
        return {
            "stones": list(self.stones),
            "game_winner": self.game_winner and str(self.game_winner),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, object] | None) -> Ruled | None:
        if value is None:
            return None
        stones, winner = value["stones"], value["game_winner"]
        assert isinstance(stones, list)
        return cls((stones[0], stones[1]), None if winner is None else Side(str(winner)))


@dataclass(frozen=True, slots=True)
class EnteredHand:
    """What the table entered, free of where the match stood. `mano`: of a first hand (H4)."""

    name: str
    content: Content
    mano: int | None = None
    ruled: Ruled | None = None

    def __post_init__(self) -> None:
        if self.mano is not None:
            require_whole("mano", self.mano, most=5)


@dataclass(frozen=True, slots=True)
class EnteredGame:
    """The hands of a game, in order. `decided`: the winner by an official's word (G1, D7).
    `target`: the stones that win it, where it has its own (S7); None: those of the rule set."""

    hands: tuple[EnteredHand, ...]
    decided: Side | None = None
    target: int | None = None

    def __post_init__(self) -> None:
        decided = require_one_of("decided", self.decided, (None, *SIDES))
        object.__setattr__(self, "decided", decided)

    @property
    def is_played(self) -> bool:
        return bool(self.hands) or self.decided is not None


@dataclass(frozen=True, slots=True)
class HandCourse:
    """A hand where it stood in the match. Stones, score after it and game winner are in effect."""

    record: dict[str, object]
    settlement: dict[str, object]
    ruled: Ruled | None
    mano: int
    stones: Pair
    score: Pair
    game_winner: Side | None


@dataclass(frozen=True, slots=True)
class GameCourse:
    """A game as it went: the hands that count; the others fell away because it was won before."""

    mano: int
    hands: tuple[HandCourse, ...]
    fell_away: int
    score: Pair
    winner: Side | None
    decided: Side | None
    next_mano: int


@dataclass(frozen=True, slots=True)
class MatchCourse:
    """A match as it went; a game that fell away because the match was over has no hands.
    `games_won`: as `tally` counts them; `outcome`: as `match_outcome`."""

    games: tuple[GameCourse, ...]
    games_won: Pair
    outcome: Outcome | None


class GameLeftOpen(Remade):
    """A game is not won by its hands, and yet a later game was played."""

    def __init__(self, game: int, later: int) -> None:
        super().__init__(f"game {game} is open, game {later} was played")
        self.game = game
        self.later = later


class HandImpossible(Remade):
    """A later hand could not have gone the way it was entered from the score it now starts at."""

    def __init__(self, game: int, hand: int, faults: tuple[Fault, ...]) -> None:
        super().__init__(f"hand {game}.{hand}: {', '.join(f.code for f in faults)}")
        self.game = game
        self.hand = hand
        self.faults = faults


def content_of(record: Mapping[str, object]) -> dict[str, object]:
    """What the table itself entered: every field but those the course of the match gives."""
    return {name: value for name, value in record.items() if name not in CONTEXT}


def next_seat(mano: int, *, seats: int, hands: int = 1) -> int:
    """The mano after so many hands: it moves one seat to the right after each (H5)."""
    return (mano + hands) % seats


def tally(winners: Iterable[str | None], *, vaca: int = 1) -> Pair:
    """What A and B have won of a match, by who won its games in order; a game that nobody has won
    yet does not count.

    `vaca`: a match is played in vacas, each to so many games; then the vacas won (T1).
    """
    won, games = {Side.A: 0, Side.B: 0}, {Side.A: 0, Side.B: 0}
    for winner in map(Side, filter(None, winners)):
        games[winner] += 1
        if games[winner] == vaca:
            won[winner] += 1
            games = {Side.A: 0, Side.B: 0}
    return won[Side.A], won[Side.B]


def games_in_vaca(winners: Iterable[str | None], *, vaca: int) -> Pair:
    """The games of A and B in the vaca that is being played."""
    since: list[str] = []
    for winner in filter(None, winners):
        since.append(winner)
        if since.count(winner) == vaca:
            since.clear()
    return since.count("A"), since.count("B")


def match_outcome(won: Sequence[int], *, best_of: int, all_played: bool = False) -> Outcome | None:
    """The side that has won a match of `best_of` games with these of A and B, or `LEVEL`; None
    while it goes on.

    `all_played`: every game of the match is played, even after one side cannot be caught (T1). An
    even number of games always is, and leaves the match level where both have won as many. More
    may have been played than `best_of`, which was reduced since: they count, and where an odd
    number leaves both with as many, one more decides (T5).
    """
    is_even = best_of % 2 == 0
    if all_played or is_even:
        if sum(won) < best_of:
            return None
        if won[0] == won[1]:
            return LEVEL if is_even else None
        return Side.A if won[0] > won[1] else Side.B
    sides = zip(SIDES, won, strict=True)
    return next((side for side, games in sides if games > best_of // 2), None)


def match_results(*, best_of: int, all_played: bool = False) -> tuple[Pair, ...]:
    """Every result of a match, as games of A and B: those that A wins first, a level one last."""
    needed, is_even = best_of // 2 + 1, best_of % 2 == 0
    if all_played or is_even:
        won = [(best_of - lost, lost) for lost in range(best_of - needed + 1)]
    else:
        won = [(needed, lost) for lost in range(needed)]
    level = [(best_of // 2, best_of // 2)] if is_even else []
    return (*won, *((b, a) for a, b in won), *level)


def settle_entered(
    entered: EnteredHand, *, ruleset: object, mano: int, score: Pair, again: bool = False
) -> HandCourse:
    """One hand, settled where the match stands. Raises `RecordRefused` with every fault.

    `again`: the hand was played from another score, as `follow` may find it; bets after the end of
    the game are then left out. So it is with a hand that comes with an official's word.
    """
    rules = ruleset_from(ruleset)
    context = {"id": entered.name, "ruleset": ruleset, "mano": mano, "score": list(score)}
    record = {**context, **entered.content}
    again = again or entered.ruled is not None
    try:
        record, settlement = _settled(record, rules, score, again=again)
    except RecordRefused as refused:
        if entered.ruled is None:
            raise
        # An official has spoken about this hand: his word does not hang on what was entered.
        codes = [{"code": f.code, "path": f.path} for f in refused.faults]
        settlement = {"id": entered.name, "ok": False, "errors": codes}
    ruled, target = entered.ruled, rules.target
    if ruled is None:
        settled: Any = settlement
        (a, b), (score_a, score_b) = settled["stones"], settled["score"]
        stones, after = (a, b), (score_a, score_b)
        won = None if settled["game_winner"] is None else Side(settled["game_winner"])
    else:
        stones = reach(ruled.stones, score=score, target=target, game_winner=ruled.game_winner)
        after = (score[0] + stones[0], score[1] + stones[1])
        won = game_won(after, target=target, game_winner=ruled.game_winner, path="game_winner")
    return HandCourse(record, settlement, ruled, mano, stones, after, won)


def follow(
    games: Sequence[EnteredGame],
    *,
    ruleset: object,
    best_of: int,
    first_mano: int,
    all_played: bool = False,
    vaca: int = 1,
) -> MatchCourse:
    """The whole match from what was entered.

    What was entered after a game was won or the match was over falls away, but no game where all
    are played. `best_of`, `all_played`: as in `match_outcome`; `vaca`: as in `tally`, and `best_of`
    counts vacas then. Raises `GameLeftOpen`, `HandImpossible`, and `InvalidValue` where nobody
    could win.
    """
    require_whole("best_of", best_of, least=1)
    seats = ruleset_from(ruleset).seats
    winners: list[Side] = []
    won: Pair = (0, 0)
    outcome: Outcome | None = None
    turn, is_open = first_mano, False
    out: list[GameCourse] = []
    keeps_all = all_played or best_of % 2 == 0
    for number, entered in enumerate(games, start=1):
        if outcome is not None and not (keeps_all and entered.is_played):
            out.append(GameCourse(turn, (), len(entered.hands), (0, 0), None, None, turn))
            continue
        game = _game(number, entered, ruleset, turn, seats)
        out.append(game)
        turn = game.next_mano
        if game.winner is not None:
            winners.append(game.winner)
            won = tally(winners, vaca=vaca)
            outcome = match_outcome(won, best_of=best_of, all_played=all_played)
        elif not is_open:
            # Asked once: where nothing later was played, nothing after that was either.
            for later, game_after in enumerate(games[number:], start=number + 1):
                if game_after.is_played:
                    raise GameLeftOpen(number, later)
            is_open = True
    return MatchCourse(tuple(out), won, outcome)


def _game(number: int, entered: EnteredGame, ruleset: object, turn: int, seats: int) -> GameCourse:
    first = turn
    score: Pair = (0, 0)
    winner: Side | None = None
    hands: list[HandCourse] = []
    ruleset = with_target(ruleset, entered.target)
    for place, hand in enumerate(entered.hands):
        if winner is not None:
            break
        mano = turn
        if place == 0 and hand.mano is not None:
            mano = first = hand.mano
        try:
            settled = settle_entered(hand, ruleset=ruleset, mano=mano, score=score, again=True)
        except RecordRefused as refused:
            raise HandImpossible(number, place + 1, refused.faults) from refused
        hands.append(settled)
        score, winner = settled.score, settled.game_winner
        turn = next_seat(mano, seats=seats)
    return GameCourse(
        mano=first,
        hands=tuple(hands),
        fell_away=len(entered.hands) - len(hands),
        score=score,
        winner=entered.decided or winner,
        decided=entered.decided,
        next_mano=turn,
    )


def _settled(
    record: dict[str, object], rules: RuleSet, score: Pair, *, again: bool
) -> tuple[dict[str, object], dict[str, object]]:
    if QUICK in record:
        verify_alone(record, context=CONTEXT, seats=rules.seats)
        settlement = settle_quick(record[QUICK], score=score, target=rules.target)
        return record, {"id": record["id"], **settlement}
    try:
        return record, settle_reading(read(record)).to_json()
    except RecordRefused as refused:
        if not again or any(f.code != "bets_after_game_over" for f in refused.faults):
            raise
        # From its new score the hand ends the game sooner: what was bet after that is not played.
        shorter = _without(record, [f.path.removeprefix("bets.") for f in refused.faults])
        return shorter, settle_reading(read(shorter)).to_json()


def _without(record: Mapping[str, object], lances: Sequence[str]) -> dict[str, object]:
    bets = record["bets"]
    assert isinstance(bets, dict)
    return {
        **record,
        "bets": {lance: calls for lance, calls in bets.items() if lance not in lances},
    }
