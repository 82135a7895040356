"""Writes what follows in the bracket from people's acts. Internal to the services."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from tournament.championship.models import Tournament
from tournament.entries.models import Pair
from tournament.formats.bouts import Bout
from tournament.log.models import Event
from tournament.log.services import records
from tournament.matches.models import Cascade, Match
from tournament.matches.queries.cascades import GONE, Following, follow
from tournament.matches.queries.going_on import must_play_one_at_a_time
from tournament.matches.services import calling, cascades
from tournament.matches.services.cascades import Change, SetAside
from tournament.matches.services.writing import write

__all__ = ["GONE", "BracketUpdate", "end_by_games", "update", "write"]


@dataclass(frozen=True, slots=True)
class BracketUpdate:
    """What followed from a change in the bracket, ready for the change's event."""

    matches: tuple[dict[str, Any], ...]
    champion: dict[str, Any] | None
    status: str
    fell: SetAside | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "followed": list(self.matches),
            "champion": self.champion,
            "tournament_status": self.status,
            **(self.fell.to_json() if self.fell else {}),
        }

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics (pages) touched besides those of the change itself."""
        return self.fell.topics if self.fell else ()

    def seal(self, event: Event) -> Cascade | None:
        """Stores the number of the change's event, so that the change can be taken back as one."""
        if self.fell is None:
            return None
        cascade = self.fell.cascade
        cascade.event_number = event.number
        if cascade.match is not None:
            cascade.after = cascades.row_of(Match.objects.get(pk=cascade.match.pk))
        cascade.save(update_fields=["event_number", "after"])
        return cascade


def update(*, tournament: Tournament, change: Change | None = None) -> BracketUpdate:
    """Brings the whole bracket into line with the facts now stored.

    `change`: the change of a stored result, or of a pair that had left. Later matches that no
    longer fit are set aside when the change names them. When it does not, raises Refusal
    (later_match_begun, in_consolation) or Conflict (cascade_changed); NotAllowed when a device
    names any. Raises Refusal (pair_busy) when a match would go on while a pair of it plays another
    one. The caller's transaction then rolls back.
    """
    found = follow(
        tournament=tournament,
        back=change.back if change else (),
        recalls=change is not None and change.recalls,
    )
    if not found.matches:
        return BracketUpdate((), None, tournament.status)
    must_play_one_at_a_time(found)
    fell = cascades.set_aside(tournament=tournament, found=found, change=change)
    written = tuple(_write(tournament, found, bout) for bout in found.resolution.changed)
    # The caller appends the event of this change next.
    called, event = _called_now(found), tournament.event_number + 1
    calling.tell(tournament=tournament, matches=called, event=event)
    _crown(tournament, found)
    champion = found.pairs[tournament.champion_id] if tournament.champion_id else None
    return BracketUpdate(written, records.pair_ref(champion), tournament.status, fell)


def _called_now(found: Following) -> list[Match]:
    """The matches that had their table before their pairs, and now have both."""
    waited = {place for place, bout in found.stood.items() if bout.status == "waiting"}
    ready = (
        found.matches[bout.place]
        for bout in found.changed
        if bout.status == "ready" and bout.place in waited
    )
    return [match for match in ready if match.table_id is not None]


def end_by_games(match: Match, *, best_of: int, winner: str) -> None:
    """Ends a match that is won under a reduced number of games (T5)."""
    write(
        match,
        best_of=best_of,
        status="finished",
        winner=winner,
        ended_by="games",
        finished_at=timezone.now(),
    )


def _grown(tournament: Tournament, found: Following, bout: Bout) -> dict[str, Any]:
    """Stores a match of a round that is drawn now; returns its state for the event."""
    match = row_of(tournament, bout, found.pairs)
    match.save(force_insert=True)
    found.matches[bout.place] = match
    return {**records.match_state(match), "best_of": match.best_of}


def row_of(tournament: Tournament, bout: Bout, pairs: Mapping[int, Pair]) -> Match:
    """A championship match made from a format's bout, not stored yet. `pairs`: by primary key."""
    a, b = (pairs[pk] if pk is not None else None for pk in bout.pairs)
    return Match(
        tournament=tournament,
        kind=Match.Kind.CHAMPIONSHIP,
        round=bout.place.round,
        slot=bout.place.slot,
        pair_a=a,
        pair_b=b,
        best_of=tournament.best_of_round(bout.place.round),
        status=bout.status,
        winner=bout.winner or "",
        ended_by=bout.ended_by,
        finished_at=timezone.now() if bout.status == "finished" else None,
    )


def _write(tournament: Tournament, found: Following, bout: Bout) -> dict[str, Any]:
    match = found.matches.get(bout.place)
    if match is None:
        return _grown(tournament, found, bout)
    a, b = (found.pairs[pk] if pk is not None else None for pk in bout.pairs)
    goes_on = match.status == "finished" and bout.status == "playing"
    write(
        match,
        pair_a=a,
        pair_b=b,
        status=bout.status,
        winner=bout.winner or "",
        ended_by=bout.ended_by,
        games_a=bout.games.a,
        games_b=bout.games.b,
        finished_at=timezone.now() if bout.status == "finished" else None,
        **({"table": cascades.table_still_free(match)} if goes_on else {}),
    )
    where = {"table": match.table.number if match.table else None} if goes_on else {}
    return {**records.match_state(match), **where}


def _crown(tournament: Tournament, found: Following) -> None:
    over, champion = found.champion()
    status = Tournament.Status.FINISHED if over else Tournament.Status.RUNNING
    if (tournament.status, tournament.champion_id) == (status, champion):
        return
    tournament.status = status
    tournament.champion = found.pairs[champion] if champion is not None else None
    tournament.save(update_fields=["status", "champion"])
