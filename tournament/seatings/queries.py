"""What is asked of a day of individuals: its rounds, its table of points, whether it is over."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.formats.lines import Standing
from tournament.formats.registry import individuals_of, is_individual
from tournament.formats.seated import Round, SeatedTable
from tournament.formats.settling import PLACE_EMPTY
from tournament.seatings.models import SeatedRound


@dataclass(frozen=True, slots=True)
class PlayerAtTable:
    """A player by number and name."""

    id: int
    number: int
    name: str
    club: str
    is_in: bool


@dataclass(frozen=True, slots=True)
class Finisher:
    """Who finished at a table: the place, the points it brings, and whether others share it.
    `place` is None for whoever left before the end."""

    player: PlayerAtTable
    place: int | None
    points: int
    shared: bool


@dataclass(frozen=True, slots=True)
class SeatedTableView:
    """A table of a round. `seats`: mano first, then in turn; the last one deals first. `finish`:
    empty until the order is entered."""

    number: int
    seats: tuple[PlayerAtTable, ...]
    finish: tuple[Finisher, ...]
    is_over: bool

    @property
    def dealer(self) -> PlayerAtTable:
        return self.seats[-1]


@dataclass(frozen=True, slots=True)
class SeatedRoundView:
    """A drawn round with its tables, in order."""

    number: int
    tables: tuple[SeatedTableView, ...]

    @property
    def is_over(self) -> bool:
        return all(table.is_over for table in self.tables)

    @property
    def open_tables(self) -> int:
        return sum(not table.is_over for table in self.tables)


@dataclass(frozen=True, slots=True)
class SeatOfPlayer:
    """A table at which a player sits or sat. `finish`: None until the order is entered."""

    round: int
    table: SeatedTableView
    finish: Finisher | None


@dataclass(frozen=True, slots=True)
class DayOfIndividuals:
    """A day of individuals. `rounds`: those drawn, the first first; `of_rounds`: how many are
    played in all; `points`: of each place at a table, the first first; `players`: how many are in.
    `may_seat`: the next round can be drawn."""

    rounds: tuple[SeatedRoundView, ...]
    of_rounds: int
    seats: int
    points: tuple[int, ...]
    players: int
    may_seat: bool

    def seats_of(self, number: int) -> tuple[SeatOfPlayer, ...]:
        """The tables of the player with this number, round by round."""
        return tuple(
            SeatOfPlayer(
                round_.number,
                table,
                next((end for end in table.finish if end.player.number == number), None),
            )
            for round_ in self.rounds
            for table in round_.tables
            if any(player.number == number for player in table.seats)
        )


def day_of_individuals(*, tournament_id: int) -> DayOfIndividuals:
    """The rounds of a day of individuals as people see them; empty on any other day. Three queries.
    Raises Tournament.DoesNotExist."""
    tournament = Tournament.objects.get(pk=tournament_id)
    if not is_individual(tournament):
        return DayOfIndividuals((), 0, 0, (), 0, may_seat=False)
    format_ = individuals_of(tournament)
    pairs = {pair.number: player_of(pair) for pair in _entered(tournament_id)}
    rounds = rounds_of(tournament_id=tournament_id)
    views = tuple(
        SeatedRoundView(
            number,
            tuple(_table(at, one, pairs, format_.points) for at, one in enumerate(tables, start=1)),
        )
        for number, tables in enumerate(rounds, start=1)
    )
    players = sum(player.is_in for player in pairs.values())
    return DayOfIndividuals(
        rounds=views,
        of_rounds=format_.rounds(2),
        seats=format_.seats,
        points=format_.points,
        players=players,
        may_seat=tournament.status == "running"
        and players > 1
        and len(views) < format_.rounds(2)
        and all(view.is_over for view in views),
    )


def player_of(pair: Pair) -> PlayerAtTable:
    return PlayerAtTable(pair.pk, pair.number, pair.name, pair.club, pair.is_in)


def rounds_of(*, tournament_id: int) -> tuple[Round, ...]:
    """The drawn rounds, the first first."""
    rows = SeatedRound.objects.filter(tournament=tournament_id).order_by("number")
    return tuple(
        tuple(map(SeatedTable.from_json, tables))
        for tables in rows.values_list("tables", flat=True)
    )


def table_of_points(*, tournament: Tournament) -> tuple[Standing, ...]:
    """Everybody's line, best first, by primary key; empty until a round is drawn. Two queries."""
    rounds = rounds_of(tournament_id=tournament.pk)
    if not rounds:
        return ()
    pairs = _entered(tournament.pk)
    format_, gone = individuals_of(tournament), gone_of_numbers(pairs)
    numbers = [pair.number for pair in pairs]
    over, _champion = format_.ended(numbers, rounds, gone)
    keys = {pair.number: pair.pk for pair in pairs}
    return tuple(
        replace(line, pair=keys[line.pair])
        for line in format_.table(numbers, rounds, gone, over=over)
    )


def outcome(*, tournament: Tournament) -> tuple[bool, Pair | None]:
    """Whether the day is over, and who has won it, if anybody."""
    pairs = {pair.number: pair for pair in _entered(tournament.pk)}
    over, best = individuals_of(tournament).ended(
        list(pairs), rounds_of(tournament_id=tournament.pk), gone_of_numbers(pairs.values())
    )
    return over, None if best is None else pairs[best]


def gone_of_numbers(pairs: Iterable[Pair]) -> dict[int, str]:
    """Number → how the player left, as `protocol.Format` has it, for those that have left."""
    ways = {"withdrawn": "withdrawal", "disqualified": "disqualification"}
    return {
        pair.number: PLACE_EMPTY if pair.place_stays_empty else ways[pair.status]
        for pair in pairs
        if not pair.is_in
    }


def _entered(tournament_id: int) -> list[Pair]:
    return list(Pair.objects.filter(tournament=tournament_id).order_by("number"))


def _table(
    number: int,
    seated_table: SeatedTable,
    players: dict[int, PlayerAtTable],
    points: tuple[int, ...],
) -> SeatedTableView:
    places = seated_table.places
    finish = [
        Finisher(
            players[player],
            place,
            points[place - 1] if place <= len(points) else 0,
            list(places.values()).count(place) > 1,
        )
        for player, place in places.items()
    ]
    if seated_table.order is not None:
        left = [player for player in seated_table.seats if player not in places]
        finish += [Finisher(players[player], None, 0, shared=False) for player in left]
    seats = tuple(players[player] for player in seated_table.seats)
    return SeatedTableView(number, seats, tuple(finish), seated_table.order is not None)
