"""What a table sent and could not be entered: kept at the desk, readable, until someone decides.

The device keeps it too. Nothing that a referee wrote down is lost because it came too late.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Ruling
from scoring.services.decisions import decide
from scoring.services.versions import Writing
from tournament.models import Match
from tournament.rules.actors import Actor
from tournament.services import events, records
from tournament.services.locking import lock_match

MOST_OPEN = 200
"""Open ones of one match; beyond that they stay on the device alone."""


@transaction.atomic
def keep(
    *, match_id: int, key: str, action: Mapping[str, Any], errors: Sequence[Any], actor: Actor
) -> Ruling | None:
    """Keeps an action that was refused, with its errors; the same key again brings it up to date.

    Returns None when the desk has decided about it already, or holds too many. Raises NotFound.
    """
    tournament, match = lock_match(match_id=match_id)
    proposed = {"key": key, "action": dict(action), "errors": list(errors)}
    known: Ruling | None = _of_key(key, actor).first()
    if known is not None:
        if not known.is_open:
            return None
        known.proposed = {**known.proposed, **proposed}
        known.save(update_fields=["proposed"])
        return known
    if _open_of(match).count() >= MOST_OPEN:
        return None
    kept = Ruling.objects.create(
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
        data={"match": records.match_ref(match), "codes": [error["code"] for error in errors]},
        topics=(f"match:{match.pk}", "desk"),
    )
    return kept


def open_keys(*, actor: Actor) -> frozenset[str]:
    """The keys of this device's actions that are open at the desk. One query."""
    mine = Ruling.objects.filter(
        kind=Ruling.Kind.ATTENTION, status=Ruling.Status.OPEN, proposed__device=actor.id
    )
    return frozenset(proposed["key"] for proposed in mine.values_list("proposed", flat=True))


def settle(*, key: str, actor: Actor) -> None:
    """The action with this key has been entered after all: the desk need not look at it.

    Inside the transaction that entered it.
    """
    for ruling in _of_key(key, actor).filter(status=Ruling.Status.OPEN):
        writing = Writing(actor, timezone.now(), _("It was entered later."))
        decide(ruling, Ruling.Status.DISMISSED, {"entered": True}, writing)


def _of_key(key: str, actor: Actor) -> Any:
    mine = Ruling.objects.filter(kind=Ruling.Kind.ATTENTION, proposed__device=actor.id)
    return mine.filter(proposed__key=key)


def _open_of(match: Match) -> Any:
    return Ruling.objects.filter(match=match, kind=Ruling.Kind.ATTENTION, status=Ruling.Status.OPEN)
