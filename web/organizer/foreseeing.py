"""What a decision at the desk would change, shown before it is made. Nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scoring.course.queries.consequences import Consequences
from scoring.desk.queries import InboxItem
from scoring.rulings.queries.previews import (
    answer_preview,
    claim_preview,
    game_decision_preview,
    hand_ruling_preview,
    words_preview,
)
from tournament.errors import NotFound, Refusal, StrOrPromise
from tournament.matches.queries.cascades import NOTHING, CascadeView
from web.organizer.forms.rulings import CLAIM, CLOSE, CONFIRM, DISMISS, Decision


def foreseen(look: Callable[[], CascadeView]) -> dict[str, Any]:
    """What an act would do to other matches, and what stands in its way, for a page that asks."""
    found: list[CascadeView] = []
    stands = in_the_way(lambda: found.append(look()))
    return {"cascade": found[0] if found else NOTHING, "in_the_way": stands}


def in_the_way(look: Callable[[], object]) -> list[StrOrPromise]:
    """The messages with which an act would be refused now."""
    try:
        look()
    except NotFound:
        raise
    except Refusal as refused:
        return [problem.message for problem in refused.problems]
    return []


def if_stands(item: InboxItem, decision: str) -> Consequences | None:
    """What follows from this decision on a claim; None when nothing changes in the match."""
    if decision != CLAIM or item.game is None or item.number is None:
        return _if_answered(item)
    return claim_preview(**_place(item))


def would_change(item: InboxItem, form: Decision) -> Consequences | None:
    """What follows from the decision in the form; None when nothing changes in the match."""
    decision, kind = form.cleaned_data["decision"], item.ruling.kind
    if kind == "repetition" and decision == CONFIRM and _takes_a_game(item):
        winner = "B" if item.ruling.proposed["loser"] == "A" else "A"
        at = {"match_id": item.match.id, "game": item.game}
        return game_decision_preview(**at, winner=winner, decides=item.ruling.id)[1]
    counts = form.cleaned_data.get("counts", ())
    if decision == CONFIRM and counts and item.number is not None:
        return words_preview(**_place(item), counts=counts)
    if decision in (CONFIRM, DISMISS, CLOSE) or item.number is None:
        return _if_answered(item)
    if decision == CLAIM:
        return if_stands(item, decision)
    return hand_ruling_preview(
        **_place(item),
        stones=form.stones() or (0, 0),
        game_winner=form.cleaned_data["game_winner"],
        counts=counts,
    )


def _takes_a_game(item: InboxItem) -> bool:
    return not item.ruling.proposed["tribunal"] and item.takes != "nothing"


def _place(item: InboxItem) -> dict[str, Any]:
    """The hand of a question, as the previews take it."""
    return {"match_id": item.match.id, "game": item.game, "number": item.number}


def _if_answered(item: InboxItem) -> Consequences | None:
    return answer_preview(ruling_id=item.ruling.id, match_id=item.match.id)
