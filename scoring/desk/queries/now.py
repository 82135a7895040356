"""Every table at a glance, and what the desk should look at next."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db.models import Max, Q
from django.utils import timezone

from mus.sides import Side
from scoring.course.models import Hand
from scoring.course.queries.states import BLOCKING, LiveScore, live_scores, state_of
from scoring.explain.queries.hands import RulingLine, ruling_line
from scoring.explain.queries.lines import HandLines, hand_lines
from scoring.outbox.queries.at_table import Answered, about_name, answered_in
from scoring.outbox.queries.sent import hand_in, said_place
from scoring.rulings.models import Ruling
from scoring.rulings.queries.words import FalseWord, takes, words_of_hand
from tournament.formats.regulations import LateRule
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard, called_at, card_of
from tournament.pauses.queries import spans_of
from tournament.pauses.rules import put_off
from tournament.tables.queries import TableView

# What waits for the organisation: rulings, discrepancies, calls.


MOST_SETTLED = 20
MOST_WINS = 3  # results of a longer match are typed: more than six would have to be offered


# In a match that was set aside or called off no stones count. Questions about them are hidden, and
# come back if the match is restored.
_SET_ASIDE = Q(match__kind=Match.Kind.SET_ASIDE)
_CALLED_OFF = Q(match__kind=Match.Kind.CONSOLATION, match__status="finished", match__winner="")
_OF_NO_USE = (_SET_ASIDE | _CALLED_OFF) & Q(
    kind__in=[Ruling.Kind.NEEDS_RULING, Ruling.Kind.CLAIM, Ruling.Kind.APPEAL],
)


@dataclass(frozen=True, slots=True)
class InboxItem:
    """One question for an official. `lines`: its hand explained, when there is a hand; `blocks`:
    the match cannot end before the decision; `pair`: the pair of a repetition; `version`: a
    decision must name it, so that nobody decides about a hand in a version not yet seen."""

    ruling: RulingLine
    match: MatchCard
    game: int | None
    number: int | None
    hand_version: int | None
    verified: bool
    record: Mapping[str, Any] | None
    lines: HandLines | None
    pair: str
    blocks: bool
    takes: str
    hand_id: int | None
    version: int

    @property
    def words(self) -> tuple[FalseWord, ...]:
        """The false words that the decision can let count (G1). Makes its own queries."""
        waits = self.ruling.is_open and self.ruling.kind == Ruling.Kind.NEEDS_RULING
        return words_of_hand(hand_id=self.hand_id) if waits and self.hand_id else ()

    @property
    def waiting_since(self) -> datetime:
        return self.ruling.raised_at

    @property
    def holds_hand(self) -> bool:
        """Whether the item is a table's rejected hand, which can be entered here."""
        is_sent = self.ruling.kind == Ruling.Kind.ATTENTION
        return is_sent and hand_in(self.ruling.proposed) is not None

    @property
    def about(self) -> str:
        """Why a table calls, in the reader's language; empty for anything else."""
        return about_name(self.ruling.proposed.get("about", ""))

    @property
    def answered(self) -> Answered | None:
        """Who is on the way to a table that called; None for nobody, and for other kinds."""
        is_call = self.ruling.kind == Ruling.Kind.CALL
        return answered_in(self.ruling.proposed) if is_call else None

    @property
    def named_place(self) -> tuple[int, int] | None:
        """The game and hand that the rejected action of a table named."""
        action = self.ruling.proposed.get("action")
        return said_place(action) if isinstance(action, dict) else None


@dataclass(frozen=True, slots=True)
class DeskInbox:
    """Everything open in a tournament: calls first, then what blocks a match, then the rest."""

    items: tuple[InboxItem, ...]

    def __len__(self) -> int:
        return len(self.items)

    def of_kind(self, kind: str) -> tuple[InboxItem, ...]:
        return tuple(item for item in self.items if item.ruling.kind == kind)


_READ_WITH = (
    "match__tournament",
    "match__pair_a",
    "match__pair_b",
    "match__table__arrangement",
    "game",
    "hand",
    "pair",
)


def desk_inbox(*, tournament_id: int) -> DeskInbox:
    """What waits at the desk of a tournament, in one query."""
    rulings = Ruling.objects.filter(
        match__tournament_id=tournament_id, status=Ruling.Status.OPEN
    ).exclude(_OF_NO_USE)
    rulings = rulings.select_related(*_READ_WITH)
    items = [_item(ruling) for ruling in rulings.order_by("raised_at", "id")]
    return DeskInbox(tuple(sorted(items, key=_urgency)))


