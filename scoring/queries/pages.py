"""A match with its hands, as everybody sees it: every stone with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.models import Game, Hand, Ruling
from scoring.queries.lines import HandLines, hand_lines, pair_names
from scoring.queries.states import MatchState, state_of
from scoring.queries.stored import find_match
from tournament.errors import StrOrPromise
from tournament.models import Match
from tournament.queries.matches import MatchCard, card_of


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A question to the organisation, and its answer when there is one. `decided_at` None: open."""

    id: int
    kind: str
    kind_name: StrOrPromise
    status: str
    status_name: StrOrPromise
    proposed: Mapping[str, Any]
    outcome: Mapping[str, Any] | None
    reason: str
    raised_by: str
    raised_at: datetime
    decided_by: str
    decided_at: datetime | None

    @property
    def is_open(self) -> bool:
        return self.decided_at is None

    @property
    def became(self) -> StrOrPromise:
        """What became of something a table sent; empty when an organizer decided about it."""
        return became_name((self.outcome or {}).get("became"))


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version of a hand that counts no more: what it paid, and who wrote it, when, why."""

    version: int
    is_void: bool
    stones: tuple[int, int]
    score: tuple[int, int]
    reason: str
    by: str
    at: datetime
    record: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class HandPage:
    """A hand as it stands. Stones, score and winner are in effect; `lines` explain what the rules
    make of it, which is something else when an official has `ruled`. A void hand fell away."""

    id: int
    game: int
    number: int
    version: int
    is_void: bool
    verified: bool
    record: Mapping[str, Any]
    ruled: Mapping[str, Any] | None
    stones: tuple[int, int]
    score: tuple[int, int]
    game_winner: str
    lines: HandLines
    rulings: tuple[RulingLine, ...]
    earlier: tuple[VersionLine, ...]
    reason: str
    by: str
    at: datetime

    @property
    def open_rulings(self) -> tuple[RulingLine, ...]:
        return tuple(ruling for ruling in self.rulings if ruling.is_open)


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game with its hands in order; `fallen` are those that fell away through a correction."""

    number: int
    mano: int
    score: tuple[int, int]
    winner: str
    winner_name: str
    ended_by: str
    ended_by_name: StrOrPromise
    hands: tuple[HandPage, ...]
    fallen: tuple[HandPage, ...]
    rulings: tuple[RulingLine, ...]

    @property
    def verified(self) -> bool:
        """Whether every hand of it was entered with its cards or bets."""
        return all(hand.verified for hand in self.hands)


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match: its card, where it stands, and its games. Everybody may read it: what a table says
    to the organizer is not in it, only at the desk."""

    card: MatchCard
    slug: str
    state: MatchState
    pairs: tuple[str, str]
    games: tuple[GamePage, ...]

    @property
    def result_was_entered(self) -> bool:
        """Whether it ended with games that its hands do not tell of."""
        won = [game.winner for game in self.games]
        counted = (won.count("A"), won.count("B"))
        by_games = self.card.ended_by == Match.EndedBy.GAMES
        return by_games and counted != (self.card.games_a, self.card.games_b)

    @property
    def unverified(self) -> int:
        """How many of its hands were entered without cards."""
        return sum(not hand.verified for game in self.games for hand in game.hands)


def match_page(*, match_id: int) -> MatchPage:
    """A match with every hand of it. Raises NotFound."""
    match = find_match(match_id=match_id)
    rulings = Ruling.objects.filter(match=match, game__isnull=False).order_by("raised_at", "id")
    known, versions = list(rulings), _versions(match)
    games = Game.objects.filter(match=match).order_by("number")
    return MatchPage(
        card=card_of(match),
        slug=match.tournament.slug,
        state=state_of(match, history=False),
        pairs=pair_names(match),
        games=tuple(_game(game, match, versions.get(game.pk, {}), known) for game in games),
    )


def became_name(became: object) -> StrOrPromise:
    """In words, what became of something a table sent; empty for what has none."""
    known: dict[object, StrOrPromise] = dict(Ruling.Became.choices)
    return known.get(became, "") if isinstance(became, str) else ""


def ruling_line(ruling: Ruling) -> RulingLine:
    return RulingLine(
        id=ruling.pk,
        kind=ruling.kind,
        kind_name=Ruling.Kind(ruling.kind).label,
        status=ruling.status,
        status_name=Ruling.Status(ruling.status).label,
        proposed=ruling.proposed,
        outcome=ruling.outcome,
        reason=ruling.reason,
        raised_by=ruling.raised_by,
        raised_at=ruling.raised_at,
        decided_by=ruling.decided_by,
        decided_at=ruling.decided_at,
    )


def _versions(match: Match) -> dict[int, dict[int, list[Hand]]]:
    """Every version of every hand, oldest first, by game and hand number."""
    found: dict[int, dict[int, list[Hand]]] = {}
    hands = Hand.objects.filter(game__match=match).order_by("number", "version")
    for hand in hands:
        found.setdefault(hand.game_id, {}).setdefault(hand.number, []).append(hand)
    return found


def _game(
    game: Game, match: Match, versions: Mapping[int, list[Hand]], rulings: Iterable[Ruling]
) -> GamePage:
    of_game = [ruling for ruling in rulings if ruling.game_id == game.pk]
    hands = [_hand(game, match, written, of_game) for written in versions.values()]
    return GamePage(
        number=game.number,
        mano=game.mano,
        score=(game.score_a, game.score_b),
        winner=game.winner,
        winner_name=pair_names(match)["AB".index(game.winner)] if game.winner else "",
        ended_by=game.ended_by,
        ended_by_name=Game.EndedBy(game.ended_by).label if game.ended_by else "",
        hands=tuple(hand for hand in hands if not hand.is_void),
        fallen=tuple(hand for hand in hands if hand.is_void),
        rulings=tuple(ruling_line(r) for r in of_game if r.hand_id is None),
    )


def _hand(game: Game, match: Match, written: list[Hand], rulings: Iterable[Ruling]) -> HandPage:
    hand = written[-1]
    return HandPage(
        id=hand.pk,
        game=game.number,
        number=hand.number,
        version=hand.version,
        is_void=hand.is_void,
        verified=hand.verified,
        record=hand.record,
        ruled=hand.ruled,
        stones=hand.stones,
        score=hand.score,
        game_winner=hand.game_winner,
        lines=hand_lines(record=hand.record, settlement=hand.settlement, match=match),
        rulings=tuple(ruling_line(r) for r in rulings if r.hand_id == hand.pk),
        earlier=tuple(map(_version, written[:-1])),
        reason=hand.reason,
        by=hand.actor_label,
        at=hand.at,
    )


def _version(hand: Hand) -> VersionLine:
    return VersionLine(
        version=hand.version,
        is_void=hand.is_void,
        stones=hand.stones,
        score=hand.score,
        reason=hand.reason,
        by=hand.actor_label,
        at=hand.at,
        record=hand.record,
    )
