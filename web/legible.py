"""Letters for which paper and pictures have no font, written in Latin ones.

The fonts that come with the program have the letters of Latin, Greek and Cyrillic. A name in any
other alphabet would be a row of boxes.
"""

from collections.abc import Callable, Iterator
from itertools import groupby
from unicodedata import category

# Of Unicode: the phonetic letters and all of Latin, Greek and signs; of Cyrillic and Latin what
# came later; ligatures, and what joins and chooses emoji.
_DRAWN = (
    (0, 0x52F), (0x1C80, 0x1C8F), (0x1D00, 0x2BFF), (0x2C60, 0x2C7F), (0x2DE0, 0x2E7F),
    (0xA640, 0xA69F), (0xA700, 0xA7FF), (0xAB30, 0xAB6F), (0xFB00, 0xFB06), (0xFE00, 0xFE2F),
    (0xFFF0, 0xFFFF), (0x1F000, 0x1FAFF), (0xE0000, 0x10FFFF),
)  # fmt: skip


def is_drawn(letter: str) -> bool:
    """Whether the fonts have this letter, or the character is no letter: an emoji is left out
    later."""
    code = ord(letter)
    return any(first <= code <= last for first, last in _DRAWN)


def legible(
    text: str, has: Callable[[str], bool] = is_drawn, written: Callable[[str], str] = str
) -> str:
    """The text, with each run of letters that `has` denies written in Latin letters, as `written`
    escapes them. Chinese characters are read as in Chinese; of Hebrew and Arabic only the
    consonants are written."""
    return text if text.isascii() else "".join(_pieces(text, has, written))


def _pieces(text: str, has: Callable[[str], bool], written: Callable[[str], str]) -> Iterator[str]:
    for can, letters in groupby(text, key=has):
        run = "".join(letters)
        yield run if can else written(_in_latin(run))


def _in_latin(run: str) -> str:
    # Imported here: most tournaments never need it.
    from anyascii import anyascii

    latin = anyascii(run)
    if not latin and any(category(letter).startswith("L") for letter in run):
        return "?"
    return latin[:1].upper() + latin[1:]
