"""The pages of those who run a circuit, and of organizers who offer a tournament to one."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from season.queries import circuits as queries
from season.queries.alike import alike, differences_of, likenesses, seen_of
from season.queries.carrying import circuit_file as carried
from season.queries.circuits import CircuitView
from season.queries.claims import claims_of
from season.queries.erasures import erasures_for
from season.queries.invitations import finals_of, proposed
from season.queries.log import log_page
from season.queries.published import changed_for, latest_published
from season.queries.ranking import known_people, merges_of
from season.queries.ranking import qualifiers as who_qualifies
from season.services import carrying, entering, merging, publishing
from season.services import circuits as circuits_services
from web.acting import press, submit
from web.circuits.forms import (
    AlikeForm,
    ApartForm,
    Chosen,
    CircuitFileForm,
    CircuitForm,
    MergeForm,
    OfferForm,
    QualifyForm,
    RunnerForm,
)
from web.circuits.guard import for_offers, for_runners
from web.once import new_once
from web.organizer.forms.reasons import Nothing
from web.organizer.guard import actor_of, only

MOST_PROPOSED = 50
"""Proposals on the page; the button for all of them means the others too."""
MOST_NAMED = 2
"""Tournaments named beside a person."""


@only("GET")
def mine(request: HttpRequest) -> HttpResponse:
    """The circuits that this account runs, and what it has offered to any."""
    return _mine(request, _offer_form(request))


@only("GET", "POST")
def create(request: HttpRequest) -> HttpResponse:
    form = CircuitForm(request.POST or None)
    return submit(
        request,
        form,
        do=partial(circuits_services.create, actor=actor_of(request), owner=request.user),
        done=_("The circuit is created. Now its tournaments."),
        to=lambda circuit: reverse("circuits:desk", args=[circuit.slug]),
        again=lambda status: _show(
            request, "create", {"form": form, "file_form": CircuitFileForm()}, status
        ),
    )


@for_offers
def bring_in(request: HttpRequest) -> HttpResponse:
    """Makes a circuit from a circuit's file."""
    form = CircuitFileForm(request.POST, request.FILES)
    return submit(
        request,
        form,
        do=lambda file: carrying.bring_in(
            content=file.read(), actor=actor_of(request), owner=request.user
        ),
        done=_("The circuit is here, with its ranking and ratings."),
        to=lambda circuit: reverse("circuits:desk", args=[circuit.slug]),
        again=lambda status: _show(
            request, "create", {"form": CircuitForm(), "file_form": form}, status
        ),
    )


@for_offers
def offer(request: HttpRequest) -> HttpResponse:
    """Offers a tournament; where the same person runs the circuit, it is in at once."""
    form = _offer_form(request, request.POST)
    return submit(
        request,
        form,
        do=lambda **data: circuits_services.offer(
            circuit_id=data["circuit"], tournament_id=data["tournament"], actor=actor_of(request)
        ),
        done=lambda entry: (
            _("The tournament is in the circuit.")
            if entry.status == queries.IN
            else _("The tournament is offered. Those who run the circuit decide.")
        ),
        to=reverse("circuits:mine"),
        again=lambda status: _mine(request, form, status),
    )


@for_offers
def withdraw_offer(request: HttpRequest) -> HttpResponse:
    chosen = _chosen(request)
    return press(
        request,
        do=lambda: circuits_services.withdraw_offer(
            circuit_id=chosen["circuit"] or 0,
            tournament_id=chosen["tournament"],
            actor=actor_of(request),
        ),
        done=_("The offer is withdrawn."),
        to=reverse("circuits:mine"),
    )


