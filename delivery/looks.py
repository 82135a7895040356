"""What the bytes of a published page depend on besides its address and its stamp.

An anonymous reader differs from others by the looks: four languages, three themes, two sizes of
type, two kinds of cards, and whether the browser was here before (for a new browser the page
contains its style sheets, `web/templatetags/styles.py`). All else in a request's headers either
changes nothing, or makes a view answer.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.http.cookie import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.utils.translation import get_language_from_request

THEMES = ("auto", "light", "dark")
SIZES = ("normal", "large")
CARDS = ("drawn", "letters")
THEME_COOKIE = "theme"
SIZE_COOKIE = "size"
CARDS_COOKIE = "cards"
BEEN_COOKIE = "been"
"""Set by static/js/page.js when a page is left: "1" in a browser that was here before."""
ENCODINGS = ("br", "gzip")

# Headers that can change an answer and are not read here: a request with one of these goes to a
# view.
FOR_VIEWS = (b"authorization", b"content-length", b"transfer-encoding", b"range", b"upgrade")
READ = (b"host", b"cookie", b"accept-language", b"accept-encoding", b"accept")
MOST_BYTES = 2_000
"""The most bytes of headers in one entry of the cache; longer headers are read each time."""


class Looks(NamedTuple):
    """Language and appearance of a page."""

    language: str
    theme: str = THEMES[0]
    size: str = SIZES[0]
    cards: str = CARDS[0]
    been: bool = False

    def headers(self) -> list[tuple[bytes, bytes]]:
        """The request headers of a reader with these looks, and no others."""
        chosen = [
            (THEME_COOKIE, self.theme, THEMES[0]),
            (SIZE_COOKIE, self.size, SIZES[0]),
            (CARDS_COOKIE, self.cards, CARDS[0]),
            (BEEN_COOKIE, "1" if self.been else "", ""),
        ]
        cookies = [f"{name}={value}" for name, value, default in chosen if value != default]
        headers = [(b"accept-language", self.language.encode())]
        return [*headers, (b"cookie", "; ".join(cookies).encode())] if cookies else headers


class Reader(NamedTuple):
    """An anonymous reader of published pages."""

    host: bytes
    looks: Looks
    encoding: str
    takes_json: bool

    def headers(self) -> list[tuple[bytes, bytes]]:
        """The request headers with which a view renders a page for this reader."""
        return [(b"host", self.host), *self.looks.headers()]


def reader_of(headers: Mapping[bytes, bytes]) -> Reader | None:
    """The anonymous reader who sent these headers; None when a view must answer.

    Cached by the headers' text, because many phones send the same few headers.
    """
    if any(name in headers for name in FOR_VIEWS):
        return None
    values = [headers.get(name, b"") for name in READ]
    is_short = sum(map(len, values)) <= MOST_BYTES
    return _read(*values) if is_short else _read.__wrapped__(*values)


@lru_cache(maxsize=4_096)
def _read(*values: bytes) -> Reader | None:
    host, cookie, language, encoding, accept = (value.decode("latin-1") for value in values)
    cookies = parse_cookie(cookie)
    if settings.SESSION_COOKIE_NAME in cookies or "messages" in cookies:
        return None
    domain, _port = split_domain_port(host)
    allowed = settings.ALLOWED_HOSTS or ["localhost", "127.0.0.1", "[::1]"]
    if not domain or not validate_host(domain, allowed):
        return None
    # The API's plain JSON; indented JSON is the view's business.
    takes_json = not accept or "*/*" in accept or "application/json" in accept
    return Reader(
        host=values[0],
        looks=looks_of(cookies, language),
        encoding=encoding_of(encoding),
        takes_json=takes_json and "indent" not in accept,
    )


def looks_of(cookies: dict[str, str], accept_language: str) -> Looks:
    """The looks that Django's middleware would choose: by cookie, else by browser, else the
    default."""
    request = HttpRequest()
    request.COOKIES = cookies
    request.META["HTTP_ACCEPT_LANGUAGE"] = accept_language
    return Looks(
        language=get_language_from_request(request),
        theme=known(cookies.get(THEME_COOKIE), THEMES),
        size=known(cookies.get(SIZE_COOKIE), SIZES),
        cards=known(cookies.get(CARDS_COOKIE), CARDS),
        been=has_been(cookies.get(BEEN_COOKIE)),
    )


def known(value: str | None, choices: Sequence[str]) -> str:
    """`value` when it is one of `choices`; else the first of them, the default."""
    return value if value is not None and value in choices else choices[0]


def has_been(cookie: str | None) -> bool:
    """Whether this cookie says that the browser was here before."""
    return cookie == "1"


def encoding_of(accepted: str, choices: Sequence[str] = ENCODINGS) -> str:
    """The first of `choices` that an Accept-Encoding allows; "" for none."""
    allowed = {}
    for part in accepted.lower().split(","):
        name, _semicolon, parameter = part.strip().partition(";")
        key, _equals, weight = parameter.replace(" ", "").partition("=")
        allowed[name.strip()] = not (key == "q" and weight and not weight.strip("0."))
    return next((choice for choice in choices if allowed.get(choice)), "")


def parted(path: str) -> tuple[str, str]:
    """The language at the start of an address ("" for none) and the address without it: `/eu/t/…`
    is `/t/…` in Basque, for every reader."""
    first, slash, rest = path[1:].partition("/")
    if slash and first in dict(settings.LANGUAGES):
        return first, f"/{rest}"
    return "", path
