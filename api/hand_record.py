"""The JSON Schema of the open format, as the API publishes it and as OpenAPI holds it."""

from __future__ import annotations

from typing import Any

from mus.schema import hand_schema

ADDRESS = "/api/v1/schemas/mus-hand-1.json"
NAME = "HandRecord"
_DEFINED = "#/$defs/"


def published() -> dict[str, Any]:
    """The schema at its own address."""
    return hand_schema(ADDRESS)


def components() -> dict[str, Any]:
    """The schema and its definitions as components of the OpenAPI document."""
    whole: dict[str, Any] = hand_schema()
    defined = whole.pop("$defs")
    for name in ("$schema", "$id"):
        del whole[name]
    named = {NAME: whole, **{f"{NAME}.{name}": schema for name, schema in defined.items()}}
    return {name: _pointed(schema) for name, schema in named.items()}


def _pointed(schema: Any) -> Any:
    """References to definitions, as references to components."""
    if isinstance(schema, dict):
        return {
            name: f"#/components/schemas/{NAME}.{inner.removeprefix(_DEFINED)}"
            if name == "$ref"
            else _pointed(inner)
            for name, inner in schema.items()
        }
    return [_pointed(inner) for inner in schema] if isinstance(schema, list) else schema
