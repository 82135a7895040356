"""Sign-up at the desk: terms, waiting list, fees, contacts exported and erased."""

from functools import partial

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.desk.declared.own_pages import (
    ERASE_CONTACTS,
    LET_IN,
    PAID,
    PAIR_UP,
    REMOVE_SINGLE,
    SIGN_UP_TERMS,
)
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.models import ENTERED
from tournament.entries.queries import pairs_at_desk
from tournament.log.rules.roles import Actor
from tournament.notices.queries import asked_count, sent
from tournament.signup.queries import offer, paid_numbers, singles, waiting_list
from web.acting import submit
from web.files import csv_file
from web.organizer.acting import ask, page_of, press, show
from web.organizer.guard import actor_of, for_organizers
from web.organizer.views.entries import pair_of
from web.pair import partners as partner_pages
from web.pair.signing import own_pages
from web.qr import qr_svg
from web.seen import whole


class SignUpTerms(forms.Form):
    is_open = forms.BooleanField(label=gettext_lazy("Sign-up is open"), required=False)
    cap = forms.IntegerField(
        label=gettext_lazy("Places"),
        required=False,
        min_value=2,
        max_value=512,
        help_text=gettext_lazy("Later ones join the waiting list. Empty: no limit."),
    )
    fee = forms.CharField(label=gettext_lazy("Fee"), required=False, max_length=60)
    note = forms.CharField(
        label=gettext_lazy("What they should know"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class Contacts(forms.Form):
    sure = forms.BooleanField(
        label=gettext_lazy("Yes, erase every phone number and e-mail address")
    )


@for_organizers("GET", "POST")
def sign_up(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The terms of the sign-up page, and the waiting list."""
    stands = offer(tournament_id=tournament.id)
    fields = ("is_open", "cap", "fee", "note")
    form = SignUpTerms(
        request.POST if request.method == "POST" else None,
        initial={name: getattr(stands, name) for name in fields},
    )
    address = absolute_url(request, reverse("pair:sign_up", args=[tournament.slug]))
    return submit(
        request,
        form,
        do=partial(
            SIGN_UP_TERMS.do,
            tournament_id=tournament.id,
            actor=actor_of(request),
            site=own_pages(request),
        ),
        done=SIGN_UP_TERMS.done,
        to=page_of(tournament, "sign_up"),
        again=lambda status: show(
            request,
            "sign_up.html",
            status=status,
            tab="entries",
            crumb=_("Sign-up"),
            form=form,
            offer=stands,
            waiting=waiting_list(tournament_id=tournament.id),
            singles=singles(tournament_id=tournament.id, with_contact=True),
            address=address,
            svg=qr_svg(address, title=_("Sign-up")) if stands.takes else "",
            days=settings.CONTACT_DAYS,
        ),
    )


@for_organizers("POST")
def let_in(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Enters waiting pairs while there is a place."""
    return press(
        request,
        do=partial(LET_IN.do, tournament_id=tournament.id, site=own_pages(request)),
        done=LET_IN.done,
        to=page_of(tournament, "sign_up"),
    )


@for_organizers("POST")
def pair_up(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Joins two players who look for a partner."""

    return press(
        request,
        do=partial(
            PAIR_UP.do,
            tournament_id=tournament.id,
            first=whole(request.POST.get("first", ""), 18) or 0,
            second=whole(request.POST.get("second", ""), 18) or 0,
            site=partner_pages.own_pages(request),
        ),
        done=PAIR_UP.done,
        to=page_of(tournament, "sign_up") + "#singles",
    )


@for_organizers("POST")
def remove_single(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Takes a player off the list of those without a partner."""
    return press(
        request,
        do=partial(
            REMOVE_SINGLE.do,
            tournament_id=tournament.id,
            who=whole(request.POST.get("who", ""), 18) or 0,
        ),
        done=REMOVE_SINGLE.done,
        to=page_of(tournament, "sign_up") + "#singles",
    )


@for_organizers("POST")
def paid(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    """Marks a fee as paid, or takes the mark away."""
    pair = pair_of(tournament, number)
    is_paid = request.POST.get("paid") == "1"
    return press(
        request,
        do=partial(PAID.do, pair_id=pair.id, is_paid=is_paid),
        done=(str(PAID.done) if is_paid else _("%(pair)s has not paid.")) % {"pair": pair.name},
        to=page_of(tournament, "entries") + f"#pair-{number}",
    )


@for_organizers("GET")
def contacts(request: HttpRequest, tournament: TournamentView) -> HttpResponseBase:
    """Every pair with its contact and fee, as a table for a spreadsheet."""
    paid_by = paid_numbers(tournament_id=tournament.id)
    names = [field.name for field in ENTERED]
    rows = (
        [
            pair.number, *(getattr(pair, name) for name in names), pair.status,
            int(pair.number in paid_by),
        ]
        for pair in pairs_at_desk(tournament_id=tournament.id)
    )  # fmt: skip
    header = ["number", *names, "status", "paid"]
    return csv_file(f"{tournament.slug}-contacts.csv", header, rows)


@for_organizers("GET", "POST")
def erase_contacts(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    here = page_of(tournament, "sign_up")

    def do(*, sure: bool, actor: Actor) -> None:
        ERASE_CONTACTS.do(tournament_id=tournament.id, actor=actor)

    return ask(
        request,
        title=ERASE_CONTACTS.title,
        says=[
            _("Phone numbers and e-mail addresses of all pairs are erased for good."),
            _("Names, results and the log stay. Nobody gets notices by e-mail any more."),
        ],
        tab="entries",
        form=Contacts,
        do=do,
        done=ERASE_CONTACTS.done,
        to=here,
    )


@for_organizers("GET")
def notices(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    return show(
        request,
        "notices.html",
        tab="entries",
        crumb=_("Notices"),
        notices=sent(tournament_id=tournament.id),
        asked=asked_count(tournament_id=tournament.id),
        mail_is_set_up=bool(settings.EMAIL_HOST),
    )
