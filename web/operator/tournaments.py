"""All tournaments of the installation, and removing one for good."""

from __future__ import annotations

from functools import partial

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from operations import queries
from operations.removal.services import remove_tournament
from tournament.championship.queries.tournaments import tournament_detail
from web.acting import submit
from web.operator.guard import for_operators, number


class TypedName(forms.Form):
    """The tournament's slug, typed, so that nobody removes another tournament by mistake."""

    slug = forms.CharField(label=gettext_lazy("Name in the address"), max_length=80)


@for_operators("GET")
def page(request: HttpRequest) -> HttpResponse:
    """Tournaments, the newest first."""
    search, at = (
        request.GET.get("q", "")[:80].replace("\0", ""),
        number(request.GET.get("page", "")),
    )
    rows = queries.tournament_list(search=search, page=at)
    context = {
        "tab": "tournaments", "rows": rows, "search": search, "page": at,
        "more": at + 1 if len(rows) == queries.PAGE else None,
    }  # fmt: skip
    return render(request, "operator/tournaments.html", context)


@for_operators("GET", "POST")
def remove(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Asks for its name, then removes the tournament with everything in it."""
    tournament = tournament_detail(tournament_id=tournament_id)
    form = TypedName(request.POST or None)
    to = reverse("operator:tournaments")
    return submit(
        request,
        form,
        do=partial(remove_tournament, tournament_id=tournament_id),
        done=_("%(name)s is removed.") % {"name": tournament.name},
        to=to,
        again=lambda status: render(
            request,
            "operator/remove.html",
            {"tab": "tournaments", "tournament": tournament, "form": form, "back": to},
            status=status,
        ),
    )
