"""A match whose result or start changes: what is kept of it before, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournament.championship.models import Tournament
from tournament.log.models import Event
from tournament.log.rules.actors import Actor
from tournament.log.services import records
from tournament.matches.models import Cascade, Match
from tournament.matches.services import bracket, cascades
from tournament.matches.services.bracket import BracketUpdate
from tournament.matches.services.cascades import Change


@dataclass(frozen=True, slots=True)
class Moved:
    """A stored result that was changed, ready for the event of the change."""

    match: Match
    state: dict[str, Any]
    was: dict[str, Any]
    followed: BracketUpdate | None

    def to_json(self) -> dict[str, Any]:
        return {**self.state, "was": self.was, **self.follows}

    @property
    def follows(self) -> dict[str, Any]:
        """What followed in the bracket."""
        return self.followed.to_json() if self.followed else {}

    @property
    def topics(self) -> tuple[str, ...]:
        more = self.followed.topics if self.followed else ()
        return (*records.topics(self.match), "standings", "tournament", *more)

    def seal(self, event: Event) -> Cascade | None:
        """Stores the event's number in the cascade that this change began; returns the cascade, if
        any."""
        return self.followed.seal(event) if self.followed else None


def a_change(
    what: str, match: Match, actor: Actor, reason: str, sets_aside: Sequence[int] = ()
) -> Change:
    """The Change for a match's result; it keeps the match as it is before the change."""
    return Change(what, actor, reason, tuple(sets_aside), match, before=cascades.row_of(match))


def an_end(match: Match, actor: Actor, reason: str = "", sets_aside: Sequence[int] = ()) -> Change:
    """`a_change` for a match that ends now. No beaten pair comes back by it."""
    return replace(a_change("match.finished", match, actor, reason, sets_aside), recalls=False)


def followed(tournament: Tournament, change: Change) -> BracketUpdate | None:
    """Brings the bracket into line with a changed match; None for one of the consolation. Raises
    what `bracket.update` raises."""
    in_bracket = change.match is not None and change.match.is_championship
    return bracket.update(tournament=tournament, change=change) if in_bracket else None
