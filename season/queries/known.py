"""The people of a circuit with their places and matches, read once for one answer.

Nothing is stored. What is slow to find is remembered in memory: the places of a tournament by the
head of its log, so that any event of it gives them anew, ranking and ratings by the state from
which it follows who is who. None of it holds a name: those of the lines shown are read each time.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from season.queries.circuits import CircuitView, counting
from season.queries.corrections import Correction, Head, corrections_in, head_of
from season.queries.names import private_names, recognised, text_of
from season.queries.who import (
    Folds,
    KnownPair,
    Seated,
    all_pairs,
    differences,
    digest,
    find_out,
    keys_of,
    read_pairs,
    remembered,
    state_of,
)
from season.rules import ranking as rules
from season.rules.people import Appearance, Key, Sides
from season.rules.ratings import RatedMatch, Ratings, rate
from tournament.championship.models import Tournament
from tournament.errors import NotFound, no_such_tournament
from tournament.fields import same_fields
from tournament.log.rules.events import ERASED
from tournament.matches.models import Match
from tournament.recent import Recent
from tournament.standings.queries import standings_of

ALL = slice(None)
NIGHT = timedelta(hours=6)
"""A day of matches ends at six in the morning, Greenwich time: a tournament goes on past
midnight."""

PlaceOfPair = tuple[int, int | None, bool]
"""A pair, its place in the standings, and whether it shares it."""
_places: Recent[Head, tuple[PlaceOfPair, ...]] = Recent(most=500)
_ranking: Recent[Hashable, tuple[rules.RankedPerson, ...]] = Recent(most=8)
_ratings: Recent[Hashable, Ratings] = Recent(most=8)
_hidden: Recent[Hashable, frozenset[Appearance]] = Recent(most=8)


@dataclass(frozen=True, slots=True)
class CountedTournament:
    """A tournament of the circuit. Its places count once it is finished, not when it is called off.
    `corrections`: those made after that, oldest first."""

    id: int
    slug: str
    name: str
    starts_at: datetime
    time_zone: str
    status: str
    is_called_off: bool
    corrections: tuple[Correction, ...]

    @property
    def counts(self) -> bool:
        """Whether its places count already."""
        return self.status == "finished"


@dataclass(frozen=True, slots=True)
class PersonName:
    """A pair or a player of the circuit, named as in its latest tournament. `key`: part of the
    address of its page; "" for players who asked not to be named."""

    key: str
    name: str
    club: str


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A result. `name` and `number`: the pair's in that tournament. `counts`: whether it is among
    the results that count; `entry`: the person's key by this tournament alone."""

    tournament: str
    tournament_name: str
    starts_at: datetime
    name: str
    number: int
    place: int | None
    shared: bool
    points: int
    counts: bool
    entry: str


