"""A cache of pieces of pages. The key contains everything that a piece depends on."""

import zlib
from collections.abc import Callable

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from tournament.recent import Recent

OVERHEAD = 900
"""Bytes that a key and its entry take, roughly, besides the text."""
FAST = 1

# Stored compressed: a piece is mostly tags, and takes a tenth of the memory.
cached_pieces: Recent[tuple[object, ...], bytes] = Recent(
    settings.KEPT_BYTES, weigh=lambda packed: OVERHEAD + len(packed)
)


def piece(key: tuple[object, ...], draw: Callable[[], str]) -> SafeString:
    """The piece with this key: from the cache, or made by `draw`, which renders a template."""
    cached = None if settings.DEBUG else cached_pieces.get(key)
    text = draw() if cached is None else zlib.decompress(cached).decode()
    if cached is None:
        cached_pieces.put(key, zlib.compress(text.encode(), FAST))
    return mark_safe(text)  # noqa: S308  (a template of ours has escaped what it was given)