@for_runners("GET")
def desk(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """The tournaments of the circuit, those offered to it, and what was done last."""
    entries = queries.entries_of(circuit_id=circuit.id)
    known = {entry.id for entry in entries}
    more = [one for one in queries.could_offer(user=request.user) if one[0] not in known]
    return _page(
        request,
        circuit,
        "desk",
        {
            "offered": [entry for entry in entries if not entry.is_in],
            "entries": [entry for entry in entries if entry.is_in],
            "more": more,
            "acts": log_page(circuit_id=circuit.id, with_accounts=True).lines,
            "page": latest_published(circuit=circuit, for_everybody=False),
        },
    )


@for_runners("POST")
def publish_ranking(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """Publishes the ranking as it stands."""
    done = _("The ranking is published, with its date and number.")
    return press_button(request, circuit, publishing.publish_ranking, done, to="desk")


@for_runners("GET")
def circuit_file(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """The circuit as a file, for another installation; it says who asked not to be named."""
    response = HttpResponse(carried(circuit=circuit), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{circuit.slug}.muscircuit"'
    return response


@for_runners("POST")
def take_in(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """Takes a tournament in: an offered one, or one that the same person organizes."""
    pk = _chosen(request)["tournament"]
    offered = {entry.id for entry in queries.entries_of(circuit_id=circuit.id)}
    service = circuits_services.take_in if pk in offered else circuits_services.offer
    done = _("The tournament is in the circuit.")
    return press_button(request, circuit, service, done, to="desk", tournament_id=pk)


@for_runners("POST")
def take_out(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """Takes a tournament out; it stays among those offered."""
    pk = _chosen(request)["tournament"]
    done = _("The tournament no longer counts. It can be admitted again.")
    return press_button(
        request, circuit, circuits_services.take_out, done, to="desk", tournament_id=pk
    )


@for_runners("GET", "POST")
def change(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """The settings of the circuit, and who runs it."""
    form = CircuitForm(request.POST or None, initial=CircuitForm.initial_of(circuit))
    return submit(
        request,
        form,
        do=partial(circuits_services.change, circuit_id=circuit.id, actor=actor_of(request)),
        done=_("Saved."),
        to=_at("change", circuit),
        again=lambda status: _settings(request, circuit, form, RunnerForm(), status),
    )


@for_runners("POST")
def add_runner(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    form = RunnerForm(request.POST)
    settings = CircuitForm(initial=CircuitForm.initial_of(circuit))
    return submit(
        request,
        form,
        do=partial(circuits_services.add_runner, circuit_id=circuit.id, actor=actor_of(request)),
        done=_("This person now runs the circuit."),
        to=_at("change", circuit),
        again=lambda status: _settings(request, circuit, settings, form, status),
    )


@for_runners("POST")
def remove_runner(request: HttpRequest, circuit: CircuitView, user_id: int) -> HttpResponse:
    myself = user_id == request.user.pk
    return press(
        request,
        do=lambda: circuits_services.remove_runner(
            circuit_id=circuit.id, user_id=user_id, actor=actor_of(request)
        ),
        done=_("This person no longer runs the circuit."),
        to=reverse("circuits:mine") if myself else _at("change", circuit),
    )


@for_runners("GET", "POST")
def remove(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """Asks, then deletes a circuit without tournaments."""
    form = Nothing(request.POST if request.method == "POST" else None)
    return submit(
        request,
        form,
        do=lambda **_: circuits_services.remove(circuit_id=circuit.id, actor=actor_of(request)),
        done=_("The circuit is deleted."),
        to=reverse("circuits:mine"),
        again=lambda status: _page(request, circuit, "remove", {"form": form}, status),
    )


@for_runners("GET")
def people(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """Who is the same under different names."""
    return _people(request, circuit, _merge_form(circuit))


@for_runners("POST")
def merge(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """Says that two are the same."""
    form = _merge_form(circuit, request.POST)
    return submit(
        request,
        form,
        do=partial(merging.merge, circuit_id=circuit.id, actor=actor_of(request)),
        done=_("The names are joined."),
        to=_at("people", circuit),
        again=lambda status: _people(request, circuit, form, status),
    )


@for_runners("POST")
def merge_alike(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """Says that those of one proposal are the same, or all that were proposed."""
    named, done = _named(AlikeForm(request.POST)), _("The names are joined.")
    return press_button(request, circuit, merging.merge_alike, done, **named)


@for_runners("POST")
def part(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """Says that those of a proposal are different."""
    keys = _named(AlikeForm(request.POST))["keys"]
    done = _("They are different, and not proposed again.")
    return press_button(request, circuit, merging.part, done, keys=keys)


@for_runners("POST")
def set_apart(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """Says that a person's entry in one tournament is somebody else of the same name."""
    named, done = _named(ApartForm(request.POST)), _("These are two people now. Take it back here.")
    return press_button(request, circuit, merging.set_apart, done, **named)


@for_runners("POST")
def rejoin(request: HttpRequest, circuit: CircuitView, difference_id: int) -> HttpResponse:
    """Takes back that people of the same name are different."""
    act, done = merging.rejoin, _("Taken back.")
    return press_button(request, circuit, act, done, difference_id=difference_id)


@for_runners("POST")
def split(request: HttpRequest, circuit: CircuitView, merge_id: int) -> HttpResponse:
    """Takes back that two are the same, or all that were joined with one press (`whole_act`)."""
    chosen = {"merge_id": merge_id, "whole_act": request.POST.get("whole_act") == "1"}
    return press_button(
        request, circuit, merging.split, _("They are different people again."), **chosen
    )


@for_runners("GET", "POST")
def qualifiers(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """Shows who qualifies for a tournament; then, when they were shown, enters them."""
    tournaments = queries.could_enter(user=request.user)
    posted = request.method == "POST"
    form_data = request.POST if posted else request.GET if "first" in request.GET else None
    form = QualifyForm(form_data, tournaments=tournaments)

    def again(status: int) -> HttpResponse:
        preview = invite = None
        if form.is_bound and {"first", "tournament"} <= form.cleaned_data.keys():
            preview = who_qualifies(
                circuit=circuit,
                first=form.cleaned_data["first"],
                tournament_id=form.cleaned_data["tournament"],
                of_each=form.cleaned_data["of_each"],
            )
            if not form.cleaned_data["of_each"]:
                invite = proposed(
                    circuit=circuit,
                    tournament_id=form.cleaned_data["tournament"],
                    first=form.cleaned_data["first"],
                )
        context = {
            "form": form,
            "shown": preview,
            "invite": invite,
            "tournaments": tournaments,
            "finals": finals_of(circuit_id=circuit.id),
        }
        return _page(request, circuit, "qualifiers", context, status)

    if not posted:
        return again(200 if not form.is_bound or form.is_valid() else 400)
    return submit(
        request,
        form,
        do=lambda **data: entering.qualify(
            circuit_id=circuit.id,
            tournament_id=data["tournament"],
            first=data["first"],
            of_each=data["of_each"],
            seen=data["seen"],
            actor=actor_of(request),
        ),
        done=lambda entrants: (
            ngettext(
                "%(pairs)s pair is entered.", "%(pairs)s pairs are entered.", entrants.entering
            )
            % {"pairs": entrants.entering}
        ),
        to=_at("desk", circuit),
        again=again,
    )


def press_button(
    request: HttpRequest,
    circuit: CircuitView,
    service: Callable[..., object],
    done: str,
    *,
    to: str = "people",
    **arguments: Any,
) -> HttpResponse:
    """Carries out a button of a circuit: `service` gets the circuit, the actor and `arguments`."""
    act = partial(service, circuit_id=circuit.id, actor=actor_of(request), **arguments)
    return press(request, do=act, done=done, to=_at(to, circuit))


def _at(name: str, circuit: CircuitView) -> str:
    return reverse(f"circuits:{name}", args=[circuit.slug])


def _chosen(request: HttpRequest) -> dict[str, Any]:
    """The tournament that a button names."""
    return _named(Chosen(request.POST))


def _named(form: forms.Form) -> dict[str, Any]:
    """What a button names. A request without it comes from no page of ours: 404."""
    if not form.is_valid():
        raise Http404("nothing named")
    return form.cleaned_data


def _show(
    request: HttpRequest, page: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    whole = {"once": new_once(), **context}
    return render(request, f"circuits/{page}.html", whole, status=status)


def _page(
    request: HttpRequest,
    circuit: CircuitView,
    tab: str,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    return _show(request, tab, {"circuit": circuit, "tab": tab, **context}, status)


def _offer_form(request: HttpRequest, data: Any = None) -> OfferForm:
    circuits = [(circuit.id, circuit.name) for circuit in queries.circuit_list()]
    return OfferForm(data, tournaments=queries.could_offer(user=request.user), circuits=circuits)


def _mine(request: HttpRequest, form: forms.Form, status: int = 200) -> HttpResponse:
    context = {
        "circuits": queries.circuits_of(user=request.user),
        "offers": queries.offers_of(user=request.user),
        "changed": changed_for(user=request.user),
        "erasures": erasures_for(user=request.user),
        "form": form,
    }
    return _show(request, "mine", context, status)


def _settings(
    request: HttpRequest,
    circuit: CircuitView,
    form: forms.Form,
    runner_form: forms.Form,
    status: int,
) -> HttpResponse:
    context = {
        "form": form,
        "runner_form": runner_form,
        "runners": queries.runners_of(circuit_id=circuit.id),
    }
    return _page(request, circuit, "change", context, status)


def _merge_form(circuit: CircuitView, data: Any = None) -> MergeForm:
    people = [
        (person.person.key, f"{person.person.name} ({_first_names(person.tournaments)})")
        for person in known_people(circuit=circuit)
    ]
    return MergeForm(data, people=people)


def _first_names(names: Sequence[str]) -> str:
    """Returns the first few of these names, to fit on a line."""
    more = ", …" if len(names) > MOST_NAMED else ""
    return ", ".join(names[:MOST_NAMED]) + more


def _people(
    request: HttpRequest, circuit: CircuitView, form: forms.Form, status: int = 200
) -> HttpResponse:
    proposals = alike(circuit=circuit)
    context = {
        "form": form,
        "alike": proposals[:MOST_PROPOSED],
        "alike_count": len(proposals),
        "seen": seen_of(proposals),
        "like": likenesses(circuit=circuit)[:MOST_PROPOSED],
        "differences": differences_of(circuit=circuit),
        "merges": merges_of(circuit=circuit),
        "claims": claims_of(circuit_id=circuit.id),
    }
    return _page(request, circuit, "people", context, status)
