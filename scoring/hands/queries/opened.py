"""A match opened for hands: everything that entering them needs, read in one statement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
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
from tournament.prepared import Prepared

ROOMS = (1, 8, 40, 200)
"""The numbers of keys for which the statement is composed. The last key is repeated to fill up."""


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
    games, unplayed = _asked(tournament.pk, match_id, actor, asked)
    played = games()
    found: Any = played[0] if played else next(iter(unplayed()), None)
    if found is None:
        raise no_such_match()
    match = found.match if played else found
    match.tournament = tournament
    for game in played:
        game.match = match
    kinds = open_kinds(match) if found.questions else []
    return OpenedMatch(match, Rows(played, kinds), bool(asked) and found.used)


def _asked(
    tournament: int, match: int, actor: Actor, keys: Sequence[str]
) -> tuple[Callable[[], list[Game]], Callable[[], list[Match]]]:
    """Two functions that query: the games with their match, and the match alone while it has no
    games."""
    if not keys or actor.table_id is None:
        used = _used(actor, scope_of(actor), keys) if keys else None
        games, unplayed = _games(tournament, match, used), _unplayed(tournament, match, used)
        return partial(list, games), partial(list, unplayed)
    room = next(room for room in ROOMS if len(keys) <= room)
    names = _key_names(room)
    values: dict[str, object] = {
        "tournament": tournament,
        "match": match,
        "kind": actor.kind,
        "table": actor.table_id,
        "scope": scope_of(actor),
        **{name: keys[min(at, len(keys) - 1)] for at, name in enumerate(names)},
    }
    prepared, unplayed_prepared = _of_tablets(room)
    return partial(prepared.rows, **values), partial(unplayed_prepared.rows, **values)


@cache
def _of_tablets(room: int) -> tuple[Prepared[Game], Prepared[Match]]:
    """The two statements for a tablet with up to `room` keys, composed once."""

    def under(compose: Callable[..., Any]) -> Callable[..., Any]:
        def composed(tournament: int, match: int, table: int, **texts: Any) -> Any:
            tablet = Actor(texts["kind"], None, "", table)
            keys = [texts[name] for name in _key_names(room)]
            return compose(tournament, match, _used(tablet, texts["scope"], keys))

        return composed

    numbers, texts = ("tournament", "match", "table"), ("kind", "scope", *_key_names(room))
    return (
        Prepared(under(_games), numbers=numbers, texts=texts),
        Prepared(under(_unplayed), numbers=numbers, texts=texts),
    )


def _key_names(room: int) -> list[str]:
    return [f"key_{number}" for number in range(room)]


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
