"""The match days of the leagues of a circuit on one calendar: the divisions of a league, say."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from scoring.matchdays.models import MatchDay
from scoring.matchdays.queries import Meeting, days_of
from season.models import CircuitTournament
from season.queries.circuits import IN, counting
from season.queries.names import Names, private_names, recognised, without
from tournament.entries.models import Pair, name_of_both
from tournament.log.rules.events import ERASED
from tournament.matches.queries.matches import MatchCard


@dataclass(frozen=True, slots=True)
class DivisionDay:
    """A match day of one tournament of the circuit. `number`: its round."""

    slug: str
    name: str
    time_zone: str
    number: int
    meetings: tuple[Meeting, ...]


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """The match days that end at one moment, by the names of their tournaments."""

    until: datetime
    divisions: tuple[DivisionDay, ...]

    @property
    def is_over(self) -> bool:
        """Whether every match of it has ended."""
        meetings = [meeting for division in self.divisions for meeting in division.meetings]
        return bool(meetings) and not any(meeting.is_open for meeting in meetings)


def has_match_days(*, circuit_id: int) -> bool:
    """Whether a tournament of the circuit has match days. One query."""
    counted = CircuitTournament.objects.filter(circuit=circuit_id, status=IN)
    return MatchDay.objects.filter(tournament__in=counted.values("tournament")).exists()


def match_days(*, circuit_id: int) -> tuple[CalendarDay, ...]:
    """The match days of all tournaments of the circuit, the first to end first. Four queries, and
    one more where a player asked not to be named."""
    by_name = counting(circuit_id=circuit_id).order_by("name", "pk")
    tournaments = {one.pk: one for one in by_name}
    private = private_names(circuit_id=circuit_id)
    hidden = hidden_names(private, tournaments)
    by_end: dict[datetime, list[DivisionDay]] = {}
    days = days_of(tournament_ids=tournaments)
    for pk, tournament in tournaments.items():
        for day in days.get(pk, ()):
            if day.until is not None:
                by_end.setdefault(day.until, []).append(
                    DivisionDay(
                        tournament.slug, tournament.name, tournament.zone.key, day.number,
                        tuple(_named(meeting, hidden, private) for meeting in day.meetings),
                    )
                )  # fmt: skip
    return tuple(
        CalendarDay(until, tuple(divisions)) for until, divisions in sorted(by_end.items())
    )


def hidden_names(names: Names, tournaments: Iterable[int]) -> dict[int, str]:
    """Pair → its name without the players of these folded names; of pairs with one of them."""
    by_pair = {}
    for pair in Pair.objects.filter(tournament__in=list(tournaments)) if names else ():
        both = (pair.player_1, pair.player_2)
        public_names = [ERASED if recognised(one) in names else one for one in both]
        if ERASED in public_names:
            by_pair[pair.pk] = name_of_both(*public_names)
    return by_pair


def _named(meeting: Meeting, hidden: Mapping[int, str], private: Names) -> Meeting:
    """The meeting with these names of its pairs, and without texts that name a private player."""
    return replace(
        meeting,
        match=named_card(meeting.match, hidden),
        postponed=without(meeting.postponed, private),
        venue=without(meeting.venue, private),
        new_venue=without(meeting.new_venue, private),
    )


def named_card(card: MatchCard, hidden: Mapping[int, str]) -> MatchCard:
    """The match with these names in place of its pairs' own."""
    a, b = (
        replace(pair, name=hidden.get(pair.id, pair.name)) if pair else None
        for pair in (card.pair_a, card.pair_b)
    )
    return replace(card, pair_a=a, pair_b=b)
