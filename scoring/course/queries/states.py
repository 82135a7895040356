"""The state of a match: what a tablet needs to enter the next hand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from mus.course import games_in_vaca, match_outcome, next_seat, tally
from mus.ruleset import ruleset_from, with_target
from mus.sides import LEVEL, Outcome
from scoring.course import likely
from scoring.course.models import Game, Hand
from scoring.course.queries.statements import statements_of
from scoring.course.queries.stored import (
    find_match,
    game_may_turn,
    match_may_turn,
    named_target,
    ruleset_of,
)
from scoring.rulings.models import Ruling
from tournament.formats.regulations import REGULATIONS, best_of_wins
from tournament.log.rules.events import stamp
from tournament.matches.models import Match

BLOCKING = (Ruling.Kind.NEEDS_RULING, Ruling.Kind.REPETITION)
"""While a ruling of one of these kinds is open, a won match is not closed."""


@dataclass(frozen=True)
class NextHand:
    """The next hand of a match. `score`: stones of A and B before it; `mano_is_free`: it is the
    first hand of a game, where the player who cut mus may be mano (H4)."""

    game: int
    hand: int
    mano: int
    mano_is_free: bool
    score: tuple[int, int]


@dataclass(frozen=True)
class GameLine:
    """A game in brief. `winner` is "A", "B" or ""; `ended_by` "", "hands", "forfeit", "ruling"."""

    number: int
    score: tuple[int, int]
    winner: str
    ended_by: str
    hands: int


@dataclass(frozen=True, slots=True)
class HandLine:
    """A hand in brief, with the values in effect."""

    game: int
    number: int
    version: int
    stones: tuple[int, int]
    score: tuple[int, int]
    game_winner: str
    verified: bool
    ruled: bool
    key: str


@dataclass(frozen=True)
class MatchState:
    """A match as its table needs it. `next` is None when no hand can be entered: the match has not
    begun, has ended, or waits for a ruling (`awaiting_ruling`) because it is won or the winner of
    its last game may change. `awaits`: the side whose agreement the result waits for, because the
    other pair's own phone entered the last hand; otherwise ""."""

    match_id: int
    tournament: str
    version: int
    status: str
    pairs: tuple[str, str]
    seating: dict[str, list[int]] | None
    table: int | None
    best_of: int
    all_played: bool
    vaca: int
    four_kings: bool
    ruleset: object
    target: int
    games_won: tuple[int, int]
    winner: str
    awaiting_ruling: bool
    awaits: str
    open_rulings: int
    next: NextHand | None
    games: tuple[GameLine, ...]
    history: tuple[HandLine, ...]

    @property
    def chances(self) -> tuple[int, int] | None:
        """The chances of A and B to win the match, in hundredths; None when no hand can be entered
        or nothing was won yet. Where it may end level they are less than 100 together."""
        if self.next is None or not any((*self.games_won, *self.next.score)):
            return None
        game = likely.of_a_game(self.next.score, self.target)
        if self.vaca > 1:
            game = likely.of_a_match(self.games_in_vaca, best_of_wins(self.vaca), game)
        return likely.percents(*likely.of_both(self.games_won, self.best_of, game))

    @property
    def has_four_kings(self) -> bool:
        """Whether four kings count, by the rules or because both pairs agreed (T4)."""
        return ruleset_from(self.ruleset).kings == 4

    @property
    def games_in_vaca(self) -> tuple[int, int]:
        """The games of A and B in the vaca that is being played."""
        return games_in_vaca((game.winner for game in self.games), vaca=self.vaca)

    @property
    def is_won(self) -> bool:
        """Whether a pair has won the games it needs, or all are played. A match that waits but is
        not won waits for the decision on a claim that could change the winner of the last game
        (S8)."""
        return self.outcome_with(self.games_won) is not None

    @property
    def is_level(self) -> bool:
        """Whether all its games are played, and both pairs have won as many (T1)."""
        return self.outcome_with(self.games_won) == LEVEL

    def outcome_with(self, games: Sequence[int]) -> Outcome | None:
        """As `Match.outcome_with`."""
        return match_outcome(games, best_of=self.best_of, all_played=self.all_played)

    def to_json(self) -> dict[str, Any]:
        """The state as answers and conflicts contain it: without `history`."""
        # `asdict` would also copy every value, however deep.
        raw = {**vars(self), "games": tuple({**vars(game)} for game in self.games)}
        raw["next"] = None if self.next is None else {**vars(self.next)}
        del raw["history"]
        return raw


