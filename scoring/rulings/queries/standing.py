"""Questions to officials and cases of the Tribunal as they stand, in the words of the log.

Every event tells so of those that changed since the one before it; `scoring.proof` compares the
last word on each with its row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from scoring.rulings.models import Ruling, TribunalCase
from tournament.log.rules.events import stamp

State = dict[str, Any]

NOT_PUBLIC = (Ruling.Kind.CALL, Ruling.Kind.ATTENTION)
"""What a table wrote is for the organizers alone: the log tells that it did, not what."""


def questions(tournament_id: int, numbers: Sequence[int]) -> list[State]:
    """These questions of a tournament, as they stand."""
    rows = Ruling.objects.filter(match__tournament=tournament_id, pk__in=numbers)
    return standing(rows.select_related("game", "hand", "pair").order_by("pk"))


def cases(tournament_id: int, numbers: Sequence[int]) -> list[State]:
    """These cases of a tournament, as they stand."""
    rows = TribunalCase.objects.filter(pair__tournament=tournament_id, pk__in=numbers)
    return heard(rows.select_related("pair").order_by("pk"))


def standing(rulings: Iterable[Ruling]) -> list[State]:
    """Rulings with `game`, `hand` and `pair`, as the log has them."""
    return [_question(ruling) for ruling in rulings]


def heard(found: Iterable[TribunalCase]) -> list[State]:
    """Cases with `pair`, as the log has them."""
    return [_case(case) for case in found]


def _question(ruling: Ruling) -> State:
    told = {} if ruling.kind in NOT_PUBLIC else {
        "proposed": ruling.proposed, "outcome": ruling.outcome, "reason": ruling.reason,
    }  # fmt: skip
    if ruling.kind == Ruling.Kind.APPEAL:
        del told["proposed"]  # why they appeal stands in the event that entered it
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
