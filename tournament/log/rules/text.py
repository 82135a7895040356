"""What a name may contain: one line of visible text."""

import re
import unicodedata
from functools import lru_cache

from tournament.log.rules.events import FieldFault

# Characters that reorder or hide text, with which one name could look like another; and invisible
# ones: fillers and separators.
_HIDDEN = frozenset(
    "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)
# A telephone number alone or among words (years as in "1897-1997" are none), an e-mail address.
_CONTACTS = (
    re.compile(r"^\W*(?:\d[ ()./\-]*){6,}$"),
    re.compile(r"\d(?:[ .]?\d){6}"),
    re.compile(r"[^\s@]@[^\s@]+\.[^\s@]"),
)
_BANNED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp"})
# Characters that join or vary letters of some alphabets, and emoji. Elsewhere they are invisible.
_JOINING = re.compile("[\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]+")
_ALONE = ("LATIN", "GREEK", "CYRILLIC")
_MOST_JOINING = 2


_REPLACED = re.compile("[\ufffc\ufffd]")
_LOOK_ALIKE = re.compile("[\u0370-\u03ff\u0400-\u052f\u1f00-\u1fff]")


def has_odd_letters(text: str) -> bool:
    """Whether the text holds the mark of a picture or of a letter that was lost (U+FFFC, U+FFFD),
    or a word that mixes Latin with Greek or Cyrillic letters, which look alike."""
    if text.isascii():
        return False
    return bool(_REPLACED.search(text)) or any(map(_is_mixed, re.findall(r"[^\W\d_]+", text)))


def without_replaced(text: str) -> str:
    """The text without the marks of what was lost."""
    return _REPLACED.sub("", text)


def _is_mixed(word: str) -> bool:
    if not _LOOK_ALIKE.search(word):
        return False
    return any(unicodedata.name(one, "").startswith("LATIN") for one in word)


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
    # Checked before anything that takes time, because the input is not yet trusted.
    if len(value) > 4 * longest + 100:
        return "", FieldFault(field, "too_long", {"longest": longest})
    text = value.strip()
    plain = _JOINING.sub("", text)
    breaks = "\r\n" if lines else ""
    is_visible = all(
        character in breaks
        or (character not in _HIDDEN and unicodedata.category(character) not in _BANNED_CATEGORIES)
        for character in plain
    )
    if not is_visible or (plain != text and not _joins_rightly(text)):
        return "", FieldFault(field, "bad_characters")
    text = unicodedata.normalize("NFC", text)
    text = re.sub(r"[^\S\n]+", " ", text)
    if required and not text:
        return text, FieldFault(field, "required")
    if required and not any(character.isalnum() for character in text):
        return text, FieldFault(field, "no_letter")
    if len(text) > longest:
        return text, FieldFault(field, "too_long", {"longest": longest})
    return text, None


def folded(name: str) -> str:
    """A key that is equal for spellings that differ only in case, accents, hyphens or spaces."""
    # Letter by letter, as one letter can stand for eighteen: a text is not decomposed whole.
    return " ".join("".join(map(_plain_letter, name)).split())


@lru_cache(maxsize=4096)
def _plain_letter(letter: str) -> str:
    """The letter without its accents, decomposed, in lower case; a space for what is none."""
    decomposed = unicodedata.normalize("NFKD", letter).casefold()
    return "".join(
        part if part.isalnum() else " " for part in decomposed if not unicodedata.combining(part)
    )


def is_contact(text: str) -> bool:
    """Whether the text looks like a telephone number or an e-mail address, which must not be
    public."""
    return any(pattern.search(text) for pattern in _CONTACTS)


def _joins_rightly(text: str) -> bool:
    """Whether each joining character stands where it has an effect: after an emoji or a letter of
    an alphabet that uses it, and not many in a row."""
    return all(
        len(match[0]) <= _MOST_JOINING and _is_joined(text[: match.start()])
        for match in _JOINING.finditer(text)
    )


def _is_joined(before: str) -> bool:
    bases = (one for one in reversed(before) if not unicodedata.category(one).startswith("M"))
    base = next(bases, " ")
    letter = unicodedata.normalize("NFD", base)[0]
    return not base.isspace() and not unicodedata.name(letter, "").startswith(_ALONE)
