"""A match opened for hands: everything that entering them needs, read in one statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, QuerySet
from django.db.models.expressions import Combinable

from scoring.course.models import Game
from scoring.course.queries.keys import is_key, recorded_under, scope_of, submitted_under
from scoring.course.queries.states import Rows, open_kinds
from scoring.rulings.models import Ruling
from tournament.championship.models import Tournament
from tournament.log.rules.actors import Actor
from tournament.matches.models import Match
from tournament.missing import no_such_match


@dataclass(slots=True)
class OpenedMatch:
    """A match with its games, read under its tournament's lock and kept up to date while hands are
    entered.

    `used`: whether the sender had used any of the keys before; `taken`: the keys used since.
    `seen_at`: the sender's table, when the sender is a device that was read under the lock.
    """

    match: Match
    rows: Rows
    used: bool
    seen_at: int | None = None
    taken: set[str] = field(default_factory=set)

    def knows(self, key: str) -> bool:
        """Whether this key may have been used before, and so must be looked up."""
        return self.used or key in self.taken


def opened(
    *, tournament: Tournament, match_id: int, actor: Actor, keys: Sequence[str] = ()
) -> OpenedMatch:
    """A match of this tournament, opened for hands under these keys.

    One statement; one more while nothing has been played, and one more when questions are open.
    Raises NotFound.
    """
    asked = [key for key in keys if is_key(key)]
    used = _used(actor, scope_of(actor), asked) if asked else None
    played = list(_games(tournament.pk, match_id, used))
    found: Any = played[0] if played else _unplayed(tournament.pk, match_id, used).first()
    if found is None:
        raise no_such_match()
    match = found.match if played else found
    match.tournament = tournament
    for game in played:
        game.match = match
    kinds = open_kinds(match) if found.questions else []
    return OpenedMatch(match, Rows(played, kinds), bool(asked) and found.used)


def _games(tournament: int, match: int, used: Combinable | None) -> QuerySet[Game]:
    games = Game.objects.filter(match__tournament=tournament, match_id=match).order_by("number")
    games = games.select_related("match__pair_a", "match__pair_b", "match__table")
    asked: QuerySet[Game] = _with_answers(games, "match", used)
    return asked


def _unplayed(tournament: int, match: int, used: Combinable | None) -> QuerySet[Match]:
    matches = Match.objects.filter(tournament=tournament, pk=match).order_by()
    matches = matches.select_related("pair_a", "pair_b", "table")
    asked: QuerySet[Match] = _with_answers(matches, "pk", used)
    return asked


def _with_answers(rows: Any, match: str, used: Combinable | None) -> Any:
    """The rows annotated with `questions` (whether any is open in the match) and `used`."""
    asked = Ruling.objects.filter(match_id=OuterRef(match), status=Ruling.Status.OPEN).order_by()
    rows = rows.annotate(questions=Exists(asked))
    return rows if used is None else rows.annotate(used=used)


def _used(actor: Actor, scope: str, keys: Sequence[str]) -> Combinable:
    """Whether this sender has used any of these keys."""
    recorded, submitted = recorded_under(actor=actor, keys=keys), submitted_under(scope, keys)
    either = Exists(recorded) | Exists(submitted)
    return ExpressionWrapper(either, output_field=BooleanField())
