"""The ranking, the ratings and the people of a circuit, from its tournaments as they now stand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import fmean

from season.models import MergedEntry
from season.queries.circuits import CircuitView
from season.queries.known import (
    ALL,
    CountedTournament,
    Known,
    PersonName,
    RankingLine,
    RatedStep,
    RatingLine,
)
from season.queries.names import text_of
from season.rules.people import Appearance, Key
from season.rules.ratings import CalibrationLine, Rating
from tournament.entries.queries import preview_entries
from tournament.entries.rules.cutting import entry_list
from tournament.errors import Problem
from tournament.log.rules.events import ERASED
from tournament.log.rules.text import folded


@dataclass(frozen=True, slots=True)
class CircuitRanking:
    """The ranking, or a part of it; of how many; and the tournaments in it, earliest start
    first."""

    lines: tuple[RankingLine, ...]
    tournaments: tuple[CountedTournament, ...]
    count: int


@dataclass(frozen=True, slots=True)
class CircuitRatings:
    """The ratings, best first by what the rating is at least, and how often favourites won.
    `count`: of all ratings, also where `lines` is a part; `even`: matches without a favourite,
    which the calibration leaves out."""

    lines: tuple[RatingLine, ...]
    count: int
    calibration: tuple[CalibrationLine, ...]
    even: int


@dataclass(frozen=True, slots=True)
class PersonPage:
    """All that is known of a pair or player in a circuit. `line`: None before the first finished
    tournament; `rating`: None before the first match."""

    person: PersonName
    line: RankingLine | None
    rating: RatingLine | None
    steps: tuple[RatedStep, ...]


@dataclass(frozen=True, slots=True)
class Qualifiers:
    """Who would be entered in a tournament. `lines`: the qualified, in the order of the ranking;
    `text`: as an entry list; `entering`: how many of them are entered; `problems`: why others are
    not; `nameless`: how many have no name any more, and so cannot be entered."""

    lines: tuple[RankingLine, ...]
    text: str
    entering: int
    problems: tuple[Problem, ...]
    nameless: int

    @property
    def keys(self) -> str:
        """Who is listed, so that a form can say whom it has shown."""
        return " ".join(line.person.key for line in self.lines)


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """A pair or player of the circuit, with the tournaments played in, for those who run it."""

    person: PersonName
    tournaments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MergeLine:
    """People who are one person by a runner's word. `with_others`: how many merges were made with
    the same press, this one included; told with the first of them, 1 otherwise."""

    id: int
    names: tuple[str, ...]
    with_others: int


def ranking(*, circuit: CircuitView, part: slice = ALL, after: str = "") -> CircuitRanking:
    """The ranking as the tournaments now stand; with the slug of one, of those up to it alone. Six
    queries, and a few where a tournament has changed since it was last asked for. Raises NotFound
    for a tournament that does not count."""
    known = Known(circuit, for_everybody=True, after=after)
    ranked = known.ranked()
    return CircuitRanking(known.lines(ranked[part]), known.counted_tournaments(), len(ranked))


def ranking_rows(*, circuit: CircuitView) -> Iterator[tuple[int, str, str, int, int, int]]:
    """The ranking as a table: rank, name, club, points, and how many results count and are shown;
    a large circuit has thousands of results, and none is made here."""
    known = Known(circuit, for_everybody=True)
    known.read_all()
    for line in known.ranked():
        name = known.name_of(line.person)
        count = sum(known.is_public(result.entry[0]) for result, _counts in line.results)
        yield line.rank, name.name, name.club, line.points, line.counted, count


def ratings(*, circuit: CircuitView, part: slice = ALL) -> CircuitRatings:
    """The ratings from every match of the circuit that was played to its end: byes, walkovers and
    matches that officials decided do not count. Five queries."""
    known = Known(circuit, for_everybody=True)
    known_ratings = known.ratings()
    lines = tuple(known.rating_lines(known_ratings, part))
    return CircuitRatings(
        lines, len(known_ratings.ratings), known_ratings.calibration, known_ratings.even
    )


def pair_ratings(*, circuit: CircuitView, tournament_id: int) -> dict[int, Rating]:
    """The ratings of the pairs of a tournament of the circuit, by their numbers, without those that
    have none. Where players are rated, a pair has the mean of its two. Four queries."""
    known = Known(circuit)
    found = known.ratings()
    rated = found.ratings
    by_number = {}
    for pair in known.pairs.values():
        own = [person for _seat, person in known.people_in(pair.pk)]
        if pair.tournament_id == tournament_id and any(person in rated for person in own):
            both = [rated.get(person, found.unrated) for person in own]
            by_number[pair.number] = Rating(
                fmean(one.value for one in both), fmean(one.uncertainty for one in both)
            )
    return by_number


def person_page(*, circuit: CircuitView, key: str) -> PersonPage:
    """The results and the ratings of a pair or player. Raises NoSuchPerson."""
    known = Known(circuit, for_everybody=True)
    person = known.person_of(key)
    ranked = [one for one in known.ranked() if one.person == person]
    known_ratings = known.ratings()
    order = list(known_ratings.ratings)
    at = order.index(person) if person in known_ratings.ratings else len(order)
    rated = next(known.rating_lines(known_ratings, slice(at, at + 1)), None)
    line = next(iter(known.lines(ranked)), None)
    return PersonPage(known.name_of(person), line, rated, known.steps_of(person, known_ratings))


def qualifiers(
    *, circuit: CircuitView, first: int, tournament_id: int, of_each: bool = False
) -> Qualifiers:
    """The first of the ranking, or `of_each` finished tournament, all who share the last place
    included, and what entering them in this tournament would do. Writes nothing. Of single players
    nobody is entered."""
    known = Known(circuit)
    best = known.first_of_each(first) if of_each else frozenset[Appearance]()
    lines = known.lines(
        [one for one in known.ranked() if (one.person in best if of_each else one.rank <= first)]
    )
    if circuit.carried_by != "pair":
        return Qualifiers(lines, "", 0, (), 0)
    rows = [known.row_of(line.person.key) for line in lines]
    named = [row for row in rows if ERASED not in row]
    text = entry_list((ENTRY_COLUMNS, *named)) if named else ""
    if not named:
        return Qualifiers(lines, "", 0, (), len(rows))
    preview = preview_entries(tournament_id=tournament_id, text=text)
    faulty = {problem.field.partition(".")[0] for problem in preview.problems}
    return Qualifiers(
        lines, text, len(named) - len(faulty), preview.problems, len(rows) - len(named)
    )


def known_people(*, circuit: CircuitView) -> tuple[KnownPerson, ...]:
    """Everybody in the circuit's tournaments whose name is known, by name."""
    known = Known(circuit)
    names_by_person: dict[Appearance, list[str]] = {}
    for entry in known.entries:
        if known.keys[entry] is not None:
            names = names_by_person.setdefault(known.people[entry], [])
            names.append(known.tournament_of(entry).name)
    people = (
        KnownPerson(known.name_of(person), tuple(dict.fromkeys(names)))
        for person, names in names_by_person.items()
    )
    return tuple(sorted(people, key=lambda person: (folded(person.person.name), person.person.key)))


