"""Bodies that cost an endpoint the most, made from its own document."""

import json
from collections.abc import Iterator
from typing import Any

from api.views.docs import document
from tests.api.endpoints import Endpoint
from tests.night import NIGHT

LONG = "ﷺ"
"""One letter, three bytes, of which compatibility normalization makes eighteen letters."""


def worst_bodies(endpoint: Endpoint, size: int) -> Iterator[bytes]:
    """Bodies of about `size` bytes: nothing but empty objects, nothing but unknown names, a list of
    such, then for each field a text, a list or an object as long as there is room for."""
    yield _cut(b"[", b"{}", b"]", size)
    names = b",".join(b'"%x":0' % number for number in range(size // 9))
    yield b"{%s}" % names[: size - 2].rpartition(b",")[0]
    faulty = b"{%s}" % b",".join(b'"%x":0' % number for number in range(size // 250 // 9))
    yield b"[%s]" % b",".join([faulty] * 250)
    for fields in _filled(endpoint, size):
        yield json.dumps(fields, ensure_ascii=False).encode()


def _cut(begin: bytes, item: bytes, end: bytes, size: int) -> bytes:
    count = (size - len(begin) - len(end) + 1) // (len(item) + 1)
    return begin + b",".join([item] * count) + end


def _filled(endpoint: Endpoint, size: int) -> Iterator[dict[str, Any]]:
    """Bodies with all fields of the document, one of them as large as may be."""
    schema = _schema_of(endpoint)
    plain = {name: _plain(field) for name, field in schema.get("properties", {}).items()}
    for name, field in schema.get("properties", {}).items():
        for large in _large(field, size - len(json.dumps(plain)) - 20):
            yield {**plain, name: large}


def _schema_of(endpoint: Endpoint) -> dict[str, Any]:
    operation = document()["paths"][f"/api/v1/{endpoint.template}"][endpoint.method]
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    return _resolved(content.get("schema", {}))


def _resolved(schema: dict[str, Any]) -> dict[str, Any]:
    while True:
        if "$ref" in schema:
            schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        elif either := schema.get("oneOf") or schema.get("anyOf") or schema.get("allOf"):
            schema = either[0]
        else:
            return schema


def _kind(schema: dict[str, Any]) -> str:
    kind = schema.get("type", "any")
    return str(kind[0] if isinstance(kind, list) else kind)


def _plain(schema: dict[str, Any]) -> Any:
    """A small value of this form."""
    schema = _resolved(schema)
    if "enum" in schema:
        return schema["enum"][0]
    match _kind(schema):
        case "string":
            return "2026-11-29T10:00:00Z" if schema.get("format") == "date-time" else "a"
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case "array":
            return []
        case "object":
            return {name: _plain(one) for name, one in schema.get("properties", {}).items()}
    return {}


def _large(schema: dict[str, Any], size: int) -> Iterator[Any]:
    schema = _resolved(schema)
    match _kind(schema):
        case "string":
            yield LONG * (size // 3)
            if NIGHT:
                yield ("a," * 60 + "\n") * (size // 121)
                yield f"{LONG * 20}, {LONG * 20}\n" * (size // 123)
        case "array":
            item = _plain(schema.get("items", {}))
            yield [item] * (size // (len(json.dumps(item)) + 2))
            for large in _large(schema.get("items", {}), size):
                yield [large]
        case "object" | "any":
            yield {f"{number:x}": 0 for number in range(size // 12)}
            yield [[]] * (size // 4)
            for name, one in schema.get("properties", {}).items():
                for large in _large(one, size):
                    yield {name: large}
