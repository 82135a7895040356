"""What an act changes in its match, hand by hand, and in later ones: the act itself, rolled back
(`tournament.matches.services.preview`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from scoring.course.models import Game, Hand
from scoring.course.queries.consequences import Consequences, GameChange, HandChange, InEffect
from tournament.log.services.locking import lock_match
from tournament.matches.models import Match
from tournament.matches.services.preview import (
    Act,
    BracketNow,
    bracket_now,
    cascade_between,
    rolled_back,
)

Place = tuple[int, int]


def match_preview(act: Act, *, match_id: int, target: Place | None = None) -> Consequences:
    """What the act changes in a match and in those after it. `target`: game and number of the hand
    that is changed itself. Raises NotFound, and what the act raises."""
    with transaction.atomic():
        tournament, match = lock_match(match_id=match_id)
        before, bracket = _match_now(match), bracket_now(tournament.pk)
        return rolled_back(
            act, lambda falls: _difference(before, bracket, _match_now(match), falls, target)
        )


@dataclass(frozen=True, slots=True)
class _MatchNow:
    match: Match
    hands: dict[Place, Hand]
    games: dict[int, Game]

    @property
    def games_won(self) -> tuple[int, int]:
        return self.match.games_a, self.match.games_b


def _match_now(match: Match) -> _MatchNow:
    hands = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    places = hands.select_related("game").order_by("game__number", "number")
    return _MatchNow(
        Match.objects.get(pk=match.pk),
        {(hand.game.number, hand.number): hand for hand in places},
        {game.number: game for game in Game.objects.filter(match=match).order_by("number")},
    )


def _difference(
    before: _MatchNow,
    bracket: BracketNow,
    after: _MatchNow,
    falls: tuple[int, ...],
    target: Place | None,
) -> Consequences:
    then = bracket_now(after.match.tournament_id)
    return Consequences(
        hands=tuple(
            _hand(place, hand, after.hands.get(place), is_target=place == target)
            for place, hand in before.hands.items()
            if (now := after.hands.get(place)) is None or now.pk != hand.pk
        ),
        games=tuple(_game(before.games.get(number), now) for number, now in after.games.items()),
        games_won_before=before.games_won,
        games_won_after=after.games_won,
        winner_before=before.match.winner,
        winner_after=after.match.winner,
        cascade=cascade_between(bracket, then, falls, but=after.match.pk),
    )


def _hand(place: Place, hand: Hand, now: Hand | None, *, is_target: bool) -> HandChange:
    settlement: dict[str, Any] = now.settlement if now is not None else {}
    return HandChange(
        game=place[0],
        number=place[1],
        version=hand.version,
        is_target=is_target,
        before=_effect(hand),
        after=_effect(now) if now is not None else None,
        ledger_before=tuple(hand.settlement.get("ledger", ())),
        ledger_after=tuple(settlement.get("ledger", ())),
    )


def _effect(hand: Hand) -> InEffect:
    return InEffect(hand.record["mano"], hand.stones, hand.score, hand.game_winner)


def _game(game: Game | None, now: Game) -> GameChange:
    return GameChange(
        number=now.number,
        score_before=(game.score_a, game.score_b) if game else (0, 0),
        score_after=(now.score_a, now.score_b),
        winner_before=game.winner if game else "",
        winner_after=now.winner,
    )
