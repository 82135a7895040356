"""The open format line by line: one record in, one settlement out.

`python -m mus settle` runs it on the standard streams; `settle_line` and `settle_lines` are the
same for a program that has its lines already.
"""

import codecs
import json
import os
import sys
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import BinaryIO

from .faults import fault
from .settling import settle_json

_NOT_UTF8 = "\x00"
"""Stands for a line whose bytes are no text. It is no JSON, and is answered as such."""


def settle_line(line: str) -> dict[str, object]:
    """The settlement of one line of JSON; a line that is not JSON gives `bad_json`."""
    try:
        value = _READER.decode(line)
    except (ValueError, RecursionError):
        return {"ok": False, "errors": [fault("bad_json", "").to_json()]}
    return settle_json(value)


def settle_lines(lines: Iterable[str]) -> Iterator[dict[str, object]]:
    """One settlement for each line, in order, never stopping at a bad one. Blank lines count."""
    return (settle_line(line) for line in lines)


def settle_stream(lines: Iterable[bytes], out: BinaryIO) -> bool:
    """Settle each line of UTF-8 as it comes; whether every one was settled.

    Each answer is flushed at once, so that another program can talk to this one line by line.
    """
    all_settled = True
    for number, line in enumerate(lines):
        settlement = settle_line(_text(line, is_first=number == 0))
        all_settled = all_settled and settlement["ok"] is True
        out.write(_encoded(settlement) + b"\n")
        out.flush()
    return all_settled


def settle_standard_streams() -> int:
    """Settle what stands on the standard input onto the standard output.

    Returned is the exit status: 0 when every line was settled, 1 when any was refused, or when
    whoever read the answers has gone.
    """
    try:
        all_settled = settle_stream(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # Whoever read us has gone (`| head`). Python would complain once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0 if all_settled else 1


def _text(line: bytes, *, is_first: bool) -> str:
    if is_first:
        line = line.removeprefix(codecs.BOM_UTF8)
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return _NOT_UTF8


def _encoded(settlement: dict[str, object]) -> bytes:
    """One line of JSON. Text that UTF-8 cannot carry (half a character) is written as \\u…."""
    try:
        return json.dumps(settlement, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(settlement).encode()
    except ValueError:
        # A stake of thousands of digits: Python reads such a number but will not write a larger.
        return json.dumps(settle_line(_NOT_UTF8)).encode()


def _finite(text: str) -> float:
    """1e999 is too large to be kept, and would be written back as no JSON at all."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


def _refuse_constant(name: str) -> object:
    """NaN and Infinity are Python's, not JSON's."""
    raise ValueError(name)


_READER = json.JSONDecoder(parse_constant=_refuse_constant, parse_float=_finite)