def inbox_item(*, ruling_id: int, tournament_id: int) -> InboxItem | None:
    """One ruling of a tournament, open or decided; None when there is none."""
    rulings = Ruling.objects.select_related(*_READ_WITH)
    ruling = rulings.filter(pk=ruling_id, match__tournament_id=tournament_id).first()
    return None if ruling is None else _item(ruling)


def settled_sent(*, tournament_id: int) -> tuple[InboxItem, ...]:
    """Rejected actions of tables that are settled, the latest first. One query."""
    settled = Ruling.objects.filter(
        match__tournament_id=tournament_id, kind=Ruling.Kind.ATTENTION
    ).exclude(status=Ruling.Status.OPEN)
    rulings = settled.select_related(*_READ_WITH)
    return tuple(map(_item, rulings.order_by("-decided_at", "-id")[:MOST_SETTLED]))


def _item(ruling: Ruling) -> InboxItem:
    hand = ruling.hand
    return InboxItem(
        ruling=ruling_line(ruling),
        match=card_of(ruling.match),
        game=ruling.game.number if ruling.game else None,
        number=hand.number if hand else None,
        hand_version=hand.version if hand else None,
        verified=hand.verified if hand else True,
        record=hand.record if hand else None,
        lines=hand_lines(record=hand.record, settlement=hand.settlement, match=ruling.match)
        if hand
        else None,
        pair=ruling.pair.name if ruling.pair else "",
        blocks=_blocks(ruling),
        takes=takes(ruling) if ruling.kind == Ruling.Kind.REPETITION else "",
        hand_id=hand.pk if hand else None,
        version=ruling.version,
    )


def _blocks(ruling: Ruling) -> bool:
    """Whether the question blocks the match: a claim, only if it could turn a won game (S8)."""
    if ruling.kind != Ruling.Kind.CLAIM:
        return ruling.kind in BLOCKING
    match, game = ruling.match, ruling.game
    won = match.status == Match.Status.PLAYING and game is not None and bool(game.winner)
    return won and state_of(match, history=False).awaiting_ruling


