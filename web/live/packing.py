"""Compresses what streams send, once for all of them.

Each message is a piece of deflate that looks back at nothing before it, so the same bytes can
follow whatever a stream has sent until then, and no stream needs a compressor of its own.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


@lru_cache(maxsize=256)
def packed(message: bytes) -> bytes:
    """The message as it goes into a stream that began with HEADER."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    return squeeze.compress(message) + squeeze.flush(zlib.Z_FULL_FLUSH)
