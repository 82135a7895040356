"""The OpenAPI document, the page that shows it, and the open format's JSON Schema."""

from __future__ import annotations

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

from api.hand_record import published

AN_HOUR = "public, max-age=3600"


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document. It is built once per process, because this takes too long for each
    request."""
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
    return json.dumps(published(), ensure_ascii=False, indent=1).encode()


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
