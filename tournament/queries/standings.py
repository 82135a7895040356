"""Standings of the championship and of the consolation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.models import Match, Pair
from tournament.queries.matches import PairName, name_of
from tournament.rules import bracket as shape
from tournament.rules import standings as rules
from tournament.rules.formats.knockout import Bout
from tournament.rules.standings import Standing


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line of a table. `place` is None while the pair may still win; `shared` marks a tie;
    `title`: champion, runner_up, semi_finalist, still_in, beaten, out; `stage` names `round`."""

    place: int | None
    shared: bool
    title: str
    pair: PairName
    round: int
    stage: str
    matches_won: int
    matches_lost: int
    games_won: int
    games_lost: int

    @property
    def games_difference(self) -> int:
        return self.games_won - self.games_lost


def standings(*, tournament_id: int) -> tuple[StandingLine, ...]:
    """The championship's standings, best first; before the draw, nobody's. Two queries."""
    bouts = _bouts(tournament_id, "championship")
    if not bouts:
        return ()
    last = max(bout.place.round for bout in bouts)
    pairs = _pairs(tournament_id)
    return _lines(rules.championship(list(pairs), bouts), pairs, last)


def consolation_standings(*, tournament_id: int) -> tuple[StandingLine, ...]:
    """The consolation's own standings (T3), best first. Two queries."""
    pairs = _pairs(tournament_id)
    return _lines(
        rules.consolation(list(pairs), _bouts(tournament_id, "consolation")), pairs, last=0
    )


def _lines(
    found: Sequence[Standing], pairs: dict[int, PairName], last: int
) -> tuple[StandingLine, ...]:
    return tuple(
        StandingLine(
            place=line.place,
            shared=line.shared,
            title=line.title,
            pair=pairs[line.pair],
            round=line.round,
            stage=shape.stage(line.round, last) if line.round else "",
            matches_won=line.matches_won,
            matches_lost=line.matches_lost,
            games_won=line.games_won,
            games_lost=line.games_lost,
        )
        for line in found
    )


def _pairs(tournament_id: int) -> dict[int, PairName]:
    pairs = Pair.objects.filter(tournament_id=tournament_id).order_by("number")
    return {pair.pk: name for pair in pairs if (name := name_of(pair)) is not None}


def _bouts(tournament_id: int, kind: str) -> list[Bout]:
    matches = Match.objects.filter(tournament_id=tournament_id, kind=kind)
    return [match.to_rules() for match in matches.order_by("round", "slot")]
