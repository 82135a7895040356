"""What happened last in the tournaments of a circuit: results, and corrections after the end."""

from dataclasses import dataclass
from datetime import datetime

from season.queries.calendar import hidden_pairs, is_public
from season.queries.circuits import counting
from season.queries.corrections import Correction, corrections_in
from season.queries.names import private_names
from tournament.matches.queries.matches import MatchCard, latest_results

MOST_LATEST = 100


@dataclass(frozen=True, slots=True)
class Latest:
    """The result of a match, or a correction made after the tournament had finished."""

    slug: str
    name: str
    at: datetime
    result: MatchCard | None
    correction: Correction | None


def latest(*, circuit_id: int) -> tuple[Latest, ...]:
    """The last results and corrections, newest first, without the results of players who asked not
    to be named. Four queries, and two for each tournament that has changed since it was last asked
    for."""
    tournaments = {one.pk: one for one in counting(circuit_id=circuit_id)}
    cards = latest_results(tournament_ids=tournaments, most=MOST_LATEST)
    private = private_names(circuit_id=circuit_id)
    hidden = hidden_pairs(private, {card.tournament_id for card in cards})
    lines = []
    for card in cards:
        of, at = tournaments[card.tournament_id], card.finished_at
        if at is not None and is_public(card, hidden):
            lines.append(Latest(of.slug, of.name, at, card, None))
    for pk, corrections in corrections_in(list(tournaments.values()), private).items():
        of = tournaments[pk]
        lines += [Latest(of.slug, of.name, one.at, None, one) for one in dict.fromkeys(corrections)]
    return tuple(sorted(lines, key=lambda line: line.at, reverse=True)[:MOST_LATEST])
