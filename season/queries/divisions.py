"""The next season of a league of several divisions: who goes up, who goes down."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from season.queries.circuits import dated
from season.queries.ranking import ENTRY_COLUMNS
from season.rules.divisions import (
    Move,
    Moved,
    edited,
    equal_sizes,
    next_divisions,
    reserves,
)
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.queries import preview_entries
from tournament.entries.rules.cutting import entry_list
from tournament.errors import Problem, lazy_text, no_such_tournament
from tournament.formats.registry import format_of
from tournament.log.rules.events import ERASED
from tournament.standings.queries import open_ties, standings

Sizes = Literal["equal", "kept"]
MOST_RESERVES = 3


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair of the next season. `place`: in its division of the last one."""

    pair_id: int
    name: str
    place: int
    move: Move


@dataclass(frozen=True, slots=True)
class Division:
    """A division of the next season. `text`: as an entry list; `problems`: why some pairs cannot be
    entered; `reserves`: the names of those who take a place that becomes free, the first one
    first."""

    tournament_id: int
    tournament: str
    entrants: tuple[Entrant, ...]
    text: str
    problems: tuple[Problem, ...]
    reserves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NextSeason:
    """The divisions, the best first. `missing`: how many pairs left during the last season, or have
    no name any more; they are in none. `left_out`: the pairs that somebody took out of the
    proposal. `ties`: why it is not known yet who goes up or down (T9). `keys`: the SHA-256 of the
    proposal, so that a form can say what it has shown."""

    divisions: tuple[Division, ...]
    missing: int
    left_out: tuple[Entrant, ...]
    ties: tuple[Problem, ...]
    keys: str


def next_season(
    *,
    last: Sequence[int],
    coming: Sequence[int],
    moves: int,
    gone_go_down: bool = True,
    sizes: Sizes = "equal",
    chosen: Mapping[int, int] = MappingProxyType({}),
) -> NextSeason:
    """What the next season would be. `last`: the tournaments of the last one, the best division
    first; `coming`: those of the next one, in the same order. `gone_go_down`: a pair that left
    during the season takes one of the places that go down; `sizes`: the divisions are "equal", or
    "kept" as large as they were. `chosen`: pair → its division, from 1, or 0 for none, where
    somebody wants another one than is proposed. Writes nothing. Raises NotFound."""
    tables, gone, missing = [], [], 0
    for tournament_id in last:
        lines = [
            standing
            for standing in standings(tournament_id=tournament_id)
            if standing.place is not None
        ]
        rows = Pair.objects.in_bulk([line.pair.id for line in lines])
        stay = [rows[line.pair.id] for line in lines if _goes_on(rows[line.pair.id])]
        missing += Pair.objects.filter(tournament=tournament_id).count() - len(stay)
        tables.append(stay)
        gone.append(sum(not pair.is_in for pair in rows.values()))
    names = dict(Tournament.objects.filter(pk__in=coming).values_list("pk", "name"))
    if len(names) < len(set(coming)):
        raise no_such_tournament()
    wanted = equal_sizes(sum(map(len, tables)), len(tables)) if sizes == "equal" and tables else ()
    proposed = next_divisions(tables, moves, gone if gone_go_down else (), wanted)
    pairs = {moved.one.pk: moved for division in proposed for moved in division}
    chosen = {
        pk: number
        for pk, number in chosen.items()
        if pk in pairs and 0 <= number <= len(proposed) and number != pairs[pk].division + 1
    }
    by_pair = {pairs[pk].one: number - 1 if number else None for pk, number in chosen.items()}
    moved = edited(proposed, by_pair)
    divisions = []
    for number, (tournament_id, entrants) in enumerate(zip(coming, moved, strict=True)):
        text = _list_of(entrants)
        preview = preview_entries(tournament_id=tournament_id, text=text)
        divisions.append(
            Division(
                tournament_id,
                names[tournament_id],
                tuple(map(_entrant, entrants)),
                text,
                preview.problems if text else (),
                tuple(one.one.name for one in reserves(moved, number)[:MOST_RESERVES]),
            )
        )
    goes_to = {pk: one.division for pk, one in pairs.items() if pk not in chosen}
    lists = "\n".join(
        f"{tournament_id}:{_list_of(entrants)}"
        for tournament_id, entrants in zip(coming, proposed, strict=True)
    )
    return NextSeason(
        tuple(divisions),
        missing,
        tuple(_entrant(pairs[pk]) for pk, number in chosen.items() if not number),
        _ties(last, goes_to),
        hashlib.sha256(lists.encode()).hexdigest(),
    )


def _entrant(moved: Moved[Pair]) -> Entrant:
    return Entrant(moved.one.pk, moved.one.name, moved.place, moved.move)


def _list_of(entrants: Sequence[Moved[Pair]]) -> str:
    """The pairs as an entry list; "" for none."""
    listed = [(moved.one.player_1, moved.one.player_2, moved.one.club) for moved in entrants]
    return entry_list((ENTRY_COLUMNS, *listed)) if listed else ""


def _ties(last: Sequence[int], goes_to: Mapping[int, int]) -> tuple[Problem, ...]:
    """The ties of tables by which one pair would go up or down and another one not, and on which
    nobody has decided."""
    found = []
    for tournament_id in last:
        for tie in open_ties(tournament_id=tournament_id):
            if len({goes_to[pair.id] for pair in tie.pairs if pair.id in goes_to}) > 1:
                names = ", ".join(pair.name for pair in tie.pairs)
                words = _(
                    "No criterion parts %(names)s, and not all of them stay together. Decide the "
                    "tie in their division first: a lot or a decider."
                )
                found.append(Problem("last", "tied", lazy_text(words, names=names)))
    return tuple(found)


def finished_leagues(*, user: User) -> tuple[tuple[int, str], ...]:
    """The id, and the name and day, of each finished tournament of this organizer in which a table
    decides. One query."""
    mine = Tournament.objects.filter(organizers=user.pk, status=Tournament.Status.FINISHED)
    return dated(one for one in mine if format_of(one).is_league)


def _goes_on(pair: Pair) -> bool:
    return pair.is_in and ERASED not in (pair.player_1, pair.player_2)
