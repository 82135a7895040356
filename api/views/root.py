"""The entry point of the API."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from api.base import Open
from api.schema import described

ENTRIES = (
    "tournaments", "settle", "regulations", "rulesets", "tokens", "hand-record-schema",
    "openapi-json", "docs",
)  # fmt: skip


class Links(serializers.Serializer[Any]):
    """Addresses by name."""

    links = serializers.DictField(child=serializers.CharField())


class RootViewSet(Open):
    tag = "root"

    @described(Links)
    def index(self, request: Request) -> Response:
        """The addresses to begin with."""
        links = {name: reverse(f"api:{name}", request=request) for name in ENTRIES}
        return Response({"links": links})
