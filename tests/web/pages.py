"""Pages as the tests read them: fetched, put into one line, and their forms as a browser sends
them."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse


def read(
    browser: Client, name: str, *args: object, language: str | None = None, **query: object
) -> str:
    """The HTML of an address that answers; a name without a namespace is a public page's."""
    headers = {"accept-language": language} if language else None
    address = reverse(name if ":" in name else f"public:{name}", args=args)
    answer = browser.get(address, query, headers=headers)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.text


def words(html: str) -> str:
    """What is read on a page, in one line."""
    return in_a_line(re.sub(r"<[^>]+>", " ", html))


def in_a_line(html: str) -> str:
    """The text with single spaces."""
    return re.sub(r"\s+", " ", html)


def unescaped(answer: Any) -> str:
    """The HTML of an answer with its characters as a reader sees them."""
    return unescape(answer.text)


def version_in(answer: Any) -> str:
    """The version that the form of a page names."""
    return re.findall(r'name="version" value="(\d+)"', answer.text)[0]


def falls_in(answer: Any) -> list[int]:
    """The later matches that the form of a page names as set aside."""
    return [int(pk) for pk in re.findall(r'name="sets_aside" value="(\d+)"', answer.text)]


class Forms(HTMLParser):
    """The forms of a page: the address of each that posts, and what it would send."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, list[str]]]] = []
        self._into: dict[str, list[str]] | None = None
        self._name = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._into = {} if said.get("method") == "post" else None
            if self._into is not None:
                self.found.append((said.get("action", ""), self._into))
        if self._into is None:
            return
        name, ticked = said.get("name", ""), "checked" in said
        if tag == "input" and name and (ticked or said.get("type") not in ("checkbox", "radio")):
            blank = "on" if ticked else ""
            self._into.setdefault(name, []).append(said.get("value", blank))
        elif tag in ("select", "textarea"):
            self._name = name
        elif tag == "option" and "selected" in said:
            self._into.setdefault(self._name, []).append(said.get("value", ""))

    def handle_data(self, data: str) -> None:
        if self._name and self._into is not None and self.lasttag == "textarea":
            self._into.setdefault(self._name, []).append(data.strip())

    def handle_endtag(self, tag: str) -> None:
        if tag in ("select", "textarea"):
            self._name = ""
        elif tag == "form":
            self._into = None


def form_in(html: str, *, having: str) -> dict[str, Any]:
    """What the form with this field would send: the text of each field, or several in a list."""
    [sent] = [fields for _action, fields in Forms(html).found if having in fields]
    return {name: texts[0] if len(texts) == 1 else texts for name, texts in sent.items()}
