"""Changes of a pair by another desk since this desk looked at it."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournament.entries.models import Pair
from tournament.errors import Conflict, said
from tournament.log.services import records
from tournament.matches.queries.before_a_pair import versions_of


def meant_by(
    pair: Pair, fields: Mapping[str, str], seen: Mapping[str, str] | None
) -> dict[str, str]:
    """The fields whose values somebody changed on a form, for a service that holds the lock.

    `seen`: all fields as the form showed them; None: every given field counts as changed. Raises
    Conflict (changed_meanwhile).
    """
    if seen is None:
        return dict(fields)
    meant = {name: value for name, value in fields.items() if value != seen.get(name)}
    for name, value in meant.items():
        now = getattr(pair, name)
        if now not in (seen.get(name, now), value):
            raise changed_meanwhile(pair, name)
    return meant


def must_be_as_seen(pair: Pair, expected: int | None) -> None:
    """Raises Conflict (changed_meanwhile) unless `expected`, if given, is the pair's version."""
    version = versions_of(pairs=[pair])[pair.pk] if expected is not None else None
    if expected == version:
        return
    raise Conflict.over(
        "expected_version",
        "changed_meanwhile",
        _(
            "This pair, or what it plays next, has changed since it was shown. Look at it as it is "
            "now, then decide again."
        ),
        current={**records.pair_record(pair), "version": version},
    )


def changed_meanwhile(pair: Pair, field: str) -> Conflict:
    """The Conflict when somebody else has changed a pair meanwhile; it says who is in the pair
    now."""
    words = _(
        "Somebody else has changed this pair: %(player_1)s and %(player_2)s are in it now. Look at "
        "it as it is, then decide again."
    )
    told = said(words, player_1=pair.player_1, player_2=pair.player_2)
    return Conflict.over(field, "changed_meanwhile", told, current=records.pair_record(pair))
