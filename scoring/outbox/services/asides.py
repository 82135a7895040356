"""Actions that the server failed to answer: set aside by their tablet, a copy kept at the desk.

The server takes a tablet's actions in their order. An action at which the server fails each time
would hold up all actions after it, so the referee may set that action aside.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.course.queries.states import Answer
from scoring.course.queries.stored import is_key, recorded_under, submitted_at_tables
from scoring.course.services import submissions
from scoring.outbox.services import attention
from scoring.outbox.services.batch import LARGEST_ID
from tournament.errors import NotAllowed, Problem, Refusal
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.tables.models import Table

FAILED = Problem(
    "",
    "server_failed",
    _("This could not be taken however often it was sent, so the table has set it aside."),
)


@transaction.atomic
def set_aside(*, action: object, actor: Actor, key: str) -> Answer:
    """Keeps a copy of an action of the actor's table at the desk; the answer says whether one is
    there now.

    No copy is made of an action that was applied after all, that the desk has already had, or
    whose match was never at the table. Raises NotAllowed (not_at_a_table), Refusal (bad_action),
    Conflict (key_reused).
    """
    if not isinstance(action, dict) or not is_key(action.get("key")):
        raise Refusal.one("action", "bad_action", _("Send the whole action, with its own key."))
    table_id = rights.device_table_id(actor=actor)
    if table_id is None:
        raise NotAllowed.one(
            "actor", "not_at_a_table", _("Only a tablet sets aside what its table entered.")
        )
    body = ["set aside", action]
    earlier = submissions.earlier_answer(actor=actor, key=key, body=body)
    if earlier is not None:
        return Answer(earlier, repeated=True)
    tournament_id = Table.objects.values_list("tournament_id", flat=True).get(pk=table_id)
    is_applied = _is_applied(action["key"], actor, tournament_id)
    answer = {"kept": not is_applied and _keep(action, actor, tournament_id)}
    submissions.keep_answer(actor=actor, key=key, body=body, answer=answer)
    return Answer(answer)


def _is_applied(key: str, actor: Actor, tournament_id: int) -> bool:
    """Whether the action was applied although its tablet got no answer: here, or at another table
    where the tablet was before."""
    answered = submitted_at_tables(tournament_id=tournament_id, key=key).exists()
    return answered or recorded_under(actor=actor, keys=[key]).exists()


def _keep(action: dict[str, object], actor: Actor, tournament_id: int) -> bool:
    key, match_id = str(action["key"]), action.get("match")
    if type(match_id) is not int or not 0 < match_id <= LARGEST_ID:
        return False
    # A match of another tournament is never locked.
    if not Match.objects.filter(pk=match_id, tournament_id=tournament_id).exists():
        return False
    if (known := attention.kept_of(key=key, actor=actor)) is not None:
        return known.is_open
    kept = attention.keep(match_id=match_id, key=key, action=action, problems=[FAILED], actor=actor)
    return kept is not None
