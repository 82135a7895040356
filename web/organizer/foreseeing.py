"""What a decision at the desk would change, shown before it is made. Nothing is written."""

from __future__ import annotations

from scoring.course.queries.consequences import Consequences
from scoring.desk.queries import InboxItem
from scoring.rulings.queries.previews import (
    claim_preview,
    game_decision_preview,
    hand_ruling_preview,
    words_preview,
)
from web.organizer.forms.rulings import CLAIM, CLOSE, CONFIRM, DISMISS, Decision


def if_stands(item: InboxItem, decision: str) -> Consequences | None:
    """What follows from this decision on a claim; None when nothing changes in the match."""
    if decision != CLAIM or item.game is None or item.number is None:
        return None
    return claim_preview(match_id=item.match.id, game=item.game, number=item.number)


def would_change(item: InboxItem, form: Decision) -> Consequences | None:
    """What follows from the decision in the form; None when nothing changes in the match."""
    decision, kind = form.cleaned_data["decision"], item.ruling.kind
    if kind == "repetition" and decision == CONFIRM and not item.ruling.proposed["tribunal"]:
        if item.takes == "nothing":
            return None
        winner = "B" if item.ruling.proposed["loser"] == "A" else "A"
        return game_decision_preview(match_id=item.match.id, winner=winner, game=item.game)[1]
    counts = form.cleaned_data.get("counts", ())
    if decision == CONFIRM and counts and item.game is not None and item.number is not None:
        return words_preview(
            match_id=item.match.id, game=item.game, number=item.number, counts=counts
        )
    if decision in (CONFIRM, DISMISS, CLOSE) or item.game is None or item.number is None:
        return None
    if decision == CLAIM:
        return if_stands(item, decision)
    return hand_ruling_preview(
        match_id=item.match.id,
        game=item.game,
        number=item.number,
        stones=form.stones() or (0, 0),
        game_winner=form.cleaned_data["game_winner"],
        counts=counts,
    )
