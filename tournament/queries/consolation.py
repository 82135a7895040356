"""Who may play in the consolation now, and whom the program proposes (T3)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournament.models import Match, Pair
from tournament.queries.matches import PairName, name_of
from tournament.rules import consolation as rules
from tournament.rules.consolation import Candidate, meeting


@dataclass(frozen=True, slots=True)
class Standby:
    """Pairs by number. `numbers`: beaten and free; `met`: who has played whom already."""

    candidates: tuple[Candidate, ...]
    met: frozenset[frozenset[int]]
    names: dict[int, PairName]

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(candidate.pair for candidate in self.candidates)


@dataclass(frozen=True, slots=True)
class ProposedMatch:
    """A match the program proposes; enter it with `consolation.create_matches`."""

    pair_a: PairName
    pair_b: PairName

    @property
    def numbers(self) -> tuple[int, int]:
        return self.pair_a.number, self.pair_b.number


@dataclass(frozen=True, slots=True)
class Proposal:
    """Matches without rematches, and the free pairs for whom there is no opponent now. `absent`:
    the numbers of those that did not come to their match of the championship."""

    matches: tuple[ProposedMatch, ...]
    left_over: tuple[PairName, ...]
    absent: tuple[int, ...]

    def is_doubtful(self, match: ProposedMatch) -> bool:
        """Whether a pair of it may not be in the room."""
        return any(number in self.absent for number in match.numbers)


def propose(*, tournament_id: int) -> Proposal:
    """The next consolation matches: those who have played fewest first, then those who have
    waited longest. Two queries."""
    free = standby(tournament_id=tournament_id)
    made = rules.propose(free.candidates, free.met)
    paired = {number for numbers in made for number in numbers}
    return Proposal(
        tuple(ProposedMatch(free.names[a], free.names[b]) for a, b in made),
        tuple(free.names[number] for number in sorted(free.numbers - paired)),
        tuple(sorted(one.pair for one in free.candidates if not one.came)),
    )


def standby(*, tournament_id: int) -> Standby:
    """Beaten pairs that have not left and are not playing or about to play. Two queries."""
    pairs = {pair.pk: pair for pair in Pair.objects.filter(tournament_id=tournament_id)}
    beaten: set[int] = set()
    missed: set[int] = set()
    busy: set[int] = set()
    played: dict[int, int] = {}
    idle: dict[int, float] = {}
    met: set[frozenset[int]] = set()
    for match in Match.objects.filter(tournament_id=tournament_id).order_by("id"):
        both = [pk for pk in match.pairs if pk is not None]
        if match.status != "finished":
            busy.update(both)
            continue
        if match.is_championship and match.loser_id is not None:
            beaten.add(match.loser_id)
            if match.ended_by == Match.EndedBy.WALKOVER and match.started_at is None:
                missed.add(match.loser_id)
        for pk in both:
            idle[pk] = max(idle.get(pk, 0.0), _seconds(match.finished_at))
            if not match.is_championship and match.winner:
                played[pk] = played.get(pk, 0) + 1
        if len(both) == 2 and match.winner:
            met.add(meeting(*(pairs[pk].number for pk in both)))
    free = [pk for pk in beaten - busy if pairs[pk].is_in]
    return Standby(
        tuple(
            Candidate(
                pairs[pk].number,
                played.get(pk, 0),
                idle.get(pk, 0.0),
                came=pk not in missed or pk in played,
            )
            for pk in free
        ),
        frozenset(met),
        {pair.number: name for pair in pairs.values() if (name := name_of(pair)) is not None},
    )


def _seconds(moment: datetime | None) -> float:
    return moment.timestamp() if moment else 0.0
