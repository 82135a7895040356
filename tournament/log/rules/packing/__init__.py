"""A JSON object as a short text: `1:`, then its deflated JSON in Base64.

Hands are much alike, so each is deflated with a dictionary of what most hands contain: the file
`1.txt` beside this one for number 1. A dictionary that was ever used is never changed or removed; a
better one gets the next number. Reading knows every number; writing uses the last.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from binascii import a2b_base64
from pathlib import Path
from typing import Any

LAST = 1
AGAINST = {
    number: Path(__file__).with_name(f"{number}.txt").read_bytes() for number in range(1, LAST + 1)
}
SHORT = 100
"""Bytes. A shorter text is not packed: it would hardly become shorter."""
MARKED = re.compile(r"\d+:")
AS_IT_IS = "0:"
MOST_BYTES = 16_000_000
"""The longest object. Without this limit, unpacking a short malicious text could fill the
memory."""
RAW = -15
"""Deflate without zlib's header and checksum, which take six bytes: the log's hashes already check
the content."""


def packed(value: Any) -> Any:
    """An object as its packed text. A short object stays unchanged; anything else is `marked`."""
    if not isinstance(value, dict):
        return marked(value)
    text = json.dumps(value, separators=(",", ":")).encode()
    if len(text) < SHORT:
        return value
    deflating = zlib.compressobj(6, zlib.DEFLATED, RAW, zdict=AGAINST[LAST])
    short = b64encode(deflating.compress(text) + deflating.flush())
    return f"{LAST}:{short.decode()}" if len(short) < len(text) else value


def marked(value: Any) -> Any:
    """The value unchanged, but a text that looks like a packed one gets a prefix so that it is not
    unpacked."""
    return AS_IT_IS + value if isinstance(value, str) and MARKED.match(value) else value


def unpacked(value: Any) -> Any:
    """The value that `packed` or `marked` was given. A text that neither of them made becomes
    {"unreadable": text}: somebody changed it in the database, and the log's hashes then show the
    change."""
    if not isinstance(value, str) or not MARKED.match(value):
        return value
    number, _colon, rest = value.partition(":")
    if value.startswith(AS_IT_IS):
        return rest
    try:
        inflating = zlib.decompressobj(RAW, zdict=AGAINST[int(number)])
        text = inflating.decompress(a2b_base64(rest, strict_mode=True), MOST_BYTES)
        return json.loads(text.decode()) if inflating.eof else {"unreadable": value}
    except (KeyError, ValueError, RecursionError, zlib.error):
        return {"unreadable": value}
