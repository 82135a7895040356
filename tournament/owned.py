"""Finds the rows of a tournament in every table, by the foreign keys that lead to it."""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps
from django.db.models import Field, ForeignKey, Model

from tournament.championship.models import Tournament


def paths() -> dict[type[Model], str]:
    """Model → the lookup path to the tournament (`game__match__tournament`). Foreign keys that
    cannot be null are preferred."""
    found: dict[type[Model], str] = {Tournament: ""}
    while more := dict(_one_further(found, or_empty=False)) or dict(
        _one_further(found, or_empty=True)
    ):
        found |= more
    del found[Tournament]
    return found


def keys_of(tournament_id: int) -> dict[type[Model], list[object]]:
    """Model → the primary keys of its rows that belong to the tournament."""
    return {
        model: list(
            model._base_manager.filter(**{path: tournament_id})
            .order_by()
            .values_list("pk", flat=True)
        )
        for model, path in paths().items()
    }


def _one_further(
    found: dict[type[Model], str], *, or_empty: bool
) -> Iterator[tuple[type[Model], str]]:
    for model in apps.get_models(include_auto_created=True):
        if model in found:
            continue
        for key in _keys(model):
            if key.null is or_empty and key.related_model in found:
                path = found[key.related_model]
                yield model, f"{key.name}__{path}" if path else key.name
                break


def _keys(model: type[Model]) -> list[ForeignKey[Model, Model]]:
    fields: list[Field[object, object]] = list(model._meta.local_fields)
    return [field for field in fields if isinstance(field, ForeignKey)]
