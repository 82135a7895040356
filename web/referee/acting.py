"""Rendering of the referee's pages with a form."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from web.once import new_once


def page(
    request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """Renders a referee's page, with a new `once` for its form."""
    return render(request, f"referee/{template}", {"once": new_once(), **context}, status=status)
