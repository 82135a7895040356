"""Hands and games already recorded of a match, which an ending decided by an official ignores."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.course.queries.states import read_rows
from scoring.course.queries.stored import find_match
from scoring.rulings.models import Ruling
from tournament.matches.models import Match


@dataclass(frozen=True, slots=True)
class Recorded:
    """`games`: won so far by A and by B; `score`: stones in the game being played, None without
    one; `questions`: open questions that an ending closes."""

    hands: int
    games: tuple[int, int]
    score: tuple[int, int] | None
    questions: int

    def __bool__(self) -> bool:
        return bool(self.hands or any(self.games))


def recorded(*, match_id: int) -> Recorded:
    """`recorded_of` for a match by its key. Raises NotFound."""
    return recorded_of(find_match(match_id=match_id))


def recorded_of(match: Match) -> Recorded:
    """The hands and games recorded of a match. The event of an official's ending tells them."""
    rows = read_rows(match)
    begun = [game for game in rows.games if game.hand_count and not game.winner]
    return Recorded(
        hands=sum(game.hand_count for game in rows.games),
        games=rows.games_won(),
        score=(begun[0].score_a, begun[0].score_b) if begun else None,
        questions=len(settled_by_an_ending(match)),
    )


def settled_by_an_ending(match: Match) -> list[Ruling]:
    """The open questions about stones and games of a match. The end of the match closes them.

    Three kinds stay open: a call, because somebody waits; a tablet's refused action, because nobody
    has read it yet; a case for the Tribunal, because it is about the pair.
    """
    about_play = [Ruling.Kind.NEEDS_RULING, Ruling.Kind.CLAIM, Ruling.Kind.REPETITION]
    found = Ruling.objects.filter(
        match=match, status=Ruling.Status.OPEN, kind__in=about_play
    ).select_related("game", "hand")
    return [ruling for ruling in found if not ruling.proposed.get("tribunal")]
