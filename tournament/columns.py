"""Columns that statements written by hand read, each with the converter of its values, where they
need one (docs/decisions/0120)."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import BooleanField, DateTimeField, JSONField, Model

Columns = Mapping[str, Callable[[Any], Any] | None]


def columns_of(model: type[Model], *names: str) -> Columns:
    """The columns of a model in the order that `from_db` takes; all, when none is named.

    Times are left out, which SQLite gives as text: each is read when somebody asks for it.
    """
    return {
        field.attname: _converter_of(field)
        for field in model._meta.concrete_fields
        if (not names or field.attname in names) and not isinstance(field, DateTimeField)
    }


def _converter_of(field: object) -> Callable[[Any], Any] | None:
    if isinstance(field, JSONField):
        return lambda text: None if text is None else json.loads(text)
    if isinstance(field, BooleanField):
        return bool  # SQLite gives a number
    return None