@dataclass(slots=True)
class Rows:
    """The rows behind a match's state. A service that saves hands keeps them up to date itself."""

    games: list[Game]
    open_kinds: list[str] = field(default_factory=list)


def match_state(*, match_id: int, history: bool = True) -> MatchState:
    """The state of a match. Raises NotFound."""
    match = find_match(match_id=match_id)
    return state_of(match, history=history)


def open_kinds(match: Match) -> list[str]:
    """The kind of each open ruling of a match; a kind can occur several times."""
    rulings = Ruling.objects.filter(match=match, status=Ruling.Status.OPEN).order_by()
    return list(rulings.values_list("kind", flat=True))


def state_of(match: Match, rows: Rows | None = None, *, history: bool = True) -> MatchState:
    """The state of a match that was read with tournament, pairs and table.

    `rows`: the match's rows, when already read; None reads them now.
    """
    if rows is None:
        games = Game.objects.filter(match=match).order_by("number")
        rows = Rows(list(games), open_kinds(match))
    games_won = tally((game.winner for game in rows.games), vaca=match.vaca)
    won = match.outcome_with(games_won) is not None
    playing = match.status == Match.Status.PLAYING
    statements = statements_of(match) if playing and won else None
    held = playing and bool(rows.open_kinds) and _is_held(match, rows, won)
    held = held or (statements is not None and statements.is_answered)
    ruleset = ruleset_of(match=match, tournament=match.tournament)
    goes_on = playing and not won and not held
    following = _standing(match, rows, ruleset_from(ruleset).seats) if goes_on else None
    regulation, settings = REGULATIONS[match.tournament.regulation], match.tournament.settings
    if following is not None and regulation.last_game(settings) is not None:
        # A game keeps the stones that it began with (S7).
        first = Hand.objects.filter(
            game__match=match, game__number=following.game, number=1, is_current=True, is_void=False
        ).first()
        stones = match.stones_of_game(following.game)
        ruleset = with_target(ruleset, stones if first is None else named_target(first.record))
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
        all_played=match.all_played,
        vaca=match.vaca,
        four_kings=match.four_kings,
        ruleset=ruleset,
        target=ruleset_from(ruleset).target,
        games_won=(match.games_a, match.games_b),
        winner=match.winner,
        awaiting_ruling=held,
        awaits=statements.awaited_side if statements is not None and not held else "",
        open_rulings=len(rows.open_kinds),
        next=following,
        games=tuple(
            GameLine(g.number, (g.score_a, g.score_b), g.winner, g.ended_by, g.hand_count)
            for g in rows.games
        ),
        history=_history(match) if history else (),
    )


def _is_held(match: Match, rows: Rows, won: bool) -> bool:
    """Whether a match being played, with open rulings, waits for an official: it is won and a
    ruling blocks its end, or a claim could change the winner of the game just won (S8)."""
    if won and any(kind in BLOCKING for kind in rows.open_kinds):
        return True
    if Ruling.Kind.CLAIM not in rows.open_kinds:
        return False
    if won:
        return match_may_turn(match=match)
    played = [game for game in rows.games if game.hand_count]
    return bool(played and played[-1].winner) and game_may_turn(match=match, game=played[-1])


def _standing(match: Match, rows: Rows, seats: int) -> NextHand:
    """The next hand: in the first game that is not won, or in a new game (H4, H5)."""
    turn = match.first_mano or 0
    for game in rows.games:
        if game.hand_count:
            turn = next_seat(game.mano, seats=seats, hands=game.hand_count)
        if not game.winner:
            score = (game.score_a, game.score_b)
            return NextHand(game.number, game.hand_count + 1, turn, not game.hand_count, score)
    return NextHand(len(rows.games) + 1, 1, turn, True, (0, 0))


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


