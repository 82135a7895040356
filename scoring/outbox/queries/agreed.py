"""The games that pairs have agreed to, for the desk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scoring.course.models import Game
from tournament.log.models import Event
from tournament.matches.models import Match

BOTH = ("A", "B")
Said = dict[tuple[int, int | None], list[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class NotAgreed:
    """A match with the numbers of its games that hands ended and that not both pairs have agreed
    to. `match`: its label."""

    match_id: int
    match: str
    table: int | None
    games: tuple[int, ...]


def agreed_games(*, match_id: int) -> dict[int, tuple[str, ...]]:
    """Number of a game won by hands → the pairs ("A", "B") that agreed to its end. A pair that
    agrees to the end of the match also agrees to its last game. Empty when there is no such match.
    """
    games = list(_ended().filter(match_id=match_id))
    if not games:
        return {}
    own = Event.objects.filter(tournament=games[0].match.tournament_id)
    said = _said(own.filter(sealed__match__id=match_id))
    return _agreed(games, said)


def not_agreed(*, tournament_id: int) -> tuple[NotAgreed, ...]:
    """The matches with games that not both pairs agreed to, in bracket order. Two queries."""
    games = _ended().filter(match__tournament_id=tournament_id)
    games = games.exclude(match__kind=Match.Kind.SET_ASIDE)
    said = _said(Event.objects.filter(tournament_id=tournament_id))
    found = []
    for match, played in groupby(games, key=lambda game: game.match):
        agreed = _agreed(list(played), said)
        if missing := tuple(number for number, by in agreed.items() if by != BOTH):
            table = match.table.number if match.table else None
            found.append(NotAgreed(match.pk, match.label, table, missing))
    return tuple(found)


def _ended() -> Any:
    """The games that their hands ended, match by match."""
    rows = Game.objects.filter(ended_by=Game.EndedBy.HANDS).exclude(winner="")
    order = ("match__kind", "match__round", "match__slot", "match_id", "number")
    return rows.select_related("match__table").order_by(*order)


def _said(events: Any) -> Said:
    """(match, game) → the agreements in the log; game None: to the end of the match."""
    found: Said = {}
    given = events.filter(kind__in=["game.confirmed", "match.confirmed"])
    for data in given.order_by("number").values_list("sealed", flat=True):
        found.setdefault((data["match"]["id"], data["game"]), []).append(data)
    return found


def _agreed(games: list[Game], said: Said) -> dict[int, tuple[str, ...]]:
    """Game → who agreed to it, for the ended games of one match. An agreement to another score does
    not count."""
    agreed = {}
    for game in games:
        match = game.match
        by = _by(said.get((match.pk, game.number), ()), [game.score_a, game.score_b])
        if game is games[-1] and match.status == Match.Status.FINISHED:
            by |= _by(said.get((match.pk, None), ()), [match.games_a, match.games_b])
        agreed[game.number] = tuple(sorted(by))
    return agreed


def _by(said: Iterable[Mapping[str, Any]], score: list[int]) -> set[str]:
    return {side for data in said if data["score"] == score for side in data["by"]}
