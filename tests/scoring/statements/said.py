"""A tournament whose pairs enter their results, with two of them at a match."""

from __future__ import annotations

from scoring.statements import services as statements
from scoring.statements.queries import link_of
from tests.scoring import table
from tests.tournament.play import PROGRAM
from tournament.matches.models import Match


def a_match(entered_by: str = "pairs", **terms: object) -> Match:
    """The first match of four pairs, begun, and best of 3 unless said otherwise."""
    how = {name: terms.pop(name) for name in ("started", "best_of") if name in terms}
    match = table.a_match(**how)
    statements.set_terms(
        tournament_id=match.tournament_id, entered_by=entered_by, actor=PROGRAM, **terms
    )
    return match


def links(match: Match) -> tuple[str, str]:
    """The links of the pairs A and B."""
    return link_of(pair_id=match.pair_a_id), link_of(pair_id=match.pair_b_id)


def say(match: Match, side: str, *games: int, answers: int | None = None) -> Match:
    link = links(match)["AB".index(side)]
    return statements.say(link=link, match_id=match.pk, games=games, answers=answers)
