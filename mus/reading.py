"""JSON in, a hand record out, or every malformed field at once."""

from __future__ import annotations

from .every_fault import RecordReader
from .faults import RecordRefused, fault
from .plain import read_plain
from .record import EMPTY, HandRecord, Reading

_NOTHING_UNREAD: frozenset[str] = frozenset()


def parse(value: object) -> HandRecord:
    """The record a JSON value holds. Raises `RecordRefused` with every malformed field."""
    reading = read(value)
    if reading.faults:
        raise RecordRefused(reading.faults)
    return reading.record


def read(value: object) -> Reading:
    """Read what can be read of a JSON value; what cannot is a fault and takes its default.

    What is plainly right is read without looking for faults; anything else by the whole reader.
    """
    if not isinstance(value, dict):
        return Reading(EMPTY, (fault("bad_json", ""),), frozenset(("record",)))
    plain = read_plain(value)
    if plain is not None:
        return Reading(plain, (), _NOTHING_UNREAD)
    return RecordReader(value).read()
