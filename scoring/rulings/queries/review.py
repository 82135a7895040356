"""How sure a result is: under review, provisional while a pair may appeal, final after that."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db.models import Q, QuerySet

from scoring.explain.queries.hands import RulingLine
from scoring.explain.queries.pages import MatchPage
from scoring.rulings.models import AppealWindow, Ruling, TribunalCase
from tournament.log.rules.events import stamp
from tournament.matches.models import BYE, Match
from tournament.matches.queries.matches import MatchCard, card_of, with_all

CAN_CHANGE = (
    Ruling.Kind.NEEDS_RULING,
    Ruling.Kind.CLAIM,
    Ruling.Kind.REPETITION,
    Ruling.Kind.APPEAL,
)
"""Kinds of questions whose answer may change who won."""

_BY_WORD = Q(match__status="finished") & ~Q(match__ended_by="games")


@dataclass(frozen=True, slots=True)
class Finality:
    """`until`: when a provisional result becomes final, if nobody appeals. Pages show this time, so
    a cached page stays right."""

    state: Literal["under_review", "provisional"]
    until: datetime | None = None


def under_review(*, tournament_id: int) -> frozenset[int]:
    """The matches with an open question that may change their result. Matches that an official
    ended are left out, because no hand changes them. One query."""
    rulings = Ruling.objects.filter(
        match__tournament_id=tournament_id, status=Ruling.Status.OPEN, kind__in=CAN_CHANGE
    ).filter(~Q(match__kind="set_aside") & ~_BY_WORD)
    return frozenset(rulings.values_list("match_id", flat=True))


def window_minutes(*, tournament_id: int) -> int:
    """How long results are provisional; 0 when they are final at once. One query."""
    windows = AppealWindow.objects.filter(tournament_id=tournament_id)
    return windows.values_list("minutes", flat=True).first() or 0


def open_to_appeal(*, tournament_id: int, now: datetime) -> tuple[MatchCard, ...]:
    """The matches in which a pair can appeal now: those that ended within the time for appeals,
    latest first, then those being played. Three queries."""
    since = now - timedelta(minutes=window_minutes(tournament_id=tournament_id))
    counting = Match.objects.filter(tournament_id=tournament_id).exclude(kind="set_aside")
    over = counting.filter(status="finished", finished_at__gt=since).exclude(BYE)
    playing = counting.filter(status="playing")
    rows = [*with_all(over).order_by("-finished_at"), *with_all(playing).order_by("-started_at")]
    return tuple(map(card_of, rows))


def may_appeal(*, card: MatchCard, now: datetime) -> bool:
    """Whether a pair of this match can appeal now: while it is played, and within the time for
    appeals after its end. One query, once the match has ended."""
    if card.kind == "set_aside" or card.is_bye or card.status not in ("playing", "finished"):
        return False
    if card.status == "playing" or card.finished_at is None:
        return card.status == "playing"
    minutes = window_minutes(tournament_id=card.tournament_id)
    return now < card.finished_at + timedelta(minutes=minutes)


def finality(*, page: MatchPage) -> Finality | None:
    """How sure a match's result is; None for a match that was not played, is final at once, or was
    set aside. One query, once the match has ended."""
    card = page.card
    if card.kind == "set_aside" or card.is_bye or card.status not in ("playing", "finished"):
        return None
    by_word = card.status == "finished" and card.ended_by != "games"
    asks = any(ruling.is_open and ruling.kind in CAN_CHANGE for ruling in _rulings(page))
    if asks and not by_word:
        return Finality("under_review")
    if card.status != "finished" or card.finished_at is None:
        return None
    minutes = window_minutes(tournament_id=card.tournament_id)
    until = card.finished_at + timedelta(minutes=minutes)
    return Finality("provisional", until) if minutes else None


def _rulings(page: MatchPage) -> Iterator[RulingLine]:
    yield from page.appeals
    for game in page.games:
        yield from game.rulings
        for hand in game.hands:
            yield from hand.rulings


# The state of questions to officials and of cases of the Tribunal, in the form of the log.
#
# Every event tells the state of those that changed since the event before it. `scoring.proof`
# compares the last state told with the row.


QuestionState = dict[str, Any]

NOT_PUBLIC = (Ruling.Kind.CALL, Ruling.Kind.ATTENTION)
"""Kinds written by a table, for organizers only: the log tells that the table wrote, not what."""


def ruling_json(ruling: Ruling) -> QuestionState:
    """A decision in the form of the log. Left out is what is not public, and an appeal's reason,
    which is in the event that entered it."""
    is_told_elsewhere = ruling.kind in (*NOT_PUBLIC, Ruling.Kind.APPEAL)
    return {
        "ruling": ruling.kind,
        "question": ruling.pk,
        "decision": ruling.status,
        **ruling.place,
        "proposed": None if is_told_elsewhere else ruling.proposed,
        "outcome": ruling.outcome,
        "reason": ruling.reason,
    }


def case_json(case: TribunalCase) -> QuestionState:
    """A case in the form of the log, without its match and pair."""
    return {
        **case.ruling.place,
        "state": case.state,
        "verdict": case.verdict or None,
        "reason": case.reason or case.heard,
    }


def questions(rows: QuerySet[Ruling]) -> dict[int, QuestionState]:
    """The state of questions by primary key, in the form of the log."""
    rows = rows.select_related("game", "hand", "pair").order_by("pk")
    return {ruling.pk: _question(ruling) for ruling in rows}


def cases(rows: QuerySet[TribunalCase]) -> dict[int, QuestionState]:
    """The state of cases by primary key, in the form of the log."""
    return {case.pk: _case(case) for case in rows.select_related("pair").order_by("pk")}


def _question(ruling: Ruling) -> QuestionState:
    texts = {} if ruling.kind in NOT_PUBLIC else {
        "proposed": ruling.proposed, "outcome": ruling.outcome, "reason": ruling.reason,
    }  # fmt: skip
    if ruling.kind == Ruling.Kind.APPEAL:
        del texts["proposed"]  # the event that entered the appeal has its reason
    return {
        "question": ruling.pk,
        "match": ruling.match_id,
        **ruling.place,
        "version": ruling.hand.version if ruling.hand else None,
        "pair": ruling.pair.number if ruling.pair else None,
        "ruling": ruling.kind,
        "decision": ruling.status,
        **texts,
        "raised": {"by": ruling.raised_by, "at": stamp(ruling.raised_at)},
        "decided": {
            "by": ruling.decided_by,
            "id": ruling.decided_by_id,
            "at": _at(ruling.decided_at),
        },
    }


def _case(case: TribunalCase) -> QuestionState:
    return {
        "case": case.pk,
        "question": case.ruling_id,
        "pair": case.pair.number,
        "state": case.state,
        "verdict": case.verdict,
        "opened": {"by": case.opened_by, "at": stamp(case.opened_at)},
        "heard": {"by": case.heard_by, "at": _at(case.heard_at), "reason": case.heard},
        "decided": {"by": case.decided_by, "at": _at(case.decided_at), "reason": case.reason},
    }


def _at(moment: datetime | None) -> str | None:
    return stamp(moment) if moment else None
