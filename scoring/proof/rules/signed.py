"""Checks the signatures of agreements that pairs made on a tablet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scoring.outbox.rules import agreement_text
from scoring.proof.rules.parting import Mismatch
from tournament.log.rules.events import LogEntry
from tournament.tables.rules import is_signed

AGREEMENTS = ("game.confirmed", "match.confirmed")


def is_agreement(entry: LogEntry) -> bool:
    return entry.kind in AGREEMENTS


def signature_faults(entries: Iterable[LogEntry]) -> Iterator[Mismatch]:
    """Signatures that do not fit their event, or were not made with the key that the tablet joined
    with or used before. An agreement without a signature is no fault."""
    keys: dict[int | None, str] = {}
    for entry in entries:
        if entry.kind == "device.joined" and "key" in entry.data:
            keys[entry.data["device"]] = entry.data["key"]
        mark = entry.data.get("signed") if is_agreement(entry) else None
        if not mark:
            continue
        where = f"event {entry.number}"
        known = keys.setdefault(entry.actor.id, mark["key"])
        if mark["key"] != known:
            yield Mismatch(where, f"a signature by {known}", mark["key"], entry.number)
        elif not is_signed(key=known, text=_text(entry), signature=mark["signature"]):
            yield Mismatch(where, "a signature over this score", mark["signature"], entry.number)


def _text(entry: LogEntry) -> str:
    data = entry.data
    return agreement_text(
        slug=entry.tournament,
        match=data["match"]["id"],
        game=data["game"],
        score=data["score"],
        hands=data["signed"]["hands"],
        by=data["by"],
    )
