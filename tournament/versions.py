"""The version of something that an official decides about, where no row counts one."""

from __future__ import annotations

import json
from zlib import crc32


def version_made_of(about: object) -> int:
    """A number from 0 to 2³¹ − 1 that changes with `about`: anything that JSON can hold."""
    return crc32(json.dumps(about, sort_keys=True).encode()) >> 1
