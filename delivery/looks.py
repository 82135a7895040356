"""The looks of a page for an anonymous reader: language, colours, size of type, and cards.

The versions of one published page differ in nothing else, however many readers there are: four
languages, three themes, two sizes, two kinds of cards, and whether the browser was here before. For
a new browser the page contains its style sheets (`web/templatetags/styles.py`).
"""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

THEMES = ("auto", "light", "dark")
SIZES = ("normal", "large")
CARDS = ("drawn", "letters")
THEME_COOKIE = "theme"
SIZE_COOKIE = "size"
CARDS_COOKIE = "cards"
BEEN_COOKIE = "been"
"""Set by static/js/page.js when a page is left: "1" in a browser that was here before."""


class Looks(NamedTuple):
    """What the bytes of a published page depend on, besides its address and its stamp."""

    language: str
    theme: str = THEMES[0]
    size: str = SIZES[0]
    cards: str = CARDS[0]
    been: bool = False

    def headers(self) -> list[tuple[bytes, bytes]]:
        """The request headers of a reader with these looks, and no others."""
        cookies = []
        if self.theme != THEMES[0]:
            cookies.append(f"{THEME_COOKIE}={self.theme}")
        if self.size != SIZES[0]:
            cookies.append(f"{SIZE_COOKIE}={self.size}")
        if self.cards != CARDS[0]:
            cookies.append(f"{CARDS_COOKIE}={self.cards}")
        if self.been:
            cookies.append(f"{BEEN_COOKIE}=1")
        asked = [(b"accept-language", self.language.encode())]
        return [*asked, (b"cookie", "; ".join(cookies).encode())] if cookies else asked


def known_theme(text: str | None) -> str:
    """`text` when it is a theme; the default for anything else."""
    return text if text in THEMES else THEMES[0]


def known_size(text: str | None) -> str:
    """`text` when it is a size; the default for anything else."""
    return text if text in SIZES else SIZES[0]


def known_cards(text: str | None) -> str:
    """`text` when it is a kind of cards; the default for anything else."""
    return text if text in CARDS else CARDS[0]


def has_been(text: str | None) -> bool:
    """Whether this cookie says that the browser was here before."""
    return text == "1"


def looks_of(cookies: dict[str, str], accept_language: str) -> Looks:
    """The looks that Django's middleware would choose: by cookie, else by browser, else the
    default."""
    asked = HttpRequest()
    asked.COOKIES = cookies
    asked.META["HTTP_ACCEPT_LANGUAGE"] = accept_language
    return Looks(
        language=get_language_from_request(asked),
        theme=known_theme(cookies.get(THEME_COOKIE)),
        size=known_size(cookies.get(SIZE_COOKIE)),
        cards=known_cards(cookies.get(CARDS_COOKIE)),
        been=has_been(cookies.get(BEEN_COOKIE)),
    )


def is_personal(cookies: dict[str, str]) -> bool:
    """Whether the request has a session or a waiting message, so that a view must answer."""
    return settings.SESSION_COOKIE_NAME in cookies or "messages" in cookies
