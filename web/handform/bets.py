"""Converts a lance's calls to the fields of a page (how the betting ended, by whom, at which stake)
and back.

The page does not ask for every call: the rules need only the last bettor, the last total and the
total before it (E1 to E5). When a stored record has more calls with the same end, they are kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

PASO, SEEN, REFUSED = "paso", "seen", "refused"
ORDAGO_SEEN, ORDAGO_REFUSED = "ordago_seen", "ordago_refused"

Call = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BetEnd:
    """How the betting on a lance ended.

    `by`: the pair ("A" or "B") whose last bet was answered, "" for paso. `stake`: the total of that
    bet in stones, None for an órdago. `before`: the total before that bet, None without one.
    """

    how: str = PASO
    by: str = ""
    stake: int | None = None
    before: int | None = None

    def calls(self) -> list[Call]:
        """The shortest calls that end this way."""
        if self.how == PASO:
            return []
        other = "B" if self.by == "A" else "A"
        ordago = self.how in (ORDAGO_SEEN, ORDAGO_REFUSED)
        calls: list[Call] = []
        if self.before is not None:
            calls.append({"by": other, "call": "envido", "stake": self.before})
        if ordago:
            calls.append({"by": self.by, "call": "ordago"})
        else:
            calls.append({"by": self.by, "call": "envido", "stake": self.stake})
        answer = "quiero" if self.how in (SEEN, ORDAGO_SEEN) else "no_quiero"
        return [*calls, {"by": other, "call": answer}]


def end_of(calls: Sequence[Call]) -> BetEnd:
    """How these calls ended. Calls without an end count as passed; stored records have none."""
    if len(calls) < 2:
        return BetEnd()
    totals: list[int | None] = []
    for call in calls[:-1]:
        if call["call"] == "ordago":
            totals.append(None)
        else:
            standing = next((t for t in reversed(totals) if t is not None), 0)
            totals.append(call.get("stake") or standing + 2)
    last = calls[-2]
    seen = calls[-1]["call"] == "quiero"
    ordago = last["call"] == "ordago"
    how = (ORDAGO_SEEN if seen else ORDAGO_REFUSED) if ordago else (SEEN if seen else REFUSED)
    return BetEnd(how, last["by"], totals[-1], totals[-2] if len(totals) > 1 else None)


def calls_for(end: BetEnd, stored: Sequence[Call] = ()) -> list[Call]:
    """Calls of a lance with this end: the stored calls if they have the same end, otherwise the
    shortest calls."""
    return list(stored) if stored and end_of(stored) == end else end.calls()
