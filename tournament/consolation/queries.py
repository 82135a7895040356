"""Who may play in the consolation now, and which matches the program proposes (T3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.championship.models import Tournament
from tournament.consolation import rules
from tournament.consolation.models import OptOut
from tournament.consolation.rules import Candidate
from tournament.entries.models import Pair
from tournament.formats.pairing import meeting
from tournament.formats.registry import format_of
from tournament.log.models import Event
from tournament.matches.models import Match
from tournament.matches.queries.cascades import BareMatch, bare_matches
from tournament.matches.queries.matches import PairName, name_of
from tournament.tables.models import count_in_service


@dataclass(frozen=True, slots=True)
class Standby:
    """Pairs by number. `numbers`: beaten pairs that are free; `met`: couples of pairs that have
    played each other; `opted_out`: pairs that play no more."""

    candidates: tuple[Candidate, ...]
    met: frozenset[frozenset[int]]
    names: dict[int, PairName]
    opted_out: tuple[int, ...] = ()
    free_tables: int = 0

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
    """Matches without rematches. `left_over`: free pairs without an opponent now; `absent`: numbers
    of pairs that did not come to their championship match; `free_tables`: tables free for the
    consolation now, and so the most matches proposed; `opted_out`: pairs that asked to play no
    more. Why pairs are left over, by number: `for_table`, they could play if more tables were free;
    `met_all`, they have played every other free pair."""

    matches: tuple[ProposedMatch, ...]
    left_over: tuple[PairName, ...]
    absent: tuple[int, ...]
    free_tables: int = 0
    opted_out: tuple[PairName, ...] = ()
    for_table: tuple[int, ...] = ()
    met_all: tuple[int, ...] = ()

    @property
    def left_waiting(self) -> tuple[PairName, ...]:
        """Pairs left over whose possible opponents are paired with others, or that are alone."""
        known = {*self.for_table, *self.met_all}
        return tuple(pair for pair in self.left_over if pair.number not in known)

    @property
    def left_for_table(self) -> tuple[PairName, ...]:
        return tuple(pair for pair in self.left_over if pair.number in self.for_table)

    @property
    def left_having_met_all(self) -> tuple[PairName, ...]:
        return tuple(pair for pair in self.left_over if pair.number in self.met_all)

    @property
    def sure(self) -> tuple[ProposedMatch, ...]:
        """The matches between pairs that came."""
        return tuple(match for match in self.matches if not self.is_doubtful(match))

    def is_doubtful(self, match: ProposedMatch) -> bool:
        """Whether a pair of the match may be absent."""
        return any(number in self.absent for number in match.numbers)


def propose(*, tournament_id: int) -> Proposal:
    """The next consolation matches, pairs that have waited longest first. No more than there are
    tables that are free and not needed by a match that could start. Three queries."""
    free = standby(tournament_id=tournament_id)
    possible = rules.propose(free.candidates, free.met)
    pairings = possible[: free.free_tables]
    paired = {number for numbers in pairings for number in numbers}
    for_table = {number for numbers in possible for number in numbers} - paired
    met_all = {
        number
        for number in free.numbers - paired - for_table
        if len(free.numbers) > 1
        and all(meeting(number, other) in free.met for other in free.numbers - {number})
    }
    return Proposal(
        tuple(ProposedMatch(free.names[a], free.names[b]) for a, b in pairings),
        tuple(free.names[number] for number in sorted(free.numbers - paired)),
        tuple(sorted(candidate.pair for candidate in free.candidates if not candidate.came)),
        free.free_tables,
        tuple(free.names[number] for number in free.opted_out),
        tuple(sorted(for_table)),
        tuple(sorted(met_all)),
    )


def ended_by(*, tournament_id: int) -> int | None:
    """Return the number of the event that ended the consolation; None while it goes on."""
    ends = Event.standing.filter(tournament=tournament_id, kind="consolation.ended")
    return ends.order_by("-number").values_list("number", flat=True).first()


def _free_tables(tournament: Tournament | None, matches: Sequence[BareMatch]) -> int:
    """How many tables are neither in use nor needed by a match that could start."""
    if tournament is None or not matches:
        return 0
    live = sum(match.status in (Match.Status.READY, Match.Status.PLAYING) for match in matches)
    return max(0, count_in_service(tournament) - live)


def standby(*, tournament_id: int) -> Standby:
    """Beaten pairs that have not left or opted out, and are not playing or about to play. Three
    queries."""
    entered = Pair.objects.filter(tournament_id=tournament_id).select_related("tournament")
    pairs = {pair.pk: pair for pair in entered}
    tournament = next((pair.tournament for pair in pairs.values()), None)
    matches = bare_matches(tournament_id=tournament_id)
    beaten = _beaten(tournament, matches, pairs)
    missed: set[int] = set()
    busy: set[int] = set()
    played: dict[int, int] = {}
    idle: dict[int, float] = {}
    met: set[frozenset[int]] = set()
    for match in matches:
        both = [pk for pk in (match.pair_a_id, match.pair_b_id) if pk is not None]
        if match.status != "finished":
            busy.update(both)
            continue
        if _never_came(match) and (loser := match.to_rules().losing_pair) is not None:
            missed.add(loser)
        ended = match.finished_at.timestamp() if match.finished_at else 0.0
        for pk in both:
            idle[pk] = max(idle.get(pk, 0.0), ended)
            if not match.is_championship and match.winner:
                played[pk] = played.get(pk, 0) + 1
        if len(both) == 2 and match.winner:
            met.add(meeting(*(pairs[pk].number for pk in both)))
    gone = OptOut.objects.filter(pair__tournament_id=tournament_id)
    away = set(gone.values_list("pair", flat=True))
    free = [pk for pk in beaten - busy - away if pairs[pk].is_in]
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
        tuple(sorted(pairs[pk].number for pk in away)),
        _free_tables(tournament, matches),
    )


def _beaten(
    tournament: Tournament | None, matches: Sequence[BareMatch], pairs: Iterable[int]
) -> frozenset[int]:
    """Pairs that can no longer win the championship, by the tournament's format, and those that
    came after the draw and have no place in it; none once the consolation has ended."""
    if tournament is None or not matches or tournament.consolation_ended:
        return frozenset()
    format_ = format_of(tournament)
    bouts = [match.to_rules() for match in matches if match.is_championship]
    placed = {pair for bout in bouts for pair in bout.pairs}
    return format_.out(bouts) | (set(pairs) - placed)


def _never_came(match: BareMatch) -> bool:
    """Whether the loser of a match of the championship was missing from it."""
    walkover = match.ended_by == Match.EndedBy.WALKOVER
    return match.is_championship and walkover and match.started_at is None
