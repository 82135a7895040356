"""Cards as people type them, read as tokens."""

import re

from mus import card_from

# "rr74", "RR74", "12 12 7 4", "RoRc7e4b", "Sc=R": a C can be a knight or copas, a 1 an ace or the
# start of 10, 11, 12. The reading that gives four cards is taken.
_READINGS = (
    re.compile(r"([RCSArcsa1-7])()()"),
    re.compile(r"(1[0-2]|[RCSArcsa1-7])()()"),
    re.compile(r"(1[0-2]|[RCSArcsa1-7])([oceb])?(=[RAra])?"),
)
_SEPARATORS = re.compile(r"[\s,;./·-]+")


def spaced(text: str) -> str:
    """Cards as typed ("rr74", "12,12,7,4", "RoRc7e4b") as tokens with single spaces.

    Text that cannot be read as four cards is not changed; the engine then reports it.
    """
    words = [word for word in _SEPARATORS.split(text.strip()) if word]
    for reading in _READINGS:
        tokens = [token for word in words for token in _read(word, reading)]
        if len(tokens) == 4 and all(card_from(token) for token in tokens):
            return " ".join(tokens)
    return " ".join(words)


def _read(word: str, reading: re.Pattern[str]) -> list[str]:
    matches = list(reading.finditer(word))
    return (
        [_token(match) for match in matches] if "".join(m[0] for m in matches) == word else [word]
    )


def _token(match: re.Match[str]) -> str:
    rank, suit, stands_for = match[1].upper(), (match[2] or "").lower(), match[3] or ""
    return f"{rank}{suit}{stands_for.upper()}"
