"""What the winner of a match gets: the next match, and the opponent there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mus.sides import Side
from tournament.entries.models import Pair
from tournament.formats.bouts import Place
from tournament.formats.registry import format_of
from tournament.matches.models import Match
from tournament.matches.queries.cascades import gone_of
from tournament.matches.queries.matches import (
    MatchCard,
    PairName,
    card_of,
    championship_matches,
    match_card,
    matches_of_pair,
)


@dataclass(frozen=True, slots=True)
class Advance:
    """What follows when one side wins a match.

    `match`: the match's label. `pair`: the pair that wins; while it is not known, `pair_from`: the
    match whose winner it will be. `to`: the next match, "" for none; the opponent there is
    `against`, or the winner of `against_from`. `is_champion`: the pair wins the championship.
    """

    match: str
    pair: PairName | None
    pair_from: str
    to: str = ""
    against: PairName | None = None
    against_from: str = ""
    is_champion: bool = False


def advances(*, match_id: int, tournament_id: int) -> dict[str, Advance]:
    """Side, "A" or "B" → what follows if this side wins the match. Raises NotFound."""
    card = match_card(match_id=match_id, tournament_id=tournament_id)
    return {side.value: _advance(card, side) for side in Side}


def advances_without(*, pair_id: int) -> tuple[Advance, ...]:
    """What follows for the opponent in each open match of a pair when that pair leaves."""
    cards = [card for card in matches_of_pair(pair_id=pair_id) if card.status != "finished"]
    return tuple(_advance(card, _other_than(card, pair_id)) for card in cards)


def advances_without_both(*, match_id: int, tournament_id: int) -> tuple[Advance, ...]:
    """What follows when neither pair of a match plays: the pair that would have met the winner goes
    on without playing. Empty where no match follows. Raises NotFound."""
    card = match_card(match_id=match_id, tournament_id=tournament_id)
    found = _next(card) if card.kind == "championship" else None
    if found is None:
        return ()
    match, where = found
    return (_advance(card_of(match), where.other),)


def _other_than(card: MatchCard, pair_id: int) -> Side:
    return Side.B if card.pair_a and card.pair_a.id == pair_id else Side.A


def _advance(card: MatchCard, side: Side) -> Advance:
    pair, comes_from = _of(card, side)
    given = Advance(card.label, pair, comes_from)
    if card.kind != "championship":
        return given
    found = _next(card)
    if found is None:
        wins = _wins_it(card, side)
        return Advance(card.label, pair, comes_from, is_champion=wins)
    match, where = found
    against, against_from = _of(card_of(match), where.other)
    return Advance(
        card.label,
        pair,
        comes_from,
        to=match.label,
        against=against,
        against_from=against_from,
    )


def _of(card: MatchCard, side: Side) -> tuple[PairName | None, str]:
    return (card.pair_a, card.from_a) if side is Side.A else (card.pair_b, card.from_b)


def _wins_it(card: MatchCard, side: Side) -> bool:
    """Whether winning the match on this side wins the championship. False in a league: there the
    games count too, and nobody knows them yet."""
    matches = list(championship_matches(tournament_id=card.tournament_id))
    format_ = format_of(matches[0].tournament)
    if format_.is_league:
        return False
    here = Place(card.round, card.slot)
    bouts = [match.to_rules() for match in matches]
    (this,) = [bout for bout in bouts if bout.place == here]
    if not format_.by_rounds:
        last = max(bout.place.round for bout in bouts)
        return here == Place(last, 0)
    if this.pairs[side] is None:
        return False
    won = replace(this, status="finished", winner=side, ended_by="games", begun=True)
    gone = gone_of(Pair.objects.filter(tournament_id=card.tournament_id))
    supposed = format_.resolve([won if bout == this else bout for bout in bouts], gone).bouts
    return format_.champion(supposed) == (True, this.pairs[side])


def _next(card: MatchCard) -> tuple[Match, Side] | None:
    """The next match of the winner, and the winner's side there."""
    here = Place(card.round, card.slot)
    for match in championship_matches(tournament_id=card.tournament_id):
        format_ = format_of(match.tournament)
        for side in Side:
            source = format_.feeder(Place(match.round, match.slot), side)
            if source is None or source.loser or source.group:
                continue
            if source.place == here:
                return match, side
    return None
