"""The match days of the leagues of a circuit on one calendar: the divisions of a league, say."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from scoring.matchdays.models import MatchDay
from scoring.matchdays.queries.calendar import Meeting, days_of
from season.models import CircuitTournament
from season.queries.circuits import IN, counting
from season.queries.names import Names, names_any, private_names, recognised
from tournament.entries.models import Pair
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
    """The match days of all tournaments of the circuit, the first to end first, without the matches
    of players who asked not to be named. Four queries, and one more where somebody asked."""
    by_name = counting(circuit_id=circuit_id).order_by("name", "pk")
    tournaments = {one.pk: one for one in by_name}
    private = private_names(circuit_id=circuit_id)
    hidden = hidden_pairs(private, tournaments)
    by_end: dict[datetime, list[DivisionDay]] = {}
    days = days_of(tournament_ids=tournaments)
    for pk, tournament in tournaments.items():
        for day in days.get(pk, ()):
            if day.until is not None:
                by_end.setdefault(day.until, []).append(
                    DivisionDay(
                        tournament.slug, tournament.name, tournament.zone.key, day.number,
                        tuple(one for one in day.meetings if _is_public(one, hidden, private)),
                    )
                )  # fmt: skip
    return tuple(
        CalendarDay(until, tuple(divisions)) for until, divisions in sorted(by_end.items())
    )


def hidden_pairs(names: Names, tournaments: Iterable[int]) -> frozenset[int]:
    """The pairs with a player of one of these folded names."""
    pairs = Pair.objects.filter(tournament__in=list(tournaments)) if names else ()
    return frozenset(
        pair.pk
        for pair in pairs
        if not names.isdisjoint((recognised(pair.player_1), recognised(pair.player_2)))
    )


def is_public(card: MatchCard, hidden: frozenset[int]) -> bool:
    """Return True if neither pair is hidden. The match of a hidden pair is left out: by its number
    the tournament's own pages would tell the name."""
    return not any(pair and pair.id in hidden for pair in (card.pair_a, card.pair_b))


def _is_public(meeting: Meeting, hidden: frozenset[int], private: Names) -> bool:
    texts = (meeting.postponed, meeting.venue, meeting.new_venue)
    return is_public(meeting.match, hidden) and not any(names_any(text, private) for text in texts)
