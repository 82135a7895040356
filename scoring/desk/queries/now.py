"""Every table at a glance, and what the desk should look at next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Max
from django.utils import timezone

from scoring.course.models import Hand
from scoring.course.queries.states import LiveScore, live_scores
from scoring.desk.queries.inbox import DeskInbox, InboxItem
from tournament.matches.queries.matches import MatchCard, called_at
from tournament.tables.queries import TableView


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table. `state`: "playing", "called" (its match has not begun) or "free"; `since`: the last
    hand, or the start; `asks`: open rulings, claims and calls; `is_silent`: a match is being played
    and its tablets have not reported for long; `courtesy_until`: when the wait for a called pair
    ends (T7)."""

    number: int
    state: Literal["playing", "called", "free"]
    match: MatchCard | None
    score: LiveScore | None
    since: datetime | None
    asks: int
    is_silent: bool
    unsent: int
    called_at: datetime | None = None
    courtesy_until: datetime | None = None

    @property
    def is_due(self) -> bool:
        """Whether somebody should go there."""
        return bool(self.asks) or self.is_silent


@dataclass(frozen=True, slots=True)
class DeskNow:
    """The whole room. `next_call`: the match to be called next; `next_table`: a free table for it;
    `slowest`: the table longest without a hand; `calls`: calls of tables to which nobody is on the
    way."""

    tables: tuple[TableNow, ...]
    without_table: tuple[MatchCard, ...]
    next_call: MatchCard | None
    next_table: int | None
    asks: int
    now: datetime | None = None
    calls: tuple[InboxItem, ...] = ()

    @property
    def beyond_courtesy(self) -> tuple[TableNow, ...]:
        """Tables where the wait for a called pair is longer than the courtesy (T7)."""
        return tuple(
            table
            for table in self.called
            if self.now and table.courtesy_until and table.courtesy_until < self.now
        )

    @property
    def called(self) -> tuple[TableNow, ...]:
        return tuple(table for table in self.tables if table.state == "called")

    @property
    def silent(self) -> tuple[TableNow, ...]:
        return tuple(table for table in self.tables if table.is_silent)

    @property
    def free(self) -> tuple[TableNow, ...]:
        return tuple(table for table in self.tables if table.state == "free")

    @property
    def slowest(self) -> TableNow | None:
        playing = [table for table in self.tables if table.state == "playing" and table.since]
        return min(playing, key=lambda table: (table.since, table.number), default=None)


def desk_now(
    *,
    tournament_id: int,
    tables: Sequence[TableView],
    open_matches: Sequence[MatchCard],
    inbox: DeskInbox,
    scores: Mapping[int, LiveScore] | None = None,
    courtesy: timedelta | None = None,
) -> DeskNow:
    """The state of the room, from what the desk has already read. Three more queries; two when
    `scores` is given. `open_matches`: matches that could begin or are being played; `courtesy`: how
    long a called pair is waited for (T7)."""
    if scores is None:
        scores = live_scores(tournament_id=tournament_id)
    hands = _last_hands(tournament_id)
    asks = Counter(item.match.table for item in inbox.items)
    called = called_at(tournament_id=tournament_id)
    seen = tuple(
        _table(table, scores, hands, called, asks[table.number], courtesy) for table in tables
    )
    without = tuple(card for card in open_matches if card.table is None)
    to_call = next((card for card in without if card.status == "ready"), None)
    free = next((table.number for table in seen if table.state == "free"), None)
    return DeskNow(
        tables=seen,
        without_table=without,
        next_call=to_call,
        next_table=free if to_call else None,
        asks=len(inbox),
        now=timezone.now(),
        calls=tuple(call for call in inbox.of_kind("call") if call.answered is None),
    )


def _table(
    table: TableView,
    scores: Mapping[int, LiveScore],
    hands: Mapping[int, datetime],
    called: Mapping[int, datetime],
    asks: int,
    courtesy: timedelta | None,
) -> TableNow:
    ready = next((card for card in table.waiting if card.status == "ready"), None)
    match = table.match or ready
    playing = table.match is not None
    at = called.get(ready.id) if ready and not playing else None
    if at is not None:
        at = max(at, table.freed_at or at)  # nobody can sit down before
    return TableNow(
        number=table.number,
        state="playing" if playing else "called" if ready else "free",
        match=match,
        score=scores.get(match.id) if match else None,
        since=hands.get(match.id, match.started_at) if match and playing else None,
        asks=asks,
        is_silent=playing and table.silent_since is not None,
        unsent=table.unsent,
        called_at=at,
        courtesy_until=at + courtesy if at and courtesy is not None else None,
    )


def _last_hands(tournament_id: int) -> dict[int, datetime]:
    """Match → when its last hand that counts was entered, for the matches being played."""
    hands = Hand.objects.filter(
        game__match__tournament_id=tournament_id,
        game__match__status="playing",
        is_current=True,
        is_void=False,
    )
    found = hands.values_list("game__match").annotate(last=Max("at"))
    return dict(found.order_by())
