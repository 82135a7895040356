"""Facts of games are worked out behind the hands and kept beside them; newest games first."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic, sleep

from django.db import transaction

from scoring.course.models import Game
from scoring.statistics.models import KeptFacts
from scoring.statistics.queries.facts import marks_of, worked_out, written
from scoring.statistics.queries.keeping import anything_to_keep, games_to_keep, newest_of
from scoring.statistics.rules.summing import ENGINE

AT_ONCE = 20
"""Games that are read and written together: one short transaction for so many."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Kept:
    """Of how many games facts were kept, whether others wait, and which hands ("game 7, hand 3")
    somebody made unreadable: they count by their stones."""

    games: int
    more: bool
    unreadable: tuple[str, ...] = ()


def keep_facts(*, seconds: float) -> Kept:
    """Keeps the facts of games that are no longer played, for about so many seconds.

    May be done by several at once, and again: what is kept is the same. Between two batches it
    rests for as long as one takes: a thread of a server that works without a pause makes its
    requests wait.
    """
    end, tried, unreadable = monotonic() + seconds, set[int](), list[str]()
    while games := games_to_keep(AT_ONCE, tried):
        began = monotonic()
        tried.update(games)
        made = _made(games)
        unreadable += _unreadable(made)
        _keep(made)
        if monotonic() >= end:
            break
        sleep(monotonic() - began)
    return Kept(len(tried), bool(tried) and anything_to_keep(), tuple(unreadable))


def keep_anew() -> int:
    """Works out all kept facts once more, and keeps those anew that have become others; returns
    of how many games. No service changes a hand: a row was edited, or nobody looked in time."""
    changed, last = 0, 0
    rows = KeptFacts.objects.order_by("pk")
    while some := list(rows.filter(pk__gt=last)[:AT_ONCE]):
        last = some[-1].pk
        made = {one.game_id: one for one in _made([row.game_id for row in some])}
        others = [
            made[row.game_id]
            for row in some
            if row.game_id in made and _said(row) != _said(made[row.game_id])
        ]
        _unreadable(others)
        _keep(others)
        changed += len(others)
    return changed


def _made(games: Sequence[int]) -> list[KeptFacts]:
    """The rows of these games. What is newest is asked first: a version that comes meanwhile is
    newer, and seen to be."""
    newest = newest_of(games)
    marks = marks_of(game__in=games)
    # Games of which no hand counts any more have a row too, or they would be asked for for ever.
    facts = worked_out({game: marks.get(game, []) for game in games})
    return [
        KeptFacts(
            game_id=game,
            engine=ENGINE,
            made_of=written(marks.get(game, ())),
            newest=newest.get(game, 0),
            told=facts[game].to_json(),
        )
        for game in games
    ]


def _said(row: KeptFacts) -> tuple[object, ...]:
    return row.engine, row.made_of, row.newest, json.dumps(row.told, sort_keys=True)


def _unreadable(made: Sequence[KeptFacts]) -> list[str]:
    found = [
        f"game {row.game_id}, hand {number}" for row in made for number in row.told["unreadable"]
    ]
    for hand in found:
        log.error("For the statistics this hand cannot be read: %s", hand)
    return found


@transaction.atomic
def _keep(made: list[KeptFacts]) -> None:
    """Keeps what was worked out, of games that are still there: a tournament may be removed."""
    there = set(
        Game.objects.filter(pk__in=[row.game_id for row in made]).values_list("pk", flat=True)
    )
    KeptFacts.objects.bulk_create(
        [row for row in made if row.game_id in there],
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["engine", "made_of", "newest", "told"],
    )
