"""How a match came to its result, as the log tells it; page and acta render this account."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Q

from tournament.log.models import Event
from tournament.log.queries.changes import differences_of, match_states
from tournament.log.queries.log import EventView, view_of
from tournament.log.rules.about import Difference
from tournament.log.rules.kinds import APART, BY_NAME, REACHED, step_of

KINDS_APART = frozenset(name for name, kind in BY_NAME.items() if kind.account == APART)
KINDS_REACHED = frozenset(name for name, kind in BY_NAME.items() if kind.account == REACHED)


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
    about = Q(sealed__match__id=match_id) & ~Q(kind__in=KINDS_APART)
    events = of_tournament.filter(about | Q(kind__in=KINDS_REACHED)).order_by("number")
    acts = [event for event in events if _tells_of(event, match_id)]
    if not acts:
        return MatchAccount()
    numbers = [act.number for act in acts]
    changed = differences_of(tournament_id=tournament_id, numbers=numbers)
    states = [act for act in acts if act.undone_by is None and _tells_a_result(act)]
    by = states[-1].actor_label if states else ""
    return MatchAccount(tuple(view_of(act) for act in acts), changed, by)


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