def _urgency(item: InboxItem) -> tuple[int, datetime]:
    if item.ruling.kind == Ruling.Kind.CALL:
        return 0, item.waiting_since
    return (1 if item.blocks else 2), item.waiting_since


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result: the games that the `winner` won and lost."""

    winner: Side
    won: int
    lost: int

    @property
    def games(self) -> str:
        """The games of A and of B as a button's value: "2-1"."""
        a, b = (self.won, self.lost) if self.winner is Side.A else (self.lost, self.won)
        return f"{a}-{b}"


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table. `state`: "playing", "called" (its match has not begun) or "free"; `since`: the last
    hand, or the start; `asks`: open rulings, claims and calls of its match; `is_silent`: a match is
    being played and its tablets have not reported for long (`silent_since`); `courtesy_until`: when
    the wait for a called pair ends (T7); `ends_at`: when the time of its match is up (T5);
    `late_games`: what a late pair has lost by now (T7); `waiting`: the matches that are called here
    next; `keeps_hands`: hands of its match are written down, or it has a tablet."""

    number: int
    state: Literal["playing", "called", "free"]
    match: MatchCard | None
    score: LiveScore | None
    since: datetime | None
    asks: int
    is_silent: bool
    silent_since: datetime | None
    unsent: int
    called_at: datetime | None
    courtesy_until: datetime | None
    ends_at: datetime | None = None
    late_games: int = 0
    waiting: tuple[MatchCard, ...] = ()
    keeps_hands: bool = False

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The results that one press can enter, those that A wins first, and the clearest first.
        None where hands are written down, games are counted already, or a match is longer than
        best of five."""
        match = self.match
        if match is None or self.keeps_hands or match.is_unconfirmed or match.vaca > 1:
            return ()
        if match.games_a or match.games_b or match.wins_needed > MOST_WINS:
            return ()
        return tuple(
            Outcome(winner, match.wins_needed, lost)
            for winner in Side
            for lost in range(match.wins_needed)
        )

    @property
    def loses_match(self) -> bool:
        """Whether the late pair loses the whole match (T7)."""
        return self.match is not None and self.late_games >= self.match.fewest_games

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
    now: datetime
    calls: tuple[InboxItem, ...]
    has_late_rule: bool

    @property
    def late(self) -> tuple[TableNow, ...]:
        """Tables where a late pair has lost games, or the match (T7)."""
        return tuple(table for table in self.called if table.late_games)

    @property
    def beyond_courtesy(self) -> tuple[TableNow, ...]:
        """Tables where the wait for a called pair is longer than the courtesy (T7)."""
        return tuple(
            table
            for table in self.called
            if table.courtesy_until and table.courtesy_until < self.now
        )

    @property
    def beyond_time(self) -> tuple[TableNow, ...]:
        """Tables where the time of the match is up (T5)."""
        return tuple(t for t in self.tables if t.ends_at and t.ends_at < self.now)

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
        """None where nobody writes down hands: nothing is heard of any table until its end."""
        if not any(table.keeps_hands for table in self.tables):
            return None
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
    match_minutes: int | None = None,
    late: LateRule | None = None,
) -> DeskNow:
    """The state of the room, from what the desk has already read. Three more queries; two when
    `scores` is given. `open_matches`: matches that could begin or are being played; `courtesy`: how
    long a called pair is waited for (T7); `match_minutes`: the time of a match (T5), for one query
    more."""
    if scores is None:
        scores = live_scores(tournament_id=tournament_id)
    hands = _last_hands(tournament_id)
    asks = Counter(item.match.id for item in inbox.items)
    called = called_at(tournament_id=tournament_id)
    now = timezone.now()
    ends = _ends(tournament_id, tables, match_minutes) if match_minutes else {}
    seen = tuple(
        replace(
            _table(table, scores, hands, called, asks, courtesy),
            ends_at=ends.get(table.number),
        )
        for table in tables
    )
    if late is not None:
        seen = tuple(replace(one, late_games=_lost(one, late, now)) for one in seen)
    without = tuple(card for card in open_matches if card.table is None)
    to_call = next((card for card in without if card.status == "ready"), None)
    free = next((table.number for table in seen if table.state == "free"), None)
    return DeskNow(
        tables=seen,
        without_table=without,
        next_call=to_call,
        next_table=free if to_call else None,
        asks=len(inbox),
        now=now,
        has_late_rule=late is not None,
        calls=tuple(call for call in inbox.of_kind("call") if call.answered is None),
    )


def _table(
    table: TableView,
    scores: Mapping[int, LiveScore],
    hands: Mapping[int, datetime],
    called: Mapping[int, datetime],
    asks: Mapping[int, int],
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
        asks=asks[match.id] if match else 0,  # a finished match is in the inbox alone
        is_silent=playing and table.silent_since is not None,
        silent_since=table.silent_since,
        unsent=table.unsent,
        called_at=at,
        courtesy_until=at + courtesy if at and courtesy is not None else None,
        waiting=tuple(card for card in table.waiting if match is None or card.id != match.id),
        keeps_hands=match is not None
        and (match.id in scores or match.id in hands or table.last_seen_at is not None),
    )


def _lost(table: TableNow, late: LateRule, now: datetime) -> int:
    """The games that a pair called to this table has lost by being late (T7)."""
    if table.called_at is None or table.match is None:
        return 0
    minutes = int((now - table.called_at).total_seconds() // 60)
    return late.loses(minutes, wins_needed=table.match.fewest_games)


def _ends(tournament_id: int, tables: Sequence[TableView], minutes: int) -> dict[int, datetime]:
    """Table → when the time of its match is up (T5). One query."""
    spans = spans_of(tournament_id=tournament_id)
    begun = {
        table.number: table.match.started_at
        for table in tables
        if table.match and table.match.started_at
    }
    return {n: put_off(spans, at, timedelta(minutes=minutes)) for n, at in begun.items()}


def _last_hands(tournament_id: int) -> dict[int, datetime]:
    """Match → when its last hand that counts was entered, for the matches being played."""
    hands = Hand.objects.filter(
        game__match__tournament_id=tournament_id,
        game__match__status="playing",
        is_current=True,
        is_void=False,
    )
    by_match = hands.values_list("game__match").annotate(last=Max("at"))
    return dict(by_match.order_by())
