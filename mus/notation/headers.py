"""The headers of a match file: `[Name "value"]`, one a line, the value a JSON string."""

import json
import re
from collections.abc import Mapping

from ..invalid import InvalidValue

NAMING = ("A", "B")
"""The headers that name the pairs."""
OWN = ("Format", "Ruleset", "BestOf")
"""Headers that are written from the match itself."""
_NAME = re.compile(r"[A-Z][A-Za-z0-9]*")
_HEADER = re.compile(rf'\[({_NAME.pattern}) ("(?:[^"\\]|\\.)*")\]')


def header_text(name: str, value: str) -> str:
    """The line of a header."""
    return f"[{name} {json.dumps(value, ensure_ascii=False)}]"


def read_header(line: str) -> tuple[str, str, int] | None:
    """A header's name, its value and the place of the value; None when the line is no header."""
    match = _HEADER.fullmatch(line.rstrip())
    value = _text_of(match[2]) if match else None
    return (match[1], value, match.start(2)) if match and value is not None else None


def verify_headers(headers: Mapping[str, str]) -> None:
    """Raise `InvalidValue` unless these can be written and read back to the same, beside `OWN`."""
    for name, value in headers.items():
        if name in OWN:
            raise InvalidValue("headers", name, "Leave it out: it is written from the match.")
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise InvalidValue("headers", name, "Begin with A to Z; letters and digits may follow.")
        if not isinstance(value, str) or not _is_whole(value):
            raise InvalidValue(f"headers.{name}", value, "Give a text of whole characters.")
    for name in NAMING:
        if name not in headers:
            raise InvalidValue(
                "headers", dict(headers), f"Name the pair {name} in a header {name}."
            )


def _text_of(quoted: str) -> str | None:
    try:
        value = json.loads(quoted)
    except ValueError:
        return None
    return value if isinstance(value, str) and _is_whole(value) else None


def _is_whole(text: str) -> bool:
    """Whether nothing in a text is half a character, which no file could hold."""
    return not any("\ud800" <= character <= "\udfff" for character in text)
