"""A match at the desk: its table, its start, and how it can end without hands."""

from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring.desk.declared.own_pages import ASSIGN_TABLE, START
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import MatchCard, match_card
from tournament.tables.queries import tables_overview
from web.forms import StartForm
from web.organizer.acting import ask, page_of, press, show
from web.organizer.guard import for_organizers
from web.organizer.match_page import match_page
from web.seats import clubs_of, players_of

NEXT_FREE = "next"


class AssignTable(forms.Form):
    """The table of a match; an empty choice takes the match from its table."""

    table_number = forms.IntegerField(min_value=1, required=False)


@for_organizers("GET")
def match(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """A match with its hands and all acts that are possible."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    return show(request, "match.html", **match_page(tournament, card))


@for_organizers("POST")
def assign_table(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Gives a match a table, or takes it from its table."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    form = AssignTable(request.POST)
    number = form.cleaned_data["table_number"] if form.is_valid() else None
    if request.POST.get("table_number") == NEXT_FREE:
        number = next((free for free, _name in _free_tables(tournament, card)), None)
    return press(
        request,
        do=partial(ASSIGN_TABLE.do, match_id=match_id, table_number=number),
        done=lambda _match: _table_words(tournament, card, number),
        to=_where(request, tournament, match_id),
    )


@for_organizers("GET", "POST")
def start(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Begins a match: seats, first mano, table, four kings."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    players, tables = players_of(card), _free_tables(tournament, card)
    here = page_of(tournament, "match", match_id)

    def form(*args: Any, **kwargs: Any) -> StartForm:
        start_form = StartForm(
            *args,
            players=players,
            tables=tables,
            clubs=clubs_of(card),
            four_kings=tournament.regulation.offers_four_kings(tournament.settings),
            **kwargs,
        )
        forms.append(start_form)
        return start_form

    forms: list[StartForm] = []
    return ask(
        request,
        title=START.title,
        says=[],
        danger=False,
        template="start.html",
        form=form,
        initial={"table_number": card.table or (tables[0][0] if tables else ""), "mano": "A1"},
        do=lambda **data: START.do(
            match_id=match_id,
            actor=data["actor"],
            table_number=data["table_number"],
            seating=forms[-1].seating(),
            first_mano=forms[-1].first_mano(),
            names=forms[-1].names(),
            four_kings=forms[-1].wants_four_kings(),
        ),
        done=START.done,
        to=here,
        card=card,
    )


def _table_words(tournament: TournamentView, card: MatchCard, number: int | None) -> str:
    """A sentence on where the match will be played, and which match is before it there."""
    if number is None:
        return _("The match has no table now.")
    tables = tables_overview(tournament_id=tournament.id)
    table = next(table for table in tables if table.number == number)
    words = {"table": number, "match": card.label}
    if table.match is not None and table.match.id != card.id:
        words["other"] = table.match.label
        return _("Table %(table)s is playing %(other)s: %(match)s waits for it.") % words
    others = [other.label for other in table.waiting if other.id != card.id]
    if others:
        words["others"] = ", ".join(others)
        return (
            _("Table %(table)s is promised to %(others)s as well: %(match)s is one more.") % words
        )
    return str(ASSIGN_TABLE.done) % {"number": number}


def _free_tables(tournament: TournamentView, card: MatchCard) -> list[tuple[int, str]]:
    """Choices of free tables. A table assigned to another match says so."""
    free = []
    numbers = {pair.number for pair in (card.pair_a, card.pair_b) if pair}
    for table in tables_overview(tournament_id=tournament.id):
        if table.match is not None or table.is_out:
            continue
        others = [other for other in table.waiting if other.id != card.id]
        name = f"{table.number} · {table.name}" if table.name else str(table.number)
        if others:
            name = _("%(number)s (kept for match %(match)s)") % {
                "number": table.number,
                "match": others[0].label,
            }
        own = table.kept_for and table.kept_for.number in numbers
        free.append((bool(others) or (table.kept_for is not None and not own), table.number, name))
    return [(number, name) for _kept, number, name in sorted(free)]


def _where(request: HttpRequest, tournament: TournamentView, match_id: int) -> str:
    """The address of the page with the button."""
    if request.POST.get("from") == "match":
        return page_of(tournament, "match", match_id)
    return page_of(tournament, "desk") + "#ready"