@dataclass(frozen=True, slots=True)
class RankingLine:
    """A line of the ranking with the results behind it. `counted`: how many of them count."""

    rank: int
    shared: bool
    person: PersonName
    points: int
    counted: int
    results: tuple[ResultLine, ...]


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A rating: in about 95 of 100 cases the true strength is within `uncertainty` of it.
    `matches`: how many it comes from; `won`: how many of them were won."""

    rank: int
    person: PersonName
    rating: float
    uncertainty: float
    matches: int
    won: int


@dataclass(frozen=True, slots=True)
class RatedStep:
    """A match that changed a rating; `won`: None where it was level."""

    tournament: str
    tournament_name: str
    match_id: int
    ended_at: datetime | None
    against: str
    won: bool | None
    before: float
    after: float
    uncertainty: float


class NoSuchPerson(NotFound):
    """Nobody of the circuit is meant by this address."""


class Known:
    """The tournaments and the people of a circuit, read once for one answer; of the pairs those
    alone that are named in it."""

    def __init__(
        self,
        circuit: CircuitView,
        *,
        for_everybody: bool = False,
        after: str = "",
        only: Collection[int] | None = None,
    ) -> None:
        """`for_everybody`: players who asked not to be named have no name and no page, and nothing
        leads to one of their pairs, whose pages in a tournament name them. `after`: the slug of the
        last tournament to look at; "" for all of them; `only`: the ids of those to look at. Raises
        NotFound for another one."""
        self.circuit = circuit
        self.tournaments = {
            one.pk: one
            for one in _until(counting(circuit_id=circuit.id), after)
            if only is None or one.pk in only
        }
        self.order = {pk: number for number, pk in enumerate(self.tournaments)}
        self._private = private_names(circuit_id=circuit.id) if for_everybody else frozenset[str]()
        self._pairs: dict[int, KnownPair] = {}
        self._is_whole = False
        self._unnamed: set[Appearance] = set()
        self._state = state_of(circuit, self.tournaments)
        who = remembered(self._state)
        if who is None:
            pairs = all_pairs(circuit.id, self.tournaments)
            who = find_out(self._state, circuit, self.tournaments, pairs)
            self._keep(pairs.values())
            self._is_whole = True
        self._who = who
        self.people, self.entries = who.people, who.entries
        self._shown = (self._state, digest(sorted(self._private)))
        self.hidden = self._hidden() if self._private else frozenset[Appearance]()

    @property
    def pairs(self) -> Mapping[int, KnownPair]:
        """All pairs of the circuit."""
        self.read_all()
        return self._pairs

    def read_all(self) -> None:
        """Reads all pairs, unless they were read."""
        if not self._is_whole:
            self._keep(all_pairs(self.circuit.id, self.tournaments).values())
            self._is_whole = True

    def read(self, wanted: Iterable[int]) -> None:
        """Reads these pairs at once; each is read once."""
        missing = set(wanted).difference(self._pairs)
        if missing:
            self._keep(read_pairs(Q(pk__in=missing)).values())

    def _keep(self, pairs: Collection[KnownPair]) -> None:
        """Keeps pairs without the names of players who asked for it."""
        for pair in pairs if self._private else ():
            for seat, column in ((1, "player_1"), (2, "player_2")):
                if recognised(text_of(pair, seat)) in self._private:
                    setattr(pair, column, ERASED)
                    self._unnamed.add((pair.pk, seat))
        self._pairs |= {pair.pk: pair for pair in pairs}

    def _hidden(self) -> frozenset[Appearance]:
        """The players who asked not to be named, and their pairs."""
        hidden = _hidden.get(self._shown)
        if hidden is None:
            self.read_all()
            hidden = frozenset(
                person
                for pair_id, seat in self._unnamed
                for of, person in self.people_in(pair_id)
                if of in (0, seat)
            )
            _hidden.put(self._shown, hidden)
        return hidden

    def text_of(self, entry: Appearance) -> str:
        """The name of an entry whose pair was read, also where its tournament counts no more."""
        pair = self._pairs.get(entry[0])
        if pair is None or self.people.get(entry) in self.hidden:
            return ERASED
        return text_of(pair, entry[1])

    def is_public(self, pair_id: int) -> bool:
        """Return True if both players of a pair that was read may be named."""
        return self._unnamed.isdisjoint(((pair_id, 1), (pair_id, 2)))

    @cached_property
    def keys(self) -> Mapping[Appearance, Key]:
        """By which names each appearance is recognised; of those who may be named."""
        return keys_of(self.circuit, self.pairs)

    @cached_property
    def differences(self) -> tuple[Sides, ...]:
        """The people of equal names who are said to be different."""
        return differences(self.circuit.id)

    def people_in(self, pair_id: int) -> Sequence[Seated]:
        """Each seat of a pair with the person in it."""
        return self._who.seated[pair_id]

    def tournament_of(self, entry: Appearance) -> Tournament:
        return self.tournaments[self._who.tournament_of[entry[0]]]

    def name_of(self, person: Appearance) -> PersonName:
        """The name of a person whose pair was read."""
        if person in self.hidden:
            return PersonName("", ERASED, "")
        pair_id, seat = self._who.named[person]
        pair = self._pairs[pair_id]
        return PersonName(f"{person[0]}-{person[1]}", text_of(pair, seat), pair.club)

    def named_entry(self, person: Appearance) -> Appearance:
        """The latest entry with a name of a person."""
        return self._who.named[person]

    def row_of(self, key: str) -> tuple[str, str, str]:
        pair = self.pairs[self._who.named[self.person_of(key)][0]]
        return (pair.player_1, pair.player_2, pair.club)

    def person_of(self, key: str) -> Appearance:
        """The person of an address, by any of its appearances. Raises NoSuchPerson."""
        pair, _dash, seat = key.partition("-")
        if pair.isascii() and pair.isdigit() and len(pair) <= 18 and seat in ("0", "1", "2"):
            person = self.people.get((int(pair), int(seat)))
            if person in self._who.named and person not in self.hidden:
                assert person is not None
                return person
        raise NoSuchPerson.one(
            "person",
            "no_such_person",
            _("Nobody in this circuit has this address. Choose one from the ranking."),
        )

    def lines(self, ranked: Collection[rules.RankedPerson]) -> tuple[RankingLine, ...]:
        """Lines of the ranking with names and results."""
        named = (self._who.named[one.person][0] for one in ranked)
        results = (result.entry[0] for one in ranked for result, _counts in one.results)
        self.read([*named, *results])
        return tuple(map(self._line, ranked))

    def ranked(self) -> Sequence[rules.RankedPerson]:
        """The ranking by the people's first appearances; those who share a rank by name."""
        key = (self._shown, self.circuit.points, self.circuit.best_of)
        ranked_people = _ranking.get(key)
        if ranked_people is None:
            lines = rules.ranking(self._results(), self.circuit.best_of)
            folds = Folds()
            self.read_all()
            by_name = sorted(
                lines, key=lambda line: (line.rank, folds[self.name_of(line.person).name])
            )
            ranked_people = tuple(by_name)
            _ranking.put(key, ranked_people)
        return ranked_people

    def _line(self, line: rules.RankedPerson) -> RankingLine:
        results = tuple(
            self.result_line(result, counts)
            for result, counts in line.results
            if self.is_public(result.entry[0])
        )
        name = self.name_of(line.person)
        return RankingLine(line.rank, line.shared, name, line.points, line.counted, results)

    def first_of_each(self, first: int) -> frozenset[Appearance]:
        """Everybody who came among the first so many of a finished tournament."""
        return frozenset(
            person
            for _tournament, places in self._places()
            for pair_id, place, _shared in places
            if place is not None and place <= first
            for _seat, person in self.people_in(pair_id)
        )

    def _places(self) -> Iterator[tuple[Tournament, tuple[PlaceOfPair, ...]]]:
        """The finished tournaments with the place of each pair that took part."""
        finished = Tournament.Status.FINISHED
        over = [one for one in self.tournaments.values() if one.status == finished]
        known = {one.pk: _places.get(head_of(one)) for one in over}
        missing = [pk for pk, places in known.items() if places is None]
        standings = standings_of(tournament_ids=missing) if missing else {}
        for pk, lines in standings.items():
            played = (line for line in lines if line.title != "out")
            known[pk] = tuple((line.pair, line.place, line.shared) for line in played)
            # By the head read before: what was read after it is never older.
            _places.put(head_of(self.tournaments[pk]), known[pk] or ())
        return ((one, known[one.pk] or ()) for one in over)

    def _results(self) -> Iterator[rules.RankedResult]:
        for tournament, places in self._places():
            order = self.order[tournament.pk]
            for pair_id, place, shared in places:
                points = self.circuit.points.of(place)
                for seat, person in self.people_in(pair_id):
                    yield rules.RankedResult(person, (pair_id, seat), order, place, shared, points)

    def result_line(self, result: rules.RankedResult, counts: bool) -> ResultLine:
        pair, tournament = self._pairs[result.entry[0]], self.tournament_of(result.entry)
        return ResultLine(
            tournament.slug, tournament.name, tournament.starts_at, pair.name, pair.number,
            result.place, result.shared, result.points, counts,
            f"{result.entry[0]}-{result.entry[1]}",
        )  # fmt: skip

    def counted_tournaments(self) -> tuple[CountedTournament, ...]:
        """The tournaments but for hidden ones, which no list names; their places count."""
        corrected = corrections_in(list(self.tournaments.values()), self._private)
        return tuple(
            CountedTournament(
                **same_fields(one, CountedTournament) | {"time_zone": one.zone.key},
                corrections=corrected.get(one.pk, ()),
            )
            for one in self.tournaments.values()
            if not one.is_hidden
        )

    def ratings(self) -> Ratings:
        """The ratings, remembered as long as no match that counts ends or is corrected."""
        finished = Tournament.Status.FINISHED
        playing = [one.pk for one in self.tournaments.values() if one.status != finished]
        key = (self._state, tuple(_over(playing)) if playing else ())
        ratings = _ratings.get(key)
        if ratings is None:
            ratings = rate(tuple(self._rated()))
            _ratings.put(key, ratings)
        return ratings

    def _rated(self) -> Iterator[RatedMatch]:
        """The matches played to their end, in the order in which they ended."""
        of_pair = {pair_id: self._side(pair_id) for pair_id in self._who.seated}
        for pk, a, b, winner, ended_at in _over(self.tournaments):
            won, lost = (b, a) if winner == "B" else (a, b)
            sides = of_pair[won], of_pair[lost]
            if all(sides):
                yield RatedMatch(pk, (ended_at - NIGHT).date(), *sides, is_level=not winner)

    def _side(self, pair_id: int) -> tuple[Appearance, ...]:
        return tuple([person for _seat, person in self.people_in(pair_id)])

    def rating_lines(self, ratings: Ratings, part: slice = ALL) -> Iterator[RatingLine]:
        people = list(ratings.ratings)[part]
        self.read(self._who.named[person][0] for person in people)
        for rank, person in enumerate(people, start=(part.start or 0) + 1):
            rating, changes = ratings.ratings[person], ratings.changes[person]
            yield RatingLine(
                rank=rank,
                person=self.name_of(person),
                rating=round(rating.value, 1),
                uncertainty=round(rating.uncertainty, 1),
                matches=len(changes),
                won=sum(change.won is True for change in changes),
            )

    def steps_of(self, person: Appearance, ratings: Ratings) -> tuple[RatedStep, ...]:
        """The changes of one person's rating, newest first, by matches of pairs that are public."""
        changes = ratings.changes.get(person, ())
        matches = Match.objects.in_bulk([change.match for change in changes])
        sides = ((match.pair_a_id or 0, match.pair_b_id or 0) for match in matches.values())
        self.read(pair_id for both in sides for pair_id in both)
        steps = []
        for change in reversed(changes):
            match = matches[change.match]
            if not all(self.is_public(pair or 0) for pair in (match.pair_a_id, match.pair_b_id)):
                continue
            tournament = self.tournaments[match.tournament_id]
            own_side_is_a = person in self._side(match.pair_a_id or 0)
            other = match.pair_b_id if own_side_is_a else match.pair_a_id
            steps.append(
                RatedStep(
                    tournament=tournament.slug,
                    tournament_name=tournament.name,
                    match_id=match.pk,
                    ended_at=match.finished_at,
                    against=self._pairs[other or 0].name,
                    won=change.won,
                    before=change.before.value,
                    after=change.after.value,
                    uncertainty=change.after.uncertainty,
                )
            )
        return tuple(steps)


def _until(tournaments: Iterable[Tournament], last: str) -> Iterator[Tournament]:
    """The tournaments up to this one, or all of them. Raises NotFound where it is not among
    them."""
    for tournament in tournaments:
        yield tournament
        if tournament.slug == last:
            return
    if last:
        raise no_such_tournament()


def _over(tournament_ids: Iterable[int]) -> QuerySet[Match, tuple[int, int, int, str, datetime]]:
    """The id, the pairs, the winning side and the end of each match played to its end, as they
    ended."""
    played = Match.objects.filter(
        tournament__in=list(tournament_ids), status="finished", ended_by="games"
    ).exclude(kind="set_aside")
    played = played.exclude(tournament__is_called_off=True)
    played = played.filter(pair_a__isnull=False, pair_b__isnull=False, finished_at__isnull=False)
    columns = ("pk", "pair_a_id", "pair_b_id", "winner", "finished_at")
    return played.order_by("finished_at", "pk").values_list(*columns)
