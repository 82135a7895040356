"""Single values of a hand record: numbers, ids, calls and seats, each read strictly."""

from functools import lru_cache

from .betting import Call, CallKind
from .sides import Side


def call_from(value: object) -> Call | None:
    """The call that JSON writes, or None when it is malformed."""
    if not isinstance(value, dict) or not {"by", "call"} <= set(value) <= {"by", "call", "stake"}:
        return None
    by, kind, stake = value["by"], value["call"], value.get("stake")
    if not isinstance(by, str) or not isinstance(kind, str):
        return None
    if stake is None:
        return _call(by, kind, None)
    stones = whole(stake)
    return _call(by, kind, stones) if stones is not None and kind == "envido" else None


@lru_cache(maxsize=1024)
def _call(by: str, kind: str, stake: int | None) -> Call | None:
    if by not in ("A", "B") or kind not in tuple(CallKind):
        return None
    return Call(Side(by), CallKind(kind), stake)


def accused_seat(value: object) -> int | None:
    """The seat an infraction names, or None when it is malformed."""
    if not isinstance(value, dict) or set(value) != {"kind", "seat"}:
        return None
    return whole(value["seat"]) if value["kind"] == "false_claim" else None


def whole(value: object) -> int | None:
    """A whole number from 0 to 2**53 - 1, the most that every JSON reader keeps exactly; else None.

    JSON does not tell 2.0 from 2; true and false are no numbers.
    """
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53:
        return value
    return None


def is_plain(value: object) -> bool:
    """Whether `value` can be echoed as an id: null, text, true, false, or an exact number."""
    if isinstance(value, int | float):
        # NaN is below nothing, infinity is not below this.
        return abs(value) < 2**53
    return value is None or isinstance(value, str)
