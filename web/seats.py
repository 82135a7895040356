"""The seats of a match with their players' names, and a hand of it."""

from dataclasses import dataclass

from django.http import Http404

from scoring.explain.queries.hands import HandPage
from scoring.explain.queries.pages import MatchPage
from tournament.entries.models import players_of as both_of
from tournament.entries.queries import pairs_list
from tournament.matches.queries.matches import MatchCard


def hand_of(page: MatchPage, game: int, number: int) -> HandPage:
    """The hand of a match that counts under this number. Raises Http404."""
    for played in page.games:
        for hand in played.hands:
            if (played.number, hand.number) == (game, number):
                return hand
    raise Http404("no such hand")


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table: seat 0 to 3, anticlockwise; pair A at 0 and 2, pair B at 1 and 3."""

    number: int
    side: str
    player: str


def seats_of(match: MatchCard) -> tuple[Seat, ...]:
    """The four seats of a match with its players; in entry order before the match is seated."""
    players = players_of(match)
    seating = match.seating or {"A": [1, 2], "B": [1, 2]}
    return tuple(
        Seat(seat, side, players[side][seating[side][seat // 2] - 1])
        for seat, side in enumerate("ABAB")
    )


def clubs_of(match: MatchCard) -> tuple[str, ...]:
    """The sides on which a club plays that entered without players. One query."""
    alone = {one.id for one in pairs_list(tournament_id=match.tournament_id) if not one.player_2}
    sides = (("A", match.pair_a), ("B", match.pair_b))
    return tuple(side for side, pair in sides if pair is not None and pair.id in alone)


def pairs_of(match: MatchCard) -> tuple[str, str]:
    """The names of both pairs; "A" or "B" for a pair not known yet."""
    return (
        match.pair_a.name if match.pair_a else "A",
        match.pair_b.name if match.pair_b else "B",
    )


def players_of(match: MatchCard) -> dict[str, tuple[str, str]]:
    """The two players of each side, as they were entered, or as the match names those of a club.
    One query."""
    names = {
        pair.id: both_of(pair.player_1, pair.player_2)
        for pair in pairs_list(tournament_id=match.tournament_id)
    }
    unknown = ("A", "A"), ("B", "B")
    own = [named or ("", "") for named in match.names or ([], [])]
    players = {}
    for i, (side, pair) in enumerate((("A", match.pair_a), ("B", match.pair_b))):
        first, second = names.get(pair.id, unknown[i]) if pair else unknown[i]
        players[side] = (own[i][0] or first, own[i][1] or second)
    return players
