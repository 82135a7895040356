"""A name is erased in all tournaments of a circuit: searched for, then asked for once."""

from functools import partial

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.proof.rules.entries import ASKED_BY as MAY_ASK
from season.queries.circuits import CircuitView
from season.queries.erasures import entries_named, erasures_of
from season.services import erasing
from season.services.erasing import ErasedName
from web.acting import press, submit
from web.circuits.guard import for_runners
from web.once import new_once
from web.organizer.forms.reasons import Reason
from web.organizer.guard import actor_of, only
from web.words import ASKED_BY


class EraseForm(Reason):
    """A player's name, who asked for it, and why."""

    name = forms.CharField(
        label=gettext_lazy("Name of the player"),
        max_length=120,
        help_text=gettext_lazy(
            "As it stands in a tournament. Names that were joined with it are found too."
        ),
    )
    asked_by = forms.ChoiceField(
        label=gettext_lazy("Who asked for it"),
        choices=[(who, ASKED_BY[who]) for who in MAY_ASK],
        widget=forms.RadioSelect,
    )
    sure = forms.BooleanField(label=gettext_lazy("Yes, erase all that was found"))
    field_order = ("name", "asked_by", "reason", "sure")


def _done(found: ErasedName) -> str:
    words = ngettext(
        "Erased in %(n)s tournament.", "Erased in %(n)s tournaments.", found.erased
    ) % {"n": found.erased}
    if not found.asked:
        return words
    others = ngettext(
        "The organizers of %(n)s other one are asked under Organize, Circuits.",
        "The organizers of %(n)s others are asked under Organize, Circuits.",
        found.asked,
    )
    return f"{words} {others % {'n': found.asked}}"


@for_runners("GET", "POST")
def erase_name(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """Shows where a player is named in the circuit; then erases the name, and asks for the rest."""
    is_posted = request.method == "POST"
    sent = request.POST if is_posted else request.GET
    name = sent.get("name", "")[:120]
    form = EraseForm(request.POST if is_posted else None, initial={"name": name})

    def do(*, sure: bool, **data: str) -> ErasedName:
        return erasing.erase_name(circuit_id=circuit.id, actor=actor_of(request), **data)

    return submit(
        request,
        form,
        do=do,
        done=_done,
        to=reverse("circuits:people", args=[circuit.slug]),
        again=lambda status: render(
            request,
            "circuits/erase.html",
            {
                "circuit": circuit, "tab": "people", "form": form, "name": name,
                "once": new_once(),
                "found": entries_named(circuit_id=circuit.id, name=name, user=request.user),
                "waiting": erasures_of(circuit_id=circuit.id),
            },
            status=status,
        ),
    )  # fmt: skip


@only("POST")
def erase_asked(request: HttpRequest, erasure_id: int) -> HttpResponse:
    """An organizer erases a name that a circuit asked for."""
    return press(
        request,
        do=partial(erasing.erase_asked, erasure_id=erasure_id, actor=actor_of(request)),
        done=_("The names are erased."),
        to=reverse("circuits:mine"),
    )


@only("POST")
def discard_erasure(request: HttpRequest, erasure_id: int) -> HttpResponse:
    """Nobody asks for this name any more."""
    return press(
        request,
        do=partial(erasing.discard_erasure, erasure_id=erasure_id, actor=actor_of(request)),
        done=_("Discarded. Nobody is asked to erase this name any more."),
        to=reverse("circuits:mine"),
    )
