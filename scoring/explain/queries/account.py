"""How a match came to its result. Page, acta and API render this account and add nothing."""

from collections.abc import Iterator
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
from tournament.log.rules.kinds import APART, BY_NAME, REACHED, step_of
from tournament.log.rules.roles import BOTH_PAIRS, ONE_PAIR
from tournament.matches.models import Match

KINDS_APART = frozenset(name for name, kind in BY_NAME.items() if kind.account == APART)
KINDS_REACHED = frozenset(name for name, kind in BY_NAME.items() if kind.account == REACHED)

Origin = Literal["", "hands", "both_pairs", "one_pair", "official", "bye"]


@dataclass(frozen=True, slots=True)
class AccountAct:
    """One act: its event, and what it changed, before and after. `stands`: it was not undone."""

    event: EventView
    changes: tuple[Difference, ...]
    stands: bool


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
    why, oldest first; also those that were undone since, and their undoing."""

    origin: Origin = ""
    result_by: str = ""
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
