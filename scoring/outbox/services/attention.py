"""A table's refused actions: kept at the desk, readable, until they are settled.

The device keeps them too, so nothing that a referee wrote down is lost because it came too late.
The table settles an action by applying, replacing or discarding it; the desk by entering it
(`scoring.desk.services`) or dismissing it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.course.queries.states import Answer
from scoring.course.queries.stored import is_key
from scoring.course.services import submissions
from scoring.course.services.versions import Writing, decide
from scoring.outbox.queries.sent import devices_at, hand_in, said_place
from scoring.rulings.models import Ruling
from scoring.wording.reasons import problems_kept
from tournament.errors import NotAllowed, Problem, Refusal
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules.roles import Actor
from tournament.log.services import lock, lock_match
from tournament.matches.models import Match
from tournament.matches.queries.guards import was_at
from tournament.tables.models import Table

MOST_OPEN = 200
"""The most refused actions of one table that are open for one match; any more stay on the device
alone."""
MOST_ERRORS = 20
"""Errors stored per refused action."""
MOST_KEYS = 20
"""Keys of refused actions that one action discards or replaces."""


@transaction.atomic
def keep(
    *,
    match_id: int,
    key: str,
    action: Mapping[str, Any],
    problems: Sequence[Problem],
    actor: Actor,
    instead: Sequence[str] = (),
) -> Ruling | None:
    """Stores a refused action with its problems. The same key again updates the stored action.

    `instead`: keys of earlier refused actions that this one replaces. Returns None when the desk
    has already closed the action, when too many are open, and when the match was never at the
    tablet's table, or is none of the pair whose phone it is, so that it can have no hands of it.
    Raises NotFound.
    """
    tournament, match = lock_match(match_id=match_id)
    if not _may_have_hands(match, actor):
        return None
    proposed = {"key": key, "action": dict(action), "errors": problems_kept(problems[:MOST_ERRORS])}
    known = item_of(key=key, actor=actor)
    if known is not None:
        if not known.is_open:
            return None
        if hand_in(known.proposed) is not None and hand_in(proposed) is None:
            return known  # a stored hand is not replaced by something else
        known.proposed = {**known.proposed, **proposed}
        known.save(update_fields=["proposed"])
        return known
    if _from_table_of(actor).filter(match=match, status=Ruling.Status.OPEN).count() >= MOST_OPEN:
        return None
    item = Ruling.objects.create(
        match=match,
        kind=Ruling.Kind.ATTENTION,
        proposed={**proposed, "device": actor.id},
        raised_by=actor.label[:120],
        raised_at=timezone.now(),
    )
    events.append(
        tournament=tournament,
        kind="attention.raised",
        actor=actor,
        data={
            "match": events.match_ref(match),
            "codes": sorted({problem.code for problem in problems}),
        },
    )
    others = [each for each in instead if each != key]
    settle(keys=others, became=Ruling.Became.SENT_AGAIN, actor=actor)
    return item


def _may_have_hands(match: Match, actor: Actor) -> bool:
    """Whether the sender may hold hands of the match. A phone goes with its pair, not a table."""
    if actor.pair_id is not None:
        return rights.is_own_match(match=match, actor=actor)
    return actor.table_id is None or was_at(match=match, table_id=actor.table_id)


def item_of(*, key: str, actor: Actor) -> Ruling | None:
    """The desk's copy of an action of the actor's table, open or closed, if any."""
    item: Ruling | None = _items([key], actor).first()
    return item


def open_keys(*, tournament_id: int) -> set[str]:
    """The keys of the actions that are open at the desk. One query."""
    waiting = Ruling.objects.filter(
        match__tournament_id=tournament_id,
        kind=Ruling.Kind.ATTENTION,
        status=Ruling.Status.OPEN,
    )
    return set(waiting.values_list("proposed__key", flat=True))


@transaction.atomic
def discard(*, keys: object, actor: Actor, key: str) -> Answer:
    """Discards rejected actions of a table: the desk need not look at them any more.

    `keys`: of the actions, sent by this device or another of its table. Actions not open at the
    desk are left unchanged. Raises NotAllowed (not_at_a_table), Refusal (bad_keys), Conflict
    (key_reused).
    """
    of = read_keys(keys, field="of")
    if not of:
        raise _bad_keys("of")
    table_id = rights.device_table_id(actor=actor)
    if table_id is None:
        raise NotAllowed.one(
            "actor",
            "not_at_a_table",
            _("Only a tablet discards what its table sent. Dismiss it at the desk instead."),
        )
    lock(tournament_id=Table.objects.values_list("tournament_id", flat=True).get(pk=table_id))
    body = ["discard", *of]
    if (earlier := submissions.earlier_answer(actor=actor, key=key, body=body)) is not None:
        return earlier
    answer = {"closed": settle(keys=of, became=Ruling.Became.DISCARDED, actor=actor)}
    return submissions.keep_answer(actor=actor, key=key, body=body, answer=answer)


def settle(*, keys: Iterable[str], became: Ruling.Became, actor: Actor) -> int:
    """Closes the open items of these actions of the actor's table; returns how many.

    To be called inside the transaction that settles the actions.
    """
    wanted = list(keys)
    items = list(_items(wanted, actor).filter(status=Ruling.Status.OPEN)) if wanted else []
    for ruling in items:
        close(ruling, became, actor)
    return len(items)


def settle_applied(*, key: str, match_id: int, actor: Actor) -> None:
    """Closes the item of an applied action of this match, whichever table the item came from: a
    tablet that had joined the wrong table may have sent the action from there too."""
    items = Ruling.objects.filter(
        kind=Ruling.Kind.ATTENTION,
        status=Ruling.Status.OPEN,
        match_id=match_id,
        proposed__key=key,
    )
    for ruling in items:
        close(ruling, Ruling.Became.APPLIED, actor)


def close(ruling: Ruling, became: Ruling.Became, actor: Actor) -> None:
    """Closes one refused action inside a transaction. The log does not tell its content."""
    tournament, match = lock_match(match_id=ruling.match_id)
    writing = Writing(actor, timezone.now(), f"code:{became.value}")
    decide(ruling, Ruling.Status.DISMISSED, {"became": became.value}, writing)
    place = said_place(ruling.proposed.get("action") or {})
    where = {"game": place[0], "number": place[1]} if place else {}
    events.append(
        tournament=tournament,
        kind="attention.closed",
        actor=actor,
        data={"match": events.match_ref(match), **where, "became": became.value},
    )


def read_keys(keys: object, *, field: str) -> tuple[str, ...]:
    """Keys of actions from a device's request; none is allowed. Raises Refusal (bad_keys)."""
    if keys is None:
        return ()
    if not isinstance(keys, list) or len(keys) > MOST_KEYS or not all(map(is_key, keys)):
        raise _bad_keys(field)
    return tuple(dict.fromkeys(keys))


def _bad_keys(field: str) -> Refusal:
    return Refusal.one(
        field,
        "bad_keys",
        _("Give a list of the keys of 1 to %(most)s actions."),
        most=MOST_KEYS,
    )


def _items(keys: Sequence[str], actor: Actor) -> Any:
    """The refused actions with these keys, from any device of the actor's table."""
    return _from_table_of(actor).filter(proposed__key__in=list(keys)).order_by("id")


def _from_table_of(actor: Actor) -> Any:
    table_id = rights.device_table_id(actor=actor)
    devices = [] if table_id is None else devices_at(table_id, actor.pair_id)
    return Ruling.objects.filter(kind=Ruling.Kind.ATTENTION, proposed__device__in=devices)
