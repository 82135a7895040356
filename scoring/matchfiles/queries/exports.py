"""Hands in the open format, one record per line (docs/hand-format.md)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from mus.record import FORMAT
from scoring.course.models import Hand
from scoring.course.queries.stored import find_match


def match_records(*, match_id: int) -> tuple[dict[str, Any], ...]:
    """The records of a match's hands that count, in order. Raises NotFound.

    Each settles by itself to the same ledger, except those entered without cards
    (`{"quick": …}`), and except where an official has ruled.
    """
    find_match(match_id=match_id)
    hands = Hand.objects.filter(game__match_id=match_id, is_current=True, is_void=False)
    records = hands.order_by("game__number", "number").values_list("record", flat=True)
    return tuple({"format": FORMAT, **record} for record in records)


def match_json_lines(*, match_id: int) -> Iterator[str]:
    """As `match_records`, as lines of JSON, each with its newline: `manage.py settle` reads
    them."""
    for record in match_records(match_id=match_id):
        yield json.dumps(record, ensure_ascii=False) + "\n"


def tournament_json_lines(*, tournament_id: int) -> Iterator[str]:
    """The hands of all matches of the tournament, the championship first, as `match_json_lines`.
    One query."""
    hands = Hand.objects.filter(
        game__match__tournament_id=tournament_id, is_current=True, is_void=False
    ).order_by("game__match__kind", "game__match_id", "game__number", "number")
    for record in hands.values_list("record", flat=True).iterator(chunk_size=500):
        yield json.dumps({"format": FORMAT, **record}, ensure_ascii=False) + "\n"
