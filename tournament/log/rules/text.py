"""What may stand in a name: one line of visible text."""

from __future__ import annotations

import re
import unicodedata

from tournament.log.rules.faults import FieldFault

# Marks that reorder or hide text: one name could be made to look like another.
_DECEIVING = frozenset(
    "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)
# A telephone number alone or among words (years as in "1897-1997" are none), an e-mail address.
_CONTACTS = (
    re.compile(r"^\W*(?:\d[ ()./\-]*){6,}$"),
    re.compile(r"\d(?:[ .]?\d){6}"),
    re.compile(r"[^\s@]@[^\s@]+\.[^\s@]"),
)
_BANNED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})
# Letters and marks that nobody sees: fillers, and what keeps marks apart.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
# What joins or varies the letters of some alphabets, and emoji. Elsewhere it is not seen.
_JOINING = re.compile("[\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]+")
_ALONE = ("LATIN", "GREEK", "CYRILLIC")
_MOST_JOINING = 2


def clean(
    value: object, *, field: str, longest: int, required: bool = False, lines: bool = False
) -> tuple[str, FieldFault | None]:
    """`value` trimmed, composed (NFC) and with single spaces, and what is wrong with it.

    `longest` in characters. `lines` allows line breaks, for reasons and remarks.
    Codes: not_text, bad_characters, required, no_letter, too_long.
    """
    if value is None:
        value = ""
    if not isinstance(value, str):
        return "", FieldFault(field, "not_text")
    # Measured before anything that takes time: what is sent is not yet trusted.
    if len(value) > 4 * longest + 100:
        return "", FieldFault(field, "too_long", {"longest": longest})
    text = value.strip()
    plain = _JOINING.sub("", text)
    if not all(_allowed(character, lines) for character in plain) or not _joins_rightly(text):
        return "", FieldFault(field, "bad_characters")
    text = unicodedata.normalize("NFC", text)
    text = re.sub(r"[^\S\n]+", " ", text)
    return text, _fault(text, field, longest, required)


def folded(name: str) -> str:
    """The same for spellings that differ only in case, accents, hyphens or spaces."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return " ".join(re.split(r"[\W_]+", plain)).strip()


def is_contact(text: str) -> bool:
    """Whether this looks like a telephone number or an e-mail address: nothing for everybody."""
    return any(pattern.search(text) for pattern in _CONTACTS)


def _allowed(character: str, lines: bool) -> bool:
    if character == "\n" or character == "\r":
        return lines
    if character in _DECEIVING or character in _UNSEEN:
        return False
    return unicodedata.category(character) not in _BANNED_CATEGORIES


def _joins_rightly(text: str) -> bool:
    """Whether whatever joins stands behind something that it changes: after an emoji, or a letter
    of an alphabet that has it, and not many at once."""
    return all(
        len(found[0]) <= _MOST_JOINING and _is_joined(text[: found.start()])
        for found in _JOINING.finditer(text)
    )


def _is_joined(before: str) -> bool:
    bases = (one for one in reversed(before) if not unicodedata.category(one).startswith("M"))
    base = next(bases, " ")
    letter = unicodedata.normalize("NFD", base)[0]
    return not base.isspace() and not unicodedata.name(letter, "").startswith(_ALONE)


def _fault(text: str, field: str, longest: int, required: bool) -> FieldFault | None:
    if required and not text:
        return FieldFault(field, "required")
    if required and not any(character.isalnum() for character in text):
        return FieldFault(field, "no_letter")
    if len(text) > longest:
        return FieldFault(field, "too_long", {"longest": longest})
    return None
