"""The referees and their tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from tournament.referees.models import Referee
from tournament.tables.models import Table


@dataclass(frozen=True, slots=True)
class TablePost:
    """A table and its referee's number and name; `since`: from when."""

    table: int
    referee: int
    name: str
    since: datetime


@dataclass(frozen=True, slots=True)
class RefereeView:
    """A person of the team, and the numbers of their tables."""

    number: int
    name: str
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Team:
    """The team of a day. `posts`: table → its referee; `unassigned`: tables without a referee."""

    referees: tuple[RefereeView, ...]
    posts: Mapping[int, TablePost]
    unassigned: tuple[int, ...]


def team(*, tournament_id: int, tables: Sequence[int] | None = None) -> Team:
    """The team by number, and the referee of each table. `tables`: numbers of the tables in use;
    None reads them. One query, or two with None."""
    rows = Referee.objects.filter(tournament_id=tournament_id, has_left=False).order_by("number")
    in_use = tuple(tables) if tables is not None else _in_use(tournament_id)
    names: dict[int, str] = {}
    posts: dict[int, TablePost] = {}
    for number, name, table, since in rows.values_list(
        "number", "name", "posts__table__number", "posts__since"
    ):
        names[number] = name
        if table in in_use:
            posts[table] = TablePost(table, number, name, since)
    referees = tuple(
        RefereeView(number, name, tuple(sorted(t for t in posts if posts[t].referee == number)))
        for number, name in names.items()
    )
    return Team(referees, posts, tuple(table for table in in_use if table not in posts))


def _in_use(tournament_id: int) -> tuple[int, ...]:
    tables = Table.objects.filter(
        tournament_id=tournament_id, number__lte=F("tournament__tables_count")
    )
    return tuple(tables.order_by("number").values_list("number", flat=True))
