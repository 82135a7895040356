"""The people of a circuit, read once for one answer: who is who, with places and matches.

Nothing is stored. What is slow to find is remembered in memory: the places of a tournament by the
head of its log, so that any event of it gives them anew, ranking and ratings by these heads and by
who is who. None of it holds a name.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from season.models import CircuitTournament, DifferentEntry, MergedEntry
from season.queries.circuits import IN, CircuitView
from season.queries.names import Names, key_of, private_names, recognised, text_of
from season.rules import ranking as rules
from season.rules.people import Appearance, Key, Sides, same_people
from season.rules.ratings import (
    RatedMatch,
    Ratings,
    in_order,
    rate,
)
from tournament.championship.models import Tournament
from tournament.entries.models import Pair, name_of_both
from tournament.errors import NotFound, no_such_tournament
from tournament.log.models import Event
from tournament.log.rules.events import ERASED
from tournament.matches.models import Match
from tournament.recent import Recent
from tournament.standings.queries import standings

CORRECTIONS = (
    "hand.corrected", "hand.undone", "match.replaced", "match.reopened", "cascade.undone",
    "ruling.made", "ruling.taken_back", "game.decided", "game.decision_taken_back",
    "tribunal.decided", "tribunal.taken_back", "pair.disqualified", "pair.reinstated",
)  # fmt: skip
"""Kinds of events that can change a result after the end of a tournament."""

ALL = slice(None)

Head = tuple[int, int, str]
"""A tournament's id, and the number and hash of its newest event."""
Place = tuple[int, int | None, bool]
"""A pair, its place in the standings, and whether it shares it."""
_places: Recent[Head, tuple[Place, ...]] = Recent(most=500)
_corrections: Recent[Head, tuple[int, ...]] = Recent(most=500)
_ranking: Recent[Hashable, tuple[rules.RankedPerson, ...]] = Recent(most=8)
_ratings: Recent[Hashable, Ratings] = Recent(most=8)


@dataclass(frozen=True, slots=True)
class Correction:
    """A change made after the tournament had finished: the kind of its event, when, and the reason
    that the official gave, "" where none was asked for."""

    kind: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class CountedTournament:
    """A tournament of the circuit. Its places count once it is finished. `corrections`: those made
    after that, oldest first."""

    id: int
    slug: str
    name: str
    starts_at: datetime
    time_zone: str
    status: str
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


@dataclass(slots=True)
class KnownPair:
    """A pair as far as a circuit needs it: plain values, since a circuit has thousands."""

    pk: int
    tournament_id: int
    number: int
    player_1: str
    player_2: str
    club: str

    @property
    def name(self) -> str:
        return name_of_both(self.player_1, self.player_2)


PAIR_COLUMNS = tuple(one.name for one in fields(KnownPair))


class NoSuchPerson(NotFound):
    """Nobody of the circuit is meant by this address."""


