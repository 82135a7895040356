"""The state of questions to officials and of cases of the Tribunal, in the form of the log.

Every event tells the state of those that changed since the event before it. `scoring.proof`
compares the last state told with the row.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from scoring.rulings.models import Ruling, TribunalCase
from tournament.log.rules.events import stamp

State = dict[str, Any]

NOT_PUBLIC = (Ruling.Kind.CALL, Ruling.Kind.ATTENTION)
"""Kinds written by a table, for organizers only: the log tells that the table wrote, not what."""


def questions(rows: QuerySet[Ruling]) -> dict[int, State]:
    """The state of questions by primary key, in the form of the log."""
    rows = rows.select_related("game", "hand", "pair").order_by("pk")
    return {ruling.pk: _question(ruling) for ruling in rows}


def cases(rows: QuerySet[TribunalCase]) -> dict[int, State]:
    """The state of cases by primary key, in the form of the log."""
    return {case.pk: _case(case) for case in rows.select_related("pair").order_by("pk")}


def _question(ruling: Ruling) -> State:
    told = {} if ruling.kind in NOT_PUBLIC else {
        "proposed": ruling.proposed, "outcome": ruling.outcome, "reason": ruling.reason,
    }  # fmt: skip
    if ruling.kind == Ruling.Kind.APPEAL:
        del told["proposed"]  # the event that entered the appeal has its reason
    return {
        "question": ruling.pk,
        "match": ruling.match_id,
        "game": ruling.game.number if ruling.game else None,
        "number": ruling.hand.number if ruling.hand else None,
        "version": ruling.hand.version if ruling.hand else None,
        "pair": ruling.pair.number if ruling.pair else None,
        "ruling": ruling.kind,
        "decision": ruling.status,
        **told,
        "raised": {"by": ruling.raised_by, "at": stamp(ruling.raised_at)},
        "decided": {
            "by": ruling.decided_by,
            "id": ruling.decided_by_id,
            "at": _at(ruling.decided_at),
        },
    }


def _case(case: TribunalCase) -> State:
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
