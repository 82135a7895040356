"""How a match came to its result. Page, acta and API render this account and add nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from django.db.models import Q

from scoring.explain.queries.hands import RulingLine
from scoring.explain.queries.pages import MatchPage
from tournament.errors import StrOrPromise
from tournament.log.models import Event
from tournament.log.queries.changes import differences_of, match_states
from tournament.log.queries.log import EventView, view_of
from tournament.log.rules.about import Difference
from tournament.log.rules.kinds import (
    APART,
    BY_NAME,
    REACHED,
    REFEREES,
    RESULTS,
    affecting,
    does_affect,
    doing,
    roles_of,
    step_of,
)
from tournament.log.rules.roles import BOTH_PAIRS, ONE_PAIR
from tournament.matches.models import Match

KINDS_APART = frozenset(name for name, kind in BY_NAME.items() if kind.account == APART)
KINDS_REACHED = frozenset(name for name, kind in BY_NAME.items() if kind.account == REACHED)
KINDS_DECIDING = frozenset(affecting(RESULTS)) - KINDS_APART
CORRECTING = doing("replace", "reopen", "undo_cascade", "undo")
"""Kinds of acts on a match that had a result."""
OVERRIDING = frozenset(name for name in KINDS_DECIDING if roles_of(name) == REFEREES)
"""Kinds by which officials decide in place of the hands."""

Origin = Literal["", "hands", "both_pairs", "one_pair", "official", "bye"]


@dataclass(frozen=True, slots=True)
class AccountAct:
    """One act: its event, and what it changed, before and after. `stands`: it was not undone."""

    event: EventView
    changes: tuple[Difference, ...]
    stands: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """The act of an official by which a match stands as it does. `corrects`: it had a result before
    one of its acts."""

    event: EventView
    corrects: bool


@dataclass(frozen=True, slots=True)
class FalseWords:
    """A false claim or false words in a hand that counts, with their clause (rules of record §6).
    `sentence` names every player who was wrong (D5)."""

    game: int
    hand: int
    clause: str
    sentence: StrOrPromise


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What officials have not decided yet. `game` and `hand` None: it is about the whole match."""

    game: int | None
    hand: int | None
    question: RulingLine


@dataclass(frozen=True, slots=True)
class MatchAccount:
    """How a match came to its result. `origin`: what the result follows from, empty while there is
    none; `result_by`: the label of who gave it without all its hands. `acts`: who decided what, and
    why, oldest first; also those that were undone since, and their undoing. `decision`: the last of
    them by which an official gave, changed or took back the result; None when none did."""

    origin: Origin = ""
    result_by: str = ""
    decision: Decision | None = None
    acts: tuple[AccountAct, ...] = ()
    false_words: tuple[FalseWords, ...] = ()
    open_questions: tuple[OpenQuestion, ...] = ()


def match_account(*, page: MatchPage, tournament_id: int) -> MatchAccount:
    """The account of the match of a page. Two queries, and those of what its acts changed."""
    events = list(_events(page.card.id, tournament_id))
    numbers = [event.number for event in events]
    changed = differences_of(tournament_id=tournament_id, numbers=numbers) if numbers else {}
    states = [event for event in events if event.undone_by is None and _tells_a_result(event)]
    by = states[-1].actor_label if states else ""
    return MatchAccount(
        origin=_origin(page, by),
        result_by=by if page.result_was_entered else "",
        decision=_decisions(event for event in events if event.undone_by is None).get(page.card.id),
        acts=tuple(
            AccountAct(
                event=view_of(event),
                # In one order everywhere: a rebuilt log has its fields in that of the alphabet.
                changes=tuple(sorted(changed.get(event.number, ()), key=lambda one: one.path)),
                stands=event.undone_by is None,
            )
            for event in events
        ),
        false_words=tuple(_false_words(page)),
        open_questions=tuple(_open_questions(page)),
    )


def decisions(*, tournament_id: int) -> dict[int, Decision]:
    """Match → the `decision` of its account, for walls, brackets and lists. One query."""
    events = Event.standing.filter(tournament_id=tournament_id, kind__in=KINDS_DECIDING)
    overriding = Q(kind__in=OVERRIDING, sealed__has_key="games")
    deciding = Q(kind__in=CORRECTING) | Q(sealed__has_key="result_was") | overriding
    return _decisions(events.filter(deciding).order_by("number"))


def _decisions(events: Iterable[Event]) -> dict[int, Decision]:
    """Match → the last of these events that decided it."""
    found: dict[int, Decision] = {}
    for event in events:
        match_id = _decided_match(event)
        if match_id is not None:
            before = found.get(match_id)
            corrects = _corrects(event) or (before is not None and before.corrects)
            found[match_id] = Decision(view_of(event), corrects)
    return found


def _decided_match(event: Event) -> int | None:
    """The match whose result an event gave, changed or took back by a decision; None: of none."""
    overrides = event.kind in OVERRIDING and "games" in event.data
    if not does_affect(event.kind, event.data, RESULTS) or not (overrides or _corrects(event)):
        return None
    ref = event.data.get("match") or event.data.get("about", {}).get("match")
    return ref["id"] if isinstance(ref, dict) else None


def _corrects(event: Event) -> bool:
    """Whether the match had a result before."""
    return event.kind in CORRECTING or "result_was" in event.data


def _events(match_id: int, tournament_id: int) -> Iterator[Event]:
    of_tournament = Event.objects.filter(tournament_id=tournament_id)
    about = Q(sealed__match__id=match_id) & ~Q(kind__in=KINDS_APART)
    for event in of_tournament.filter(about | Q(kind__in=KINDS_REACHED)).order_by("number"):
        if _tells_of(event, match_id):
            yield event


def _tells_of(event: Event, match_id: int) -> bool:
    if event.kind in KINDS_APART:
        return False
    refs = (event.data.get("match"), event.data.get("about", {}).get("match"))
    if any(isinstance(ref, dict) and ref.get("id") == match_id for ref in refs):
        return True
    return any(
        known == match_id and state["status"] in ("playing", "finished")
        for known, state in match_states(event.data)
    )


def _tells_a_result(event: Event) -> bool:
    """Whether the event gave its match the result that it has, or took one away."""
    reaches = event.kind in KINDS_REACHED and step_of(event.kind) != "undo"
    return "status" in event.data or reaches


def _origin(page: MatchPage, by: str) -> Origin:
    card = page.card
    if card.is_bye:
        return "bye"
    if card.status != Match.Status.FINISHED:
        return ""
    if card.ended_by == Match.EndedBy.GAMES and not page.result_was_entered:
        return "hands"
    if by == BOTH_PAIRS.label:
        return "both_pairs"
    return "one_pair" if by == ONE_PAIR.label else "official"


def _false_words(page: MatchPage) -> Iterator[FalseWords]:
    for game in page.games:
        for hand in game.hands:
            for note in hand.lines.notes:
                yield FalseWords(game.number, hand.number, note.clause, note.sentence)


def _open_questions(page: MatchPage) -> Iterator[OpenQuestion]:
    for game in page.games:
        for hand in game.hands:
            for question in hand.rulings:
                if question.is_open:
                    yield OpenQuestion(game.number, hand.number, question)
        for question in game.rulings:
            if question.is_open:
                yield OpenQuestion(game.number, None, question)
    for appeal in page.appeals:
        if appeal.is_open:
            yield OpenQuestion(None, None, appeal)
