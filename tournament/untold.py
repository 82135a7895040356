"""Rows that were changed and that no event has told of yet: the next event of their tournament
tells how they stand.

Some rows are moved by what follows from an act, in many places: the questions to officials. Their
models note each change here, inside the transaction that makes it; what is rolled back is forgotten
with it. `tournament.log.services.events` asks, before it appends, whoever can tell of such rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from django.db import connection, transaction
from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)
Teller = Callable[[int, Sequence[int]], list[dict[str, Any]]]
"""Of a tournament and the numbers of changed rows: how those of this tournament stand."""

TELLERS: dict[str, tuple[str, Teller]] = {}
"""Model → the key under which an event has them, and who tells."""


class Untold:
    """One changed row. It hangs on the transaction, which drops it when it is rolled back."""

    def __init__(self, model: str, number: int) -> None:
        self.model, self.number, self.is_told = model, number, False

    def __call__(self) -> None:
        """At the commit there is nothing left to do."""


def note(model: type[Model], numbers: Iterable[int]) -> None:
    """These rows are about to be something else, or just became it."""
    if connection.in_atomic_block:
        for number in numbers:
            transaction.on_commit(Untold(model._meta.label, number))


def told(*, tournament_id: int) -> dict[str, list[dict[str, Any]]]:
    """How the changed rows of a tournament stand, for the event that is being appended."""
    waiting = [one[1] for one in connection.run_on_commit if isinstance(one[1], Untold)]
    found: dict[str, list[dict[str, Any]]] = {}
    for model in dict.fromkeys(one.model for one in waiting if not one.is_told):
        key, teller = TELLERS[model]
        changed = [one for one in waiting if one.model == model and not one.is_told]
        if states := teller(tournament_id, sorted({one.number for one in changed})):
            found[key] = states
            for one in changed:
                one.is_told = True
    return found


class ToldRows(QuerySet[M]):
    """The rows of a model whose changes are all noted."""

    def update(self, **fields: Any) -> int:
        """As every queryset; what it reaches is noted."""
        note(self.model, list(self.values_list("pk", flat=True)))
        return super().update(**fields)


class ToldRow(Model):
    """A row that notes when it is saved."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """As every row; then it waits to be told."""
        super().save(*args, **options)
        note(type(self), [self.pk])
