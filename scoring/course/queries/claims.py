"""A table's claim that differs from the settlement (S8): its outcome if it were right, and whether
it would change the winner of the game or the match. Only then does the match wait for a decision on
it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from mus.course import EnteredGame, GameLeftOpen, HandImpossible, MatchCourse, Ruled
from mus.ruleset import ruleset_from
from mus.sides import Side
from scoring.course.models import Game, Hand
from scoring.course.queries.asking import Settled
from scoring.course.queries.stored import StoredMatch, stored_match
from scoring.rulings.models import Ruling
from tournament.matches.models import Match

MOST_TOGETHER = 5
"""Up to so many open claims are tried in every combination; more are tried one by one and all at
once."""

Place = tuple[int, int]
Words = Sequence[tuple[Place, Ruled]]


def claimed(*, hands: Sequence[Settled], place: int, ruleset: object) -> Ruled:
    """The claim of the hand at `place` (from 0) of its game, in the form of an official's decision.

    A seen órdago in this hand or a later one of the game keeps its winner: it needs no count (B).
    So the other pair's claim is never taken to reach the target before it.
    """
    hand = hands[place]
    stones = list(hand.record["claim"])
    winner = won_by_ordago(hands)
    if winner is not None:
        other = winner.other.position
        room = ruleset_from(ruleset).target - 1 - hands[-1].score[other]
        stones[other] = min(stones[other], hand.stones[other] + max(0, room))
    return Ruled((stones[0], stones[1]), winner if place == len(hands) - 1 else None)


def claim_of(*, stored: StoredMatch, hand: Hand) -> Ruled:
    """`claimed` of a stored hand that counts."""
    row = next(row for row in stored.games if row.game.pk == hand.game_id)
    place = [one.pk for one in row.hands].index(hand.pk)
    return claimed(hands=row.hands, place=place, ruleset=stored.ruleset)


def won_by_ordago(hands: Sequence[Settled]) -> Side | None:
    """The pair that won a game by an órdago seen in its last hand."""
    if not hands or hands[-1].ruled is not None:
        return None
    settlement = hands[-1].settlement
    if any(line["kind"] == "ordago" for line in settlement.get("ledger", ())):
        return Side(settlement["game_winner"])
    return None


def match_may_turn(*, match: Match) -> bool:
    """Whether an open claim, if right, would change who has won the match."""
    return _may_turn(match, lambda course: course.winner)


def game_may_turn(*, match: Match, game: Game) -> bool:
    """Whether an open claim, if right, would change who has won this game."""
    return _may_turn(match, lambda course: course.games[game.number - 1].winner)


def _may_turn(match: Match, winner_of: Any) -> bool:
    claims = _open_claims(match)
    if not claims:
        return False
    stored = stored_match(match=match)
    return _any_turns(stored, stored.entered(), _words(stored, claims), winner_of)


def _any_turns(
    stored: StoredMatch, games: Sequence[EnteredGame], words: Words, winner_of: Any
) -> bool:
    stands = winner_of(stored.course(games))
    return any(
        _turns(stored, _with(games, dict(chosen)), stands, winner_of) for chosen in _together(words)
    )


def _turns(stored: StoredMatch, games: Sequence[EnteredGame], stands: Any, winner_of: Any) -> bool:
    try:
        course: MatchCourse = stored.course(games)
    except (GameLeftOpen, HandImpossible):
        # With the claims a game would be open again, or later hands could not have been played.
        return True
    return bool(winner_of(course) != stands)


def _open_claims(match: Match) -> set[int]:
    """Primary keys of the hands with an open claim."""
    rulings = Ruling.objects.filter(
        match=match, status=Ruling.Status.OPEN, kind=Ruling.Kind.CLAIM
    ).order_by()
    return {pk for pk in rulings.values_list("hand_id", flat=True) if pk is not None}


def _words(stored: StoredMatch, claims: set[int]) -> Words:
    """Place of a hand → its claim. Claims in a game won by an órdago are left out: they change no
    winner."""
    return [
        (
            (row.game.number, hand.number),
            claimed(hands=row.hands, place=place, ruleset=stored.ruleset),
        )
        for row in stored.games
        if won_by_ordago(row.hands) is None
        for place, hand in enumerate(row.hands)
        if hand.pk in claims
    ]


def _together(words: Words) -> Iterator[Words]:
    sizes = range(1, len(words) + 1) if len(words) <= MOST_TOGETHER else (1, len(words))
    for size in sizes:
        yield from combinations(words, size)


def _with(entered: Sequence[EnteredGame], words: Mapping[Place, Ruled]) -> list[EnteredGame]:
    games = []
    for number, game in enumerate(entered, start=1):
        hands = tuple(
            replace(hand, ruled=words.get((number, place), hand.ruled))
            for place, hand in enumerate(game.hands, start=1)
        )
        games.append(replace(game, hands=hands))
    return games
