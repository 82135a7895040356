"""The stored hands of a match, in the form that the engine's course of a match needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from mus.course import EnteredGame, EnteredHand, MatchCourse, Ruled, content_of, follow
from mus.sides import Side
from scoring.course.models import Game, Hand
from tournament.championship.models import Tournament
from tournament.errors import NotFound
from tournament.formats.regulations import REGULATIONS, of_hands
from tournament.matches.models import Match
from tournament.matches.queries.matches import found_match

MOST_STONES = 9_999
"""No stake, claim or score may be larger: it must fit its database column."""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game and its hands that count, in order."""

    game: Game
    hands: tuple[Hand, ...]

    def entered(self) -> EnteredGame:
        hands = tuple(
            EnteredHand(
                name=hand.record["id"],
                content=content_of(hand.record),
                mano=hand.record["mano"] if place == 0 else None,
                ruled=Ruled.from_json(hand.ruled),
            )
            for place, hand in enumerate(self.hands)
        )
        decided = self.game.is_decided_by_an_official
        return EnteredGame(hands, Side(self.game.winner) if decided else None)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match and all its games, in order."""

    match: Match
    ruleset: object
    games: tuple[StoredGame, ...]

    def entered(self) -> tuple[EnteredGame, ...]:
        return tuple(game.entered() for game in self.games)

    def course(self, games: Sequence[EnteredGame]) -> MatchCourse:
        """The course of this match with `games` instead of its stored games."""
        return follow(
            games,
            ruleset=self.ruleset,
            wins_needed=self.match.wins_needed,
            first_mano=self.match.first_mano or 0,
        )


def find_match(*, match_id: int) -> Match:
    """A match with its tournament, pairs and table. Raises NotFound."""
    return found_match(match_id=match_id, tournament_id=None)


def stored_match(*, match: Match) -> StoredMatch:
    """The games and counting hands of a match, in two queries."""
    games = list(Game.objects.filter(match=match).order_by("number"))
    hands: dict[int, list[Hand]] = {game.pk: [] for game in games}
    counting = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    for hand in counting.order_by("number"):
        hands[hand.game_id].append(hand)
    rows = tuple(StoredGame(game, tuple(hands[game.pk])) for game in games)
    return StoredMatch(match, ruleset_of(match=match, tournament=match.tournament), rows)


def with_voided(
    stored: StoredMatch, *, at: Sequence[datetime], decided: Hand | None = None
) -> StoredMatch:
    """The match with the hands that a decision made void at the last of these moments when there
    were any, to be counted again. Without them where a hand has been entered or changed since;
    `decided`: the hand that the decision is about, whose later decisions do not matter."""
    current = Hand.objects.filter(game__match=stored.match, is_current=True)
    void = list(current.filter(is_void=True, at__in=at).order_by("number"))
    last = max((hand.at for hand in void), default=None)
    if last is None:
        return stored
    others = current.exclude(pk=decided.pk) if decided is not None else current
    if others.filter(at__gt=last).exists():
        return stored
    fallen: dict[int, list[Hand]] = {}
    for hand in void:
        if hand.at == last:
            fallen.setdefault(hand.game_id, []).append(hand)
    games = (replace(row, hands=(*row.hands, *fallen.get(row.game.pk, ()))) for row in stored.games)
    return replace(stored, games=tuple(games))


def find_hand(*, stored: StoredMatch, game: int, number: int) -> Hand:
    """The hand that counts under this number. Raises NotFound."""
    for row in stored.games:
        for hand in row.hands:
            if (row.game.number, hand.number) == (game, number):
                return hand
    raise NotFound.one(
        "number", "no_such_hand", _("There is no such hand. Choose one that has been entered.")
    )


def ruleset_of(*, match: Match, tournament: Tournament, four_kings: bool | None = None) -> object:
    """The rule set of a match, in the form used in a hand record.

    `four_kings`: what both pairs agree on, for a match that has not begun (T4); None: as stored.
    """
    changed = of_hands(tournament.settings)
    if match.four_kings if four_kings is None else four_kings:
        changed["kings"] = 4
    return REGULATIONS[tournament.regulation].ruleset_name(changed)
