"""Changed rows that no event has told of yet. The next event of their tournament tells their state.

Some rows, such as the questions to officials, change in many places as a consequence of an act.
Their models note each change here, inside the same transaction; a rollback drops the note. Before
it appends an event, `tournament.log.services.events` asks the TELLERS for the state of such rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from django.db import connection, transaction
from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)
Teller = Callable[[int, Sequence[int]], list[dict[str, Any]]]
"""(tournament, primary keys of changed rows) → the state of those rows that are of this
tournament."""

TELLERS: dict[str, tuple[str, Teller]] = {}
"""Model → the key in the event's data, and the function that tells the rows' state."""


class Untold:
    """A note of one changed row, kept as an on-commit callback: a rollback drops it."""

    def __init__(self, model: str, number: int) -> None:
        self.model, self.number, self.is_told = model, number, False

    def __call__(self) -> None:
        """Does nothing: the commit needs no action."""


def note(model: type[Model], numbers: Iterable[int]) -> None:
    """Notes that these rows are about to change, or have just changed."""
    if connection.in_atomic_block:
        for number in numbers:
            transaction.on_commit(Untold(model._meta.label, number))


def told(*, tournament_id: int) -> dict[str, list[dict[str, Any]]]:
    """The state of a tournament's changed rows, by key, for the event that is being appended."""
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
    """A queryset that notes every row it changes."""

    def update(self, **fields: Any) -> int:
        """Updates as usual, and notes the rows."""
        note(self.model, list(self.values_list("pk", flat=True)))
        return super().update(**fields)


class ToldRow(Model):
    """A model that notes each row it saves."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **options: Any) -> None:
        """Saves as usual, and notes the row."""
        super().save(*args, **options)
        note(type(self), [self.pk])
