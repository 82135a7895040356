"""Matches as everybody sees them, and the bracket they make."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.errors import NotFound
from tournament.models import Match, Pair
from tournament.rules import bracket as shape
from tournament.rules.bracket import Place
from tournament.rules.events import stamp
from tournament.rules.sides import Side


@dataclass(frozen=True, slots=True)
class PairName:
    """Who a pair is, on a card."""

    id: int
    number: int
    name: str
    club: str
    status: str


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match. `winner` is "A", "B" or ""; `from_a`/`from_b` name the match ("1.3") whose winner
    comes to that side, when it is not known yet."""

    id: int
    tournament_id: int
    kind: str
    round: int
    slot: int
    pair_a: PairName | None
    pair_b: PairName | None
    from_a: str
    from_b: str
    best_of: int
    wins_needed: int
    four_kings: bool
    status: str
    winner: str
    ended_by: str
    games_a: int
    games_b: int
    table: int | None
    seating: dict[str, list[int]] | None
    first_mano: int | None
    started_at: datetime | None
    finished_at: datetime | None
    version: int

    @property
    def label(self) -> str:
        """Round and match as people count them, from 1: "2.1", "C2.1" in the consolation."""
        return shape.label(self.kind, self.round, self.slot)

    @property
    def has_score(self) -> bool:
        """Whether there are games to tell of: it is being played, or was won over another pair."""
        return self.status == "playing" or bool(self.winner and not self.is_bye)

    @property
    def is_bye(self) -> bool:
        return self.ended_by == "bye"

    def to_json(self) -> dict[str, Any]:
        """The card for JSON, times in UTC."""
        raw = asdict(self)
        for name in ("started_at", "finished_at"):
            raw[name] = stamp(raw[name]) if raw[name] else None
        return {**raw, "label": self.label}


@dataclass(frozen=True, slots=True)
class RoundView:
    """One round. `stage`: "final", "semi_final", "quarter_final" or "round"."""

    number: int
    stage: str
    matches: tuple[MatchCard, ...]


@dataclass(frozen=True, slots=True)
class BracketView:
    """The bracket from round 1 to the final; no rounds before the draw."""

    rounds: tuple[RoundView, ...]


def bracket(*, tournament_id: int) -> BracketView:
    """The championship's bracket, in one query."""
    cards = [card_of(match) for match in championship_matches(tournament_id=tournament_id)]
    last = max((card.round for card in cards), default=0)
    rounds = (
        RoundView(
            number,
            shape.stage(number, last),
            tuple(card for card in cards if card.round == number),
        )
        for number in range(1, last + 1)
    )
    return BracketView(tuple(rounds))


def consolation(*, tournament_id: int) -> tuple[MatchCard, ...]:
    """The consolation's matches, latest round first."""
    matches = _with_all(Match.objects.filter(tournament_id=tournament_id, kind="consolation"))
    return _cards(matches.order_by("-round", "slot"))


def match_card(*, match_id: int, tournament_id: int | None = None) -> MatchCard:
    """One match; with `tournament_id`, only of that tournament. Raises NotFound."""
    matches = _with_all(Match.objects.filter(pk=match_id))
    if tournament_id is not None:
        matches = matches.filter(tournament_id=tournament_id)
    match = matches.first()
    if match is None:
        raise NotFound.one(
            "match", "no_such_match", _("There is no such match. Choose one from the bracket.")
        )
    return card_of(match)


def next_up(*, tournament_id: int) -> tuple[MatchCard, ...]:
    """Matches that could start now, in the order of the bracket, the championship first."""
    return _of_status(tournament_id, "ready")


def playing(*, tournament_id: int) -> tuple[MatchCard, ...]:
    """Matches being played."""
    return _of_status(tournament_id, "playing")


def matches_of_pair(*, pair_id: int) -> tuple[MatchCard, ...]:
    """Every match of one pair, the championship first."""
    both = Match.objects.filter(pair_a_id=pair_id) | Match.objects.filter(pair_b_id=pair_id)
    return _cards(_with_all(both).order_by("kind", "round", "slot"))


def matches_at_table(*, tournament_id: int, number: int) -> tuple[MatchCard, ...]:
    """What a table's tablet may open: matches playing or assigned there, playing first."""
    matches = Match.objects.filter(
        tournament_id=tournament_id,
        table__number=number,
        status__in=["waiting", "ready", "playing"],
    )
    # "playing" < "ready" < "waiting" in the alphabet, and in urgency.
    return _cards(_with_all(matches).order_by("status", "kind", "round", "slot"))


def championship_matches(*, tournament_id: int) -> QuerySet[Match]:
    """The bracket's rows with pairs and tables, for queries and services of this app."""
    matches = Match.objects.filter(tournament_id=tournament_id, kind="championship")
    return _with_all(matches).order_by("round", "slot")


def card_of(match: Match) -> MatchCard:
    """The card of a match whose pairs and table have been read with it."""
    return MatchCard(
        id=match.pk,
        tournament_id=match.tournament_id,
        kind=match.kind,
        round=match.round,
        slot=match.slot,
        pair_a=name_of(match.pair_a),
        pair_b=name_of(match.pair_b),
        from_a=_comes_from(match, Side.A),
        from_b=_comes_from(match, Side.B),
        best_of=match.best_of,
        wins_needed=match.wins_needed,
        four_kings=match.four_kings,
        status=match.status,
        winner=match.winner,
        ended_by=match.ended_by,
        games_a=match.games_a,
        games_b=match.games_b,
        table=match.table.number if match.table else None,
        seating=match.seating,
        first_mano=match.first_mano,
        started_at=match.started_at,
        finished_at=match.finished_at,
        version=match.version,
    )


def name_of(pair: Pair | None) -> PairName | None:
    if pair is None:
        return None
    return PairName(pair.pk, pair.number, pair.name, pair.club, pair.status)


def _comes_from(match: Match, side: Side) -> str:
    if not match.is_championship or match.round == 1 or match.pairs[side] is not None:
        return ""
    feeder = Place(match.round, match.slot).feeder(side)
    return f"{feeder.round}.{feeder.slot + 1}"


def _of_status(tournament_id: int, status: str) -> tuple[MatchCard, ...]:
    matches = Match.objects.filter(tournament_id=tournament_id, status=status)
    return _cards(_with_all(matches).order_by("kind", "round", "slot"))


def _with_all(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.select_related("pair_a", "pair_b", "table")


def _cards(matches: Iterable[Match]) -> tuple[MatchCard, ...]:
    return tuple(card_of(match) for match in matches)
