"""Tables, their QR codes and the tablets at them."""

from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from delivery.looks import parted
from scoring.desk.declared.tables import SET_TABLES
from tournament.addresses import absolute_url
from tournament.championship.queries.tournaments import TournamentView
from tournament.tables.queries import TableView, join_tokens, names_of_tables, tables_overview
from web.methods import one_of
from web.organizer.acting import show
from web.organizer.declared import form_on_page, send
from web.organizer.guard import for_organizers
from web.qr import qr_svg


@for_organizers("GET")
def tables(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Every table with its match and tablets."""
    return _page(request, tournament, form_on_page(SET_TABLES, tournament))


@for_organizers("POST")
def set_count(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    return send(request, SET_TABLES, tournament, partial(_page, request, tournament))


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


def join_address(request: HttpRequest, token: str) -> str:
    """The address in a table's code, without a language: the tablet that reads it has its own."""
    return absolute_url(request, parted(reverse("referee:join", args=[token]))[1])


def _codes(
    request: HttpRequest, tournament: TournamentView, *, only: int | None = None
) -> list[dict[str, Any]]:
    codes, names = [], names_of_tables(tournament_id=tournament.id)
    for number, token in join_tokens(tournament_id=tournament.id):
        if only is None or number == only:
            address = join_address(request, token)
            title = _("Code of table %(number)s") % {"number": number}
            codes.append(
                {
                    "number": number,
                    "name": names.get(number, ""),
                    "address": address,
                    "svg": qr_svg(address, title=title),
                }
            )
    return codes


def _page(
    request: HttpRequest, tournament: TournamentView, form: forms.Form, *, status: int = 200
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
