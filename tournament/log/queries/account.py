"""How a match came to its result, as the log tells it; page and acta render this account."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Q

from tournament.log.models import Event
from tournament.log.queries.changes import differences_of, match_states
from tournament.log.queries.log import EventView, view_of
from tournament.log.rules.about import Difference

APART = frozenset({
    "hand.recorded", "match.games", "match.started", "match.start_undone", "match.table_assigned",
    "match.postponed",
})  # fmt: skip
"""Kinds about a match that do not tell of its result: its hands, which stand with its games, and
where and when it is played."""
APART_TOO = ("appointment.", "attention.", "call.", "result.link_")
"""The same for whole families: when to meet, what a table wrote to the desk alone, and links."""
OF_SEVERAL = (
    "act.undone", "tournament.games_reduced", "tournament.reduction_taken_back", "cascade.undone",
    "pair.withdrawn", "pair.disqualified", "pair.reinstated",
)  # fmt: skip
"""Kinds that may have changed a match without being about it alone."""


@dataclass(frozen=True, slots=True)
class MatchAccount:
    """The acts by which a match came to its result, oldest first: who decided what, and why; also
    those that were undone since, and their undoing. `changed`: number of event → what it changed,
    before and after. `result_by`: the label of who gave the result that stands; empty when nobody
    has."""

    acts: tuple[EventView, ...] = ()
    changed: Mapping[int, tuple[Difference, ...]] = field(default_factory=dict)
    result_by: str = ""


def match_account(*, tournament_id: int, match_id: int) -> MatchAccount:
    """The account of a match. Empty for a match of another tournament."""
    of_tournament = Event.objects.filter(tournament_id=tournament_id)
    about = Q(sealed__match__id=match_id) & ~Q(kind__in=APART)
    events = of_tournament.filter(about | Q(kind__in=OF_SEVERAL)).order_by("number")
    acts = [event for event in events if _tells_of(event, match_id)]
    if not acts:
        return MatchAccount()
    numbers = [act.number for act in acts]
    changed = differences_of(tournament_id=tournament_id, numbers=numbers)
    states = [act for act in acts if act.undone_by is None and _tells_a_result(act)]
    by = states[-1].actor_label if states else ""
    return MatchAccount(tuple(view_of(act) for act in acts), changed, by)


def _tells_of(event: Event, match_id: int) -> bool:
    if event.kind.startswith(APART_TOO):
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
    return "status" in event.data or (event.kind in OF_SEVERAL and event.kind != "act.undone")
