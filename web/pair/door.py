"""The page behind the code on the door: a pair finds its name and ticks itself as here."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import limits
from tournament.arrivals import services as arrivals
from tournament.arrivals.queries import opens_door, roll
from tournament.championship.queries.tournaments import TournamentView
from web.acting import submit
from web.once import new_once
from web.roomcode import by_room_code

BY_ONE_ADDRESS = limits.Limit("door", most=200, seconds=600)
"""All the pairs at the door have one address, that of the room's Wi-Fi. Whoever asks has its
code."""


class Here(forms.Form):
    number = forms.IntegerField(min_value=1, max_value=9999)


@by_room_code(opens_door)
def here(request: HttpRequest, tournament: TournamentView, code: str) -> HttpResponse:
    """The pairs not ticked yet; POST ticks one. 404 for a wrong code."""
    form = Here(request.POST or None)
    address = reverse("pair:here", args=[tournament.slug, code])

    def page(status: int) -> HttpResponse:
        door_roll = roll(tournament_id=tournament.id)
        context = {"tournament": tournament, "roll": door_roll, "form": form, "once": new_once()}
        return render(request, "pair/door.html", context, status=status)

    def tick(*, number: int) -> object:
        limits.spend(BY_ONE_ADDRESS, request.META.get("REMOTE_ADDR", ""))
        return arrivals.arrive_by_door(tournament_id=tournament.id, code=code, number=number)

    return submit(
        request,
        form,
        do=tick,
        done=_("You are here. Good luck!"),
        to=address,
        again=page,
    )