class Known:
    """The tournaments, the pairs and the people of a circuit, read once for one answer."""

    def __init__(
        self, circuit: CircuitView, *, for_everybody: bool = False, after: str = ""
    ) -> None:
        """`for_everybody`: players who asked not to be named have no name and no page. `after`:
        the slug of the last tournament to look at; "" for all of them. Raises NotFound for another
        one."""
        self.circuit = circuit
        self.hidden: set[Appearance] = set()
        self.seats = (0,) if circuit.carried_by == "pair" else (1, 2)
        rows = CircuitTournament.objects.filter(
            circuit=circuit.id, status=IN, tournament__is_rehearsal=False
        ).select_related("tournament")
        ordered = rows.order_by("tournament__starts_at", "tournament_id")
        self.tournaments = {row.tournament_id: row.tournament for row in _until(ordered, after)}
        self.order = {pk: number for number, pk in enumerate(self.tournaments)}
        merged = MergedEntry.objects.filter(merge__circuit=circuit.id)
        merges: dict[int, list[Appearance]] = {}
        for one in merged.order_by("merge_id", "id"):
            merges.setdefault(one.merge_id, []).append((one.pair_id, one.seat))
        self.differences = differences(circuit.id)
        named = {pair_id for merge in merges.values() for pair_id, _seat in merge}
        wanted = Q(tournament__in=list(self.tournaments)) | Q(pk__in=named)
        rows_of_pairs = Pair.objects.filter(wanted).order_by("pk").values_list(*PAIR_COLUMNS)
        self.pairs = {row[0]: KnownPair(*row) for row in rows_of_pairs}
        # Most names come again in other tournaments: each is folded once.
        self._folds = _Folds()
        self.keys = {
            (pk, seat): key_of(pair, seat, self._folds.__getitem__)
            for pk, pair in self.pairs.items()
            for seat in self._seats_of(pair)
        }
        self.people = same_people(
            self._joined_by(), merges.values(), self.differences, self._clubs()
        )
        self._in: dict[int, list[tuple[int, Appearance]]] = {pk: [] for pk in self.pairs}
        for entry in self.keys:
            self._in[entry[0]].append((entry[1], self.people[entry]))
        self.entries = sorted(
            (entry for entry in self.keys if self.pairs[entry[0]].tournament_id in self.order),
            key=lambda entry: (self.order[self.pairs[entry[0]].tournament_id], entry),
        )
        # The latest entry with a name that is still known names the person.
        self._named: dict[Appearance, Appearance] = {}
        for entry in self.entries:
            person = self.people[entry]
            if person not in self._named or self.keys[entry] is not None:
                self._named[person] = entry

        heads = tuple((_head(one), one.status) for one in self.tournaments.values())
        self._state = heads, tuple(self.people.items())
        self._private = private_names(circuit_id=circuit.id) if for_everybody else frozenset[str]()
        self._hide(self._private)

    def _joined_by(self) -> dict[Appearance, Key]:
        """By what each entry is joined with others; in the order of the tournaments where somebody
        is said to be different from another one of the same name."""
        by, folds, pairs = self.keys, self._folds, self.pairs
        if self.circuit.same_names == "club":
            by = {one: key and (*key, folds[pairs[one[0]].club]) for one, key in by.items()}
        elif self.circuit.same_names == "ask":
            by = {one: key and (*key, f"{one[0]}-{one[1]}") for one, key in by.items()}
        if self.differences:
            last = len(self.order)
            turn = {
                pk: (self.order.get(pair.tournament_id, last), pair.number)
                for pk, pair in pairs.items()
            }
            by = dict(sorted(by.items(), key=lambda item: (turn[item[0][0]], item[0][1])))
        return by

    def _clubs(self) -> dict[Appearance, str]:
        if not self.differences:
            return {}
        return {one: self._folds[self.pairs[one[0]].club] for one in self.keys}

    def _hide(self, names: frozenset[str]) -> None:
        """Takes the names of players who asked for it out of the pairs, which are not stored again;
        who is who is known already."""
        for pair_id, pair in self.pairs.items() if names else ():
            found = [recognised(one) in names for one in (pair.player_1, pair.player_2)]
            for seat, name in enumerate(("player_1", "player_2"), start=1):
                if found[seat - 1]:
                    setattr(pair, name, ERASED)
                    self.hidden |= {one for s, one in self.people_in(pair_id) if s == seat}
            if all(found):
                self.hidden |= {person for _seat, person in self.people_in(pair_id)}

    def _seats_of(self, pair: KnownPair) -> tuple[int, ...]:
        """The seats with a person: the players of a club that entered alone have no names."""
        return tuple(seat for seat in self.seats if not seat or pair.player_2)

    def people_in(self, pair_id: int) -> Sequence[tuple[int, Appearance]]:
        """Each seat of a pair with the person in it."""
        return self._in[pair_id]

    def tournament_of(self, entry: Appearance) -> Tournament:
        return self.tournaments[self.pairs[entry[0]].tournament_id]

    def name_of(self, person: Appearance) -> PersonName:
        pair_id, seat = self._named[person]
        pair = self.pairs[pair_id]
        if person in self.hidden:
            return PersonName("", ERASED, "")
        return PersonName(f"{person[0]}-{person[1]}", text_of(pair, seat), pair.club)

    def row_of(self, key: str) -> tuple[str, str, str]:
        pair = self.pairs[self._named[self.person_of(key)][0]]
        return (pair.player_1, pair.player_2, pair.club)

    def person_of(self, key: str) -> Appearance:
        """The person of an address, by any of its appearances. Raises NoSuchPerson."""
        pair, _dash, seat = key.partition("-")
        if pair.isascii() and pair.isdigit() and len(pair) <= 18 and seat in ("0", "1", "2"):
            person = self.people.get((int(pair), int(seat)))
            if person in self._named and person not in self.hidden:
                assert person is not None
                return person
        raise NoSuchPerson.one(
            "person",
            "no_such_person",
            _("Nobody in this circuit has this address. Choose one from the ranking."),
        )

    def ranking(self) -> Iterator[RankingLine]:
        return map(self.line_of, self.ranked())

    def ranked(self) -> list[rules.RankedPerson]:
        """The ranking by the people's first appearances; those who share a rank by name."""
        folds = self._folds
        return sorted(
            self.unsorted(), key=lambda one: (one.rank, folds[self.name_of(one.person).name])
        )

    def unsorted(self) -> tuple[rules.RankedPerson, ...]:
        """The ranking; those who share a rank in any order."""
        key = (self._state, self.circuit.points, self.circuit.best_of)
        found = _ranking.get(key)
        if found is None:
            found = rules.ranking(self._results(), self.circuit.best_of)
            _ranking.put(key, found)
        return found

    def line_of(self, line: rules.RankedPerson) -> RankingLine:
        hidden = line.person in self.hidden
        results = tuple(self.result_line(one, counts) for one, counts in line.results if not hidden)
        name = self.name_of(line.person)
        return RankingLine(line.rank, line.shared, name, line.points, line.counted, results)

    def first_of_each(self, first: int) -> frozenset[Appearance]:
        """Everybody who came among the first so many of a finished tournament."""
        return frozenset(
            person
            for one in self.tournaments.values()
            if one.status == Tournament.Status.FINISHED
            for pair_id, place, _shared in _places_in(one)
            if place is not None and place <= first
            for _seat, person in self.people_in(pair_id)
        )

    def _results(self) -> Iterator[rules.Result]:
        for tournament in self.tournaments.values():
            if tournament.status != Tournament.Status.FINISHED:
                continue
            for pair_id, place, shared in _places_in(tournament):
                points = self.circuit.points.of(place)
                for seat, person in self.people_in(pair_id):
                    yield rules.Result(
                        person=person,
                        entry=(pair_id, seat),
                        order=self.order[tournament.pk],
                        place=place,
                        shared=shared,
                        points=points,
                    )

    def result_line(self, result: rules.Result, counts: bool) -> ResultLine:
        pair, tournament = self.pairs[result.entry[0]], self.tournament_of(result.entry)
        return ResultLine(
            tournament.slug, tournament.name, tournament.starts_at, pair.name, pair.number,
            result.place, result.shared, result.points, counts,
            f"{result.entry[0]}-{result.entry[1]}",
        )  # fmt: skip

    def counted_tournaments(self) -> tuple[CountedTournament, ...]:
        corrected = corrections_in(list(self.tournaments.values()), self._private)
        return tuple(
            CountedTournament(
                id=one.pk,
                slug=one.slug,
                name=one.name,
                starts_at=one.starts_at,
                time_zone=one.zone.key,
                status=one.status,
                corrections=corrected.get(one.pk, ()),
            )
            for one in self.tournaments.values()
        )

    def ratings(self) -> Ratings:
        found = _ratings.get(self._state)
        if found is None:
            found = rate(tuple(self._rated()))
            _ratings.put(self._state, found)
        return found

    def _rated(self) -> Iterator[RatedMatch]:
        """The matches played to their end, in the order in which they ended."""
        played = Match.objects.filter(
            tournament__in=list(self.tournaments), status="finished", ended_by="games"
        ).exclude(kind="set_aside")
        played = played.filter(pair_a__isnull=False, pair_b__isnull=False)
        columns = ("pk", "pair_a_id", "pair_b_id", "winner")
        of_pair = {pair_id: self._side(pair_id) for pair_id in self.pairs}
        for pk, a, b, winner in played.order_by("finished_at", "pk").values_list(*columns):
            won, lost = (b, a) if winner == "B" else (a, b)
            sides = of_pair[won], of_pair[lost]
            if all(sides):
                yield RatedMatch(pk, *sides, is_level=not winner)

    def _side(self, pair_id: int) -> tuple[Appearance, ...]:
        return tuple([person for _seat, person in self.people_in(pair_id)])

    def rating_lines(self, found: Ratings, part: slice = ALL) -> Iterator[RatingLine]:
        first = (part.start or 0) + 1
        for rank, person in enumerate(in_order(found.ratings)[part], start=first):
            rating, changes = found.ratings[person], found.changes[person]
            yield RatingLine(
                rank=rank,
                person=self.name_of(person),
                rating=round(rating.value, 2),
                uncertainty=round(rating.uncertainty, 2),
                matches=len(changes),
                won=sum(change.won is True for change in changes),
            )

    def steps_of(self, person: Appearance, found: Ratings) -> tuple[RatedStep, ...]:
        """The changes of one person's rating, newest first."""
        changes = found.changes.get(person, ())
        matches = Match.objects.in_bulk([change.match for change in changes])
        steps = []
        for change in reversed(changes):
            match = matches[change.match]
            tournament = self.tournaments[match.tournament_id]
            own_side_is_a = person in self._side(match.pair_a_id or 0)
            other = match.pair_b_id if own_side_is_a else match.pair_a_id
            steps.append(
                RatedStep(
                    tournament=tournament.slug,
                    tournament_name=tournament.name,
                    match_id=match.pk,
                    ended_at=match.finished_at,
                    against=self.pairs[other or 0].name,
                    won=change.won,
                    before=change.before.value,
                    after=change.after.value,
                    uncertainty=change.after.uncertainty,
                )
            )
        return tuple(steps)


