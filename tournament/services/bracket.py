"""Writes what follows in the bracket from what people did. Internal to the services."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refusal, said
from tournament.models import Match, Pair, Tournament
from tournament.queries.matches import championship_matches
from tournament.rules.bracket import Place
from tournament.rules.formats import knockout
from tournament.rules.formats.knockout import Bout
from tournament.services import records

GONE = {
    Pair.Status.WITHDRAWN: Match.EndedBy.WITHDRAWAL,
    Pair.Status.DISQUALIFIED: Match.EndedBy.DISQUALIFICATION,
}


@dataclass(frozen=True, slots=True)
class Followed:
    """What a change brought with it, ready for its event."""

    matches: tuple[dict[str, Any], ...]
    champion: dict[str, Any] | None
    status: str

    def to_json(self) -> dict[str, Any]:
        return {
            "followed": list(self.matches),
            "champion": self.champion,
            "tournament_status": self.status,
        }


def follow(*, tournament: Tournament) -> Followed:
    """Brings the whole bracket into line with the facts now stored.

    Raises Refusal (later_match_begun) when a later match that has begun no longer fits; the
    caller's transaction then takes everything back.
    """
    matches = {
        Place(match.round, match.slot): match
        for match in championship_matches(tournament_id=tournament.pk)
    }
    if not matches:
        return Followed((), None, tournament.status)
    pairs = {pair.pk: pair for pair in Pair.objects.filter(tournament=tournament)}
    gone = {
        pk: GONE[Pair.Status(pair.status)].value for pk, pair in pairs.items() if not pair.is_in
    }
    resolution = knockout.resolve([match.to_rules() for match in matches.values()], gone)
    if resolution.broken:
        raise later_match_begun(matches[resolution.broken[0].place])
    written = tuple(_write(matches[bout.place], bout, pairs) for bout in resolution.changed)
    _crown(tournament, resolution.bouts, pairs)
    champion = pairs[tournament.champion_id] if tournament.champion_id else None
    return Followed(written, records.pair_ref(champion), tournament.status)


def later_match_begun(later: Match) -> Refusal:
    """Why a result cannot be taken back."""
    return Refusal.one(
        "match",
        "later_match_begun",
        said(
            _(
                "Match %(match)s, which depends on this result, has already begun or been decided. "
                "Reopen that match first, or leave this result as it is."
            ),
            match=later.label,
        ),
    )


def write(match: Match, **fields: Any) -> None:
    """Sets the fields and the next version, and saves nothing else."""
    for name, value in fields.items():
        setattr(match, name, value)
    match.version += 1
    match.save(update_fields=[*fields, "version"])


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


def _write(match: Match, bout: Bout, pairs: dict[int, Pair]) -> dict[str, Any]:
    a, b = (pairs[pk] if pk is not None else None for pk in bout.pairs)
    ended = bout.status == "finished"
    write(
        match,
        pair_a=a,
        pair_b=b,
        status=bout.status,
        winner=bout.winner or "",
        ended_by=bout.ended_by,
        games_a=bout.games.a,
        games_b=bout.games.b,
        finished_at=timezone.now() if ended else None,
    )
    return records.match_state(match)


def _crown(tournament: Tournament, bouts: tuple[Bout, ...], pairs: dict[int, Pair]) -> None:
    over, champion = knockout.champion(bouts)
    status = Tournament.Status.FINISHED if over else Tournament.Status.RUNNING
    if (tournament.status, tournament.champion_id) == (status, champion):
        return
    tournament.status = status
    tournament.champion = pairs[champion] if champion is not None else None
    tournament.save(update_fields=["status", "champion"])
