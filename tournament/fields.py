"""The fields that a view has from its row under the same name."""

from dataclasses import fields
from functools import cache
from typing import Any

_MISSING = object()


def same_fields(row: object, view: type) -> dict[str, Any]:
    """Field of the dataclass `view` → the row's value under that name, where it has one. What the
    view has under another name, or in another form, its query says."""
    values = ((name, getattr(row, name, _MISSING)) for name in _names(view))
    return {name: value for name, value in values if value is not _MISSING}


@cache
def _names(view: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(view))
