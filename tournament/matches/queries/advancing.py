"""What the winner of a match gets: the next match, and the opponent there."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone

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
    cards_of,
    championship_matches,
    match_card,
    matches_of_pair,
    with_all,
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

    @property
    def is_of_consolation(self) -> bool:
        """Whether the match is one of the consolation, as its label says (`bouts.label`)."""
        return self.match.startswith("C")


def advances(*, match_id: int, tournament_id: int) -> dict[str, Advance]:
    """Side, "A" or "B" → what follows if this side wins the match. Raises NotFound."""
    card = match_card(match_id=match_id, tournament_id=tournament_id)
    return {side.value: _advance(card, side) for side in Side}


def advances_without(*, pair_id: int) -> tuple[Advance, ...]:
    """What follows for the opponent in each open match of a pair when that pair leaves."""
    cards = [card for card in matches_of_pair(pair_id=pair_id) if card.status != "finished"]
    return tuple(
        _advance(card, Side.B if card.pair_a and card.pair_a.id == pair_id else Side.A)
        for card in cards
    )


def advances_without_both(*, match_id: int, tournament_id: int) -> tuple[Advance, ...]:
    """What follows when neither pair of a match plays: the pair that would have met the winner goes
    on without playing. Empty where no match follows. Raises NotFound."""
    card = match_card(match_id=match_id, tournament_id=tournament_id)
    next_slot = _next(card) if card.kind == "championship" else None
    if next_slot is None:
        return ()
    match, where = next_slot
    return (_advance(card_of(match), where.other),)


def _advance(card: MatchCard, side: Side) -> Advance:
    advance = Advance(card.label, *_of(card, side))
    if card.kind != "championship":
        return advance
    next_slot = _next(card)
    if next_slot is None:
        return replace(advance, is_champion=_wins_it(card, side))
    match, where = next_slot
    against, against_from = _of(card_of(match), where.other)
    return replace(advance, to=match.label, against=against, against_from=against_from)


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
        last = max(b.place.round for b in bouts if format_.bracket(b.place.round) < 2)
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
            if source is None or source.loser or not source.is_match:
                continue
            if source.place == here:
                return match, side
    return None


# One pair's way through a tournament: its matches, its next match, its next opponent.


@dataclass(frozen=True, slots=True)
class Step:
    """One match seen by the pair. `outcome`: "won", "lost", "level", "bye", "playing" or "next"."""

    match: MatchCard
    side: str
    outcome: str
    opponent: PairName | None


@dataclass(frozen=True, slots=True)
class Way:
    """`state`: "playing", "called" (to a table), "ready", "waiting" (for the winner of `feeder`, or
    its loser), "over" or "none". `about`: when its next match may begin, estimated from how long
    finished matches took; None without an estimate."""

    steps: tuple[Step, ...]
    state: str
    next: Step | None
    feeder: MatchCard | None
    waits_for_loser: bool
    about: datetime | None
    meetings: tuple[Step, ...]


def way_of(*, pair_id: int, tournament_id: int) -> Way:
    """The way of a pair. One query."""
    matches = Match.objects.filter(tournament_id=tournament_id).exclude(kind="set_aside")
    rows = list(with_all(matches).order_by("kind", "round", "slot"))
    cards = (card for card in cards_of(rows) if pair_id in (_id(card.pair_a), _id(card.pair_b)))
    steps = tuple(_step(card, pair_id) for card in cards)
    coming = next((step for step in steps if step.outcome in ("playing", "next")), None)
    if coming is None:
        return Way(steps, "over" if steps else "none", None, None, False, None, ())
    state = coming.match.status
    if state == "ready" and coming.match.table:
        state = "called"
    feeder, takes = None, ""  # the match from which the opponent comes
    if coming.opponent is None:
        label, takes = coming.match.comes_to("B" if coming.side == "A" else "A")
        is_match = takes in ("winner", "loser")
        came = (row for row in rows if is_match and row.is_championship and row.label == label)
        feeder = next(map(card_of, came), None)
    about = None
    took = sorted(
        row.finished_at - row.started_at
        for row in rows
        if row.ended_by == "games" and row.finished_at and row.started_at
    )
    if feeder is not None and feeder.started_at is not None and took:
        expected = feeder.started_at + took[len(took) // 2]
        about = expected if expected > timezone.now() else None
    # Other tournaments are left out: the page's stamp does not change with them.
    over = (
        [step for step in steps if step.outcome in ("won", "lost", "level")]
        if coming.opponent
        else []
    )
    meetings = tuple(one for one in over if one.opponent == coming.opponent)
    return Way(steps, state, coming, feeder, takes == "loser", about, meetings)


def _id(pair: PairName | None) -> int | None:
    return pair.id if pair is not None else None


def _step(card: MatchCard, pair_id: int) -> Step:
    side = "A" if card.pair_a is not None and card.pair_a.id == pair_id else "B"
    opponent = card.pair_b if side == "A" else card.pair_a
    if card.is_level:
        outcome = "level"
    elif card.is_bye:
        outcome = "bye"
    elif card.status == "finished":
        outcome = "won" if card.winner == side else "lost"
    else:
        outcome = "playing" if card.status == "playing" else "next"
    return Step(card, side, outcome, opponent)
