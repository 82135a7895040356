"""An object of JSON as a short text: `1:` and, as Base64, its deflated text.

Hands are much alike, so each is deflated against a text that has what most of them have: `1.txt`
beside this file, which the number names. A text that rows were ever packed against never changes
and never goes; a better one gets the next number. Every number is read, the last is written.
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
"""Texts below it are left as they are: they would hardly become shorter."""
MARKED = re.compile(r"\d+:")
AS_IT_IS = "0:"
MOST_BYTES = 16_000_000
"""No object is longer: what a short text would swell to is not to fill the memory."""
RAW = -15
"""Deflated without the frame of zlib: six bytes that check nothing that the log does not."""


def packed(value: Any) -> Any:
    """An object as the text that stands for it; anything else, and a short one, unchanged."""
    if not isinstance(value, dict):
        return marked(value)
    text = json.dumps(value, separators=(",", ":")).encode()
    if len(text) < SHORT:
        return value
    deflating = zlib.compressobj(6, zlib.DEFLATED, RAW, zdict=AGAINST[LAST])
    short = b64encode(deflating.compress(text) + deflating.flush())
    return f"{LAST}:{short.decode()}" if len(short) < len(text) else value


def marked(value: Any) -> Any:
    """A text that would be taken for a packed one, so that it is not; anything else unchanged."""
    return AS_IT_IS + value if isinstance(value, str) and MARKED.match(value) else value


def unpacked(value: Any) -> Any:
    """What `packed` or `marked` was given. A text that neither made becomes an object that says so:
    whoever changed it in the database is found out by the hashes, like any other change."""
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
