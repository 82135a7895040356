"""The chances of each holding and each pair in a hand: exact, never sampled.

A job counts them (`scoring.explain.services`), and here they are read: no reader waits for
the counting.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from mus import LANCES, Lance, holding_of, ruleset_from
from mus.odds import sure_lances
from scoring.course.models import Hand
from scoring.explain.models import Chances
from scoring.explain.queries.hands import HandPage
from scoring.explain.rules import ENGINE, UNREADABLE, deal_of, digest_of, shown_in
from scoring.wording import lance_name
from tournament.errors import StrOrPromise

JUEGO_OR_PUNTO = _("Juego or punto")
NEWEST = 100


@dataclass(frozen=True, slots=True)
class LanceChance:
    """A chance in percent. `certain`: "cannot_lose", "cannot_win" or "" for neither."""

    lance: str
    percent: float
    certain: str

    @property
    def lance_name(self) -> StrOrPromise:
        """The lance's name for the header of a column: "juego or punto" for the last, which chances
        do not decide."""
        return JUEGO_OR_PUNTO if self.lance == Lance.JUEGO else lance_name(self.lance)


@dataclass(frozen=True, slots=True)
class SeatChances:
    """The chances of a seat's four cards against all cards that it could not see. `place`: 0 for
    the mano. `thirty_one` at place 0 is the 31 de mano."""

    seat: int
    place: int
    thirty_one: bool
    lances: tuple[LanceChance, ...]


@dataclass(frozen=True, slots=True)
class HandChances:
    """`seats`: the chances of each seat alone; `pairs`: of each pair ("A", "B") that knows both its
    holdings."""

    seats: tuple[SeatChances, ...]
    pairs: Mapping[str, tuple[LanceChance, ...]]


@dataclass(frozen=True, slots=True)
class KnownChances:
    """The stored chances of a hand. `are_coming`: not counted yet; a page that shows this must not
    be cached. `are_doubtful`: counted for other cards than the hand has, or the cards cannot be
    read; only in a hand that was edited in the database. When `chances` is None and both are False,
    chances cannot be counted."""

    chances: HandChances | None
    are_coming: bool
    are_doubtful: bool = False


def known_chances(*, hand: HandPage) -> KnownChances:
    """The stored chances of a hand. One query; no query without cards."""
    deal = deal_of(hand.record)
    if deal is None:
        return KnownChances(None, are_coming=False)
    rows = Chances.objects.filter(hand=hand.id, engine=ENGINE).order_by()
    row = rows.values_list("deal", "told").first()
    if row is None:
        return KnownChances(None, are_coming=True)
    counted_of, chances = row
    if counted_of != digest_of(deal) or (chances is not None and UNREADABLE in chances):
        return KnownChances(None, are_coming=False, are_doubtful=True)
    return KnownChances(_read(chances), are_coming=False)


def anything_to_count() -> bool:
    """Whether the chances of some hand are not counted by this engine. Two counts of an index.

    The first count may include rows of hands that somebody deleted in SQLite's own shell, which
    checks no foreign keys. So the newest hands are also checked by themselves.
    """
    counted = Chances.objects.filter(engine=ENGINE).count()
    return counted < Hand.objects.count() or _is_a_new_one_uncounted()


def _is_a_new_one_uncounted() -> bool:
    newest = Hand.objects.order_by("-pk").values_list("pk", flat=True)[:NEWEST]
    keys = list(newest)
    counted = Chances.objects.filter(engine=ENGINE, pk__in=keys)
    return counted.count() < len(keys)


@dataclass(frozen=True, slots=True)
class SureThing:
    """A seat whose four cards could lose this lance to nobody, whatever the others held."""

    player: str
    side: str
    lance_name: StrOrPromise
    is_31_of_the_mano: bool


def sure_things(*, hand: HandPage) -> tuple[SureThing, ...]:
    """What could not be lost in a hand whose cards were shown; empty without cards.

    Also empty where no chances can be counted.
    """
    record = hand.record
    if not record.get("cards"):
        return ()
    ruleset, mano = ruleset_from(record.get("ruleset")), record["mano"]
    things = []
    for number, (seat, four) in enumerate(
        zip(hand.lines.seats, shown_in(record["cards"]), strict=True)
    ):
        place = (number - mano) % 4
        try:
            lances = sure_lances(four, place=place, ruleset=ruleset)
        except ValueError:
            return ()
        is_31 = place == 0 and holding_of(four, ruleset).total == 31
        things += [
            SureThing(seat.player, seat.side, lance_name(lance), is_31 and lance is Lance.JUEGO)
            for lance in lances
        ]
    return tuple(things)


def _read(chances: Mapping[str, Any] | None) -> HandChances | None:
    """The JSON of `chances_in` as HandChances."""
    if chances is None:
        return None
    seats = tuple(
        SeatChances(number, one["place"], one["thirty_one"], _lances(one["lances"]))
        for number, one in enumerate(chances["seats"])
    )
    return HandChances(seats, {side: _lances(chances["pairs"][side]) for side in "AB"})


def _lances(rows: Sequence[Sequence[Any]]) -> tuple[LanceChance, ...]:
    return tuple(
        LanceChance(str(lance), percent, certain)
        for lance, (percent, certain) in zip(LANCES, rows, strict=True)
    )