# Hands and matches as JSON, for the answers of services and for the log.


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a write, ready for JSON. `repeated`: the first answer, to a retry."""

    body: dict[str, Any]
    repeated: bool = False


def hand_json(hand: Hand, *, for_log: bool = False) -> dict[str, Any]:
    """All fields of one version of a hand; `for_log`: with its reason and time, as the event itself
    has the actor. A match can be rebuilt from all versions."""
    written = {"reason": hand.reason, "at": stamp(hand.at)} if for_log else {}
    return {
        "game": hand.game.number,
        "number": hand.number,
        "version": hand.version,
        "void": hand.is_void,
        "verified": hand.verified,
        "record": hand.record,
        "settlement": hand.settlement,
        "ruled": hand.ruled,
        "stones": list(hand.stones),
        "score": list(hand.score),
        "game_winner": hand.game_winner or None,
        **written,
    }


def rulings_json(rulings: Iterable[Ruling]) -> list[dict[str, Any]]:
    """Rulings as an answer lists them: id, kind and proposal."""
    return [{"id": r.pk, "kind": r.kind, "proposed": r.proposed} for r in rulings]


def current_state(match: Match, rows: Rows | None = None) -> dict[str, Any]:
    """The present state of the match, as answers and conflicts contain it."""
    return state_of(match, rows, history=False).to_json()


# The score of every game being played, for the bracket and the big screens.


@dataclass(frozen=True, slots=True)
class LiveScore:
    """The current game of a match: its number and the stones of A and B. `chance`: A's to win the
    match, from 0 to 1; `chance_b`: B's."""

    game: int
    score_a: int
    score_b: int
    chance: float
    chance_b: float

    @property
    def chances(self) -> tuple[int, int]:
        """The chances of A and B to win the match, in hundredths."""
        return likely.percents(self.chance, self.chance_b)


def live_scores(*, tournament_id: int) -> Mapping[int, LiveScore]:
    """Match → score of its open game, for every match being played. One query."""
    return _scores(Game.objects.filter(match__tournament_id=tournament_id))


def live_scores_everywhere() -> Mapping[int, LiveScore]:
    """As `live_scores`, for all tournaments except rehearsals. One query."""
    return _scores(Game.objects.filter(match__tournament__is_rehearsal=False))


def stones_played(*, tournament_id: int) -> dict[int, list[tuple[int, int]]]:
    """Match → the stones of A and B in each game that has ended, in order. Matches with a game that
    was decided without hands are left out. One query."""
    ended = Game.objects.filter(match__tournament_id=tournament_id).exclude(winner="")
    rows = ended.order_by("match_id", "number")
    by_match: dict[int, list[tuple[int, int]]] = {}
    without_hands = set()
    for match, a, b, hands in rows.values_list("match_id", "score_a", "score_b", "hand_count"):
        by_match.setdefault(match, []).append((a, b))
        if not hands:
            without_hands.add(match)
    return {match: games for match, games in by_match.items() if match not in without_hands}


def _scores(games: QuerySet[Game]) -> Mapping[int, LiveScore]:
    games = games.filter(match__status="playing", winner="").select_related("match__tournament")
    return {game.match_id: _live(game) for game in games.order_by("match_id", "-number")}


def _live(game: Game) -> LiveScore:
    match, score = game.match, (game.score_a, game.score_b)
    of_game = likely.of_a_game(score, match.stones_of_game(game.number))
    if match.vaca > 1:
        games = Game.objects.filter(match=match).order_by("number")
        won = games_in_vaca(games.values_list("winner", flat=True), vaca=match.vaca)
        of_game = likely.of_a_match(won, best_of_wins(match.vaca), of_game)
    both = likely.of_both((match.games_a, match.games_b), match.best_of, of_game)
    return LiveScore(game.number, *score, *both)
