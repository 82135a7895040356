"""Calls: a table calls an official, somebody is on the way, and the call is closed."""

import json
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.course.queries.states import Answer, current_state
from scoring.course.services import submissions
from scoring.course.services.versions import Writing, decide
from scoring.outbox.queries.at_table import About, answered_in
from scoring.rulings.models import Ruling
from tournament import wording
from tournament.championship.models import Tournament
from tournament.errors import Conflict, NotFound, Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.log.rules.events import NotCanonical, check_canonical, stamp
from tournament.log.rules.roles import Actor
from tournament.log.services import lock_match
from tournament.matches.models import Match

LONGEST_MESSAGE = 300
LARGEST_DRAFT = 20_000
"""Characters of JSON."""
MOST_OPEN_CALLS = 20
ABOUT = tuple(About.values)


@transaction.atomic
def raise_call(
    *,
    match_id: int,
    actor: Actor,
    message: str = "",
    about: str = "",
    draft: dict[str, Any] | None = None,
    key: str = "",
) -> Answer:
    """Calls an official to a match's table, with the state of the table attached.

    `about`: the reason, a value of `About`, or "" when only the message says it; `draft`: the
    unfinished hand being entered. A call whose answer was lost is one call, also when its tablet
    has joined another table since.

    Raises NotFound, NotAllowed, Refusal (bad_about, bad_draft, too_many_calls, and the message's
    faults), Conflict (key_reused).
    """
    tournament, match = lock_match(match_id=match_id)
    body = ["call", match_id, message, draft, *([about] if about else [])]
    earlier = submissions.earlier_answer(actor=actor, key=key, body=body)
    if earlier is None:
        earlier = submissions.answer_elsewhere(
            tournament_id=tournament.pk, actor=actor, key=key, body=body
        )
    if earlier is not None:
        return earlier
    rights.official_or_table(tournament=tournament, match=match, actor=actor)
    words = _readable(message, draft)
    _must_be_known(about)
    _must_not_flood(match)
    call = Ruling.objects.create(
        match=match,
        kind=Ruling.Kind.CALL,
        proposed={
            "about": about, "message": words, "draft": draft, "state": current_state(match),
        },
        raised_by=actor.label[:120],
        raised_at=timezone.now(),
    )  # fmt: skip
    # The log is public, so the table's message to the organizer is left out.
    _append(tournament, match, "call.raised", actor)
    answer = {"call": call.pk, "state": current_state(match)}
    return submissions.keep_answer(actor=actor, key=key, body=body, answer=answer)


@transaction.atomic
def answer(*, ruling_id: int, actor: Actor) -> Ruling:
    """Notes for the table that called that somebody is on the way. Raises NotFound, NotAllowed,
    Conflict (already_decided, already_answered)."""
    tournament, match, call = _open_call(ruling_id, actor)
    earlier = answered_in(call.proposed)
    if earlier is not None:
        raise Conflict.over(
            "call",
            "already_answered",
            _("Somebody is on the way to this table already."),
            current={"by": earlier.by, "at": stamp(earlier.at)},
        )
    answered = {"by": actor.label[:120], "at": stamp(timezone.now())}
    call.proposed = {**call.proposed, "answered": answered}
    call.save(update_fields=["proposed"])
    _append(tournament, match, "call.answered", actor)
    return call


@transaction.atomic
def close(*, ruling_id: int, actor: Actor, reason: str = "") -> Ruling:
    """Closes a call: the organizer has been to the table. Raises NotFound, NotAllowed, Conflict,
    Refusal."""
    tournament, match, call = _open_call(ruling_id, actor)
    why = rights.given_reason(reason, required=False)
    decide(call, Ruling.Status.CONFIRMED, {"answered": True}, Writing(actor, timezone.now(), why))
    _append(tournament, match, "call.closed", actor)
    return call


def _open_call(ruling_id: int, actor: Actor) -> tuple[Tournament, Match, Ruling]:
    """An open call, read after its tournament is locked for this official."""
    calls = Ruling.objects.filter(pk=ruling_id, kind=Ruling.Kind.CALL)
    match_id = calls.values_list("match_id", flat=True).first()
    if match_id is None:
        raise NotFound.one(
            "call", "no_such_call", _("There is no such call. Choose one from the desk.")
        )
    tournament, match = lock_match(match_id=match_id, official=actor)
    call = Ruling.objects.get(pk=ruling_id)
    if not call.is_open:
        raise Conflict.over(
            "call",
            "already_decided",
            _("This call has been answered already."),
            current={"status": call.status, "reason": call.reason},
        )
    return tournament, match, call


def _must_be_known(about: object) -> None:
    if about != "" and about not in ABOUT:
        raise Refusal.one(
            "about",
            "bad_about",
            _("Say why by one of these words: %(words)s."),
            words=", ".join(ABOUT),
        )


def _readable(message: object, draft: object) -> str:
    """The message, cleaned. Raises Refusal (bad_draft, and the text's faults)."""
    text, fault = texts.clean(message, field="message", longest=LONGEST_MESSAGE, lines=True)
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
    return text


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
        tournament=tournament, kind=kind, actor=actor, data={"match": events.match_ref(match)}
    )
