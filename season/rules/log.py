"""What the log of a circuit says: its kinds of events, and how the circuit stands after them.

A tournament is named by the hash of the first event of its log, which is the same wherever the
tournament is; somebody in it by the pair's number and the seat (0: the pair).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

ERASING = "texts.erased"
CIRCUIT_KINDS = frozenset({
    "circuit.created", "circuit.changed", "circuit.brought_in", "circuit.chained",
    "runner.added", "runner.removed",
    "tournament.offered", "tournament.offer_withdrawn", "tournament.taken_in",
    "tournament.taken_out", "tournament.removed", "pairs.qualified",
    "name.erased", "name.erasure_discarded",
    "ranking.published", "final.invited", "final.answered", "final.paired", "final.discarded",
    "people.merged", "people.split", "people.parted", "people.rejoined", "people.forgotten",
    "people.registered",
    "claim.made", "claim.withdrawn", "claim.privacy_set", "claim.confirmed", "claim.taken_back",
    "claim.dismissed", ERASING,
})  # fmt: skip
PREFIX = "circuits/"
"""Stands before a circuit's slug in the name of its log: no tournament's slug has a slash."""

Someone = tuple[str, int, int]
"""Hash of the first event of a tournament, number of the pair, seat."""
Merged = frozenset[Someone]
Sides = frozenset[Merged]


@dataclass(frozen=True, slots=True)
class CircuitState:
    """A circuit without names. `settings`: as `circuits.create` takes them; `tournaments`: those
    that count; `merges`: who is the same; `differences`: who is different though the names are
    equal, each by its sides."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    tournaments: frozenset[str] = frozenset()
    merges: Counter[Merged] = field(default_factory=Counter)
    differences: Counter[Sides] = field(default_factory=Counter)

    def differs_from(self, other: CircuitState) -> str:
        """The first part in which two standings differ; empty when they are equal."""
        parts = ("settings", "tournaments", "merges", "differences")
        return next((part for part in parts if getattr(self, part) != getattr(other, part)), "")


def standing_after(events: Iterable[tuple[str, Mapping[str, Any]]]) -> CircuitState:
    """How a circuit stands after these events (kind and data). Raises KeyError, TypeError or
    ValueError for data that no service has written."""
    settings: Mapping[str, Any] = {}
    tournaments, merges, differences = set[str](), Counter[Merged](), Counter[Sides]()
    for kind, data in events:
        log = (data.get("tournament") or {}).get("log", "")
        settings = data.get("settings", settings)
        if "tournaments" in data:
            tournaments = {tournament["log"] for tournament in data["tournaments"]}
            merges, differences = Counter(), Counter()
        elif kind == "tournament.taken_in":
            tournaments.add(log)
        elif kind in ("tournament.taken_out", "tournament.removed"):
            tournaments.discard(log)
        for merge in map(merged_of, data.get("merges", ())):
            merges[merge] += -1 if kind == "people.split" else 1
        for sides in map(sides_of, data.get("differences", ())):
            differences[sides] += -1 if kind == "people.rejoined" else 1
        if kind == "tournament.removed":
            merges, differences = _without(merges, differences, log=log)
        elif kind == "people.forgotten":
            gone = merged_of(data["entries"])
            merges, differences = _without(merges, differences, people=gone)
    return CircuitState(settings, frozenset(tournaments), _several(merges), _several(differences))


def merged_of(people: Iterable[Mapping[str, Any]]) -> Merged:
    """The people of a merge, as events name them."""
    return frozenset((person["log"], person["pair"], person["seat"]) for person in people)


def sides_of(sides: Iterable[Iterable[Mapping[str, Any]]]) -> Sides:
    """The sides of a difference, as events name them."""
    return frozenset(map(merged_of, sides))


def _without(
    merges: Counter[Merged],
    differences: Counter[Sides],
    *,
    log: str = "",
    people: Merged = frozenset(),
) -> tuple[Counter[Merged], Counter[Sides]]:
    """Merges and differences without the people of a log, or without `people`."""

    def rest(group: Merged) -> Merged:
        return frozenset(person for person in group - people if person[0] != log)

    left, parted = Counter[Merged](), Counter[Sides]()
    for merge, times in merges.items():
        left[rest(merge)] += times
    for sides, times in differences.items():
        parted[frozenset(filter(None, map(rest, sides)))] += times
    return left, parted


def _several(counts: Counter[Any]) -> Counter[Any]:
    """The counts above zero, of groups of two or more."""
    return Counter({group: n for group, n in counts.items() if n > 0 and len(group) > 1})
