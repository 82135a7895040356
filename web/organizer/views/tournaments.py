"""The organizer's tournaments: listed, created, changed, shortened."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.queries import TournamentView, tournaments_of
from tournament.queries.reductions import reductions
from tournament.services import tables as table_services
from tournament.services import tournaments as services
from web import words
from web.organizer.acting import Question, ask, show, submit
from web.organizer.forms.tournaments import (
    ReduceGames,
    TournamentDetails,
    TournamentForm,
    initial_of,
    next_noon,
)
from web.organizer.guard import actor_of, for_organizers, only


@only("GET")
def mine(request: HttpRequest) -> HttpResponse:
    return show(request, "mine.html", {"tournaments": tournaments_of(user=request.user)})


@only("GET", "POST")
def create(request: HttpRequest) -> HttpResponse:
    form = TournamentForm(request.POST or None, initial={"starts_at": next_noon()})

    def do(data: dict[str, Any]) -> Any:
        courtesy = data["courtesy_minutes"]
        return services.create(
            actor=actor_of(request),
            owner=request.user,
            name=data["name"],
            place=data["place"],
            starts_at=data["starts_at"],
            regulation=data["regulation"],
            settings=form.settings(),
            tables=data["tables"],
            courtesy_minutes=courtesy,
        )

    return submit(
        request,
        form,
        do=do,
        done=_("The tournament is created. Now the pairs."),
        to=lambda tournament: reverse("organizer:entries", args=[tournament.slug]),
        again=lambda status: show(request, "create.html", {"form": form}, status=status),
    )


@only("GET")
def regulations(request: HttpRequest) -> HttpResponse:
    return show(
        request,
        "regulations.html",
        {"regulations": words.regulations(), "settings": words.SETTINGS},
    )


@for_organizers("GET", "POST")
def change(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Everything before the draw; after it the rules stand, and the rest may still be mended."""
    # A form opened before the draw and sent after it has the rules in it: the service judges them.
    if tournament.is_drawn and "regulation" not in request.POST:
        return _change_details(request, tournament)
    form = TournamentForm(request.POST or None, initial=initial_of(tournament))

    def do(data: dict[str, Any]) -> None:
        services.change(
            tournament_id=tournament.id,
            actor=actor_of(request),
            name=data["name"],
            place=data["place"],
            starts_at=data["starts_at"],
            regulation=data["regulation"],
            settings=form.settings(),
            courtesy_minutes=_courtesy(data, tournament),
        )
        if data["tables"] != tournament.tables_count:
            table_services.set_count(
                tournament_id=tournament.id, count=data["tables"], actor=actor_of(request)
            )

    return submit(
        request,
        form,
        do=do,
        done=_("Saved."),
        to=reverse("organizer:change", args=[tournament.slug]),
        again=lambda status: show(
            request,
            "change.html",
            {"tournament": tournament, "form": form, "tab": "settings"},
            status=status,
        ),
    )


def _change_details(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    form = TournamentDetails(request.POST or None, initial=initial_of(tournament))
    return submit(
        request,
        form,
        do=lambda data: services.change(
            tournament_id=tournament.id,
            actor=actor_of(request),
            name=data["name"],
            place=data["place"],
            starts_at=data["starts_at"],
            courtesy_minutes=_courtesy(data, tournament),
        ),
        done=_("Saved."),
        to=reverse("organizer:change", args=[tournament.slug]),
        again=lambda status: show(
            request,
            "change_drawn.html",
            {**_standing(tournament), "form": form, "tab": "settings"},
            status=status,
        ),
    )


@for_organizers("GET", "POST")
def reduce_games(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """T5, with what would end at once said first."""
    options = reductions(tournament_id=tournament.id)

    def form(*args: Any, **kwargs: Any) -> ReduceGames:
        return ReduceGames(*args, choices=[one.best_of for one in options], **kwargs)

    return ask(
        request,
        tournament,
        Question(
            title=_("Reduce the games"),
            says=[
                _("Matches not ended become shorter. The number of games can only go down (T5).")
                if options
                else _("There are no fewer games to play than now.")
            ],
            button=_("Reduce the games"),
            back=reverse("organizer:change", args=[tournament.slug]),
            tab="settings",
            more={"options": options},
        ),
        template="reduce_games.html",
        form=form,
        initial={"best_of": options[0].best_of if options else None},
        do=lambda data: services.reduce_games(
            tournament_id=tournament.id,
            best_of=data["best_of"],
            reason=data["reason"],
            actor=actor_of(request),
        ),
        done=_("The games are reduced. Tell the room."),
        to=reverse("organizer:desk", args=[tournament.slug]),
    )


def _courtesy(data: dict[str, Any], tournament: TournamentView) -> int:
    minutes = data["courtesy_minutes"]
    return tournament.courtesy_minutes if minutes is None else int(minutes)


def _standing(tournament: TournamentView) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "regulation_name": words.regulation_name(tournament.regulation),
        "settings": words.settings_of(tournament),
        "can_reduce": tournament.status == "running" and (tournament.best_of or 1) > 1,
    }
