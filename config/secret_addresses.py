"""The addresses that contain a key: whoever has one may act, so no log may hold it.

`tests/config/test_secret_addresses.py` compares these with the URL map and with the proxies' files.
"""

import re

BEFORE_A_KEY = (
    "referee/join",
    "entry",
    "our-result",
    "partner",
    "t/*/here",
    "t/*/draw/words",
    "accounts/invited",
    "accounts/mailbox",
    "accounts/reset/*",
    "accounts/me/claim",
)
"""What comes before the key, whatever comes before that: a language, or `/api/v1`. A star is any
one part."""


def any_of_them(*, slash: str = "/", part: str = "[^/]+") -> str:
    """A regular expression of what comes before a key, for Python, nginx and Caddy alike."""
    either = "|".join(one.replace("*", part).replace("/", slash) for one in BEFORE_A_KEY)
    return f"{slash}(?:{either}){slash}"


# An address in a query may have its slashes encoded.
_BEFORE_IN_A_TEXT = any_of_them(slash="(?:/|%2F)", part=r"[^/%\s]+")
_IN_A_TEXT = re.compile(rf"({_BEFORE_IN_A_TEXT})[^/\s?&\"'<>]+", re.IGNORECASE)
_IN_A_PATH = re.compile(f"{any_of_them()}.")


def without_keys(text: str) -> str:
    """`text` with the key of each such address replaced by an ellipsis."""
    return _IN_A_TEXT.sub(r"\1…", text)


def has_key(path: str) -> bool:
    """Whether an address contains a key."""
    return _IN_A_PATH.search(path) is not None
