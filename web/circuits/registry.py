"""The registry of a circuit: a search, and what is noted about each person."""

from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from season.queries.circuits import CircuitView
from season.queries.registry import Registered, registered
from season.queries.registry import registry as everybody
from season.services import registering
from web.acting import submit
from web.circuits.guard import for_runners
from web.once import new_once
from web.organizer.guard import actor_of

MOST_SHOWN = 100


class RegisterForm(forms.Form):
    """By which of its names a person is known, and its licence."""

    name = forms.ChoiceField(
        label=gettext_lazy("Known as"), required=False, widget=forms.RadioSelect
    )
    licence = forms.CharField(
        label=gettext_lazy("Licence or number"),
        required=False,
        max_length=registering.LONGEST_LICENCE,
        help_text=gettext_lazy("Only those who run the circuit see it."),
    )

    def __init__(self, data: Any = None, *, person: Registered) -> None:
        chosen = next((one.entry for one in person.names if one.name == person.name), "")
        is_latest = bool(person.names) and person.names[0].name == person.name
        initial = {"name": "" if is_latest else chosen, "licence": person.licence}
        super().__init__(data, initial=initial)
        latest = person.names[0].name if person.names else ""
        self.fields["name"].choices = [
            ("", _("as in the latest tournament: %(name)s") % {"name": latest}),
            *((one.entry, f"{one.name} ({', '.join(one.tournaments)})") for one in person.names),
        ]


@for_runners("GET")
def registry(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """Everybody, or whom a search finds."""
    text = request.GET.get("q", "")[:120]
    found = everybody(circuit=circuit, text=text)
    context = {
        "circuit": circuit, "tab": "people", "text": text, "found": found[:MOST_SHOWN],
        "count": len(found),
    }  # fmt: skip
    return render(request, "circuits/registry.html", context)


@for_runners("GET", "POST")
def register(request: HttpRequest, circuit: CircuitView, person: str) -> HttpResponse:
    """What is noted about a person."""
    one = registered(circuit=circuit, key=person)
    form = RegisterForm(request.POST if request.method == "POST" else None, person=one)
    return submit(
        request,
        form,
        do=partial(
            registering.register, circuit_id=circuit.id, person=person, actor=actor_of(request)
        ),
        done=_("Saved."),
        to=reverse("circuits:registry", args=[circuit.slug]),
        again=lambda status: render(
            request,
            "circuits/register.html",
            {"circuit": circuit, "tab": "people", "one": one, "form": form, "once": new_once()},
            status=status,
        ),
    )
