"""Makes serializers, and so OpenAPI schemas, from frozen dataclasses.

Pages, API and stream share the queries' dataclasses. Serializers written by hand would come to
differ from them.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime
from enum import Enum
from functools import partial
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from django.utils.functional import Promise
from rest_framework import serializers

from api.names import NAMES, Shown
from api.serializers.errors import Remark
from tournament.errors import Problem

Field = serializers.Field[Any, Any, Any, Any]

_PLAIN: dict[Any, Callable[..., Field]] = {
    bool: serializers.BooleanField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    str: serializers.CharField,
    datetime: partial(serializers.DateTimeField, default_timezone=UTC),
    date: serializers.DateField,
    Promise: serializers.CharField,
}


# Each dataclass has one serializer, wherever it is nested.
_made: dict[type, type[serializers.Serializer[Any]]] = {}


def shape_of(of: type) -> type[serializers.Serializer[Any]]:
    """The serializer of dataclass `of`, with the name and fields from `api/names.py`. Always the
    same class. Raises TypeError when its name is already another dataclass's."""
    if of not in _made:
        _made[of] = _make(of, NAMES.get(of) or Shown(of.__name__))
    return _made[of]


def _make(of: type, shown: Shown) -> type[serializers.Serializer[Any]]:
    _name_must_be_free(of, shown.name)
    hints = get_type_hints(of)
    body: dict[str, Any] = {
        f.name: field_of(hints[f.name]) for f in fields(of) if f.name not in shown.without
    }
    for property_name in shown.also:
        getter = getattr(of, property_name).fget
        body[property_name] = field_of(get_type_hints(getter)["return"])
    body["__doc__"] = of.__doc__
    return type(shown.name, (serializers.Serializer,), body)


def _name_must_be_free(of: type, name: str) -> None:
    named = {shown.name: other for other, shown in NAMES.items()}
    named |= {shape.__name__: other for other, shape in _made.items()}
    other = named.get(name, of)
    if other is not of:
        raise TypeError(
            f"{other.__qualname__} is shown as {name} already: give {of.__qualname__} another "
            "name in api/names.py"
        )


def field_of(hint: Any, *, null: bool = False) -> Field:
    """The field that writes values of a type hint."""
    plain = _PLAIN.get(hint)
    if plain is not None:
        return plain(allow_null=null)
    if hint is Problem:
        return Remark(allow_null=null)
    if is_dataclass(hint):
        return shape_of(hint)(allow_null=null)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return serializers.ChoiceField([str(m.value) for m in hint], allow_null=null)
    return _of_generic(get_origin(hint), get_args(hint), null=null)


def _of_generic(origin: Any, args: tuple[Any, ...], *, null: bool) -> Field:
    if origin in (Union, types.UnionType):
        inner = [arg for arg in args if arg is not types.NoneType]
        null = null or len(inner) < len(args)
        # str | Promise: a lazily translated text.
        hint = str if Promise in inner else inner[0]
        return field_of(hint, null=null) if len(inner) == 1 or hint is str else _json(null)
    if origin is Literal:
        return serializers.ChoiceField(list(args), allow_null=null)
    if origin in (list, tuple, Sequence) and len({*args} - {Ellipsis}) == 1:
        child = args[0]
        if child is Problem:
            return Remark(many=True, allow_null=null)
        if is_dataclass(child):
            return shape_of(child)(many=True, allow_null=null)
        return serializers.ListField(child=field_of(child), allow_null=null)
    if origin in (dict, Mapping) and args and args[1] is not Any:
        return serializers.DictField(child=field_of(args[1]), allow_null=null)
    return _json(null)


def _json(null: bool) -> Field:
    return serializers.JSONField(allow_null=null)