def differences(circuit_id: int) -> tuple[Sides, ...]:
    """The people of equal names who are said to be different, by their entries. One query."""
    rows = DifferentEntry.objects.filter(difference__circuit=circuit_id)
    columns = ("difference_id", "side", "pair_id", "seat")
    found: dict[int, dict[int, list[Appearance]]] = {}
    for pk, side, pair, seat in rows.order_by("difference_id", "id").values_list(*columns):
        found.setdefault(pk, {}).setdefault(side, []).append((pair, seat))
    return tuple(tuple(sides.values()) for sides in found.values())


def _until(rows: Iterable[CircuitTournament], last: str) -> Iterator[CircuitTournament]:
    """The rows up to that of a tournament, or all of them. Raises NotFound where it is not among
    them."""
    for row in rows:
        yield row
        if row.tournament.slug == last:
            return
    if last:
        raise no_such_tournament()


class _Folds(dict[str, str]):
    """Name → the name by which somebody is recognised."""

    def __missing__(self, name: str) -> str:
        self[name] = recognised(name)
        return self[name]


def _head(tournament: Tournament) -> Head:
    return tournament.pk, tournament.event_number, tournament.event_hash


def _places_in(tournament: Tournament) -> tuple[Place, ...]:
    """The place of each pair that took part in a finished tournament."""
    head = _head(tournament)
    found = _places.get(head)
    if found is None:
        lines = standings(tournament_id=tournament.pk)
        found = tuple((one.pair.id, one.place, one.shared) for one in lines if one.title != "out")
        _places.put(head, found)
    return found


