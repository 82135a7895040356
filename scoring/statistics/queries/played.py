"""The hands of a tournament that count, with their facts: what every statistic starts from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.course.models import Game, Hand
from scoring.explain.queries.lines import pair_names, player_names
from scoring.statistics.rules.facts import HandFacts, facts_of
from tournament.matches.models import Match


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that counts: where, by whom, its facts, and the cards shown ("" when none were)."""

    match_id: int
    game: int
    number: int
    pair_ids: tuple[int, int]
    pairs: tuple[str, str]
    players: tuple[str, ...]
    facts: HandFacts
    cards: tuple[str, ...]
    stones: tuple[int, int]
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with its hands; `winner` is "" while it is played. `by_hands`: its stones won it."""

    match_id: int
    number: int
    pair_ids: tuple[int, int]
    pairs: tuple[str, str]
    score: tuple[int, int]
    winner: str
    by_hands: bool
    hands: tuple[Played, ...]


def games_played(*, tournament_id: int) -> tuple[PlayedGame, ...]:
    """Every game with a hand or a winner, in the order of matches. Three queries.

    What was set aside when a result was replaced counts for nothing, here neither.
    """
    matches = {
        match.pk: match
        for match in Match.objects.filter(
            tournament_id=tournament_id, pair_a__isnull=False, pair_b__isnull=False
        )
        .exclude(kind=Match.Kind.SET_ASIDE)
        .select_related("pair_a", "pair_b")
    }
    hands: dict[int, list[Hand]] = {}
    for hand in _hands(list(matches)):
        hands.setdefault(hand.game_id, []).append(hand)
    games = Game.objects.filter(match__in=matches).order_by("match_id", "number")
    return tuple(
        _game(game, matches[game.match_id], hands.get(game.pk, []))
        for game in games
        if game.winner or game.pk in hands
    )


def _hands(matches: list[int]) -> Iterator[Hand]:
    return (
        Hand.objects.filter(game__match__in=matches, is_current=True, is_void=False)
        .order_by("game_id", "number")
        .only(
            "game_id", "number", "record", "settlement", "ruled", "stones_a", "stones_b",
            "score_a", "score_b",
        )
        .iterator(chunk_size=500)
    )  # fmt: skip


def _game(game: Game, match: Match, hands: list[Hand]) -> PlayedGame:
    ids = (match.pair_a_id or 0, match.pair_b_id or 0)
    return PlayedGame(
        match_id=match.pk,
        number=game.number,
        pair_ids=ids,
        pairs=pair_names(match),
        score=(game.score_a, game.score_b),
        winner=game.winner,
        by_hands=game.ended_by == Game.EndedBy.HANDS,
        hands=tuple(_played(hand, game, match, ids) for hand in hands),
    )


def _played(hand: Hand, game: Game, match: Match, ids: tuple[int, int]) -> Played:
    return Played(
        match_id=match.pk,
        game=game.number,
        number=hand.number,
        pair_ids=ids,
        pairs=pair_names(match),
        players=player_names(match),
        facts=facts_of(
            record=hand.record,
            settlement=hand.settlement,
            stones=hand.stones,
            is_ruled=hand.ruled is not None,
        ),
        cards=tuple(
            four if isinstance(four, str) else " ".join(four)
            for four in hand.record.get("cards") or ()
        ),
        stones=hand.stones,
        score=hand.score,
    )
