"""Circuits for everybody: the list, a ranking, the ratings, one pair or player."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from season.queries import calendar
from season.queries import ranking as queries
from season.queries.carrying import circuit_file as carried
from season.queries.circuits import CircuitView, acts_of, circuit_list, may_run
from web.circuits.guard import for_everybody, of_circuit
from web.files import csv_file

COLUMNS = ("rank", "name", "club", "points", "counted", "results")


@for_everybody
def circuits(request: HttpRequest) -> HttpResponse:
    """Every circuit."""
    return render(request, "circuits/list.html", {"circuits": circuit_list()})


@of_circuit
def ranking(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """The ranking and the tournaments it comes from."""
    found = queries.ranking(circuit=circuit)
    return _show(request, circuit, "ranking", ranking=found, acts=acts_of(circuit_id=circuit.id))


@of_circuit
def ratings(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """The ratings, and how often the favourites won."""
    return _show(request, circuit, "ratings", ratings=queries.ratings(circuit=circuit))


@of_circuit
def person(request: HttpRequest, circuit: CircuitView, person: str) -> HttpResponse:
    """The results and ratings of one pair or player. 404 for nobody of the circuit."""
    return _show(request, circuit, "person", page=queries.person_page(circuit=circuit, key=person))


@of_circuit
def ranking_csv(request: HttpRequest, circuit: CircuitView) -> HttpResponseBase:
    """The ranking as CSV for a spreadsheet."""
    rows = (
        [one.rank, one.person.name, one.person.club, one.points, one.counted, len(one.results)]
        for one in queries.ranking(circuit=circuit).lines
    )
    return csv_file(f"{circuit.slug}-ranking.csv", COLUMNS, rows)


@of_circuit
def match_days(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """The match days of the leagues of the circuit, on one calendar."""
    return _show(request, circuit, "match_days", days=calendar.match_days(circuit_id=circuit.id))


@of_circuit
def circuit_file(request: HttpRequest, circuit: CircuitView) -> HttpResponse:
    """The circuit as a file, for another installation."""
    response = HttpResponse(carried(circuit=circuit), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{circuit.slug}.muscircuit"'
    return response


def _show(request: HttpRequest, circuit: CircuitView, tab: str, **context: object) -> HttpResponse:
    runs = may_run(user=request.user, circuit_id=circuit.id)
    has_days = calendar.has_match_days(circuit_id=circuit.id)
    whole = {"circuit": circuit, "tab": tab, "may_run": runs, "has_days": has_days, **context}
    return render(request, f"circuits/{tab}.html", whole)
