"""Players without a partner: the list on which they look for one, and their own page."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from tournament import limits
from tournament.addresses import absolute_url
from tournament.signup.models import Single
from tournament.signup.queries import offer, single_link_of, single_page, singles
from tournament.signup.services import partners
from tournament.signup.services.sign_ups import BY_ONE_ADDRESS
from web.acting import press, submit
from web.localization import tournament_of
from web.methods import uncached
from web.once import new_once
from web.pair.signing import ContactForm
from web.seen import whole


class SingleForm(ContactForm):
    field_order = ("player", "club", "note")
    player = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    club = forms.CharField(label=gettext_lazy("Club"), required=False, max_length=80)
    note = forms.CharField(
        label=gettext_lazy("About you"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Everybody can read it, with your name and club."),
    )
    wants_mail = forms.BooleanField(
        label=gettext_lazy("Write to me when somebody wants to play with me"), required=False
    )


@uncached("GET", "POST")
def partner(request: HttpRequest, slug: str) -> HttpResponse:
    """Who looks for a partner; POST puts another player on the list."""
    tournament = tournament_of(slug)
    form = SingleForm(request.POST or None)

    def page(status: int) -> HttpResponse:
        context = {
            "tournament": tournament, "offer": offer(tournament_id=tournament.id), "form": form,
            "singles": singles(tournament_id=tournament.id), "once": new_once(),
        }  # fmt: skip
        return render(request, "pair/partner.html", context, status=status)

    def look(**_: Any) -> Single:
        limits.spend(BY_ONE_ADDRESS, request.META.get("REMOTE_ADDR", ""))
        language = get_language() or ""
        return partners.look(tournament_id=tournament.id, language=language, **form.sent())

    return submit(
        request,
        form,
        do=look,
        done=_("You are on the list. Keep this page's address."),
        to=lambda row: reverse("pair:single", args=[single_link_of(row)]),
        again=page,
    )


@uncached("GET")
def single(request: HttpRequest, link: str) -> HttpResponse:
    """A player's own page: who asks, whom to ask, and the way off the list."""
    own = single_page(link=link)
    context = {
        "tournament": tournament_of(own.slug), "own": own, "link": link, "once": new_once(),
        "address": absolute_url(request, reverse("pair:single", args=[link])),
    }  # fmt: skip
    return render(request, "pair/single.html", context)


@uncached("POST")
def ask(request: HttpRequest, link: str) -> HttpResponse:
    """Asks another player, or answers one who asked (`yes`: 1 or 0)."""
    own = single_page(link=link)
    whom = whole(request.POST.get("whom", ""), 18) or 0
    yes = request.POST.get("yes")

    def do() -> Single:
        limits.spend(partners.BY_ONE_PLAYER, own.id)
        if yes is None:
            return partners.ask(link=link, whom=whom, site=own_pages(request))
        return partners.answer(link=link, who=whom, yes=yes == "1", site=own_pages(request))

    return press(
        request,
        do=do,
        done=lambda row: (
            _("You are a pair, and signed up.")
            if row.state == Single.State.FOUND
            else _("You have asked. The answer will appear on this page.")
            if yes is None
            else _("You declined. Only you can see this.")
        ),
        to=reverse("pair:single", args=[link]),
    )


@uncached("POST")
def leave(request: HttpRequest, link: str) -> HttpResponse:
    single_page(link=link)
    return press(
        request,
        do=lambda: partners.withdraw(link=link),
        done=_("You are off the list."),
        to=reverse("pair:single", args=[link]),
    )


def own_pages(request: HttpRequest) -> str:
    """The absolute URL of a player's own page, without the secret link at its end."""
    return absolute_url(request, reverse("pair:single", args=["-"])).removesuffix("-/")
