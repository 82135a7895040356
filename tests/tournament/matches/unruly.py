"""A day at the desk on results alone: matches won, results turned, pairs that leave and return."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, TypeVar

from tests.tournament.play import PROGRAM, tournament
from tournament.entries.models import Pair
from tournament.entries.services import departures
from tournament.errors import Refusal, Unseen
from tournament.matches.models import Match
from tournament.matches.services import results

Row = TypeVar("Row")
WHY: dict[str, Any] = {"reason": "it was so", "actor": PROGRAM}


class Desk:
    """Whoever acts agrees to what falls. `fell`: whether anything did with the last act."""

    def __init__(self, *, pairs: int, seed: int, **fields: Any) -> None:
        self.cup = tournament(entered=pairs, drawn=True, **fields)
        self.chance = Random(seed)
        self.fell = False

    def act(self) -> None:
        """Does something that may be done; a refusal is an answer."""
        do = self.chance.choice([self.win, self.win, self.turn, self.leave, self.leave, self.back])
        self.fell = False
        try:
            do()
        except Refusal:
            self.fell = False

    def agreed(self, act: Callable[..., object]) -> None:
        try:
            act()
        except Unseen as unseen:
            act(sets_aside=unseen.current["cascade"]["sets_aside"])
            self.fell = True

    def some(self, rows: list[Row]) -> Row:
        if not rows:
            raise Refusal.one("act", "nothing_there", "")
        return self.chance.choice(rows)

    def match(self, *statuses: str) -> Match:
        rows = Match.objects.filter(tournament=self.cup, status__in=statuses)
        return self.some(list(rows.exclude(kind="set_aside").order_by("pk")))

    def pair(self, *statuses: str) -> Pair:
        rows = Pair.objects.filter(tournament=self.cup, status__in=statuses)
        return self.some(list(rows.order_by("number")))

    def games(self, match: Match) -> tuple[int, int]:
        won = match.wins_needed
        return self.chance.choice([(won, 0), (0, won)])

    def win(self) -> None:
        match = self.match("ready", "playing")
        games = self.games(match)
        self.agreed(partial(results.record_result, match_id=match.pk, games=games, **WHY))

    def turn(self) -> None:
        match = self.match("finished")
        games = self.games(match)
        self.agreed(partial(results.replace_result, match_id=match.pk, games=games, **WHY))

    def leave(self) -> None:
        pair = self.pair("entered", "withdrawn")
        empty = {"place_stays_empty": self.chance.random() < 0.5}
        put_out = partial(departures.disqualify, **empty)
        how = self.chance.choice([departures.withdraw, put_out])
        self.agreed(partial(how, pair_id=pair.pk, **WHY))

    def back(self) -> None:
        pair = self.pair("withdrawn", "disqualified")
        self.agreed(partial(departures.reinstate, pair_id=pair.pk, **WHY))