def corrections_in(
    tournaments: Iterable[Tournament], hidden: Names = frozenset()
) -> Mapping[int, tuple[Correction, ...]]:
    """Tournament → the corrections after it had finished for the first time, the oldest first. A
    reason that holds one of the `hidden` names is "[…]"."""
    known = {one.pk: _corrections.get(_head(one)) for one in tournaments}
    missing = [pk for pk, found in known.items() if found is None]
    if missing:
        events: dict[int, list[tuple[int, int]]] = {pk: [] for pk in missing}
        rows = Event.objects.filter(tournament__in=missing, kind__in=CORRECTIONS)
        for of, number, pk in rows.order_by("number").values_list("tournament_id", "number", "pk"):
            events[of].append((number, pk))
        for one in tournaments:
            if one.pk in events:
                known[one.pk] = _after_the_end(one.pk, events[one.pk])
                _corrections.put(_head(one), known[one.pk] or ())
    told = [pk for found in known.values() for pk in found or ()]
    # Reasons are texts that may be erased: they are read each time.
    whole = Event.objects.in_bulk(told) if told else {}
    return {
        of: tuple(_correction(whole[pk], hidden) for pk in found)
        for of, found in known.items()
        if found
    }


def _correction(event: Event, hidden: Names) -> Correction:
    reason = str(event.data.get("reason") or "")
    folded = recognised(reason)
    return Correction(
        event.kind, event.at, ERASED if any(name in folded for name in hidden) else reason
    )


def _after_the_end(tournament_id: int, events: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Of these events, by number and id, the ids of those after the tournament's first end."""
    if not events:
        return ()
    # Only the log knows when a tournament first had its champion: a reopened final ends again.
    before = Event.objects.filter(tournament=tournament_id, number__lt=events[-1][0])
    ended = before.filter(sealed__tournament_status="finished").order_by("number")
    end = ended.values_list("number", flat=True).first()
    return tuple(pk for number, pk in events if end is not None and number > end)
