"""News said shorter to who has had the news before: as pieces of that, and what is new in between.

One hand looks much like the next. Compressing cannot see that, because each message of a stream
is compressed for itself (packing.py); the page has had the message before, and can copy from it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

LETTERS = 8
"""So many letters have to be the same where copying begins; it then goes on as far as it can."""
SHORTEST = 20
"""Letters under which saying them is no longer than saying where they are."""
MOST_TRIED = 12
BEGINS = re.compile(r"[<>]")
GAPS = re.compile(r"[ \t\r\n]{2,}")

Said = list[str | tuple[int, int]]
"""Texts to be put together: new ones, and (from, length) in the text before."""


def shorter(text: str, before: str) -> Said:
    """`text` in pieces of `before`. `static/js/swap.js` puts it together again."""
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
    """Whether a browser counts its letters as Python does: none is beyond the first plane."""
    return not text or max(text) <= "\uffff"


def body_of(page: str) -> str:
    """What follows the head of a page, which differs with the style sheets that a page brings with
    it; its gaps as they are in pieces of it (publication/fragments.py)."""
    return GAPS.sub("\n", page[page.find("<body") :])


def longer(said: str | Said, before: str) -> str:
    """What `shorter` was given."""
    if isinstance(said, str):
        return said
    return "".join(
        piece if isinstance(piece, str) else before[piece[0] : piece[0] + piece[1]]
        for piece in said
    )


def _places(before: str) -> defaultdict[str, list[int]]:
    found: defaultdict[str, list[int]] = defaultdict(list)
    for begin in BEGINS.finditer(before):
        found[before[begin.start() : begin.start() + LETTERS]].append(begin.start())
    return found


def _longest(text: str, at: int, before: str, places: Sequence[int]) -> tuple[int, int]:
    """Where the most letters of `text` from `at` on are found in `before`, and how many."""
    best, most = 0, 0
    for place in places[:MOST_TRIED]:
        length = _same(text, at, before, place)
        if length > most:
            best, most = place, length
    return best, most


def _same(text: str, at: int, before: str, place: int) -> int:
    """How many letters are the same."""
    low, high = 0, min(len(text) - at, len(before) - place)
    while low < high:
        middle = (low + high + 1) // 2
        if text[at + low : at + middle] == before[place + low : place + middle]:
            low = middle
        else:
            high = middle - 1
    return low
