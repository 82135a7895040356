"""What a room talks about at once: the last accepted órdagos, and the last comebacks."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import QuerySet

from scoring.course.models import Hand
from scoring.wording.penalties import lance_name
from tournament.errors import StrOrPromise
from tournament.formats.bouts import label
from tournament.matches.models import Match

SCAN_LIMIT = 60
"""How many hands that ended a game are looked at; a seen órdago always ends a game."""


@dataclass(frozen=True, slots=True)
class Ordago:
    """An órdago that was seen: who won it against whom, in which lance, and in which hand."""

    match_id: int
    label: str
    game: int
    number: int
    lance: StrOrPromise
    winner: str
    loser: str
    stones: int
    at: datetime


LEAST_BEHIND = 15
"""From so many stones behind, a game that is won all the same is a comeback."""
LAST_GAMES = 6
"""How many of the games that ended last are looked at for comebacks."""


@dataclass(frozen=True, slots=True)
class Comeback:
    """A game won from far behind: by whom against whom, and the score `own` – `other` at the
    worst."""

    match_id: int
    label: str
    game: int
    winner: str
    loser: str
    own: int
    other: int
    at: datetime


def last_ordagos(*, tournament_id: int) -> tuple[Ordago, ...]:
    """The last five seen órdagos, the newest first, without matches set aside. One query."""
    hands = _that_ended_games(tournament_id)[:SCAN_LIMIT]
    return tuple(islice((ordago for hand in hands if (ordago := _ordago(hand))), 5))


def last_comebacks(*, tournament_id: int) -> tuple[Comeback, ...]:
    """The comebacks among the games that ended last, the newest first. Two queries."""
    last = list(_that_ended_games(tournament_id)[:LAST_GAMES])
    scores: dict[int, list[tuple[int, int]]] = {}
    hands = Hand.objects.filter(
        game__in=[hand.game_id for hand in last], is_current=True, is_void=False
    )
    for game, *score in hands.values_list("game", "score_a", "score_b"):
        scores.setdefault(game, []).append((score[0], score[1]))
    return tuple(one for hand in last if (one := _comeback(hand, scores[hand.game_id])))


def _comeback(hand: Hand, scores: Iterable[tuple[int, int]]) -> Comeback | None:
    match = hand.game.match
    if match.pair_a is None or match.pair_b is None:
        return None
    own = "AB".index(hand.game_winner)
    worst = max(scores, key=lambda score: score[1 - own] - score[own])
    if worst[1 - own] - worst[own] < LEAST_BEHIND:
        return None
    names = (match.pair_a.name, match.pair_b.name)
    return Comeback(
        match_id=match.pk,
        label=label(match.kind, match.round, match.slot),
        game=hand.game.number,
        winner=names[own],
        loser=names[1 - own],
        own=worst[own],
        other=worst[1 - own],
        at=hand.at,
    )


def _that_ended_games(tournament_id: int) -> QuerySet[Hand]:
    """The hands that ended a game, the newest first, without matches set aside."""
    return (
        Hand.objects.filter(game__match__tournament_id=tournament_id, is_current=True)
        .exclude(game_winner="")
        .exclude(is_void=True)
        .exclude(game__match__kind=Match.Kind.SET_ASIDE)
        .select_related("game__match__pair_a", "game__match__pair_b")
        .order_by("-at", "-id")
    )


def _ordago(hand: Hand) -> Ordago | None:
    paid = next((entry for entry in _ledger(hand) if entry["kind"] == "ordago"), None)
    match = hand.game.match
    if paid is None or match.pair_a is None or match.pair_b is None:
        return None
    won = (match.pair_a.name, match.pair_b.name)
    # An official may have given it to the other pair, against the cards.
    winner, loser = won if hand.game_winner == "A" else won[::-1]
    return Ordago(
        match_id=match.pk,
        label=label(match.kind, match.round, match.slot),
        game=hand.game.number,
        number=hand.number,
        lance=lance_name(paid["lance"]),
        winner=winner,
        loser=loser,
        stones=paid["stones"],
        at=hand.at,
    )


def _ledger(hand: Hand) -> list[dict[str, Any]]:
    settlement = hand.settlement or {}
    return list(settlement.get("ledger", ()))
