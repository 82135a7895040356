"""The big screen of the room: panels in turn, controlled from the desk."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from delivery.marks import published
from scoring.course.queries.states import live_scores
from scoring.explain.queries.account import decisions
from scoring.explain.queries.ordagos import Comeback, Ordago, last_comebacks, last_ordagos
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries import matches as queries
from tournament.matches.queries.matches import BracketView, MatchCard
from tournament.pauses.queries import pauses_ahead
from tournament.screens.queries import screen_of
from tournament.screens.rules import DRAW
from tournament.seatings.queries import day_of_individuals
from tournament.standings.queries import consolation_winners, standings
from web.public.page import of_tournament
from web.qr import qr_file

MOST_MOMENTS = 2
"""The newest of each kind of moment that a screen is told of."""
MOST_ROUNDS, USUAL_ROUNDS = 4, 3
"""The most rounds of a bracket that can be read across a room, and how many are shown when there
are more."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What the whole screen shows for some seconds after it happened. `key`: the same for the same
    hand; `words`: what happened, behind the winner's name."""

    key: str
    is_ordago: bool
    winner: str
    words: str
    label: str
    game: int
    at: datetime


@published()
@of_tournament
def tv(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The panels of the big screen, one at a time."""
    bracket = queries.bracket(tournament_id=tournament.id)
    consolation = queries.consolation(tournament_id=tournament.id)
    drawn = [match for round_ in bracket.rounds for match in round_.matches]
    everything = (*drawn, *consolation)
    ordagos = last_ordagos(tournament_id=tournament.id)
    comebacks = last_comebacks(tournament_id=tournament.id)[:MOST_MOMENTS]
    whole = {
        "tournament": tournament,
        "rounds": bracket.rounds,
        "now": bracket.now,
        "first": first_round(bracket),
        "shown": sum(round_.number >= first_round(bracket) for round_ in bracket.rounds),
        "most_rounds": MOST_ROUNDS,
        "current": bracket.current,
        "first_matches": [match for match in drawn if match.round == 1],
        "scores": live_scores(tournament_id=tournament.id),
        "decided": decisions(tournament_id=tournament.id),
        "playing": _by_table(match for match in everything if match.status == "playing"),
        "called": _by_table(match for match in everything if match.status == "ready"),
        "consolation": [match for match in consolation if not match.is_called_off],
        "consolation_winners": consolation_winners(tournament_id=tournament.id)
        if tournament.consolation_ended
        else (),
        "ordagos": ordagos,
        "moments": [*map(_of_ordago, ordagos[:MOST_MOMENTS]), *map(_of_comeback, comebacks)],
        "final": _final(bracket),
        "prize": tournament.prizes.of_place(1),
        "over": sum(match.status == "finished" for match in drawn if not match.is_bye),
        "all": sum(not match.is_bye for match in drawn),
        "screen": screen_of(tournament_id=tournament.id),
        "draw": DRAW,
        **_of_individuals(tournament),
        "pauses": pauses_ahead(tournament_id=tournament.id),
    }
    return render(request, "public/tv.html", whole)


def _final(bracket: BracketView) -> MatchCard | None:
    """The final, once it was won by games; None where there is none or several."""
    last = bracket.rounds[-1] if bracket.rounds else None
    played = [match for match in last.matches if match.winner] if last else []
    is_one = last is not None and last.stage == "final" and len(last.matches) == 1
    return played[0] if is_one and played and played[0].ended_by == "games" else None


def _of_ordago(one: Ordago) -> Moment:
    words = {"lance": one.lance, "loser": one.loser}
    return Moment(
        f"ordago-{one.match_id}-{one.game}-{one.number}",
        True,
        one.winner,
        _("win the game with an órdago (%(lance)s), against %(loser)s") % words,
        one.label,
        one.game,
        one.at,
    )


def _of_comeback(one: Comeback) -> Moment:
    words = {"own": one.own, "other": one.other, "loser": one.loser}
    return Moment(
        f"comeback-{one.match_id}-{one.game}",
        False,
        one.winner,
        _("win the game from %(own)s – %(other)s, against %(loser)s") % words,
        one.label,
        one.game,
        one.at,
    )


def _of_individuals(tournament: TournamentView) -> dict[str, Any]:
    """The last round of a day of individuals, and its table of points."""
    if not tournament.is_individual:
        return {}
    rounds = day_of_individuals(tournament_id=tournament.id).rounds
    return {
        "seated": rounds[-1] if rounds else None,
        "lines": standings(tournament_id=tournament.id),
    }


@of_tournament
def qr(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The tournament's address as a QR code, with the host of the request."""
    address = absolute_url(request, reverse("public:bracket", args=[tournament.slug]))
    return HttpResponse(qr_file(address), content_type="image/svg+xml")


def first_round(bracket: BracketView) -> int:
    """The first round that a screen shows: a few late rounds in large type instead of all in small
    type; preliminary matches, in round 0, while they last."""
    last = bracket.rounds[-1].number if bracket.rounds else 0
    if last <= USUAL_ROUNDS:
        return min(1, bracket.now) if bracket.rounds else 1
    return min(bracket.now, last - USUAL_ROUNDS + 1)


def _by_table(matches: Iterable[MatchCard]) -> list[MatchCard]:
    return sorted((match for match in matches if match.table), key=lambda match: match.table or 0)
