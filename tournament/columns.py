"""Columns that statements written by hand read, each with the converter of its values, where they
need one (docs/decisions/0120)."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC
from typing import Any

from django.db.models import BooleanField, DateTimeField, JSONField, Model

Columns = Mapping[str, Callable[[Any], Any] | None]


def columns_of(model: type[Model], *names: str) -> Columns:
    """The columns of a model in the order that `from_db` takes; all, when none is named."""
    return {
        field.attname: _converter_of(field)
        for field in model._meta.concrete_fields
        if not names or field.attname in names
    }


def _converter_of(field: object) -> Callable[[Any], Any] | None:
    if isinstance(field, JSONField):
        return lambda text: None if text is None else json.loads(text)
    # SQLite gives truth values as numbers, and times without their zone, which is UTC.
    if isinstance(field, BooleanField):
        return bool
    if isinstance(field, DateTimeField):
        return lambda at: at if at is None or at.tzinfo else at.replace(tzinfo=UTC)
    return None
