"""Where a match stands: what a tablet needs to enter the next hand."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from django.db.models import Max, Q

from scoring.models import Game, Hand, Ruling
from scoring.queries.stored import find_match, ruleset_of
from scoring.rules.course import next_seat
from scoring.rules.ruleset import ruleset_from
from tournament.models import Match

BLOCKING = (Ruling.Kind.NEEDS_RULING, Ruling.Kind.REPETITION)
"""Open rulings of these kinds keep a won match from being closed."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The next hand of a match. `score`: stones of A and B before it; `mano_is_free`: it opens a
    game, and whoever cut mus may be mano (H4)."""

    game: int
    hand: int
    mano: int
    mano_is_free: bool
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in brief. `winner` is "A", "B" or ""; `ended_by` "", "hands", "forfeit", "ruling"."""

    number: int
    score: tuple[int, int]
    winner: str
    ended_by: str
    hands: int


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand in brief, as it is in effect."""

    game: int
    number: int
    version: int
    stones: tuple[int, int]
    score: tuple[int, int]
    game_winner: str
    verified: bool
    ruled: bool
    key: str


@dataclass(frozen=True, slots=True)
class MatchState:
    """A match as its table needs it. `next` is None when no hand can be entered: the match has not
    begun, has ended, or is won and waits for a ruling (`awaiting_ruling`)."""

    match_id: int
    tournament: str
    version: int
    status: str
    pairs: tuple[str, str]
    seating: dict[str, list[int]] | None
    table: int | None
    best_of: int
    four_kings: bool
    ruleset: object
    target: int
    games_won: tuple[int, int]
    winner: str
    awaiting_ruling: bool
    open_rulings: int
    next: Standing | None
    games: tuple[GameLine, ...]
    history: tuple[HandLine, ...]

    def to_json(self, *, history: bool = True) -> dict[str, Any]:
        """Plain JSON; without `history` what an answer to a saved hand carries."""
        raw = _flat(self)
        raw["next"] = None if self.next is None else _flat(self.next)
        raw["games"] = tuple(map(_flat, self.games))
        raw["history"] = tuple(map(_flat, self.history))
        if not history:
            del raw["history"]
        return raw


@dataclass(slots=True)
class GameRow:
    """A stored game: how many of its hands count, and whether a void one lies after them."""

    game: Game
    hands: int = 0
    has_void: bool = False


@dataclass(slots=True)
class Rows:
    """What a match's state is made of. A service that saves a hand keeps it up to date itself."""

    games: list[GameRow]
    open_kinds: list[str] = field(default_factory=list)

    def games_won(self) -> tuple[int, int]:
        winners = [row.game.winner for row in self.games]
        return winners.count("A"), winners.count("B")


def _flat(value: Any) -> dict[str, Any]:
    """A dataclass as a dictionary, one level deep: `asdict` would copy the whole rule set."""
    return {one.name: getattr(value, one.name) for one in fields(value)}


def match_state(*, match_id: int, history: bool = True) -> MatchState:
    """The state of a match. Raises NotFound."""
    match = find_match(match_id=match_id)
    return state_of(match, history=history)


def read_rows(match: Match) -> Rows:
    """The games of a match with the number of their hands, and its open rulings; three queries."""
    current = Hand.objects.filter(game__match=match, is_current=True).order_by()
    counted = current.values("game_id").annotate(
        counting=Max("number", filter=Q(is_void=False)), last=Max("number")
    )
    numbers = {row["game_id"]: (row["counting"] or 0, row["last"]) for row in counted}
    games = []
    for game in Game.objects.filter(match=match).order_by("number"):
        hands, last = numbers.get(game.pk, (0, 0))
        games.append(GameRow(game, hands, last > hands))
    return Rows(games, open_kinds(match))


def open_kinds(match: Match) -> list[str]:
    """The kinds of the rulings that are open in a match, once for each."""
    rulings = Ruling.objects.filter(match=match, status=Ruling.Status.OPEN).order_by()
    return list(rulings.values_list("kind", flat=True))


def state_of(match: Match, rows: Rows | None = None, *, history: bool = True) -> MatchState:
    """The state of a match that was read with tournament, pairs and table.

    `rows`: what was read of it before; None reads it now.
    """
    rows = rows or read_rows(match)
    won = max(rows.games_won()) >= match.wins_needed
    playing = match.status == Match.Status.PLAYING
    ruleset = ruleset_of(match=match, tournament=match.tournament)
    rules = ruleset_from(ruleset)
    return MatchState(
        match_id=match.pk,
        tournament=match.tournament.slug,
        version=match.version,
        status=match.status,
        pairs=(
            match.pair_a.name if match.pair_a else "",
            match.pair_b.name if match.pair_b else "",
        ),
        seating=match.seating,
        table=match.table.number if match.table else None,
        best_of=match.best_of,
        four_kings=match.four_kings,
        ruleset=ruleset,
        target=rules.target,
        games_won=(match.games_a, match.games_b),
        winner=match.winner,
        awaiting_ruling=playing and won and any(kind in BLOCKING for kind in rows.open_kinds),
        open_rulings=len(rows.open_kinds),
        next=_standing(match, rows, rules.seats) if playing and not won else None,
        games=tuple(map(_game_line, rows.games)),
        history=_history(match) if history else (),
    )


def _game_line(row: GameRow) -> GameLine:
    game = row.game
    score = (game.score_a, game.score_b)
    return GameLine(game.number, score, game.winner, game.ended_by, row.hands)


def _standing(match: Match, rows: Rows, seats: int) -> Standing:
    """The next hand: of the first game that is not won, or of a new one (H4, H5)."""
    turn = match.first_mano or 0
    for row in rows.games:
        game = row.game
        if row.hands:
            turn = game.mano
            for _hand in range(row.hands):
                turn = next_seat(turn, seats=seats)
        if not game.winner:
            score = (game.score_a, game.score_b)
            return Standing(game.number, row.hands + 1, turn, not row.hands, score)
    return Standing(len(rows.games) + 1, 1, turn, True, (0, 0))


def _history(match: Match) -> tuple[HandLine, ...]:
    rows = (
        Hand.objects.filter(game__match=match, is_current=True, is_void=False)
        .order_by("game__number", "number")
        .only(
            "number", "version", "stones_a", "stones_b", "score_a", "score_b", "game_winner",
            "verified", "ruled", "key", "game__number",
        )
        .select_related("game")
    )  # fmt: skip
    return tuple(
        HandLine(
            hand.game.number, hand.number, hand.version, hand.stones, hand.score,
            hand.game_winner, hand.verified, hand.ruled is not None, hand.key,
        )
        for hand in rows
    )  # fmt: skip
