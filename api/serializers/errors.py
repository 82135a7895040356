"""The shape of refusals, for OpenAPI."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class Fault(serializers.Serializer[Any]):
    """One thing that is wrong, and what mends it."""

    code = serializers.CharField(help_text="Stable, for programs.")
    path = serializers.CharField(
        allow_blank=True, help_text="The field it is about (`bets.grande[1]`), or empty."
    )
    message = serializers.CharField(help_text="For people, in the language of Accept-Language.")


class Remark(Fault):
    """A problem as the queries tell it, in the API's shape."""

    path = serializers.CharField(source="field", allow_blank=True)


class Errors(serializers.Serializer[Any]):
    """Nothing was changed."""

    errors = Fault(many=True)


class ConflictErrors(Errors):
    """Somebody else was first. Nothing was changed."""

    current = serializers.JSONField(required=False, help_text="The state as it now stands.")
