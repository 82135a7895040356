"""Checks a posted hand against the state of its match, and settles it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from mus.course import (
    CONTEXT,
    EnteredGame,
    EnteredHand,
    HandCourse,
    Ruled,
    content_of,
    settle_entered,
)
from mus.faults import Fault, RecordRefused, fault
from mus.quick import QUICK, settle_quick
from mus.reading import read
from mus.record import FORMAT
from mus.ruleset import RuleSet, ruleset_from
from scoring import wording
from scoring.course.models import Game, Hand
from scoring.course.queries.states import NextHand, Rows, open_kinds, state_of
from scoring.course.queries.stored import (
    MOST_STONES,
    StoredMatch,
    find_match,
    is_key,
    named_target,
    scope_of,
    stored_match,
)
from scoring.explain.queries.lines import HandLines, hand_lines
from tournament.championship.models import Tournament
from tournament.columns import Columns, columns_of
from tournament.entries.models import Pair
from tournament.errors import Conflict, NotFound, Problem, Refusal, StrOrPromise, no_such_match
from tournament.log.models import Event
from tournament.log.rules.kinds import doing
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.tables.models import Table

M = TypeVar("M", bound=Model)
DEEPEST = 6


@dataclass(frozen=True, slots=True)
class HandContext:
    """The context of a hand: its match, the rule set in the form of a record, and the next hand."""

    match_id: int
    ruleset: object
    standing: NextHand

    @property
    def rules(self) -> RuleSet:
        return ruleset_from(self.ruleset)


def settle_posted(
    record: object, *, at: HandContext, current: Mapping[str, Any], ruled: Ruled | None = None
) -> tuple[EnteredHand, HandCourse]:
    """The posted record as an entered hand, and its settlement.

    Mano, score and rule set come from the match; those given in the record must agree. `ruled`: an
    official's decision that comes with the hand and replaces its settlement (D7). Raises Refusal
    with every fault; Conflict (with `current`) when the record was made for another mano, score or
    rule set than the match now has.
    """
    if not isinstance(record, dict):
        raise Refusal(wording.problems([fault("bad_json", "")]))
    # What the record says about the match, read apart from what was entered.
    context = {name: record[name] for name in CONTEXT if name in record}
    header = {name: context.pop(name, None) for name in ("id", "ruleset")}
    named = read({"format": context.pop("format", FORMAT), **header, "mano": 0})
    values = {name: value for name, value in context.items() if value is not None}
    placed = read({"mano": at.standing.mano, **values, "ruleset": at.ruleset})
    placed_record = placed.record
    faults = [*named.faults, *placed.faults]
    chosen = at.standing.mano_is_free and record.get("mano") is not None
    mano = placed_record.mano if chosen else at.standing.mano
    content = _as_written(content_of(record))
    if ruled is not None:
        faults = [*faults, *_unwritable(content, at)]
    name = f"m{at.match_id}-g{at.standing.game}-h{at.standing.hand}"  # in records and exports
    entered = EnteredHand(name, content, mano if at.standing.mano_is_free else None, ruled)
    try:
        settled = settle_entered(entered, ruleset=at.ruleset, mano=mano, score=at.standing.score)
    except RecordRefused as refused:
        faults = [*faults, *refused.faults]
    if faults:
        raise Refusal(wording.problems(faults))
    claim: Any = settled.record.get("claim") or [0]
    numbers = {"bets": max(settled.score), "claim": max(claim)}
    faults = [
        Fault("too_many_stones", path, {"most": MOST_STONES})
        for path, number in numbers.items()
        if number > MOST_STONES
    ]
    if faults:
        raise Refusal(wording.problems(faults))
    differs = {
        "score": record.get("score") is not None and placed_record.score != at.standing.score,
        "mano": not at.standing.mano_is_free and placed_record.mano != at.standing.mano,
        "ruleset": record.get("ruleset") is not None and named.record.ruleset != at.rules,
    }
    if any(differs.values()):
        raise Conflict(
            [Problem(name, f"other_{name}", _OTHER[name]) for name in differs if differs[name]],
            current=current,
        )
    return entered, settled


def _unwritable(content: Mapping[str, object], at: HandContext) -> tuple[Fault, ...]:
    """The faults of a hand that cannot be read. An official's decision replaces only the
    settlement: the hand itself must still be readable."""
    if QUICK in content:
        try:
            settle_quick(content[QUICK], score=at.standing.score, target=at.rules.target)
        except RecordRefused as refused:
            return tuple(each for each in refused.faults if each.code == "bad_quick")
        return ()
    return read({**content, "ruleset": at.ruleset, "mano": at.standing.mano}).faults


_OTHER: dict[str, StrOrPromise] = {
    "score": _("The score of the match has changed. Look at it, then enter the hand."),
    "mano": _(
        "Another seat is mano in this hand. The mano moves one seat after each hand: check who "
        "sits where."
    ),
    "ruleset": _("This match is played under another rule set. Load the match again."),
}


def _as_written(value: Any, depth: int = 0) -> Any:
    """The value with 4.0 stored as 4: JSON has one kind of number, and a record must have one
    spelling.

    Values nested deeper than any record are left unchanged: the rules refuse them.
    """
    if depth > DEEPEST:
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_as_written(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {name: _as_written(item, depth + 1) for name, item in value.items()}
    return value


# A match opened for hands: everything that entering them needs, read in one statement.


@dataclass(slots=True)
class OpenedMatch:
    """A match with its games, read under its tournament's lock and kept up to date while hands are
    entered.

    `used`: whether any of the keys may have been used before; `taken`: the keys used since.
    `seen_at`: the sender's table, when the sender is a device that was read under the lock.
    """

    match: Match
    rows: Rows
    used: bool
    seen_at: int | None = None
    taken: set[str] = field(default_factory=set)


def opened(
    *, tournament: Tournament, match_id: int, actor: Actor, keys: Sequence[str] = ()
) -> OpenedMatch:
    """A match of this tournament, opened for hands under these keys.

    One statement; one more when questions are open. What it leaves out of pairs, table and games
    is read when somebody asks for it. Raises NotFound.
    """
    usable_keys = [key for key in keys if is_key(key)]
    slots = ", ".join(["%s"] * len(usable_keys)) or "NULL"
    statement = OPENED.format(keys=slots, columns=COLUMNS)
    values: list[str | int] = [*usable_keys, scope_of(actor), *usable_keys, match_id, tournament.pk]
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows = cursor.fetchall()
    if not rows:
        raise no_such_match()
    has_questions, is_used, *columns = rows[0]
    first = iter(columns)
    match = _read(Match, MATCH, first)
    assert match is not None
    match.tournament = tournament
    match.pair_a, match.pair_b = _read(Pair, PAIR, first), _read(Pair, PAIR, first)
    match.table = _read(Table, TABLE, first)
    games = (_read(Game, GAME, iter(row[-len(GAME) :])) for row in rows)
    played = [game for game in games if game is not None]
    for game in played:
        game.match = match
    open_questions = open_kinds(match) if has_questions else []
    return OpenedMatch(match, Rows(played, open_questions), bool(is_used))


MATCH, TABLE = columns_of(Match), columns_of(Table, "id", "number")
PAIR = columns_of(Pair, "id", "number", "player_1", "player_2")
GAME = columns_of(
    Game, "id", "number", "mano", "score_a", "score_b", "winner", "ended_by", "hand_count",
    "last_number",
)  # fmt: skip
READ = {"m": MATCH, "a": PAIR, "b": PAIR, "t": TABLE, "g": GAME}
COLUMNS = ", ".join(f"{table}.{name}" for table, columns in READ.items() for name in columns)
# By hand, because the ORM composes its statements anew for each hand, and composing this one took a
# third of a hand's time (docs/decisions/0120).
OPENED = """
SELECT
    EXISTS (SELECT 1 FROM scoring_ruling WHERE match_id = m.id AND status = 'open'),
    EXISTS (SELECT 1 FROM scoring_hand WHERE digest <> '' AND key IN ({keys}))
    OR EXISTS (SELECT 1 FROM scoring_submission WHERE scope = %s AND key IN ({keys})),
    {columns}
