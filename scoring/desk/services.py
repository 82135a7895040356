"""Enters a table's rejected hand at the desk: the hand and the item in one transaction."""

from collections.abc import Sequence
from typing import Unpack

from django.db import transaction

from scoring.course.queries.states import Answer
from scoring.hands.services import corrections, hands
from scoring.outbox.queries.sent import no_such_hand
from scoring.outbox.services import attention
from scoring.rulings.models import Ruling
from scoring.rulings.services.decisions import open_ruling
from tournament.acts import Act
from tournament.log.rules.roles import Actor


@transaction.atomic
def enter(
    *,
    ruling_id: int,
    record: object,
    actor: Actor,
    key: str = "",
    expected: Sequence[int] | None = None,
) -> Answer:
    """Saves a rejected hand as the next hand of its match, and closes its item at the desk.

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
    key: str = "",
    goes_on: bool = False,
    **act: Unpack[Act],
) -> Answer:
    """Corrects the stored hand to a table's rejected hand, and closes its item at the desk.

    Raises NotFound, Conflict (already_decided), and what `corrections.correct` raises.
    """
    answer = corrections.correct(
        match_id=_match_of(ruling_id),
        game=game,
        number=number,
        record=record,
        key=key,
        goes_on=goes_on,
        **act,
    )
    return _closed(ruling_id, answer, act["actor"])


def _match_of(ruling_id: int) -> int:
    rulings = Ruling.objects.filter(pk=ruling_id, kind=Ruling.Kind.ATTENTION)
    match_id = rulings.values_list("match_id", flat=True).first()
    if match_id is None:
        raise no_such_hand()
    return match_id


def _closed(ruling_id: int, answer: Answer, actor: Actor) -> Answer:
    """Closes the item, unless the same request has closed it before; returns the answer."""
    if not answer.repeated:
        attention.close(open_ruling(ruling_id, actor), Ruling.Became.ENTERED, actor)
    return answer
