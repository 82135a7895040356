"""How many people may come into a drawn pair, and until when."""

from __future__ import annotations

from dataclasses import dataclass, field

from tournament.log.rules.events import FieldFault


@dataclass(slots=True)
class Seats:
    """The earlier players of each seat of a pair, the latest last. A player who comes back to a
    seat no longer counts as replaced."""

    before: dict[int, list[str]] = field(default_factory=lambda: {1: [], 2: []})

    def change(self, seat: int, left: str, came: str) -> None:
        """Notes that in seat 1 or 2 `came` replaced `left`."""
        if self.comes_back(seat, came):
            self.before[seat].pop()
        else:
            self.before[seat].append(left)

    def comes_back(self, seat: int, player: str) -> bool:
        """Whether the player is the one who sat there before the present one."""
        return self.before[seat][-1:] == [player]

    @property
    def substitutes(self) -> int:
        return sum(map(len, self.before.values()))


@dataclass(frozen=True, slots=True)
class Substitutes:
    """Which substitutions a pair may still make. `most`: how many substitutes; `until`: the last
    round in which one may come; None: no limit. `begun`: the last round in which the pair has begun
    a match, 0 for none."""

    most: int | None
    until: int | None
    seats: Seats
    begun: int

    @property
    def is_limited(self) -> bool:
        return self.most is not None or self.until is not None

    @property
    def used(self) -> int:
        return self.seats.substitutes

    def fault(self, seat: int, player: str) -> FieldFault | None:
        """Why `player` may not take seat 1 or 2, if so. The last player of the seat may always come
        back."""
        if self.seats.comes_back(seat, player):
            return None
        if self.most is not None and self.used >= self.most:
            return FieldFault("player", "no_more_substitutes", {"most": self.most})
        if self.until is not None and self.begun > self.until:
            return FieldFault("player", "too_late_for_substitutes", {"round": self.until})
        return None
