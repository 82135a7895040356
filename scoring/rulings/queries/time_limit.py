"""The time of a match (T5): when it is up, and who wins then. Nothing is written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mus.sides import Side
from scoring.course.models import Game, Hand
from scoring.course.queries.states import BLOCKING, open_kinds
from scoring.course.queries.stored import find_match
from scoring.rulings.models import Ruling
from tournament.errors import Problem, StrOrPromise
from tournament.matches.models import Match
from tournament.pauses.queries import spans_of
from tournament.pauses.rules import put_off


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """The time of a match that is being played. `rule`: what is played when it is up; `winner`: who
    would win now, None while `waits_for` says what must happen first."""

    minutes: int
    ends_at: datetime
    rule: str
    winner: Side | None
    waits_for: Problem | None


def time_limit(*, match_id: int) -> TimeLimit | None:
    """The time of a match now, as `time_limit_of`. Raises NotFound."""
    return time_limit_of(find_match(match_id=match_id), now=timezone.now())


def time_limit_of(match: Match, *, now: datetime) -> TimeLimit | None:
    """The time of a match; None where it has none, or is not being played."""
    minutes, rule = match.tournament.time_limit
    if minutes is None or match.status != Match.Status.PLAYING or match.started_at is None:
        return None
    spans = spans_of(tournament_id=match.tournament_id)
    ends_at = put_off(spans, match.started_at, timedelta(minutes=minutes))
    winner, waits_for = _winner(match, ends_at, rule, now)
    return TimeLimit(minutes, ends_at, rule, winner, waits_for)


def _winner(
    match: Match, ends_at: datetime, rule: str, now: datetime
) -> tuple[Side | None, Problem | None]:
    """Who wins when the time is up, or what must happen before that is known."""
    if now < ends_at:
        return None, _waits("time_not_up", _("The time of this match is not up yet."))
    if {*BLOCKING, Ruling.Kind.CLAIM} & {*open_kinds(match)}:
        return None, _waits(
            "questions_open", _("Questions about this match are open. Decide them first.")
        )
    game = Game.objects.filter(match=match, winner="", hand_count__gt=0).first()
    if rule == "one_more_game" and game is not None:
        return None, _waits(
            "game_in_progress", _("The game in progress is played to its end. Wait for it.")
        )
    if rule == "one_more_hand" and not _a_hand_since(match, ends_at):
        return None, _waits(
            "one_more_hand", _("One more hand is played after the time. Wait for it.")
        )
    a, b = match.games
    if a == b and game is not None:
        a, b = game.score_a, game.score_b
    if a == b:
        return None, _waits("level", _level(rule))
    return (Side.A if a > b else Side.B), None


def _level(rule: str) -> StrOrPromise:
    if rule == "one_more_game":
        return _("Both pairs have as many games: one more game decides.")
    return _("Both pairs have as much: one more hand decides.")


def _a_hand_since(match: Match, moment: datetime) -> bool:
    """Whether a hand was entered since then; True where nobody writes hands down."""
    hands = Hand.objects.filter(game__match=match, is_current=True, is_void=False)
    return not hands.exists() or hands.filter(at__gte=moment).exists()


def _waits(code: str, message: StrOrPromise) -> Problem:
    return Problem("match", code, message)
