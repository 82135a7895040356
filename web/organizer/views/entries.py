"""The entry list: pairs entered, changed, withdrawn, imported, printed."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.queries.pair_records import PairRecord, pair_records
from tournament.queries import (
    PairAtDesk,
    TournamentView,
    matches_of_pair,
    pairs_at_desk,
)
from tournament.rules.repeats import CONFIRMABLE
from tournament.services import pairs as services
from web.organizer.acting import Question, ask, show, submit
from web.organizer.forms.entries import PairForm
from web.organizer.forms.reasons import Reason
from web.organizer.guard import actor_of, for_organizers


@for_organizers("GET")
def entries(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    return _list(request, tournament, PairForm())


@for_organizers("POST")
def enter(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    form = PairForm(request.POST)
    here = reverse("organizer:entries", args=[tournament.slug])
    return submit(
        request,
        form,
        do=lambda data: services.enter(
            tournament_id=tournament.id,
            actor=actor_of(request),
            allow_duplicate="same_names" in request.POST,
            **data,
        ),
        done=lambda pair: (
            _("Pair %(number)s is in: %(name)s.") % {"number": pair.number, "name": pair.name}
        ),
        # No fragment here: with one, browsers leave the first field without the focus.
        to=lambda pair: f"{here}?just={pair.number}",
        again=lambda status: _list(request, tournament, form, status=status),
    )


@for_organizers("GET", "POST")
def change(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    pair = _pair(tournament, number)
    form = PairForm(request.POST or None, initial=_initial(pair))
    return submit(
        request,
        form,
        do=lambda data: services.change(pair_id=pair.id, actor=actor_of(request), **data),
        done=_("Saved."),
        to=reverse("organizer:entries", args=[tournament.slug]) + f"?just={number}#pair-{number}",
        again=lambda status: show(
            request,
            "change_pair.html",
            {
                "tournament": tournament,
                "tab": "entries",
                "crumb": str(number),
                "pair": pair,
                "form": form,
                "matches": matches_of_pair(pair_id=pair.id),
                "record": _record(tournament, pair),
            },
            status=status,
        ),
    )


@for_organizers("GET", "POST")
def withdraw(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    pair = _pair(tournament, number)
    return _leave(
        request,
        tournament,
        pair,
        Question(
            title=_("Withdraw %(pair)s") % {"pair": pair.name},
            says=_what_leaving_does(tournament),
            button=_("Withdraw the pair"),
            back=reverse("organizer:change_pair", args=[tournament.slug, number]),
            tab="entries",
        ),
        services.withdraw,
        done=_("The pair is withdrawn."),
    )


@for_organizers("GET", "POST")
def disqualify(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    pair = _pair(tournament, number)
    return _leave(
        request,
        tournament,
        pair,
        Question(
            title=_("Disqualify %(pair)s") % {"pair": pair.name},
            says=[
                _("The Disciplinary Tribunal may do this on a third false claim (G1, T6)."),
                *_what_leaving_does(tournament),
            ],
            button=_("Disqualify the pair"),
            back=reverse("organizer:change_pair", args=[tournament.slug, number]),
            tab="entries",
        ),
        services.disqualify,
        done=_("The pair is disqualified."),
    )


@for_organizers("GET", "POST")
def bring_back(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    pair = _pair(tournament, number)
    return _leave(
        request,
        tournament,
        pair,
        Question(
            title=_("Bring back %(pair)s") % {"pair": pair.name},
            says=[_("Matches it lost only by being away are open again.")],
            button=_("Bring the pair back"),
            back=reverse("organizer:change_pair", args=[tournament.slug, number]),
            danger=False,
            tab="entries",
        ),
        services.reinstate,
        done=_("The pair is in again."),
    )


@for_organizers("GET")
def print_list(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    pairs = [p for p in pairs_at_desk(tournament_id=tournament.id) if p.status == "entered"]
    return show(
        request,
        "print_pairs.html",
        {"tournament": tournament, "tab": "entries", "crumb": _("Print"), "pairs": pairs},
    )


def _list(
    request: HttpRequest, tournament: TournamentView, form: PairForm, *, status: int = 200
) -> HttpResponse:
    pairs = pairs_at_desk(tournament_id=tournament.id)
    just = request.GET.get("just", "")
    return show(
        request,
        "entries.html",
        {
            "tournament": tournament,
            "tab": "entries",
            "form": form,
            "pairs": pairs,
            "count": tournament.pairs_count,
            "open": tournament.status == "entry",
            "best_of": tournament.best_of or tournament.best_of_if_drawn_now,
            "clubs": sorted({pair.club for pair in pairs if pair.club}),
            "just": int(just) if just.isdecimal() else None,
            "same_names": "same_names" in request.POST,
            "can_confirm": "same_names" in request.POST
            or any(
                error.code in CONFIRMABLE
                for errors in form.errors.as_data().values()
                for error in errors
            ),
        },
        status=status,
    )


def _pair(tournament: TournamentView, number: int) -> PairAtDesk:
    for pair in pairs_at_desk(tournament_id=tournament.id):
        if pair.number == number:
            return pair
    raise Http404("no such pair")


def _initial(pair: PairAtDesk) -> dict[str, str]:
    return {
        "player_1": pair.player_1,
        "player_2": pair.player_2,
        "club": pair.club,
        "contact": pair.contact,
    }


def _record(tournament: TournamentView, pair: PairAtDesk) -> PairRecord | None:
    """The pair's false words, if it has any."""
    records = pair_records(tournament_id=tournament.id)
    return next((record for record in records if record.pair_id == pair.id), None)


def _what_leaving_does(tournament: TournamentView) -> list[str]:
    if tournament.status == "entry":
        return [_("The pair will not be drawn. Its number stays empty.")]
    return [
        _("The match it is playing, or would play next, goes to the other pair."),
        _("Matches it has finished stay as they are."),
    ]


def _leave(
    request: HttpRequest,
    tournament: TournamentView,
    pair: PairAtDesk,
    question: Question,
    service: Any,
    *,
    done: str,
) -> HttpResponse:
    return ask(
        request,
        tournament,
        question,
        form=Reason,
        do=lambda data: service(pair_id=pair.id, reason=data["reason"], actor=actor_of(request)),
        done=done,
        to=reverse("organizer:entries", args=[tournament.slug]),
    )
