"""Takes a verdict of the Disciplinary Tribunal back, when nothing hangs on it."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from scoring.course.services import versions
from scoring.course.services.questions import recount
from scoring.course.services.versions import Writing
from scoring.rulings.models import TribunalCase
from scoring.rulings.queries.cases import case_of, must_be_as_seen
from scoring.rulings.queries.verdict_back import must_stand_alone
from scoring.rulings.services.tribunal import log_case, wait_again
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock


@transaction.atomic
def take_back(
    *,
    case_id: int,
    tournament_id: int,
    reason: str,
    actor: Actor,
    expected_version: int | None = None,
) -> TribunalCase:
    """Takes a verdict back: the case waits again, and later false claims of the pair are counted
    anew (G1). Returns the case.

    Raises NotFound, NotAllowed, Conflict (changed_meanwhile), Refusal (reason_required, still_open,
    pair_is_out, it_stands, later_decided).
    """
    tournament = lock(tournament_id=tournament_id)
    rights.official(tournament=tournament, actor=actor)
    case = case_of(case_id=case_id, tournament_id=tournament_id)
    must_be_as_seen(case, expected_version)
    why, was = rights.given_reason(reason), case.verdict
    must_stand_alone(case)
    wait_again(case)
    writing = Writing(actor, timezone.now(), why)
    recount(pair_id=case.pair_id, writing=writing)
    log_case(tournament, case, "tribunal.taken_back", actor, reason=why, was=was)
    versions.end_released(writing=writing)
    return case
