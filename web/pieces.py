"""Pieces of pages that are drawn once and kept: whatever decides a piece is in its key."""

from __future__ import annotations

import zlib
from collections.abc import Callable

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from tournament.recent import Recent

OVERHEAD = 900
"""About what a key and its entry take beside the text."""
FAST = 1

# Packed: a piece is mostly tags, and takes a tenth of the memory so.
kept: Recent[tuple[object, ...], bytes] = Recent(
    settings.KEPT_BYTES, weigh=lambda packed: OVERHEAD + len(packed)
)


def piece(key: tuple[object, ...], draw: Callable[[], str]) -> SafeString:
    """The piece of this key: what was kept, else what `draw` gives, a template's answer."""
    found = None if settings.DEBUG else kept.get(key)
    text = draw() if found is None else zlib.decompress(found).decode()
    if found is None:
        kept.put(key, zlib.compress(text.encode(), FAST))
    return mark_safe(text)  # noqa: S308  (a template of ours has escaped what it was given)
