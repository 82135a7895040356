"""Where to begin: the entry point, the presets, the OpenAPI document and the page that shows it."""

import json
from functools import cache, partial
from hashlib import sha256
from typing import Any

import yaml
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import condition, require_safe
from drf_spectacular.generators import SchemaGenerator
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from api.base import Open, respond
from api.schema import described
from api.shapes import shape_of
from mus import PRESETS, SETTINGS
from mus.schema import hand_schema
from tournament.formats.regulations import REGULATIONS, Regulation

ENTRIES = {
    "tournaments": "tournaments.index",
    "settle": "settle.settle",
    "regulations": "presets.regulations",
    "rulesets": "presets.rulesets",
    "tokens": "tokens.index",
    "hand-record-schema": "hand-record-schema",
    "openapi-json": "openapi-json",
    "docs": "docs",
}


class Links(serializers.Serializer[Any]):
    """Addresses by name."""

    links = serializers.DictField(child=serializers.CharField())


class RootViewSet(Open):
    tag = "root"

    @described(Links)
    def index(self, request: Request) -> Response:
        """List the entry points of the API."""
        links = {name: reverse(f"api:{view}", request=request) for name, view in ENTRIES.items()}
        return Response({"links": links})


AnyRegulation = shape_of(Regulation)


class RuleSets(serializers.Serializer[Any]):
    """Every preset with its settings, and the choices of each setting."""

    presets = serializers.DictField(child=serializers.DictField())
    settings = serializers.DictField(child=serializers.ListField(child=serializers.JSONField()))


class PresetViewSet(Open):
    tag = "presets"

    @described(AnyRegulation(many=True))
    def regulations(self, request: Request) -> Response:
        """List the regulations a tournament can be played under."""
        return respond(AnyRegulation, list(REGULATIONS.values()))

    @described(RuleSets)
    def rulesets(self, request: Request) -> Response:
        """List the rule sets a hand record can name, and the choices of every setting."""
        presets = {key: _settings(rules) for key, rules in PRESETS.items()}
        choices = {name: list(setting.choices) for name, setting in SETTINGS.items()}
        return Response({"presets": presets, "settings": choices})


def _settings(rules: Any) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in SETTINGS}


RECORD_ADDRESS = "/api/v1/schemas/mus-hand-1.json"
AN_HOUR = "public, max-age=3600"


@cache
def document() -> dict[str, Any]:
    """Returns the OpenAPI document, built once per process: it takes too long for each request."""
    with translation.override("en"):
        generator = SchemaGenerator()
        built: dict[str, Any] = generator.get_schema(request=None, public=True)
        return built


@cache
def _json_bytes() -> bytes:
    return json.dumps(document(), ensure_ascii=False, indent=1).encode()


@cache
def _yaml_bytes() -> bytes:
    plain = json.loads(_json_bytes())
    return yaml.safe_dump(plain, allow_unicode=True, sort_keys=False).encode()


@cache
def _record_bytes() -> bytes:
    return json.dumps(hand_schema(RECORD_ADDRESS), ensure_ascii=False, indent=1).encode()


def _etag(make: Any, *_args: Any, **_kwargs: Any) -> str:
    return f'"{sha256(make()).hexdigest()[:20]}"'


def _answer(content: bytes, kind: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Cache-Control": AN_HOUR})


@require_safe
@condition(etag_func=partial(_etag, _json_bytes))
def openapi_json(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document as JSON."""
    return _answer(_json_bytes(), "application/vnd.oai.openapi+json; version=3.1; charset=utf-8")


@require_safe
@condition(etag_func=partial(_etag, _yaml_bytes))
def openapi_yaml(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document as YAML."""
    return _answer(_yaml_bytes(), "application/vnd.oai.openapi; version=3.1; charset=utf-8")


@require_safe
@condition(etag_func=partial(_etag, _record_bytes))
def hand_record(request: HttpRequest) -> HttpResponse:
    """The JSON Schema of the hand record."""
    return _answer(_record_bytes(), "application/schema+json; charset=utf-8")


@require_safe
@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    """The document to read and try, with nothing from outside this server."""
    return render(request, "api/docs.html")
