"""An import as the desk sees it before confirming: every hand with its reasons."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.course.queries.stored import find_match
from scoring.explain.queries.lines import HandLines, hand_lines
from scoring.matchfiles.queries.imported import ImportedGame, ImportedHand, MatchImport
from scoring.matchfiles.queries.importing import import_of
from tournament.matches.models import Match


@dataclass(frozen=True, slots=True)
class ImportedHandPage:
    """A hand of the file with the reason of every stone."""

    hand: ImportedHand
    lines: HandLines


@dataclass(frozen=True, slots=True)
class ImportedGamePage:
    """A game of the file with its hands. `winner_name` is "" while nobody has won it."""

    game: ImportedGame
    winner_name: str
    hands: tuple[ImportedHandPage, ...]


@dataclass(frozen=True, slots=True)
class ImportPage:
    """What importing a file would record, with its reasons."""

    found: MatchImport
    games: tuple[ImportedGamePage, ...]


def import_page(*, match_id: int, text: object, sides: object, reason: object) -> ImportPage:
    """The answer of `match_import`, explained. Raises what `match_import` raises."""
    match = find_match(match_id=match_id)
    found = import_of(match=match, text=text, sides=sides, reason=reason)
    # Set on this instance only, for the names of the players: the match has not begun.
    match.seating = dict(found.seating)
    return ImportPage(found, tuple(_game(game, found, match) for game in found.games))


def _game(game: ImportedGame, found: MatchImport, match: Match) -> ImportedGamePage:
    hands = tuple(
        ImportedHandPage(
            hand, hand_lines(record=hand.record, settlement=hand.settlement, match=match)
        )
        for hand in game.hands
    )
    name = found.pairs["AB".index(game.winner)] if game.winner else ""
    return ImportedGamePage(game, name, hands)
