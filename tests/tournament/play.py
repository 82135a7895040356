"""A championship to test with, played through the same services as people use."""

from __future__ import annotations

from datetime import UTC, datetime

from scoring.proof.queries.verify import verify_tournament
from tournament.championship.models import Tournament
from tournament.championship.services import tournaments
from tournament.draw import services as draw
from tournament.entries.models import Pair
from tournament.entries.services import pairs
from tournament.log.rules.roles import Actor
from tournament.matches.models import Match
from tournament.matches.services import matches
from tournament.standings.queries import open_ties
from tournament.standings.services import decide_tie

PROGRAM = Actor("program", None, "test")
NOON = datetime(2026, 5, 24, 12, 0, tzinfo=UTC)


def tournament(
    *, entered: int = 0, drawn: bool = False, tables: int = 4, owner=None, **fields
) -> Tournament:
    """A tournament with `entered` pairs, named after their numbers; `drawn` with seed "s"."""
    made = tournaments.create(
        actor=PROGRAM,
        owner=owner,
        name=fields.pop("name", "Zarautz Cup"),
        starts_at=fields.pop("starts_at", NOON),
        tables=tables,
        **fields,
    )
    if entered:
        lines = [f"Getaria {n}, Orio {n}, Club {n}, phone {n}" for n in range(1, entered + 1)]
        pairs.enter_list(tournament_id=made.pk, text="\n".join(lines), actor=PROGRAM)
    if drawn:
        draw.make(tournament_id=made.pk, actor=PROGRAM, seed="s")
    made.refresh_from_db()
    return made


def match(of: Tournament, round_: int, slot: int, kind: str = "championship") -> Match:
    return Match.objects.select_related("pair_a", "pair_b").get(
        tournament=of, kind=kind, round=round_, slot=slot
    )


def pair(of: Tournament, number: int) -> Pair:
    return Pair.objects.get(tournament=of, number=number)


def start(of: Match, **fields) -> Match:
    return matches.start(match_id=of.pk, actor=PROGRAM, **fields)


def win(of: Match, winner: str = "A") -> Match:
    """Starts the match if it has not begun and wins it without losing a game."""
    of.refresh_from_db()
    if of.status == "ready":
        start(of)
    games = (of.wins_needed, 0) if winner == "A" else (0, of.wins_needed)
    matches.set_games(match_id=of.pk, games=games, actor=PROGRAM)
    return matches.finish(match_id=of.pk, winner=winner, actor=PROGRAM)


def decide_ties(of: Tournament) -> bool:
    """A lot, by the numbers of the pairs, for each tie on which the day waits (T9); whether there
    was any."""
    count = 0
    while ties := [one for one in open_ties(tournament_id=of.pk) if one.decides]:
        asked = {"tournament_id": of.pk, "actor": PROGRAM, "reason": "before everybody"}
        decide_tie(how="lot", order=ties[0].numbers, **asked)
        count += 1
    return count > 0


def play_round(of: Tournament, round_: int, winner: str = "A") -> None:
    for one in Match.objects.filter(tournament=of, kind="championship", round=round_):
        if one.status == "ready":
            win(one, winner)


def must_hold(of: Tournament) -> None:
    """The log proves everything that is stored of the tournament."""
    report = verify_tournament(tournament_id=of.pk)
    assert report.ok, report.first


def play_out(of: Tournament) -> Tournament:
    """Side A wins every match to the final."""
    last = Match.objects.filter(tournament=of).order_by("-round").first()
    assert last is not None
    for round_ in range(1, last.round + 1):
        play_round(of, round_)
        decide_ties(of)
    of.refresh_from_db()
    return of
