"""GET /help/: the topics; GET /help/<topic>/: one topic, in the reader's language."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from web.help.markdown import title_of, to_html

TOPICS = ("player", "organizer", "referee", "privacy")
A_DAY = 86_400
FOLDER = Path(settings.BASE_DIR) / "docs/help"


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The topics, each by its title."""
    topics = [(topic, title_of(_text(_language(), topic))) for topic in TOPICS]
    return render(request, "help/index.html", {"topics": topics})


@require_safe
def page(request: HttpRequest, topic: str) -> HttpResponse:
    """One topic. 404 for an unknown topic."""
    if topic not in TOPICS:
        raise Http404("no such topic")
    language = _language()
    text = _text(language, topic)
    pictures = reverse("help:picture", args=[language, "-"]).removesuffix("-.webp")
    context = {"title": title_of(text), "text": to_html(text, pictures=pictures)}
    return render(request, "help/page.html", context)


@require_safe
def picture(_request: HttpRequest, language: str, name: str) -> HttpResponse:
    """A picture in one language. `python -m bench.pictures` makes them."""
    file = FOLDER / language / f"{name}.webp"
    if language not in dict(settings.LANGUAGES) or not file.is_file():
        raise Http404("no such picture")
    headers = {"Cache-Control": f"public, max-age={A_DAY}"}
    return HttpResponse(file.read_bytes(), content_type="image/webp", headers=headers)


def _language() -> str:
    language = (get_language() or "es").split("-")[0]
    return language if (FOLDER / language).is_dir() else "es"


@cache
def _text(language: str, topic: str) -> str:
    return (FOLDER / language / f"{topic}.md").read_text(encoding="utf-8")
