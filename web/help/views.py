"""GET /help/: the topics; GET /help/<topic>/: one topic, in the reader's language."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

TOPICS = ("player", "organizer", "referee", "screen", "trouble", "privacy")
A_DAY = 86_400
FOLDER = Path(settings.BASE_DIR) / "docs/help"


PICTURE = re.compile(r"^ *!\[(.+?)\]\(([a-z-]+\.webp)\)$", re.MULTILINE)
LABEL = re.compile(r"\[\[([^\[\]]+)\]\]")
_ITEM = re.compile(r"^(?:- |(\d+)\. )")
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_CODE = re.compile(r"`([^`]+)`")


def title_of(text: str) -> str:
    """The first heading, in plain words."""
    return text.partition("\n")[0].removeprefix("# ").strip()


def to_html(text: str, *, pictures: str = "") -> SafeString:
    """The text as HTML. Everything in it is escaped first. `pictures`: the base address of its
    pictures."""
    return mark_safe("\n".join(_blocks(text, pictures)))  # noqa: S308  (escaped piece by piece)


def _blocks(text: str, pictures: str) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", text.strip()):
        lines = block.split("\n")
        if lines[0].startswith("#"):
            level = len(lines[0]) - len(lines[0].lstrip("#"))
            yield f"<h{level}>{_line(lines[0].lstrip('# '))}</h{level}>"
        elif image := PICTURE.fullmatch(block):
            yield _figure(image, pictures)
        elif item := _ITEM.match(lines[0]):
            kind = "ol" if item[1] else "ul"
            items = re.split(r"\n(?! )", block)
            yield f"<{kind}>{''.join(_item(item, pictures) for item in items)}</{kind}>"
        else:
            yield f"<p>{_line(' '.join(lines))}</p>"


def _item(item: str, pictures: str) -> str:
    """A step: its lines, which go on indented, and then its pictures."""
    text = _ITEM.sub("", PICTURE.sub("", item))
    figures = "".join(_figure(image, pictures) for image in PICTURE.finditer(item))
    return f"<li>{_line(' '.join(text.split()))}{figures}</li>"


def _figure(image: re.Match[str], pictures: str) -> str:
    words, name = _line(image[1]), escape(pictures + image[2])
    return f'<figure><img src="{name}" alt="{words}" loading="lazy"></figure>'


def _line(text: str) -> str:
    with_labels = LABEL.sub(lambda label: gettext(label[1]), text)
    safe = str(escape(with_labels))
    return _CODE.sub(r"<code>\1</code>", _BOLD.sub(r"<strong>\1</strong>", safe))


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
