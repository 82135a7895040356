"""The state of the installation: the findings of the doctor, and a few figures."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from jobs import queries as jobs
from operations import queries
from operations.checks.doctor import examine
from web.operator.guard import for_operators


@for_operators("GET")
def page(request: HttpRequest) -> HttpResponse:
    """The first page: figures, and every finding, faults first."""
    order = {"bad": 0, "warning": 1, "ok": 2}
    context = {
        "tab": "overview",
        "findings": sorted(examine(), key=lambda one: order[one.level]),
        "counts": queries.counts(),
        "room": queries.room(),
        "jobs": jobs.counts(),
    }
    return render(request, "operator/overview.html", context)
