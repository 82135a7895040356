"""The list of those invited to a final: as it would be made, and as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from season.models import Circuit, Final, FinalInvitation
from season.queries.circuits import CircuitView
from season.queries.known import Known
from season.queries.names import key_of, recognised, text_of
from season.rules.invitations import (
    INVITED,
    RESERVE,
    Finalist,
    places_for,
    standings_of_answers,
    with_partners,
)
from season.rules.people import Appearance
from season.rules.ranking import RankedPerson
from tournament.championship.models import Tournament
from tournament.entries.models import Pair, name_of_both
from tournament.log.rules.events import ERASED

MOST_LISTED = 200


@dataclass(frozen=True, slots=True)
class InvitationLine:
    """Somebody on the list. `standing`: accepted, declined, invited or reserve; `moved_up`: invited
    since others declined; `needs_partner`: a player of whom it is not said with whom; `is_entered`:
    the pair is in the final. `player_1`, `player_2`, `club`: as it would be entered."""

    id: int
    order: int
    name: str
    standing: str
    moved_up: bool
    needs_partner: bool
    is_entered: bool
    player_1: str
    player_2: str
    club: str


@dataclass(frozen=True, slots=True)
class InvitationList:
    """The list of a final. `next_up`: who moves up when somebody declines, "" for nobody;
    `seen`: who that is, so that a form can say whom it has shown."""

    tournament_id: int
    tournament: str
    tournament_name: str
    places: int
    lines: tuple[InvitationLine, ...]
    next_up: str
    seen: str

    @property
    def entering(self) -> tuple[InvitationLine, ...]:
        """Those who have accepted and are not entered yet."""
        return tuple(
            one
            for one in self.lines
            if one.standing == "accepted" and not (one.is_entered or one.needs_partner)
        )


@dataclass(frozen=True, slots=True)
class Proposed:
    """Who would be invited. `names`: of the list, the best first; the first `places` are invited.
    `seen`: so that a form can say what it has shown."""

    names: tuple[str, ...]
    places: int
    candidates: tuple[Finalist, ...]

    @property
    def seen(self) -> str:
        keys = (f"{one.person[0]}-{one.person[1]}" for one in self.candidates[: self.places])
        return " ".join(keys)


def proposed(*, circuit: CircuitView, tournament_id: int, first: int) -> Proposed:
    """The first of the ranking as it stands, and the reserves behind them, each by its latest
    entry. In a circuit of players each comes with the partner of most points in the results that
    count, who is not listed again. Whose name was erased is left out, and where there is a list
    already whoever is on it, so that nobody is asked again who has declined."""
    known = Known(circuit)
    known.read_all()
    listed = _listed(known, tournament_id)
    ranked = [
        one
        for one in known.ranked()
        if one.person not in listed and ERASED not in known.name_of(one.person).name
    ]
    if circuit.carried_by == Circuit.CarriedBy.PAIR:
        found = [Finalist(one.rank, one.person) for one in ranked]
    else:
        each = ((one.rank, one.person, _partners(known, one, listed)) for one in ranked)
        found = list(with_partners(each))
    candidates = tuple(
        Finalist(
            one.rank,
            known.named_entry(one.person),
            one.partner and known.named_entry(one.partner),
        )
        for one in found[:MOST_LISTED]
    )
    names = tuple(
        " – ".join(known.name_of(person).name for person in (one.person, one.partner) if person)
        for one in found[:MOST_LISTED]
    )
    return Proposed(names, first if listed else places_for(candidates, first), candidates)


def _listed(known: Known, tournament_id: int) -> set[Appearance]:
    """The people who are on the list of a final, and those with whom they come."""
    rows = FinalInvitation.objects.filter(
        final__circuit=known.circuit.id, final__tournament=tournament_id
    )
    columns = ("pair_id", "seat", "partner_id", "partner_seat")
    entries = [
        entry
        for pair, seat, partner, partner_seat in rows.values_list(*columns)
        for entry in ((pair, seat), (partner, partner_seat))
    ]
    return {known.people[entry] for entry in entries if entry in known.people}


def players_of(*, circuit: CircuitView, tournament_id: int) -> tuple[tuple[str, str], ...]:
    """The key and the name of each player of a circuit whom a place can still take as a partner:
    nobody who comes with somebody else."""
    known = Known(circuit)
    known.read_all()
    rows = FinalInvitation.objects.filter(
        final__circuit=circuit.id, final__tournament=tournament_id
    ).exclude(answer=FinalInvitation.Answer.DECLINED)
    coming = {
        known.people.get(entry)
        for pair, seat, partner, partner_seat in rows.exclude(partner=None).values_list(
            "pair_id", "seat", "partner_id", "partner_seat"
        )
        for entry in ((pair, seat), (partner, partner_seat))
    }
    people = {known.people[entry] for entry in known.entries} - coming
    named = (known.name_of(one) for one in people)
    return tuple(
        sorted(
            ((one.key, one.name) for one in named if one.key and one.name != ERASED),
            key=lambda one: (recognised(one[1]), one[0]),
        )
    )


def entry_of(*, circuit: CircuitView, key: str) -> Appearance:
    """The latest entry of the person with this key. Raises NoSuchPerson."""
    known = Known(circuit)
    return known.named_entry(known.person_of(key))


def finals_of(*, circuit_id: int) -> tuple[tuple[int, str], ...]:
    """The id and the name of each tournament with a list, the latest first. One query."""
    rows = Final.objects.filter(circuit=circuit_id).order_by("-id")
    return tuple(rows.values_list("tournament", "tournament__name"))


def invitation_list(*, circuit: CircuitView, tournament_id: int) -> InvitationList:
    """The list of a final with the names as they are today: no places, where there is none."""
    rows_of = Final.objects.filter(circuit=circuit.id, tournament=tournament_id)
    final = rows_of.select_related("tournament").first()
    if final is None:
        return InvitationList(tournament_id, "", "", 0, (), "", "")
    rows = list(final.invitations.select_related("pair", "partner").order_by("order"))
    standings = standings_of_answers([row.answer for row in rows], final.places)
    entered = _entered(final.tournament)
    lines = tuple(_lines(circuit, rows, standings, final.places, entered))
    reserve = next((one for one in lines if one.standing == RESERVE), None)
    return InvitationList(
        final.tournament_id, final.tournament.slug, final.tournament.name, final.places, lines,
        reserve.name if reserve else "", str(reserve.id) if reserve else "",
    )  # fmt: skip


def _lines(
    circuit: CircuitView,
    rows: Sequence[FinalInvitation],
    standings: Sequence[str],
    places: int,
    entered: set[frozenset[str]],
) -> Iterator[InvitationLine]:
    by_player = circuit.carried_by == Circuit.CarriedBy.PLAYER
    for row, standing in zip(rows, standings, strict=True):
        if by_player:
            first = text_of(row.pair, row.seat)
            second = text_of(row.partner, row.partner_seat) if row.partner else ""
        else:
            first, second = row.pair.player_1, row.pair.player_2
        yield InvitationLine(
            id=row.pk,
            order=row.order,
            name=name_of_both(first, second),
            standing=standing,
            moved_up=standing == INVITED and row.order > places,
            needs_partner=by_player and row.partner is None,
            is_entered=frozenset(map(recognised, filter(None, (first, second)))) in entered,
            player_1=first,
            player_2=second,
            club=row.pair.club,
        )


def _entered(tournament: Tournament) -> set[frozenset[str]]:
    """The names of each pair that is in a tournament."""
    pairs = Pair.objects.filter(tournament=tournament, status=Pair.Status.ENTERED)
    return {frozenset(key_of(pair, 0) or ()) for pair in pairs.select_related("tournament")}


def _partners(known: Known, ranked: RankedPerson, listed: set[Appearance]) -> list[Appearance]:
    """The partners of the results that count who are not `listed`, those with whom most points
    were won first."""
    points: dict[Appearance, int] = {}
    for result, counts in ranked.results:
        pair_id, seat = result.entry
        for other, person in known.people_in(pair_id):
            if counts and seat and other == 3 - seat:
                points[person] = points.get(person, 0) + result.points
    named = [one for one in points.keys() - listed if ERASED not in known.name_of(one).name]
    return sorted(named, key=lambda one: (-points[one], one))
