"""What an act at the desk would change, shown before it is done: the act itself, rolled back."""

from __future__ import annotations

from typing import Any

from scoring.course.queries.consequences import Consequences
from scoring.course.services.refolding import match_preview
from tournament.errors import NotFound, Refusal
from tournament.matches.queries.cascades import NOTHING
from tournament.matches.services.results import Act, preview


def foreseen(act: Act, *, tournament_id: int, but: int | None = None) -> dict[str, Any]:
    """What an act would do to other matches, and what stands in its way, for a page that asks.
    `but`: as in `preview`."""
    try:
        found = preview(act, tournament_id=tournament_id, but=but)
    except NotFound:
        raise
    except Refusal as refused:
        stands = [problem.message for problem in refused.problems]
        return {"cascade": NOTHING, "in_the_way": stands}
    return {"cascade": found, "in_the_way": []}


def would_change(
    act: Act, *, match_id: int, target: tuple[int, int] | None = None
) -> Consequences | None:
    """What the act would change in a match; None when nothing changes. `target`: as in
    `match_preview`. Raises what the act raises."""
    found = match_preview(act, match_id=match_id, target=target)
    return found if found.anything else None
