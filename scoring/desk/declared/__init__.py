"""Acts at the desk, each declared once.

From a declaration come its page with form, preview and message (`web/organizer/declared.py`), its
method of the API with body and text (`api/declared.py`), its addresses on both, and its button
where such acts are offered. An act may have a page of its own, or a method, and says why
(`own_pages.py`). Who may do it, and its words in the log, are those of its kind of event
(`tournament/log/rules/kinds.py`). On both surfaces the names of its fields are the arguments of its
service.
"""

from scoring.desk.declared import (
    clock,
    decisions,
    draw,
    games,
    matchdays,
    matches,
    own_pages,
    pairs,
    screens,
    tables,
    tournaments,
)
from scoring.desk.declared.act import DeskAct
from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import PairAtDesk

FILES = (
    pairs, tournaments, matches, games, matchdays, draw, decisions, clock, tables, screens,
    own_pages,
)  # fmt: skip
DECLARED: tuple[DeskAct, ...] = tuple(
    act for file in FILES for act in vars(file).values() if isinstance(act, DeskAct)
)
"""All acts of these files, in their order."""
PAIRS = tuple(act for act in DECLARED if act in vars(pairs).values())
"""On the page of a pair."""
LIFE = (
    tournaments.POSTPONE, tournaments.ENTER_AFTERWARDS, tournaments.END_EARLY,
    tournaments.CALL_OFF, tournaments.HIDE, tournaments.SHOW,
    tournaments.DECIDE_TIE,
)  # fmt: skip
"""On the page of a tournament's settings."""


def life_of(tournament: TournamentView) -> tuple[DeskAct, ...]:
    """The acts on the tournament as a whole that are offered now."""
    return tuple(act for act in LIFE if act.offered(tournament=tournament))


def offered_on(tournament: TournamentView, pair: PairAtDesk) -> tuple[DeskAct, ...]:
    """The acts whose button the page of a pair shows now."""
    return tuple(act for act in PAIRS if act.offered(tournament=tournament, pair=pair))
