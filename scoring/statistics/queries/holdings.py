"""In each lance, the best holding shown and the worst holding that won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from mus.lances import LANCES
from scoring.statistics.queries.played import PlayedGame
from scoring.wording import lance_name
from tournament.errors import StrOrPromise


@dataclass(frozen=True, slots=True)
class NotableHolding:
    """A notable holding in a lance. `is_best`: the best shown; False: the worst that won. `times`:
    how often an equal one was held; the other fields say where the first one was."""

    lance: str
    lance_name: StrOrPromise
    is_best: bool
    cards: str
    player: str
    pair: str
    times: int
    match_id: int
    game: int
    number: int


def notable_holdings(*, games: Iterable[PlayedGame]) -> tuple[NotableHolding, ...]:
    """For each lance the best holding and the worst that won. Only hands with the more frequent
    number of kings are compared, because cards have other values with four kings than with eight.
    """
    games = tuple(games)
    shown: Counter[int] = Counter()
    for game in games:
        shown.update(dict(game.facts.shown))
    if not shown:
        return ()
    ((kings, _count),) = shown.most_common(1)
    return tuple(
        found
        for lance in LANCES
        for is_best in (True, False)
        if (found := _notable(games, (kings, str(lance), is_best))) is not None
    )


def _notable(games: Iterable[PlayedGame], what: tuple[int, str, bool]) -> NotableHolding | None:
    """The notable holding for `what`: kings, lance, and True for the best or False for the worst
    winner."""
    those = [
        (game, one) for game in games for one in game.facts.notable if one[: len(what)] == what
    ]
    if not those:
        return None
    _kings, lance, is_best = what
    keys = [one.key for _game, one in those]
    key = max(keys) if is_best else min(keys)
    game, held = those[keys.index(key)]
    return NotableHolding(
        lance=lance,
        lance_name=lance_name(lance),
        is_best=is_best,
        cards=held.cards,
        player=game.players[held.seat],
        pair=game.pairs[held.seat % 2],
        times=sum(one.times for _game, one in those if one.key == key),
        match_id=game.match_id,
        game=game.number,
        number=held.number,
    )
