"""Somebody who wanders through the pages: follows any link, and sends any form of a page that was
open at some time, filled in by chance."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.test import Client

NOT_PRESSED = ("/accounts/", "/i18n/", "/live/")
"""Parts of addresses that would end the wandering, or have tests of their own."""
FIELDS = {"input", "textarea", "select", "button"}
TYPED = {
    "text", "number", "textarea", "date", "time", "datetime-local", "search", "email",
}  # fmt: skip

OPEN = 6
"""So many pages are open at a time: what is pressed may be older than what was done since."""
TEXTS = (
    "", " ", "Zarautz", "Orio – Getaria", "12", "0", "-1", "40", "9" * 21, "3-2", "x" * 300,
    "<b>&amp;", "2026-11-21T12:00", "2026-11-21", "12:30", "a\nb\nc", "1e9", "NaN", "on", "A", "B",
    "Lezo, Orio, Kaia, 600 11 22 33", "ñ\u202eł", "\U0001f3b4", "é" * 90,
)  # fmt: skip
"""What is typed where anything may be typed."""


@dataclass
class Form:
    """A form of a page: where it is sent, and its fields with the values that they may take."""

    action: str
    method: str
    fields: list[Field] = field(default_factory=list)


@dataclass
class Field:
    """`values`: those of a choice, or the one that stands there; `is_typed`: it takes any text."""

    name: str
    kind: str
    values: list[str] = field(default_factory=list)

    @property
    def is_typed(self) -> bool:
        return self.kind in TYPED


class Page(HTMLParser):
    """The links and forms of a page."""

    def __init__(self, address: str, html: str) -> None:
        super().__init__()
        self.address = address
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._choice: Field | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in has:
            self.links.append(urljoin(self.address, has["href"]))
        elif tag == "form":
            action = urljoin(self.address, has.get("action", ""))
            self._form = Form(action, has.get("method", "get").lower())
            if self._form.method != "dialog":  # closes a window of the page itself
                self.forms.append(self._form)
        elif self._form is not None:
            self._add(self._form, tag, has)

    def _add(self, form: Form, tag: str, has: dict[str, str]) -> None:
        if tag == "option" and self._choice is not None:
            self._choice.values.append(has.get("value", ""))
        if tag not in FIELDS or not has.get("name"):
            return
        kind = has.get("type", "text") if tag == "input" else tag
        value = has.get("value", "on" if kind == "checkbox" else "")
        known = next((one for one in form.fields if one.name == has["name"]), None)
        if known is not None and kind in ("radio", "button"):
            known.values.append(value)
            return
        form.fields.append(Field(has["name"], kind, [] if tag == "select" else [value]))
        if tag == "select":
            self._choice = form.fields[-1]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._choice = None


class Wanderer:
    """One browser. `went` counts the answers by their status."""

    def __init__(self, client: Client, at: str, seed: int) -> None:
        self.client = client
        self.rng = Random(seed)
        self.home = at
        self.open: list[Page] = []
        self.went: Counter[int] = Counter()
        self.trail: list[str] = []
        self.look(at)

    def step(self) -> None:
        """Follows a link, or sends a form of a page that may have been open for long."""
        page = self.rng.choice(self.open)
        if page.forms and self.rng.random() < 0.6:
            self.send(self.rng.choice(page.forms))
        elif page.links and self.rng.random() < 0.93:
            self.look(self.rng.choice(page.links))
        else:
            self.look(self.home)

    def look(self, address: str, **given: Any) -> None:
        if _is_outside(address):
            return
        self.trail.append(f"GET {address} {given or ''}")
        self._arrive(address, self.client.get(address, given or None))

    def send(self, form: Form) -> None:
        given = self._filled(form)
        if form.method == "get":
            self.look(form.action.partition("?")[0], **given)
        elif not _is_outside(form.action):
            self.trail.append(f"POST {form.action} {given}")
            self._arrive(form.action, self.client.post(form.action, given))

    def _arrive(self, address: str, answer: Any) -> None:
        self.went[answer.status_code] += 1
        assert answer.status_code < 500, self.trail[-1]
        if answer.status_code in (301, 302, 303):
            self.look(urljoin(address, answer["Location"]))
        elif answer.streaming:
            answer.close()
        elif answer.get("Content-Type", "").startswith("text/html"):
            self._read(Page(address, answer.text))

    def _read(self, page: Page) -> None:
        if page.links or page.forms:
            self.open = [*self.open[1 - OPEN :], page]

    def _filled(self, form: Form) -> dict[str, str]:
        found = ((one.name, self._value(one)) for one in form.fields if one.kind != "file")
        return {name: value for name, value in found if value is not None}

    def _value(self, one: Field) -> str | None:
        """What is chosen or typed; None: the field is left out."""
        chance = self.rng.random()
        if one.kind == "hidden" and chance < 0.97:
            return one.values[0]
        if one.is_typed:
            stands = one.values[0] if one.values else ""
            return stands if stands and chance < 0.5 else self.rng.choice(TEXTS)
        if one.kind in ("checkbox", "button") and len(one.values) == 1 and chance < 0.5:
            return None
        return self.rng.choice(one.values if one.values and chance < 0.97 else TEXTS)


def _is_outside(address: str) -> bool:
    parts = urlsplit(address)
    is_here = parts.netloc in ("", "testserver") and parts.scheme in ("", "http")
    return not is_here or any(part in parts.path for part in NOT_PRESSED)
