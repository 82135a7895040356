"""The best holdings that were shown in each lance, and the worst that won one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mus.lances import LANCES
from scoring.statistics.queries.played import Played
from scoring.statistics.rules.facts import Held
from scoring.wording import lance_name
from tournament.errors import StrOrPromise


@dataclass(frozen=True, slots=True)
class NotableHolding:
    """A holding that stands out in a lance; `is_best`, or the worst that won it. `times`: how often
    one as good (or as bad) was there; the others say where it was first."""

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


def notable_holdings(*, hands: Iterable[Played]) -> tuple[NotableHolding, ...]:
    """For each lance the best holding and the worst that won. Hands with as many kings as most
    were played with are compared: with four and with eight, cards are worth something else."""
    shown = [hand for hand in hands if hand.cards]
    if not shown:
        return ()
    ((kings, _count),) = Counter(hand.facts.kings for hand in shown).most_common(1)
    shown = [hand for hand in shown if hand.facts.kings == kings]
    return tuple(
        found
        for lance in LANCES
        for is_best in (True, False)
        if (found := _notable(shown, lance, is_best)) is not None
    )


def _notable(hands: list[Played], lance: str, is_best: bool) -> NotableHolding | None:
    those = list(_held(hands, lance, only_won=not is_best))
    if not those:
        return None
    keys = [held.key for _hand, held in those]
    key = max(keys) if is_best else min(keys)
    hand, held = next(one for one in those if one[1].key == key)
    return NotableHolding(
        lance=str(lance),
        lance_name=lance_name(lance),
        is_best=is_best,
        cards=hand.cards[held.seat],
        player=hand.players[held.seat],
        pair=hand.pairs[held.seat % 2],
        times=keys.count(key),
        match_id=hand.match_id,
        game=hand.game,
        number=hand.number,
    )


def _held(hands: Iterable[Played], lance: str, *, only_won: bool) -> Iterator[tuple[Played, Held]]:
    for hand in hands:
        for held in hand.facts.held:
            if held.lance == lance and (held.won or not only_won):
                yield hand, held
