"""Shortens news for a reader who has the text before: as pieces copied from it and new text
between.

One hand looks much like the next. Compression cannot use that, because each message is compressed
by itself (packing.py). But the page has the message before, and can copy from it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

LETTERS = 8
"""Copying begins where at least so many characters are equal, and goes on as far as they are."""
SHORTEST = 20
"""A shorter piece is not copied: its text is as short as its position."""
MOST_TRIED = 12
BEGINS = re.compile(r"[<>]")
GAPS = re.compile(r"[ \t\r\n]{2,}")

Said = list[str | tuple[int, int]]
"""Pieces to be joined: new texts, and (start, length) in the text before."""


def shorter(text: str, before: str) -> Said:
    """`text` as pieces of `before` and new texts. `static/js/swap.js` joins them."""
    places = _places(before)
    said: Said = []
    new = at = 0
    while at < len(text):
        start, length = _longest(text, at, before, places[text[at : at + LETTERS]])
        if length < SHORTEST:
            following = BEGINS.search(text, at + 1)
            at = following.start() if following else len(text)
            continue
        if new < at:
            said.append(text[new:at])
        said.append((start, length))
        new = at = at + length
    if new < len(text):
        said.append(text[new:])
    return said


def is_counted_alike(text: str) -> bool:
    """Whether a browser (UTF-16) counts the characters as Python does: none is above U+FFFF."""
    return not text or max(text) <= "\uffff"


def body_of(page: str) -> str:
    """A page from its body on, because the head differs with the style sheets in it. White space is
    reduced as in delivery/fragments.py."""
    return GAPS.sub("\n", page[page.find("<body") :])


def _places(before: str) -> defaultdict[str, list[int]]:
    found: defaultdict[str, list[int]] = defaultdict(list)
    for begin in BEGINS.finditer(before):
        found[before[begin.start() : begin.start() + LETTERS]].append(begin.start())
    return found


def _longest(text: str, at: int, before: str, places: Sequence[int]) -> tuple[int, int]:
    """The place in `before` that has the most characters in common with `text` from `at` on, and
    how many."""
    best, most = 0, 0
    for place in places[:MOST_TRIED]:
        length = _same(text, at, before, place)
        if length > most:
            best, most = place, length
    return best, most


def _same(text: str, at: int, before: str, place: int) -> int:
    """How many characters are equal from `at` in `text` and from `place` in `before`."""
    low, high = 0, min(len(text) - at, len(before) - place)
    while low < high:
        middle = (low + high + 1) // 2
        if text[at + low : at + middle] == before[place + low : place + middle]:
            low = middle
        else:
            high = middle - 1
    return low
