"""The table's matches, where one of them stands, and beginning it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.queries.pages import match_page
from scoring.queries.states import match_state
from tournament.errors import Refusal
from tournament.queries.matches import MatchCard, matches_at_table
from tournament.queries.tables import DeviceIdentity
from tournament.queries.tournaments import tournament_detail
from tournament.rules.actors import Actor
from tournament.services import devices, matches
from web.referee.access import for_match, for_table
from web.seats import players_of, seats_of


class StartForm(forms.Form):
    """Who sits where, who is mano, and four kings when both pairs want them (H1, T4)."""

    def __init__(self, *args: Any, match: MatchCard, four_kings: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = players_of(match)
        for side, seat in (("A", 0), ("B", 1)):
            first, second = players[side]
            self.fields[f"seats_{side}"] = forms.ChoiceField(
                label=gettext_lazy("Pair %s") % side,
                choices=(
                    ("12", _seated(first, seat, second)),
                    ("21", _seated(second, seat, first)),
                ),
                widget=forms.RadioSelect,
                initial="12",
            )
        self.fields["mano"] = forms.ChoiceField(
            label=gettext_lazy("Who is mano first?"),
            help_text=gettext_lazy("Each player draws a card; the highest is mano (H1)."),
            choices=[(f"{side}{n}", name) for side in "AB" for n, name in enumerate(players[side])],
            widget=forms.RadioSelect,
        )
        if four_kings:
            self.fields["four_kings"] = forms.BooleanField(
                label=gettext_lazy("Both pairs want four kings in this match"), required=False
            )

    def seating(self) -> dict[str, list[int]]:
        return {side: [int(n) for n in self.cleaned_data[f"seats_{side}"]] for side in "AB"}

    def first_mano(self) -> int:
        side, player = self.cleaned_data["mano"][0], int(self.cleaned_data["mano"][1]) + 1
        place = self.seating()[side].index(player)
        return place * 2 + (1 if side == "B" else 0)


def _seated(first: str, seat: int, second: str) -> str:
    return _("%(first)s at seat %(seat)s, %(second)s opposite") % {
        "first": first,
        "seat": seat,
        "second": second,
    }


@for_table("GET")
def table(request: HttpRequest, device: DeviceIdentity) -> HttpResponse:
    devices.seen(device_id=device.id)
    return render(
        request,
        "referee/table.html",
        {
            "device": device,
            "tournament": tournament_detail(tournament_id=device.tournament_id),
            "matches": matches_at_table(
                tournament_id=device.tournament_id, number=device.table_number
            ),
        },
    )


@for_match("GET")
def match(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    if match.status == "ready":
        return redirect("referee:start", match.id)
    return render(
        request,
        "referee/match.html",
        {
            "match": match,
            "actor": actor,
            "tournament": tournament_detail(tournament_id=match.tournament_id),
            "state": match_state(match_id=match.id),
            "page": match_page(match_id=match.id),
            "seats": seats_of(match),
        },
    )


@for_match("GET", "POST")
def start(request: HttpRequest, match: MatchCard, actor: Actor) -> HttpResponse:
    if match.status != "ready":
        return redirect("referee:match", match.id)
    tournament = tournament_detail(tournament_id=match.tournament_id)
    four_kings = tournament.regulation.offers_four_kings(tournament.settings)
    form = StartForm(request.POST or None, match=match, four_kings=four_kings)
    if request.method == "POST" and form.is_valid():
        try:
            matches.start(
                match_id=match.id,
                table_number=None,
                seating=form.seating(),
                first_mano=form.first_mano(),
                four_kings=bool(form.cleaned_data.get("four_kings")),
                actor=actor,
            )
        except Refusal as refusal:
            for problem in refusal.problems:
                form.add_error(None, str(problem.message))
        else:
            messages.success(request, _("The match has begun."))
            return redirect("referee:hand", match.id)
    return render(
        request,
        "referee/start.html",
        {"match": match, "tournament": tournament, "form": form},
        status=400 if form.errors else 200,
    )
