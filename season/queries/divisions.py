"""The next season of a league of several divisions: who goes up, who goes down."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from season.queries.circuits import dated
from season.queries.ranking import ENTRY_COLUMNS
from season.rules.divisions import Move, next_divisions
from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.entries.queries import preview_entries
from tournament.entries.rules.cutting import entry_list
from tournament.errors import Problem, lazy_text, no_such_tournament
from tournament.formats.registry import format_of
from tournament.log.rules.events import ERASED
from tournament.standings.queries import open_ties, standings


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair of the next season. `place`: in its division of the last one."""

    name: str
    place: int
    move: Move


@dataclass(frozen=True, slots=True)
class Division:
    """A division of the next season. `text`: as an entry list; `problems`: why some pairs cannot be
    entered."""

    tournament_id: int
    tournament: str
    entrants: tuple[Entrant, ...]
    text: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class NextSeason:
    """The divisions, the best first. `missing`: how many pairs left during the last season, or have
    no name any more; they are in none. `ties`: why it is not known yet who goes up or down (T9)."""

    divisions: tuple[Division, ...]
    missing: int
    ties: tuple[Problem, ...] = ()

    @property
    def keys(self) -> str:
        """The SHA-256 of the lists, so that a form can say what it has shown."""
        lists = "\n".join(
            f"{division.tournament_id}:{division.text}" for division in self.divisions
        )
        return hashlib.sha256(lists.encode()).hexdigest()


def next_season(*, last: Sequence[int], coming: Sequence[int], moves: int) -> NextSeason:
    """What the next season would be. `last`: the tournaments of the last one, the best division
    first; `coming`: those of the next one, in the same order. Writes nothing. Raises NotFound."""
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
    divisions = []
    moved = next_divisions(tables, moves, gone)
    goes_to = {one.one.pk: number for number, those in enumerate(moved) for one in those}
    for tournament_id, entrants in zip(coming, moved, strict=True):
        listed = [
            (entrant.one.player_1, entrant.one.player_2, entrant.one.club) for entrant in entrants
        ]
        text = entry_list((ENTRY_COLUMNS, *listed)) if listed else ""
        preview = preview_entries(tournament_id=tournament_id, text=text)
        divisions.append(
            Division(
                tournament_id,
                names[tournament_id],
                tuple(
                    Entrant(entrant.one.name, entrant.place, entrant.move) for entrant in entrants
                ),
                text,
                preview.problems if listed else (),
            )
        )
    return NextSeason(tuple(divisions), missing, _ties(last, goes_to))


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
