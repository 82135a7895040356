"""The consolation: matches between beaten pairs (T3)."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.desk.declared.act import DeskAct
from scoring.desk.declared.matches import END_CONSOLATION, OPT_IN, OPT_OUT
from scoring.desk.declared.own_pages import CREATE_CONSOLATION
from scoring.undoing.queries import undoable_acts
from tournament.championship.queries.tournaments import TournamentView
from tournament.consolation.queries import Proposal, ended_by, propose
from tournament.formats.regulations import BEST_OF
from tournament.matches.queries.matches import consolation as consolation_matches
from tournament.standings.queries import consolation_standings
from web.acting import next_url, submit
from web.organizer.acting import page_of, show
from web.organizer.declared import send
from web.organizer.guard import actor_of, for_organizers
from web.seen import whole


class Pairings(forms.Form):
    """`pairing`: ticked proposals, such as "3-7". `one` and `other`: two pairs chosen by hand."""

    one = forms.IntegerField(label=gettext_lazy("Pair"), min_value=1, required=False)
    other = forms.IntegerField(label=gettext_lazy("plays pair"), min_value=1, required=False)
    best_of = forms.TypedChoiceField(
        label=gettext_lazy("Games"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", gettext_lazy("as in the championship")), *((n, str(n)) for n in BEST_OF)],
    )
    allow_rematches = forms.BooleanField(label=gettext_lazy("Allow rematches"), required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if bool(data.get("one")) != bool(data.get("other")) and not self.errors:
            missing = "other" if data.get("one") else "one"
            self.add_error(missing, _("Choose the other pair of this match, too."))
        elif not self.errors and not self.chosen():
            self.add_error(None, _("Tick at least one match, or choose two pairs."))
        return data

    def ticked(self) -> list[str]:
        return list(self.data.getlist("pairing"))

    def chosen(self) -> list[tuple[int, int]]:
        """The chosen matches, as two pairs' numbers each."""
        two = [[whole(number, 5) for number in text.split("-")] for text in self.ticked()]
        matches = (both for both in two if len(both) == 2)
        chosen = [(a, b) for a, b in matches if a is not None and b is not None]
        if self.cleaned_data.get("one") and self.cleaned_data.get("other"):
            chosen.append((self.cleaned_data["one"], self.cleaned_data["other"]))
        return chosen


@for_organizers("GET")
def consolation(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The consolation, with the pairings that the program proposes."""
    return _page(request, tournament, Pairings())


@for_organizers("POST")
def create(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Creates the ticked proposals, or a match of two pairs chosen by hand."""
    form = Pairings(request.POST)

    def do(**data: Any) -> Any:
        return CREATE_CONSOLATION.do(
            tournament_id=tournament.id,
            pairings=form.chosen(),
            actor=actor_of(request),
            best_of=data["best_of"],
            allow_rematches=data["allow_rematches"],
        )

    return submit(
        request,
        form,
        do=do,
        done=CREATE_CONSOLATION.done,
        to=next_url(request, default=page_of(tournament, "consolation")),
        again=lambda status: _page(request, tournament, form, status=status),
    )


@for_organizers("POST")
def opt_out(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Takes a pair that does not want to play on out of the consolation."""
    return _of_one_pair(request, tournament, OPT_OUT)


@for_organizers("POST")
def opt_in(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    return _of_one_pair(request, tournament, OPT_IN)


def _of_one_pair(request: HttpRequest, tournament: TournamentView, act: DeskAct) -> HttpResponse:
    def page(form: forms.Form, status: int) -> HttpResponse:
        return _page(request, tournament, Pairings(), status=status, wrong=form)

    return send(request, act, tournament, page)


def _page(
    request: HttpRequest,
    tournament: TournamentView,
    form: Pairings,
    *,
    status: int = 200,
    wrong: forms.Form | None = None,
) -> HttpResponse:
    proposal = propose(tournament_id=tournament.id) if tournament.is_drawn else None
    free = list(proposal.left_over) if proposal else []
    for match in proposal.matches if proposal else ():
        free += [match.pair_a, match.pair_b]
    return show(
        request,
        "consolation.html",
        status=status,
        tab="consolation",
        live=True,
        form=form,
        proposal=proposal,
        wrong=wrong.errors.values() if wrong else (),
        free=sorted(free, key=lambda pair: pair.number),
        proposed=_proposed(proposal, form) if proposal else [],
        matches=consolation_matches(tournament_id=tournament.id),
        standings=consolation_standings(tournament_id=tournament.id),
        may_end=tournament.is_drawn and END_CONSOLATION.offered(tournament=tournament),
        end_act=_end_act(tournament),
    )


def _end_act(tournament: TournamentView) -> int | None:
    """The act that ended the consolation, where it can be undone."""
    event = ended_by(tournament_id=tournament.id) if tournament.consolation_ended else None
    if event is None:
        return None
    act = undoable_acts(tournament_id=tournament.id, since=event).get(event)
    return act.last if act is not None and act.undone_by is None else None


def _proposed(proposal: Proposal, form: Pairings) -> list[dict[str, Any]]:
    """The proposals, ticked as in the form; at first all are ticked except those with a pair that
    may be absent."""
    lines = []
    for match in proposal.matches:
        value = "-".join(map(str, match.numbers))
        ticked = value in form.ticked() if form.is_bound else not proposal.is_doubtful(match)
        lines.append({"match": match, "value": value, "ticked": ticked})
    return lines
