"""The public page of a match with its hands: every stone with its reason."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from mus.course import tally
from scoring.course.models import Game
from scoring.course.queries.states import MatchState, Rows, state_of
from scoring.course.queries.stored import named_target
from scoring.explain.queries.hands import HandPage, RulingLine, hand_pages, ruling_line
from scoring.explain.queries.lines import pair_names
from scoring.rulings.models import Ruling
from tournament.errors import StrOrPromise
from tournament.formats.regulations import REGULATIONS
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard, card_of, found_match, stage_of


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game with its hands in order. `fallen`: hands that a correction made void."""

    number: int
    mano: int
    score: tuple[int, int]
    target: int
    winner: str
    winner_name: str
    ended_by: str
    ended_by_name: StrOrPromise
    hands: tuple[HandPage, ...]
    fallen: tuple[HandPage, ...]
    rulings: tuple[RulingLine, ...]

    @property
    def verified(self) -> bool:
        """Whether every hand of the game was entered with its cards or bets."""
        return all(hand.verified for hand in self.hands)


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match: its card, its stage (as in `staged_match`), its state and its games. `appeals`:
    against its result; an appeal against a hand is with the hand. It is public: messages of a table
    to the organizer are left out."""

    card: MatchCard
    stage: str
    slug: str
    state: MatchState
    pairs: tuple[str, str]
    games: tuple[GamePage, ...]
    appeals: tuple[RulingLine, ...] = ()

    @property
    def result_was_entered(self) -> bool:
        """Whether the match ended with games without recorded hands."""
        counted = tally((game.winner for game in self.games), vaca=self.card.vaca)
        by_games = self.card.ended_by == Match.EndedBy.GAMES
        return by_games and counted != (self.card.games_a, self.card.games_b)

    @property
    def unverified(self) -> int:
        """How many of its hands were entered without cards."""
        return sum(not hand.verified for game in self.games for hand in game.hands)


def match_page(*, match_id: int, tournament_id: int | None = None) -> MatchPage:
    """A match of this tournament (None: of any) with all its hands. Raises NotFound."""
    match = found_match(match_id=match_id, tournament_id=tournament_id)
    rulings = list(Ruling.objects.filter(match=match).order_by("raised_at", "id"))
    known = [ruling for ruling in rulings if ruling.game_id is not None]
    games = list(Game.objects.filter(match=match).order_by("number"))
    rows = Rows(games, [ruling.kind for ruling in rulings if ruling.is_open])
    hands = hand_pages(match=match, games={game.pk: game.number for game in games}, rulings=known)
    return MatchPage(
        card=card_of(match),
        stage=stage_of(match),
        slug=match.tournament.slug,
        state=state_of(match, rows, history=False),
        pairs=pair_names(match),
        games=tuple(_game(game, match, hands.get(game.pk, []), known) for game in games),
        appeals=tuple(
            ruling_line(r) for r in rulings if (r.kind == Ruling.Kind.APPEAL and r.game_id is None)
        ),
    )


def _target(game: Game, match: Match, hands: list[HandPage]) -> int:
    """The stones of a game: those it began with, which its first hand names where they are not
    those of the rule set (S7)."""
    rules = REGULATIONS[match.tournament.regulation]
    if not hands or rules.last_game(match.tournament.settings) is None:
        return match.stones_of_game(game.number)
    return named_target(json.loads(hands[0].written)) or match.tournament.target


def _game(game: Game, match: Match, hands: list[HandPage], rulings: Iterable[Ruling]) -> GamePage:
    of_game = [ruling for ruling in rulings if ruling.game_id == game.pk]
    return GamePage(
        number=game.number,
        mano=game.mano,
        score=(game.score_a, game.score_b),
        target=_target(game, match, hands),
        winner=game.winner,
        winner_name=pair_names(match)["AB".index(game.winner)] if game.winner else "",
        ended_by=game.ended_by,
        ended_by_name=Game.EndedBy(game.ended_by).label if game.ended_by else "",
        hands=tuple(hand for hand in hands if not hand.is_void),
        fallen=tuple(hand for hand in hands if hand.is_void),
        rulings=tuple(ruling_line(r) for r in of_game if r.hand_id is None),
    )
