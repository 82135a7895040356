"""Tables, their QR codes and the tablets at them."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from delivery.looks import parted
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.tables.queries import TableView, join_tokens, tables_overview
from tournament.tables.services import devices
from tournament.tables.services import tables as services
from web.acting import submit
from web.forms import Number
from web.methods import one_of
from web.organizer.acting import ask, page_of, show
from web.organizer.forms.reasons import Nothing
from web.organizer.guard import actor_of, for_organizers
from web.qr import qr_svg


class TablesCount(forms.Form):
    count = Number(label=gettext_lazy("Number of tables"), min_value=1, max_value=500)


class DeviceName(forms.Form):
    label = forms.CharField(label=gettext_lazy("Name"), max_length=80)


class Revoking(forms.Form):
    """Revoking a tablet. With the old code the same browser could join again as a new device; a new
    code prevents that."""

    new_code = forms.BooleanField(
        label=gettext_lazy("And make a new code for this table"),
        required=False,
        initial=True,
        help_text=gettext_lazy("Print it again. The other tablets of the table stay in."),
    )


@for_organizers("GET")
def tables(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Every table with its match and tablets."""
    return _page(request, tournament, TablesCount(initial={"count": tournament.tables_count}))


@for_organizers("POST")
def set_count(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    form = TablesCount(request.POST)
    return submit(
        request,
        form,
        do=partial(services.set_count, tournament_id=tournament.id, actor=actor_of(request)),
        done=_set_words,
        to=page_of(tournament, "tables"),
        again=lambda status: _page(request, tournament, form, status=status),
    )


def _set_words(freed: Sequence[Any]) -> str:
    sentence = _("The tables are set.")
    if not freed:
        return sentence
    labels = ", ".join(match.label for match in freed)
    return sentence + " " + _("Without a table now: %(matches)s.") % {"matches": labels}


@for_organizers("GET")
def print_codes(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The codes of all tables, to be printed and cut out."""
    codes = _codes(request, tournament)
    return show(
        request,
        "print_codes.html",
        tab="tables",
        crumb=_("Print"),
        codes=codes,
    )


@for_organizers("GET")
def table(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    """One table: its code, its match, its tablets."""
    table_view = _table(tournament, number)
    (code,) = _codes(request, tournament, only=number)
    return show(
        request,
        "table.html",
        tab="tables",
        crumb=_("Table %(number)s") % {"number": number},
        live=True,
        table=table_view,
        code=code,
    )


@for_organizers("GET", "POST")
def rotate(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    _table(tournament, number)
    here = page_of(tournament, "table", number)
    return ask(
        request,
        title=_("A new code for table %(number)s") % {"number": number},
        button=_("Make a new code"),
        says=[
            _("The code printed before no longer lets anybody in: print the new one."),
            _("Tablets that have joined stay in. Revoke them one by one if they must go."),
        ],
        tab="tables",
        form=Nothing,
        do=partial(services.rotate, tournament_id=tournament.id, number=number),
        done=_("The table has a new code."),
        to=here,
    )


@for_organizers("GET", "POST")
def revoke(request: HttpRequest, tournament: TournamentView, device_id: int) -> HttpResponse:
    table_view, device = _device(tournament, device_id)
    here = page_of(tournament, "table", table_view.number)
    says = [_("It can send nothing more, and cannot come back with the same code.")]
    if device.pair_number is not None:
        says.append(
            _(
                "If the pair's link is in wrong hands, give the pair a new one instead: that "
                "revokes all its phones."
            )
        )
    if device.unsent:
        says.insert(
            0,
            ngettext(
                "It last reported %(n)s hand not sent yet: let it send it first if you can.",
                "It last reported %(n)s hands not sent yet: let it send them first if you can.",
                device.unsent,
            )
            % {"n": device.unsent},
        )
    return ask(
        request,
        title=_("Revoke %(device)s") % {"device": device.label},
        button=_("Revoke it"),
        says=says,
        tab="tables",
        form=Revoking if device.pair_number is None else Nothing,
        do=partial(devices.revoke, device_id=device.id),
        done=_("The tablet is revoked."),
        to=here,
    )


@for_organizers("GET", "POST")
def name_device(request: HttpRequest, tournament: TournamentView, device_id: int) -> HttpResponse:
    table_view, device = _device(tournament, device_id)
    here = page_of(tournament, "table", table_view.number)
    return ask(
        request,
        title=_("A name for %(device)s") % {"device": device.label},
        button=_("Give it this name"),
        says=[_("It is shown in the lists of tablets, and on the tablet itself.")],
        tab="tables",
        form=DeviceName,
        initial={"label": device.label},
        do=partial(devices.name, device_id=device.id),
        done=_("The tablet has its new name."),
        to=here,
    )


def join_address(request: HttpRequest, token: str) -> str:
    """The address in a table's code, without a language: the tablet that reads it has its own."""
    return absolute_url(request, parted(reverse("referee:join", args=[token]))[1])


def _codes(
    request: HttpRequest, tournament: TournamentView, *, only: int | None = None
) -> list[dict[str, Any]]:
    codes = []
    for number, token in join_tokens(tournament_id=tournament.id):
        if only is None or number == only:
            address = join_address(request, token)
            title = _("Code of table %(number)s") % {"number": number}
            codes.append(
                {"number": number, "address": address, "svg": qr_svg(address, title=title)}
            )
    return codes


def _page(
    request: HttpRequest, tournament: TournamentView, form: TablesCount, *, status: int = 200
) -> HttpResponse:
    return show(
        request,
        "tables.html",
        status=status,
        tab="tables",
        live=True,
        form=form,
        tables=tables_overview(tournament_id=tournament.id),
    )


def _table(tournament: TournamentView, number: int) -> TableView:
    return one_of(tables_overview(tournament_id=tournament.id), number=number)


def _device(tournament: TournamentView, device_id: int) -> tuple[TableView, Any]:
    for table_view in tables_overview(tournament_id=tournament.id):
        for device in table_view.devices:
            if device.id == device_id:
                return table_view, device
    raise Http404("no such device")
