"""Signing up, and the pair's own page behind its link."""

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring.statements.queries import link_of as result_link_of
from scoring.statements.queries import terms_of
from tournament import limits
from tournament.addresses import absolute_url
from tournament.signup.queries import OwnPage, link_of, offer, own_page, singles
from tournament.signup.services import sign_ups
from web.acting import submit
from web.localization import tournament_of
from web.methods import uncached
from web.once import new_once

BY_ONE_PAIR = limits.Limit("own_page", most=30, seconds=3600)
"""Changes by one pair of its own sign-up are limited, because each change of a name is an event in
the log."""


class ContactForm(forms.Form):
    """How to reach somebody. A hidden field catches programs that fill in every field."""

    one_of_two = ("phone", "email")
    phone = forms.CharField(
        label=gettext_lazy("Phone"),
        required=False,
        max_length=60,
        help_text=gettext_lazy("Only the organizers see it. It is erased after the tournament."),
        widget=forms.TextInput(attrs={"autocomplete": "tel", "inputmode": "tel"}),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        required=False,
        max_length=120,
        help_text=gettext_lazy("Only the organizers see it. It is erased after the tournament."),
    )
    wants_mail = forms.BooleanField(required=False)
    website = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.EMAIL_HOST:
            del self.fields["wants_mail"]

    def sent(self) -> dict[str, Any]:
        """The values for the service."""
        return {name: value for name, value in self.cleaned_data.items() if name != "website"}

    def clean_website(self) -> str:
        if self.cleaned_data["website"]:
            raise forms.ValidationError(_("Leave this empty."))
        return ""


class SignUpForm(ContactForm):
    """The players and their contact. `entrants`: as a tournament says who enters."""

    field_order = ("player_1", "player_2", "club", "phone", "email", "contact_2", "wants_mail")
    player_1 = forms.CharField(
        label=gettext_lazy("Player 1"), widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    player_2 = forms.CharField(
        label=gettext_lazy("Player 2"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    club = forms.CharField(
        label=gettext_lazy("Club"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    contact_2 = forms.CharField(
        label=gettext_lazy("Phone or e-mail of player 2"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Only the organizers see it. It is erased after the tournament."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    wants_mail = forms.BooleanField(
        label=gettext_lazy("E-mail me my link, and tell me when my match is called"),
        required=False,
    )

    def __init__(self, *args: Any, entrants: str = "pairs", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if entrants == "clubs":
            self.fields["player_1"].label = _("Player 1, or a club alone")
            self.fields["player_2"].required = False
        elif entrants == "players":
            self.fields["player_1"].label = _("Player")
            del self.fields["player_2"], self.fields["contact_2"]


@uncached("GET", "POST")
def sign_up(request: HttpRequest, slug: str) -> HttpResponse:
    """The sign-up form, when sign-up is open; after it, the pair's own page."""
    tournament = tournament_of(slug)
    form = SignUpForm(request.POST or None, entrants=tournament.entrants)
    stands = offer(tournament_id=tournament.id)

    def page(status: int) -> HttpResponse:
        context = {
            "tournament": tournament, "offer": stands, "form": form, "once": new_once(),
            "looking": len(singles(tournament_id=tournament.id)),
        }  # fmt: skip
        return render(request, "pair/sign_up.html", context, status=status)

    def enter(**data: Any) -> Any:
        limits.spend(sign_ups.BY_ONE_ADDRESS, request.META.get("REMOTE_ADDR", ""))
        return sign_ups.sign_up(
            tournament_id=tournament.id,
            language=get_language() or "",
            site=own_pages(request),
            **form.sent(),
        )

    return submit(
        request,
        form,
        do=enter,
        done=lambda row: (
            _("You’re signed up. Save this page’s link.")
            if row.pair_id
            else _("You are on the waiting list. Keep this page's address.")
        ),
        to=lambda row: reverse("pair:own", args=[link_of(row)]),
        again=page,
    )


@uncached("GET", "POST")
def own(request: HttpRequest, link: str) -> HttpResponse:
    """The pair's own page: whether it is entered or waits, and its sign-up, which it can change."""
    entry = own_page(link=link)
    tournament = tournament_of(entry.slug)
    initial = {name: getattr(entry, name) for name in SignUpForm.field_order}
    form = SignUpForm(request.POST or None, initial=initial, entrants=tournament.entrants)

    def page(status: int) -> HttpResponse:
        context = {
            "tournament": tournament, "own": entry, "form": form, "link": link, "once": new_once(),
            "address": absolute_url(request, reverse("pair:own", args=[link])),
            "result_link": _result_link(entry),
        }  # fmt: skip
        return render(request, "pair/own.html", context, status=status)

    def change() -> Any:
        limits.spend(BY_ONE_PAIR, entry.id)
        return sign_ups.change(link=link, **form.sent())

    return submit(
        request,
        form,
        do=lambda **_: change(),
        done=_("Saved."),
        to=reverse("pair:own", args=[link]),
        again=page,
    )


@uncached("GET", "POST")
def withdraw(request: HttpRequest, link: str) -> HttpResponse:
    entry = own_page(link=link)
    form = forms.Form(request.POST if request.method == "POST" else None)

    def page(status: int) -> HttpResponse:
        context = {
            "tournament": tournament_of(entry.slug), "own": entry, "form": form, "link": link,
            "once": new_once(),
        }  # fmt: skip
        return render(request, "pair/withdraw.html", context, status=status)

    return submit(
        request,
        form,
        do=lambda **_: sign_ups.withdraw(link=link, site=own_pages(request)),
        done=_("You’ve withdrawn. Thanks for letting us know."),
        to=reverse("pair:own", args=[link]),
        again=page,
    )


def _result_link(entry: OwnPage) -> str:
    """The link by which the pair says its results; "" where it has none."""
    if entry.pair_id is None or not terms_of(tournament_id=entry.tournament_id).by_pairs:
        return ""
    return result_link_of(pair_id=entry.pair_id)


def own_pages(request: HttpRequest) -> str:
    """The absolute URL of a pair's own page, without the secret link at its end."""
    return absolute_url(request, reverse("pair:own", args=["-"])).removesuffix("-/")
