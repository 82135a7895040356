"""What pairs said of their results, read from the log. A statement stands until its pair takes it
back, or until something else happens to the match.

A pair whose own phone enters the hand that wins the match has said its result so
(docs/decisions/0122).
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import F, Q

from scoring.course.models import Game
from tournament.log.models import Event
from tournament.log.rules.about import matches_in
from tournament.log.rules.kinds import LENGTHS, STATEMENTS, affecting, doing
from tournament.log.rules.roles import ONE_PAIR
from tournament.matches.models import Match

SAID, TAKEN_BACK = "result.said", "result.taken_back"
ENDS, OF_LENGTH = affecting(STATEMENTS), affecting(LENGTHS)
"""Kinds of events after which nothing counts that was said before of the matches they name. Other
lengths of matches leave a result alone that hands have won."""
WON = (
    Q(games_a__gt=F("best_of") / 2)
    | Q(games_b__gt=F("best_of") / 2)
    | Q(best_of=F("games_a") + F("games_b"))  # level (T1)
)


@dataclass(frozen=True, slots=True)
class Statement:
    """What the pair of a `side` said: games of A and of B. `number`: its event."""

    number: int
    side: str
    games: tuple[int, int]
    at: datetime


@dataclass(frozen=True, slots=True)
class MatchStatements:
    """The statements about one match, the first one first: of one pair, or of both."""

    match_id: int
    statements: tuple[Statement, ...]

    @property
    def first(self) -> Statement:
        return self.statements[0]

    @property
    def is_answered(self) -> bool:
        """Whether both pairs have spoken. The match is open all the same when they contradict each
        other, or when an official must close it: the desk was called."""
        return len(self.statements) > 1

    @property
    def awaited_side(self) -> str:
        """The side that has not spoken yet; "" when both have."""
        return "" if self.is_answered else "BA"["AB".index(self.first.side)]

    def by(self, side: str) -> Statement | None:
        return next((statement for statement in self.statements if statement.side == side), None)


def statements_in(*, tournament_id: int) -> dict[int, MatchStatements]:
    """Match → what its pairs said and nobody has decided yet: the match is open, and no hands of it
    are written down, or they have won it. One query; two more when something was said."""
    by_match = _folded(tournament_id)
    if not by_match:
        return {}
    unfinished = Match.objects.filter(pk__in=by_match, status__in=["ready", "playing"])
    won = set(unfinished.filter(WON).values_list("pk", flat=True))
    with_hands = Game.objects.filter(match__in=by_match, hand_count__gt=0).values("match")
    untouched = unfinished.filter(games_a=0, games_b=0).exclude(pk__in=with_hands)
    open_ids = won.union(untouched.values_list("pk", flat=True))
    standing = {pk: by_match[pk] for pk in open_ids}
    return _without_ended(tournament_id, standing, won) if standing else {}


def counted_alone(*, tournament_id: int) -> dict[int, str]:
    """Match → the side whose word alone closed it, where that result still counts. Two queries."""
    kinds = doing("finish", "replace", "reopen")
    last: dict[int, bool] = {}
    for event in Event.standing.filter(tournament_id=tournament_id, kind__in=kinds).order_by(
        "number"
    ):
        for match_id in matches_in(event.sealed):
            last[match_id] = event.actor_label == ONE_PAIR.label
    by_match = _folded(tournament_id) if any(last.values()) else {}
    return {pk: by_match[pk].first.side for pk, alone in last.items() if alone and pk in by_match}


def statements_of(match: Match) -> MatchStatements | None:
    """What the pairs of one match said, if it is open."""
    return statements_in(tournament_id=match.tournament_id).get(match.pk)


def _folded(tournament_id: int) -> dict[int, MatchStatements]:
    by_match: dict[int, MatchStatements] = {}
    events = Event.standing.filter(tournament_id=tournament_id, kind__in=[SAID, TAKEN_BACK])
    for event in events.order_by("number"):
        data: Mapping[str, Any] = event.sealed
        match_id, side = data["match"]["id"], data["side"]
        before = by_match.get(match_id, MatchStatements(match_id, ()))
        others = tuple(statement for statement in before.statements if statement.side != side)
        if event.kind == SAID:
            a, b = data["said"]
            others = (*others, Statement(event.number, side, (a, b), event.at))
        by_match[match_id] = MatchStatements(match_id, others)
    return {pk: entry for pk, entry in by_match.items() if entry.statements}


def _without_ended(
    tournament_id: int, by_match: dict[int, MatchStatements], won: Container[int]
) -> dict[int, MatchStatements]:
    first = min(entry.first.number for entry in by_match.values())
    events = Event.standing.filter(tournament_id=tournament_id, kind__in=ENDS, number__gt=first)
    ended = {
        match_id: event.number
        for event in events.order_by("number")
        for match_id in matches_in(event.sealed)
        if match_id in by_match and not (event.kind in OF_LENGTH and match_id in won)
    }
    left = {
        pk: replace(
            entry,
            statements=tuple(
                statement for statement in entry.statements if statement.number > ended.get(pk, 0)
            ),
        )
        for pk, entry in by_match.items()
    }
    return {pk: entry for pk, entry in left.items() if entry.statements}


def was_said(*, match: Match, side: str, games: tuple[int, int]) -> bool:
    """Whether the last that this pair said of the match was just this."""
    last = _folded(match.tournament_id).get(match.pk)
    own = last.by(side) if last else None
    return own is not None and own.games == games