FROM tournament_match m
LEFT JOIN tournament_pair a ON a.id = m.pair_a_id
LEFT JOIN tournament_pair b ON b.id = m.pair_b_id
LEFT JOIN tournament_table t ON t.id = m.table_id
LEFT JOIN scoring_game g ON g.match_id = m.id
WHERE m.id = %s AND m.tournament_id = %s
ORDER BY g.number"""


def _read(model: type[M], columns: Columns, values: Iterator[Any]) -> M | None:
    """A row of the model, from the next values; None for an empty place."""
    cells = zip(columns.values(), values, strict=False)  # the other values stay for the next
    own = [convert(value) if convert else value for convert, value in cells]
    return None if own[0] is None else model.from_db(DEFAULT_DB_ALIAS, columns, own)


# What saving a hand would pay. Nothing is written.


@dataclass(frozen=True, slots=True)
class HandPreview:
    """The settlement that saving would give, line by line, or why saving would be refused."""

    settlement: dict[str, Any] | None
    lines: HandLines | None
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        return self.settlement is not None


def hand_preview(*, match_id: int, record: object) -> HandPreview:
    """What the next hand of a match would settle to. Raises NotFound."""
    match = find_match(match_id=match_id)
    state = state_of(match, history=False)
    if state.next is None:
        problem = Problem("match", "not_playing", _("There is no hand to enter in this match."))
        return HandPreview(None, None, (problem,))
    at = HandContext(match.pk, state.ruleset, state.next)
    try:
        _entered, settled = settle_posted(record, at=at, current={})
    except Refusal as refused:
        return HandPreview(None, None, refused.problems)
    lines = hand_lines(record=settled.record, settlement=settled.settlement, match=match)
    return HandPreview(settled.settlement, lines, ())


# A match as it was before its last correction.


@dataclass(frozen=True, slots=True)
class Before:
    """A match as it was before its last correction. `event`: the correction's number; `target`: the
    game and number of the hand that was corrected; `stored`: the match with the hands that became
    void then; `games`: what was entered before."""

    event: int
    target: tuple[int, int]
    stored: StoredMatch
    games: list[EnteredGame]


def before_correction(*, match: Match) -> Before:
    """The match before its last correction. Raises NotFound (no_correction), Refusal
    (changed_since) when a hand has been entered or changed since."""
    corrections = Event.objects.filter(
        tournament=match.tournament_id, kind__in=doing("correct"), sealed__match__id=match.pk
    )
    event = corrections.order_by("-number").first()
    if event is None:
        raise NotFound.one("match", "no_correction", _("No hand of this match has been corrected."))
    rows = Hand.objects.filter(game__match=match).select_related("game", "previous")
    named = {(hand["game"], hand["number"], hand["version"]) for hand in event.data["hands"]}
    written = [hand for hand in rows if (hand.game.number, hand.number, hand.version) in named]
    newest = max(hand.pk for hand in written)
    if any(hand.pk > newest for hand in rows) or not all(hand.is_current for hand in written):
        raise Refusal.one(
            "match",
            "changed_since",
            _("Hands of this match were entered or changed since. Correct what is wrong now."),
        )
    target = event.data["target"]
    stored = stored_match(match=match)
    void = [hand for hand in written if hand.is_void]
    earlier = {hand.pk: hand.previous for hand in written}
    games, was = [], []
    for row in stored.games:
        fallen = (hand for hand in void if hand.game_id == row.game.pk)
        hands = sorted((*row.hands, *fallen), key=lambda hand: hand.number)
        before = (earlier.get(hand.pk) or hand for hand in hands)
        stones = named_target(hands[0].record) if hands else None
        games.append(replace(row, hands=tuple(hands), target=stones))
        stood = tuple(hand for hand in before if not hand.is_void)
        was.append(replace(row, hands=stood, target=stones))
    return Before(
        event=event.number,
        target=(target["game"], target["number"]),
        stored=replace(stored, games=tuple(games)),
        games=replace(stored, games=tuple(was)).entered(),
    )
