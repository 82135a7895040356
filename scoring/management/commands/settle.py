"""`manage.py settle`: hand records in, settlements out, a line for a line."""

from __future__ import annotations

import codecs
import json
import os
import sys
from collections.abc import Iterable
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand

from scoring.rules import settle_line

NOT_UTF8 = "\x00"
"""Stands for a line whose bytes are no text. It is no JSON, and is answered as such."""


class Command(BaseCommand):
    help = (
        "Reads hand records (one JSON object a line) from the standard input and writes one "
        "settlement a line, in order. Exit status 0 when every line was settled, 1 when any was "
        "refused. Needs no database. The format: docs/hand-format.md."
    )
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            all_settled = settle_stream(sys.stdin.buffer, sys.stdout.buffer)
        except BrokenPipeError:
            # Whoever read us has gone (`| head`). Python would complain once more at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        sys.exit(0 if all_settled else 1)


def settle_stream(lines: Iterable[bytes], out: BinaryIO) -> bool:
    """Settles each line as it comes; whether every one was settled.

    Each answer is flushed at once, so that another program can talk to this one line by line.
    """
    all_settled = True
    for number, line in enumerate(lines):
        settlement = settle_line(_text(line, is_first=number == 0))
        all_settled = all_settled and settlement["ok"] is True
        out.write(_encoded(settlement) + b"\n")
        out.flush()
    return all_settled


def _text(line: bytes, *, is_first: bool) -> str:
    if is_first:
        line = line.removeprefix(codecs.BOM_UTF8)
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return NOT_UTF8


def _encoded(settlement: dict[str, object]) -> bytes:
    """One line of JSON. Text that UTF-8 cannot carry (half a character) is written as \\u…."""
    try:
        return json.dumps(settlement, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(settlement).encode()
    except ValueError:
        # A stake of thousands of digits: Python reads such a number but will not write a larger.
        return json.dumps(settle_line(NOT_UTF8)).encode()
