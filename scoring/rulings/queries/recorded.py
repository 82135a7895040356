"""Hands and games already recorded of a match, which an ending decided by an official ignores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.course.queries.states import read_rows
from scoring.course.queries.stored import find_match
from scoring.rulings.models import Ruling, TribunalCase
from tournament.log.models import Event
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


def acts_behind_result(match: Match) -> list[str]:
    """Kinds of the events that gave a finished match its result: the ending, the decision from
    which it followed, and what was decided with it. Taking the result back takes them back too."""
    acts: list[str] = []
    own = Event.objects.filter(tournament_id=match.tournament_id, sealed__match__id=match.pk)
    ended: int | None = None
    for event in own.order_by("-number").iterator():
        data = event.sealed
        if ended is not None:
            if event.number != ended - 1:  # events of one act stand one after the other
                return acts
            ended = event.number
            acts.append(event.kind)
            if event.kind != "match.games":
                return acts
        elif data.get("status") == Match.Status.FINISHED:
            acts.append(event.kind)
            ended = event.number
        elif _is_decided_with_the_end(data):
            acts.append(event.kind)
    return acts


def _is_decided_with_the_end(data: Mapping[str, Any]) -> bool:
    """Whether an event tells of a question that the end closed, or of the verdict that was it."""
    closed = bool((data.get("outcome") or {}).get("settled_by"))
    return closed or data.get("verdict") == TribunalCase.Verdict.MATCH
