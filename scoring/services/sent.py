"""A hand that a table sent in vain, entered at the desk: the hand and the item, in one go."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from scoring.models import Ruling
from scoring.queries.sent import no_such_hand
from scoring.services import attention, corrections, hands
from scoring.services.answers import Answer
from scoring.services.decisions import open_ruling
from tournament.rules.actors import Actor


@transaction.atomic
def enter(
    *,
    ruling_id: int,
    record: object,
    actor: Actor,
    key: str = "",
    expected: Sequence[int] | None = None,
) -> Answer:
    """Saves it as the next hand of its match, and closes what waits at the desk.

    Raises NotFound, Conflict (already_decided), and what `hands.record` raises.
    """
    answer = hands.record(
        match_id=_match_of(ruling_id), record=record, actor=actor, key=key, expected=expected
    )
    return _closed(ruling_id, answer, actor)


@transaction.atomic
def correct(
    *,
    ruling_id: int,
    game: int,
    number: int,
    record: object,
    reason: str,
    actor: Actor,
    key: str = "",
    expected_version: int | None = None,
) -> Answer:
    """Puts it in the place of the hand that stands there, and closes what waits at the desk.

    Raises NotFound, Conflict (already_decided), and what `corrections.correct` raises.
    """
    answer = corrections.correct(
        match_id=_match_of(ruling_id),
        game=game,
        number=number,
        record=record,
        reason=reason,
        actor=actor,
        key=key,
        expected_version=expected_version,
    )
    return _closed(ruling_id, answer, actor)


def _match_of(ruling_id: int) -> int:
    found = Ruling.objects.filter(pk=ruling_id, kind=Ruling.Kind.ATTENTION)
    match_id = found.values_list("match_id", flat=True).first()
    if match_id is None:
        raise no_such_hand()
    return match_id


def _closed(ruling_id: int, answer: Answer, actor: Actor) -> Answer:
    """The same form sent twice has closed it the first time."""
    if not answer.repeated:
        _tournament, _match, ruling = open_ruling(ruling_id, actor)
        attention.close(ruling, Ruling.Became.ENTERED, actor)
    return answer
