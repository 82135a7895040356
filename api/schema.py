"""The OpenAPI 3.1 document: names, shared answers and the ways of signing in."""

import inspect
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers

from api.shapes import ConflictErrors, Errors
from mus.schema import hand_schema

NAME = "HandRecord"
_DEFINED = "#/$defs/"


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


HAND_RECORD = {"$ref": f"#/components/schemas/{NAME}"}


# Answers that every request can get; views name only their own.
SHARED = {"4XX": Errors}


# What a match keeps: a record, or a hand entered by its stones alone.
_QUICK = {"type": "object", "properties": {"quick": {"type": "object"}}, "required": ["quick"]}


@extend_schema_field({"anyOf": [HAND_RECORD, _QUICK]})
class HandRecordField(serializers.DictField):
    """A hand as a match keeps it; the rules engine reads it."""


def described(
    answer: Any = None, *, body: Any = None, status: int = 200, conflict: bool = False, **more: Any
) -> Any:
    """What a view takes and answers, for the document. `conflict`: it may answer 409."""
    answers: dict[Any, Any] = {status: answer}
    if conflict:
        answers[409] = ConflictErrors
    return extend_schema(request=body, responses={**answers, **more.pop("also", {})}, **more)


class Schema(AutoSchema):
    """Operations named after the tag of their views and the method ("matches.start"), unless
    `described` gives an `operation_id`."""

    def get_operation_id(self) -> str:
        return f"{self.view.tag}.{self.view.action}"

    def get_tags(self) -> list[str]:
        return [self.view.tag]

    def get_summary(self) -> str:
        return self._doc().split("\n\n")[0].replace("\n", " ")

    def get_description(self) -> str:
        return "\n\n".join(self._doc().split("\n\n")[1:])

    def _doc(self) -> str:
        return inspect.getdoc(getattr(self.view, self.view.action)) or ""

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        for code, serializer in SHARED.items():
            if code not in bodies:
                bodies[code] = self._get_response_for_code(serializer, code)
        return bodies


class TokenScheme(OpenApiAuthenticationExtension):
    target_class = "api.authentication.TokenAuthentication"
    name = "token"
    description = "`Token <text>`: an organizer makes one at `/api/v1/tokens/`."

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        header = {"type": "apiKey", "in": "header", "name": "Authorization"}
        return {**header, "description": self.description}


class DeviceScheme(TokenScheme):
    target_class = "api.authentication.DeviceAuthentication"
    name = "device"
    description = "`Device <text>`: a tablet gets it when it joins a table."


def add_hand_record(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Puts the open format's own JSON Schema among the components."""
    result["components"]["schemas"].update(components())
    return result


def require_bodies(result: dict[str, Any], **_kwargs: Any) -> dict[str, Any]:
    """Marks bodies without fields of their own, such as a hand record, as required."""
    for path in result["paths"].values():
        for operation in path.values():
            body = operation.get("requestBody") if isinstance(operation, dict) else None
            if body and any("oneOf" in one["schema"] for one in body["content"].values()):
                body["required"] = True
    return result


def drop_marks(result: Any, **_kwargs: Any) -> Any:
    """Removes marks that the generator leaves for a hook not used here. Also removes "anything or
    null": null matches both alternatives, so no value would be valid."""
    if isinstance(result, dict):
        result.pop("x-spec-enum-id", None)
        if result.get("oneOf") == [{}, {"type": "null"}]:
            del result["oneOf"]
    for inner in result.values() if isinstance(result, dict) else result:
        if isinstance(inner, dict | list):
            drop_marks(inner)
    return result
