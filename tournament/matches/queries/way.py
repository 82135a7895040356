"""One pair's way through a tournament: its matches, its next match, its next opponent."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard, PairName, card_of, with_all


@dataclass(frozen=True, slots=True)
class Step:
    """One match seen by the pair. `outcome`: "won", "lost", "playing" or "next"."""

    match: MatchCard
    side: str
    outcome: str
    opponent: PairName | None


@dataclass(frozen=True, slots=True)
class Way:
    """`state`: "playing", "called" (to a table), "ready", "waiting" (for the winner of `feeder`),
    "over" or "none". `about`: when its next match may begin, estimated from how long finished
    matches took; None without an estimate."""

    steps: tuple[Step, ...]
    state: str
    next: Step | None
    feeder: MatchCard | None
    about: datetime | None
    meetings: tuple[Step, ...]


def way_of(*, pair_id: int, tournament_id: int) -> Way:
    """The way of a pair. One query."""
    matches = Match.objects.filter(tournament_id=tournament_id).exclude(kind="set_aside")
    rows = list(with_all(matches).order_by("kind", "round", "slot"))
    steps = tuple(_step(card, pair_id) for card in map(card_of, rows) if _has(card, pair_id))
    coming = next((one for one in steps if one.outcome in ("playing", "next")), None)
    feeder = _feeder(rows, coming) if coming else None
    return Way(
        steps=steps,
        state=_state(coming, steps),
        next=coming,
        feeder=feeder,
        about=_about(rows, coming, feeder),
        meetings=_meetings(steps, coming),
    )


def _has(card: MatchCard, pair_id: int) -> bool:
    return any(pair is not None and pair.id == pair_id for pair in (card.pair_a, card.pair_b))


def _step(card: MatchCard, pair_id: int) -> Step:
    side = "A" if card.pair_a is not None and card.pair_a.id == pair_id else "B"
    opponent = card.pair_b if side == "A" else card.pair_a
    if card.status == "finished":
        outcome = "won" if card.winner == side else "lost"
    else:
        outcome = "playing" if card.status == "playing" else "next"
    return Step(card, side, outcome, opponent)


def _state(coming: Step | None, steps: Sequence[Step]) -> str:
    if coming is None:
        return "over" if steps else "none"
    if coming.match.status != "ready":
        return coming.match.status
    return "called" if coming.match.table else "ready"


def _feeder(rows: Iterable[Match], coming: Step) -> MatchCard | None:
    """The match whose winner the pair waits for."""
    wanted = coming.match.from_b if coming.side == "A" else coming.match.from_a
    if not wanted or coming.opponent is not None:
        return None
    found = (row for row in rows if row.is_championship and row.label == wanted)
    return next(map(card_of, found), None)


def _about(rows: Iterable[Match], coming: Step | None, feeder: MatchCard | None) -> datetime | None:
    """When the next match may begin: the start of `feeder` plus the median length of finished
    matches."""
    took = [
        row.finished_at - row.started_at
        for row in rows
        if row.ended_by == "games" and row.finished_at and row.started_at
    ]
    if coming is None or feeder is None or feeder.started_at is None or not took:
        return None
    return feeder.started_at + sorted(took)[len(took) // 2]


def _meetings(steps: Sequence[Step], coming: Step | None) -> tuple[Step, ...]:
    """The earlier matches against the same opponent in this tournament. Other tournaments are left
    out: the page's stamp does not change with them."""
    if coming is None or coming.opponent is None:
        return ()
    over = (one for one in steps if one.outcome in ("won", "lost"))
    return tuple(one for one in over if one.opponent == coming.opponent)
