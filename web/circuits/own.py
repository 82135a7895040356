"""What an account sees of itself: which player it says it is, its results and partners."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.statements.queries import pair_of_link
from season.queries.circuits import CircuitView, circuit_of
from season.queries.claims import own_pages
from season.services import claims
from tournament.errors import NotFound
from web.acting import press
from web.circuits.guard import for_runners
from web.circuits.runner import press_button
from web.once import new_once
from web.organizer.guard import only


@only("GET")
def own(request: HttpRequest) -> HttpResponse:
    """The claims of the account, with the history of each that is confirmed."""
    context = {"pages": own_pages(user=request.user), "once": new_once()}
    return render(request, "circuits/own.html", context)


@only("GET", "POST")
def claim(request: HttpRequest, link: str) -> HttpResponse:
    """Asks which of the two players of a pair the account is, and says so to the circuit."""
    try:
        pair, _terms = pair_of_link(link=link)
    except NotFound as refusal:
        raise Http404(str(refusal)) from refusal
    if request.method != "POST":
        circuit = circuit_of(tournament_id=pair.tournament_id)
        context = {"pair": pair, "circuit": circuit, "link": link, "once": new_once()}
        return render(request, "circuits/claim.html", context)
    seat = {"1": 1, "2": 2}.get(request.POST.get("seat", ""), 0)
    return press(
        request,
        do=lambda: claims.claim(link=link, seat=seat, user=request.user),
        done=_("Sent. Those who run the circuit confirm it."),
        to=reverse("circuits:own"),
    )


@only("POST")
def withdraw_claim(request: HttpRequest, claim_id: int) -> HttpResponse:
    """Takes the account's own claim back."""
    return press(
        request,
        do=lambda: claims.withdraw(claim_id=claim_id, user=request.user),
        done=_("Withdrawn. With the link of your pair you can say again which player you are."),
        to=reverse("circuits:own"),
    )


@only("POST")
def set_private(request: HttpRequest, claim_id: int) -> HttpResponse:
    """Asks the circuit to name the player to nobody, or to everybody again."""
    is_private = request.POST.get("private") == "1"
    return press(
        request,
        do=lambda: claims.set_private(claim_id=claim_id, user=request.user, is_private=is_private),
        done=_("The circuit no longer names you.") if is_private else _("The circuit names you."),
        to=reverse("circuits:own"),
    )


@for_runners("POST")
def confirm_claim(request: HttpRequest, circuit: CircuitView, claim_id: int) -> HttpResponse:
    return press_button(request, circuit, claims.confirm, _("Confirmed."), claim_id=claim_id)


@for_runners("POST")
def take_back_claim(request: HttpRequest, circuit: CircuitView, claim_id: int) -> HttpResponse:
    done = _("It is waiting for confirmation again.")
    return press_button(request, circuit, claims.take_back, done, claim_id=claim_id)


@for_runners("POST")
def dismiss_claim(request: HttpRequest, circuit: CircuitView, claim_id: int) -> HttpResponse:
    """Deletes a claim that was not confirmed."""
    return press_button(request, circuit, claims.dismiss, _("Dismissed."), claim_id=claim_id)
