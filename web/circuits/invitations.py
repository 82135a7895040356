"""The list of those invited to a final: made, answered, and entered in the final."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from season.queries.circuits import CircuitView
from season.queries.invitations import (
    InvitationLine,
    invitation_list,
    players_of,
)
from season.rules.points import LAST_PLACE
from season.services import inviting
from web.acting import press
from web.circuits.guard import for_runners
from web.once import new_once
from web.organizer.guard import actor_of


class InviteForm(forms.Form):
    tournament = forms.IntegerField(min_value=1, max_value=2**53)
    first = forms.IntegerField(min_value=1, max_value=LAST_PLACE)
    seen = forms.CharField(required=False, max_length=40_000)


class AnswerForm(forms.Form):
    answer = forms.CharField(required=False, max_length=8)
    seen = forms.CharField(required=False, max_length=20)


class SeenForm(forms.Form):
    seen = forms.CharField(required=False, max_length=4_000)


@for_runners("GET")
def invitations(request: HttpRequest, circuit: CircuitView, final: int) -> HttpResponse:
    """The list: who has accepted and declined, who is invited, and who moves up."""
    context = {"once": new_once(), "circuit": circuit, "tab": "qualifiers"}
    found = invitation_list(circuit=circuit, tournament_id=final)
    if not found.lines:
        return render(request, "circuits/invitations.html", context)
    by_player = circuit.carried_by == "player"
    context |= {
        "final": found,
        "listed": [one for one in found.lines if one.standing != "reserve"],
        "reserves": [one for one in found.lines if one.standing == "reserve"],
        "accepted_count": sum(one.standing == "accepted" for one in found.lines),
        "entering": found.entering,
        "entering_ids": " ".join(str(one.id) for one in found.entering),
        "players": players_of(circuit=circuit, tournament_id=final) if by_player else (),
    }
    return render(request, "circuits/invitations.html", context)


@for_runners("POST")
def invite(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """Invites those who were shown."""
    chosen = _named(InviteForm(request.POST))
    return press(
        request,
        do=lambda: inviting.invite(
            circuit_id=circuit.id, tournament_id=chosen["tournament"], first=chosen["first"],
            seen=chosen["seen"], actor=actor_of(request),
        ),
        done=_("The list is made. Note here who accepts and who declines."),
        to=_at(circuit, chosen["tournament"]),
    )  # fmt: skip


@for_runners("POST")
def answer_invitation(
    request: HttpRequest, circuit: CircuitView, final: int, invitation_id: int
) -> HttpResponse:
    """Notes an answer, or takes it back."""
    chosen = _named(AnswerForm(request.POST))
    return press(
        request,
        do=lambda: inviting.answer_invitation(
            circuit_id=circuit.id, invitation_id=invitation_id, actor=actor_of(request), **chosen
        ),
        done=_("Saved."),
        to=_at(circuit, final),
    )


@for_runners("POST")
def choose_partner(
    request: HttpRequest, circuit: CircuitView, final: int, invitation_id: int
) -> HttpResponse:
    """Says with whom a player comes."""
    return press(
        request,
        do=lambda: inviting.choose_partner(
            circuit_id=circuit.id,
            invitation_id=invitation_id,
            partner=request.POST.get("partner", "")[:40],
            actor=actor_of(request),
        ),
        done=_("Saved."),
        to=_at(circuit, final),
    )


@for_runners("POST")
def enter_invited(request: HttpRequest, circuit: CircuitView, final: int) -> HttpResponse:
    """Enters those who have accepted in the final."""
    chosen = _named(SeenForm(request.POST))

    def done(entered: tuple[InvitationLine, ...]) -> str:
        words = ngettext("%(pairs)s pair is entered.", "%(pairs)s pairs are entered.", len(entered))
        return words % {"pairs": len(entered)}

    return press(
        request,
        do=lambda: inviting.enter_invited(
            circuit_id=circuit.id, tournament_id=final, seen=chosen["seen"], actor=actor_of(request)
        ),
        done=done,
        to=_at(circuit, final),
    )


@for_runners("POST")
def discard_invitations(request: HttpRequest, circuit: CircuitView, final: int) -> HttpResponse:
    """Deletes the list with its answers."""
    return press(
        request,
        do=lambda: inviting.discard_invitations(
            circuit_id=circuit.id, tournament_id=final, actor=actor_of(request)
        ),
        done=_("The list is deleted. Pairs that were entered stay entered."),
        to=reverse("circuits:qualifiers", args=[circuit.slug]),
    )


def _at(circuit: CircuitView, final: int) -> str:
    return reverse("circuits:invitations", args=[circuit.slug, final])


def _named(form: forms.Form) -> dict[str, Any]:
    """What a button names. A request without it comes from no page of ours: 404."""
    if not form.is_valid():
        raise Http404("nothing named")
    return form.cleaned_data
