"""What of a match is recorded already: what an ending given by word of mouth would pass over."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import Game, Ruling
from scoring.queries.states import read_rows
from scoring.queries.stored import find_match
from tournament.models import Match


@dataclass(frozen=True, slots=True)
class Recorded:
    """`games`: won so far by A and by B; `score`: stones in the game being played, None when none
    is; `questions`: open ones that an ending settles."""

    hands: int
    games: tuple[int, int]
    score: tuple[int, int] | None
    questions: int

    def __bool__(self) -> bool:
        return bool(self.hands or any(self.games))


def recorded(*, match_id: int) -> Recorded:
    """Raises NotFound."""
    return recorded_of(find_match(match_id=match_id))


def recorded_of(match: Match) -> Recorded:
    rows = read_rows(match)
    begun = [row.game for row in rows.games if row.hands and not row.game.winner]
    return Recorded(
        hands=sum(row.hands for row in rows.games),
        games=rows.games_won(),
        score=(begun[0].score_a, begun[0].score_b) if begun else None,
        questions=len(settled_by_an_ending(match)),
    )


def games_won(match: Match) -> tuple[int, int]:
    """By hands, or by an official's word on a game; whatever result was entered."""
    won = list(Game.objects.filter(match=match).values_list("winner", flat=True))
    return won.count("A"), won.count("B")


def settled_by_an_ending(match: Match) -> list[Ruling]:
    """The open questions about stones and games of a match: its end leaves nothing of them. A call
    is somebody waiting, what a tablet sent in vain is to be read, and the tribunal's case is about
    the pair: these stay."""
    about_play = [Ruling.Kind.NEEDS_RULING, Ruling.Kind.CLAIM, Ruling.Kind.REPETITION]
    found = Ruling.objects.filter(
        match=match, status=Ruling.Status.OPEN, kind__in=about_play
    ).select_related("game", "hand")
    return [ruling for ruling in found if not ruling.proposed.get("tribunal")]