def other_pair_of(*, circuit: CircuitView, pair_id: int, player: str) -> str | None:
    """The name of a pair of the circuit in which this player has played, in another tournament and
    not as this pair; None when there is none. Where the circuit is carried by the pair."""
    known = Known(circuit)
    own = known.people.get((pair_id, 0))
    here = known.pairs[pair_id].tournament_id if pair_id in known.pairs else None
    for pair in known.pairs.values():
        other = pair.tournament_id != here and known.people[pair.pk, 0] != own
        if other and folded(player) in map(folded, filter(None, (pair.player_1, pair.player_2))):
            return pair.name
    return None


def merges_of(*, circuit: CircuitView) -> tuple[MergeLine, ...]:
    """The merges that hold, oldest first, with the names as they are today. One query."""
    rows = MergedEntry.objects.filter(merge__circuit=circuit.id).select_related("pair", "merge")
    names_by_merge: dict[int, list[str]] = {}
    acts: dict[datetime, list[int]] = {}
    for row in rows.order_by("merge_id", "id"):
        if row.merge_id not in names_by_merge:
            acts.setdefault(row.merge.at, []).append(row.merge_id)
        names_by_merge.setdefault(row.merge_id, []).append(text_of(row.pair, row.seat))
    first = {merge_ids[0]: len(merge_ids) for merge_ids in acts.values()}
    return tuple(
        MergeLine(pk, tuple(dict.fromkeys(names)), first.get(pk, 1))
        for pk, names in names_by_merge.items()
    )


def merged_within(*, circuit: CircuitView) -> str | None:
    """The name of a tournament in which two of different names are the same person, or None."""
    known = Known(circuit)
    names: dict[tuple[Appearance, int], Key] = {}
    for entry in known.entries:
        key, tournament = known.keys[entry], known.tournament_of(entry)
        person = (known.people[entry], tournament.pk)
        if key is not None and names.setdefault(person, key) != key:
            return tournament.name
    return None


def appearances(*, circuit: CircuitView, keys: Sequence[str]) -> list[dict[Appearance, int]]:
    """Every appearance of each of these people with the id of its tournament; none where the name
    was erased. Raises NoSuchPerson."""
    known = Known(circuit)
    people: dict[Appearance, dict[Appearance, int]] = {}
    for entry in known.entries:
        if known.keys[entry] is not None:
            own = people.setdefault(known.people[entry], {})
            own[entry] = known.tournament_of(entry).pk
    return [people.get(known.person_of(key), {}) for key in keys]


ENTRY_COLUMNS = ("player_1", "player_2", "club")
