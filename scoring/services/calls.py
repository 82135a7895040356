"""A table calls the organizer, and is answered."""

from __future__ import annotations

import json
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models import Ruling
from scoring.services import submissions
from scoring.services.answers import Answer, current_state
from scoring.services.decisions import decide
from scoring.services.versions import Writing
from tournament import wording
from tournament.errors import Conflict, NotFound, Refusal
from tournament.models import Match, Tournament
from tournament.rules import text as texts
from tournament.rules.actors import Actor
from tournament.rules.events import NotCanonical, check_canonical
from tournament.services import checks, events, records
from tournament.services.locking import lock_match

LONGEST_MESSAGE = 300
LARGEST_DRAFT = 20_000
"""In characters of JSON."""
MOST_OPEN_CALLS = 20


@transaction.atomic
def raise_call(
    *,
    match_id: int,
    actor: Actor,
    message: str = "",
    draft: dict[str, Any] | None = None,
    key: str = "",
) -> Answer:
    """Calls the organizer to a match's table, with the state of the table attached.

    `draft`: the hand being entered, as far as it goes. Raises NotFound, NotAllowed, Refusal
    (bad_message, too_many_calls), Conflict (key_reused).
    """
    tournament, match = lock_match(match_id=match_id)
    body = ["call", match_id, message, draft]
    earlier = submissions.earlier_answer(actor=actor, key=key, body=body)
    if earlier is not None:
        return Answer(earlier, repeated=True)
    checks.official_or_table(tournament=tournament, match=match, actor=actor)
    said = _readable(message, draft)
    _must_not_flood(match)
    call = Ruling.objects.create(
        match=match,
        kind=Ruling.Kind.CALL,
        proposed={"message": said, "draft": draft, "state": current_state(match)},
        raised_by=actor.label[:120],
        raised_at=timezone.now(),
    )
    # The log is public: what a table says to the organizer is not in it.
    _append(tournament, match, "call.raised", actor)
    answer = {"call": call.pk, "state": current_state(match)}
    submissions.keep_answer(actor=actor, key=key, body=body, answer=answer)
    return Answer(answer)


@transaction.atomic
def close(*, ruling_id: int, actor: Actor, reason: str = "") -> Ruling:
    """The organizer has been to the table. Raises NotFound, NotAllowed, Conflict, Refusal."""
    found = Ruling.objects.filter(pk=ruling_id, kind=Ruling.Kind.CALL)
    match_id = found.values_list("match_id", flat=True).first()
    if match_id is None:
        raise NotFound.one(
            "call", "no_such_call", _("There is no such call. Choose one from the desk.")
        )
    tournament, match = lock_match(match_id=match_id)
    checks.official(tournament=tournament, actor=actor)
    call = Ruling.objects.get(pk=ruling_id)
    if not call.is_open:
        raise Conflict.over(
            "call",
            "already_decided",
            _("This call has been answered already."),
            current={"status": call.status, "reason": call.reason},
        )
    why = checks.given_reason(reason, required=False)
    decide(call, Ruling.Status.CONFIRMED, {"answered": True}, Writing(actor, timezone.now(), why))
    _append(tournament, match, "call.closed", actor)
    return call


def _readable(message: object, draft: object) -> str:
    """The message, cleaned. Raises Refusal (bad_draft, and the text's faults)."""
    said, fault = texts.clean(message, field="message", longest=LONGEST_MESSAGE, lines=True)
    wording.refuse([fault] if fault and fault.code != "no_letter" else [])
    try:
        check_canonical(draft)
        good = isinstance(draft, dict | None) and len(json.dumps(draft)) <= LARGEST_DRAFT
    except NotCanonical:
        good = False
    if not good:
        raise Refusal.one(
            "draft",
            "bad_draft",
            _("Send the hand as far as it was entered, as one JSON object, or leave it out."),
        )
    return said


def _must_not_flood(match: Match) -> None:
    open_calls = Ruling.objects.filter(
        match=match, kind=Ruling.Kind.CALL, status=Ruling.Status.OPEN
    )
    if open_calls.count() >= MOST_OPEN_CALLS:
        raise Refusal.one(
            "match",
            "too_many_calls",
            _("The organizer has been called many times already. Wait for the answer."),
        )


def _append(tournament: Tournament, match: Match, kind: str, actor: Actor) -> None:
    events.append(
        tournament=tournament,
        kind=kind,
        actor=actor,
        data={"match": records.match_ref(match)},
        topics=(f"match:{match.pk}", "desk"),
    )
