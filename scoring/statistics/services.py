"""Computes facts of games in the background and stores them, newest games first."""

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
"""How many games are read and written together, in one short transaction."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Kept:
    """How many games got facts, whether others wait, and the unreadable hands ("game 7, hand 3"),
    which somebody edited in the database and of which only the stones count."""

    games: int
    more: bool
    unreadable: tuple[str, ...] = ()


def keep_facts(*, seconds: float) -> Kept:
    """Stores the facts of games that are no longer played, for about so many seconds.

    Several workers may do it at once, or twice: the result is the same. After each batch it sleeps
    as long as the batch took, because a busy thread would delay the server's requests.
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
    """Computes all stored facts again and updates those that differ; returns of how many games.
    They differ only when somebody edited a row, or a change was not found in time."""
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
    """The rows of these games. `newest` is read first, so that a version written meanwhile is seen
    to be newer."""
    newest = newest_of(games)
    marks = marks_of(game__in=games)
    # Games whose hands are all void get a row too; otherwise they would be computed for ever.
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
    """Stores the facts of games that still exist: a tournament may have been removed meanwhile."""
    there = set(
        Game.objects.filter(pk__in=[row.game_id for row in made]).values_list("pk", flat=True)
    )
    KeptFacts.objects.bulk_create(
        [row for row in made if row.game_id in there],
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["engine", "made_of", "newest", "told"],
    )
