"""The entry list: pairs entered, changed, withdrawn, imported, printed."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _

from scoring.desk.declared import offered_on
from scoring.desk.declared.own_pages import CHANGE_PAIR, ENTER_PAIR, WITHDRAW_PAIRS
from scoring.rulings.queries.cases import PairRecord, pair_records
from season.queries.circuits import circuit_of
from season.queries.ranking import pair_ratings
from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.models import ENTERED
from tournament.entries.queries import PairAtDesk, pairs_at_desk, pairs_list
from tournament.entries.rules.entry import CONFIRMABLE
from tournament.errors import Conflict
from tournament.log.rules.text import folded
from tournament.matches.queries.matches import matches_of_pair
from tournament.matches.queries.undone import cascades_of_pair
from tournament.signup.queries import offer, paid_numbers, sum_of_fees
from web.acting import submit
from web.methods import one_of
from web.organizer.acting import ask, page_of, show
from web.organizer.forms.entries import ChangeForm, MendForm, PairForm
from web.organizer.guard import actor_of, for_organizers
from web.seen import whole
from web.templatetags.formatwords import act_words


@for_organizers("GET")
def entries(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The entry list, with a form for one more pair."""
    return _list(request, tournament, PairForm(entrants=tournament.entrants))


@for_organizers("POST")
def enter(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    form = PairForm(request.POST, entrants=tournament.entrants)
    here = page_of(tournament, "entries")
    return submit(
        request,
        form,
        do=partial(
            ENTER_PAIR.do,
            tournament_id=tournament.id,
            actor=actor_of(request),
            allow_duplicate="allow_duplicate" in request.POST,
        ),
        done=ENTER_PAIR.done,
        # No fragment in the address: with one, browsers do not focus the first field.
        to=lambda pair: f"{here}?just={pair.number}",
        again=lambda status: _list(request, tournament, form, status=status),
    )


@for_organizers("GET", "POST")
def change(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    """Changes the texts of a pair."""
    pair = pair_of(tournament, number)
    form_class = MendForm if tournament.status == "finished" else ChangeForm
    form = form_class(request.POST or None, initial=_initial(pair), entrants=tournament.entrants)

    def do(**data: Any) -> object:
        try:
            return CHANGE_PAIR.do(pair_id=pair.id, actor=actor_of(request), **data)
        except Conflict:
            form.see_anew(_initial(pair_of(tournament, number)))
            raise

    return submit(
        request,
        form,
        do=do,
        done=CHANGE_PAIR.done,
        to=page_of(tournament, "entries") + f"?just={number}#pair-{number}",
        again=lambda status: show(
            request,
            "change_pair.html",
            status=status,
            tab="entries",
            crumb=str(number),
            pair=pair,
            form=form,
            matches=matches_of_pair(pair_id=pair.id),
            record=_record(tournament, pair),
            cascades=cascades_of_pair(pair_id=pair.id),
            offered=[
                (act, page_of(tournament, act.page, number)) for act in offered_on(tournament, pair)
            ],
        ),
    )


LISTS = ("club", "rating", "door")
"""What the printed list is ordered by, or for; otherwise by number."""


@for_organizers("GET")
def print_list(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The entry list, to be printed: by number for the wall, by club, by rating where the
    tournament is in a circuit, or for the door with who has paid."""
    pairs = [p for p in pairs_at_desk(tournament_id=tournament.id) if p.status == "entered"]
    kind = request.GET.get("list", "")
    if kind not in LISTS:
        kind = ""
    if kind == "club":
        pairs.sort(key=lambda pair: (not pair.club, folded(pair.club), pair.number))
    circuit = circuit_of(tournament_id=tournament.id)
    ratings = {}
    if circuit and kind == "rating":
        ratings = pair_ratings(circuit=circuit, tournament_id=tournament.id)
        numbers = sorted(ratings, key=lambda number: -ratings[number].at_least)
        places = {number: place for place, number in enumerate(numbers)}
        pairs.sort(key=lambda pair: places.get(pair.number, len(places)))
    paid = paid_numbers(tournament_id=tournament.id) if kind == "door" else frozenset()
    owing = [pair for pair in pairs if pair.number not in paid]
    fee = offer(tournament_id=tournament.id).fee if kind == "door" else ""
    whole = {
        "tab": "entries",
        "crumb": _("Print"),
        "pairs": [(pair, ratings.get(pair.number)) for pair in pairs],
        "fields": pairs[0].details if pairs else (),
        "kind": kind,
        "circuit": circuit,
        "paid": paid,
        "paid_count": len(pairs) - len(owing),
        "owing_count": len(owing),
        "fee": fee,
        "paid_sum": sum_of_fees(fee, len(pairs) - len(owing)),
        "owing_sum": sum_of_fees(fee, len(owing)),
    }
    return show(request, "print_pairs.html", **whole)


def _list(
    request: HttpRequest, tournament: TournamentView, form: PairForm, *, status: int = 200
) -> HttpResponse:
    pairs = pairs_at_desk(tournament_id=tournament.id)
    return show(
        request,
        "entries.html",
        status=status,
        tab="entries",
        form=form,
        pairs=pairs,
        count=tournament.pairs_count,
        open=tournament.status == "entry",
        best_of=tournament.best_of or tournament.best_of_if_drawn_now,
        paid=paid_numbers(tournament_id=tournament.id),
        offer=offer(tournament_id=tournament.id),
        clubs=sorted({pair.club for pair in pairs if pair.club}),
        just=whole(request.GET.get("just", ""), 5),
        allow_duplicate="allow_duplicate" in request.POST,
        can_confirm="allow_duplicate" in request.POST
        or any(
            error.code in CONFIRMABLE
            for errors in form.errors.as_data().values()
            for error in errors
        ),
    )


def pair_of(tournament: TournamentView, number: int) -> PairAtDesk:
    """The pair of this number, for organizers; a 404 where there is none."""
    return one_of(pairs_at_desk(tournament_id=tournament.id), number=number)


def _initial(pair: PairAtDesk) -> dict[str, str]:
    return {field.name: getattr(pair, field.name) for field in ENTERED}


def _record(tournament: TournamentView, pair: PairAtDesk) -> PairRecord | None:
    """The pair's false words, if it has any."""
    records = pair_records(tournament_id=tournament.id)
    return next((record for record in records if record.pair_id == pair.id), None)


@for_organizers("GET", "POST")
def withdraw_several(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Withdraws the pairs ticked on the entry list. Their numbers are in the address, so a reload
    does not lose them."""
    here = page_of(tournament, "entries")
    ticked = set(request.GET.getlist("number"))
    leaving = [
        pair for pair in pairs_list(tournament_id=tournament.id) if str(pair.number) in ticked
    ]
    if not leaving:
        messages.error(request, _("Nothing is ticked. Tick those that leave, then press again."))
        return HttpResponseRedirect(here)
    return ask(
        request,
        title=act_words("withdraw_ticked", tournament),
        button=_("Withdraw them"),
        says=[
            *(f"{pair.number}. {pair.name}" for pair in leaving),
            _("They are not drawn. Their numbers stay empty."),
        ],
        tab="entries",
        do=partial(
            WITHDRAW_PAIRS.do,
            tournament_id=tournament.id,
            numbers=[pair.number for pair in leaving],
        ),
        done=WITHDRAW_PAIRS.done,
        to=here,
    )
