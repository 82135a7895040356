"""How a pair fared against each other pair, over all tournaments of the same organizers.

Two entries are the same pair when they have the same two players, in any order. Names are compared
without case, accents or hyphens. An entry with an erased name is the same as no other.
"""

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.championship.queries.tournaments import TournamentView, get_public, public_where
from tournament.entries.models import Pair
from tournament.errors import NotFound
from tournament.log.rules.events import ERASED
from tournament.log.rules.text import folded
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard, card_of, with_all

# Tournaments that share an organizer.


def of_same_organizers(*, slug: str) -> tuple[TournamentView, ...]:
    """The tournament and all others that one of its organizers runs, earliest start first. Other
    tournaments that are rehearsals or hidden are left out. Two queries. Raises NotFound.
    """
    own = get_public(slug=slug)
    through = Tournament.organizers.through.objects.filter(tournament_id=own.id).order_by()
    of_users = Tournament.objects.filter(
        organizers__in=through.values("user_id"), is_rehearsal=False, is_hidden=False
    )
    return public_where(fits=Q(pk=own.id) | Q(pk__in=of_users.order_by().values("pk")))


Who = frozenset[str]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A match that two pairs played, seen by one of them. `games`: its own, then the opponent's."""

    match: MatchCard
    tournament: str
    slug: str
    won: bool
    is_level: bool
    games: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent with every meeting, the latest first. `is_next`: the two pairs will meet, or are
    playing, in the tournament that was asked for."""

    name: str
    meetings: tuple[Meeting, ...]
    won: int
    lost: int
    level: int
    is_next: bool


@dataclass(frozen=True, slots=True)
class Meetings:
    """A pair, the number of tournaments searched, and the pair's rivals: the next opponent first,
    then those it met most often."""

    number: int
    name: str
    tournament: TournamentView
    tournaments: int
    rivals: tuple[Rival, ...]


def meetings_of(*, slug: str, number: int) -> Meetings:
    """All meetings of the pair with this number. Four queries. Raises NotFound."""
    tournaments = {tournament.id: tournament for tournament in of_same_organizers(slug=slug)}
    here = next(tournament for tournament in tournaments.values() if tournament.slug == slug)
    entered = list(Pair.objects.filter(tournament_id__in=tournaments))
    pair = next(
        (one for one in entered if (one.tournament_id, one.number) == (here.id, number)), None
    )
    if pair is None:
        raise NotFound.one(
            "number", "no_such_pair", _("There is no such pair. Choose one from the entry list.")
        )
    own = {other.pk for other in entered if who(other) == who(pair)}
    ours = Q(pair_a_id__in=own) | Q(pair_b_id__in=own)
    matches = with_all(Match.objects.filter(ours, pair_a__isnull=False, pair_b__isnull=False))
    coming: set[Who] = set()
    by_opponent: dict[Who, list[tuple[str, Meeting]]] = {}
    for row in sorted(matches.exclude(kind="set_aside").order_by(), key=_latest_first):
        is_a, tournament = row.pair_a_id in own, tournaments[row.tournament_id]
        other = row.pair_b if is_a else row.pair_a
        assert other is not None  # only matches of two pairs are read
        if tournament is here and row.status != "finished":
            coming.add(who(other))
        # A match given to one pair before it began was not played.
        if row.is_level or (row.winner and (row.ended_by == "games" or row.started_at)):
            games = (row.games_a, row.games_b) if is_a else (row.games_b, row.games_a)
            won = row.winner == ("A" if is_a else "B")
            one = Meeting(card_of(row), tournament.name, tournament.slug, won, row.is_level, games)
            by_opponent.setdefault(who(other), []).append((other.name, one))
    rivals = []
    for key, several in by_opponent.items():
        meetings = tuple(one for _name, one in several)
        won_by_us = sum(meeting.won for meeting in meetings)
        level = sum(meeting.is_level for meeting in meetings)
        lost = len(meetings) - won_by_us - level
        rivals.append(Rival(several[0][0], meetings, won_by_us, lost, level, key in coming))
    rivals.sort(key=lambda rival: (not rival.is_next, -len(rival.meetings), rival.name))
    return Meetings(pair.number, pair.name, here, len(tournaments), tuple(rivals))


def who(pair: Pair) -> Who:
    """A key that is equal for two entries of the same two players."""
    if ERASED in (pair.player_1, pair.player_2):
        return frozenset((f"#{pair.pk}",))
    return frozenset((folded(pair.player_1), folded(pair.player_2)))


def _latest_first(row: Match) -> tuple[float, int, str, int, int]:
    start = row.tournament.starts_at.timestamp()
    return -start, -row.tournament_id, row.kind, -row.round, row.slot
