"""Results by the pairs themselves: the setting, and the link of each pair."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.desk.declared.own_pages import RESULT_TERMS
from scoring.matchdays.queries.calendar import dates_of
from scoring.statements.queries import A_DAY, LinkOfPair, links_of, terms_of, waiting_results
from scoring.statements.services import LEAST_MINUTES, MOST_MINUTES
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import StrOrPromise
from web.acting import submit
from web.forms import Number
from web.organizer.acting import page_of, show
from web.organizer.guard import actor_of, for_organizers
from web.qr import qr_svg
from web.templatetags.formatwords import act_words, result_enterers

USUAL_DAYS = 3
"""Days to answer that the form proposes where only minutes were set."""


class WhoEnters(forms.Form):
    """Referees, pairs or both; and what follows when a pair does not answer. In a league over weeks
    a pair has days to answer (`days`), otherwise minutes."""

    entered_by = forms.ChoiceField(
        label=gettext_lazy("Who enters the results"),
        widget=forms.RadioSelect,
    )
    minutes = Number(
        label=gettext_lazy("Minutes for the other side to answer"),
        min_value=LEAST_MINUTES,
        max_value=MOST_MINUTES,
    )
    days = Number(
        label=gettext_lazy("Days for the other side to answer"),
        min_value=1,
        max_value=MOST_MINUTES // A_DAY,
    )
    closes_alone = forms.BooleanField(
        label=gettext_lazy("After that time a result counts without an answer"),
        required=False,
        help_text=gettext_lazy("Otherwise it waits at the desk for you."),
    )

    def __init__(
        self, *args: Any, choices: Mapping[str, StrOrPromise], in_days: bool, **kwargs: Any
    ) -> None:
        """`choices`: who may enter results, in words; `in_days`: ask for days, not for minutes."""
        super().__init__(*args, **kwargs)
        self.fields["entered_by"].choices = list(choices.items())
        del self.fields["minutes" if in_days else "days"]

    def clean(self) -> dict[str, Any]:
        """The service's arguments: days as minutes."""
        data = super().clean() or self.cleaned_data
        days = data.pop("days", None)
        return data if days is None else {**data, "minutes": days * A_DAY}


@for_organizers("GET", "POST")
def pair_results(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Who enters results, what waits, and the pairs' links."""
    terms = terms_of(tournament_id=tournament.id)
    fields = ("entered_by", "minutes", "closes_alone")
    days = terms.minutes // A_DAY or USUAL_DAYS
    form = WhoEnters(
        request.POST if request.method == "POST" else None,
        initial={name: getattr(terms, name) for name in fields} | {"days": days},
        choices=result_enterers(tournament),
        in_days=bool(dates_of(tournament_id=tournament.id)),
    )
    return submit(
        request,
        form,
        do=partial(RESULT_TERMS.do, tournament_id=tournament.id, actor=actor_of(request)),
        done=RESULT_TERMS.done,
        to=page_of(tournament, "pair_results"),
        again=lambda status: show(
            request,
            "pair_results.html",
            status=status,
            tab="entries",
            crumb=act_words("results", tournament),
            live=True,
            form=form,
            waiting=waiting_results(tournament_id=tournament.id),
            links=_links(request, tournament) if terms.by_pairs else (),
        ),
    )


@for_organizers("GET")
def print_links(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The code of every pair, to be printed, cut out and handed over."""
    codes = [
        {**link, "svg": qr_svg(link["address"], title=link["pair"].name)}
        for link in _links(request, tournament)
        if link["address"]
    ]
    return show(
        request,
        "print_links.html",
        tab="entries",
        crumb=_("Print"),
        codes=codes,
    )


def _links(request: HttpRequest, tournament: TournamentView) -> list[dict[str, Any]]:
    return [
        {"pair": link, "address": _address(request, link)}
        for link in links_of(tournament_id=tournament.id)
    ]


def _address(request: HttpRequest, one: LinkOfPair) -> str:
    """The address of a pair's page; "" while its link is revoked."""
    return absolute_url(request, reverse("pair:result", args=[one.link])) if one.link else ""
