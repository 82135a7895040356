"""Jobs: waiting, running, stuck, failed."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from jobs import queries, services
from jobs.queries import Look
from web.operator.guard import for_operators

LOOKS = ("queued", "running", "stuck", "failed", "done")


@for_operators("GET")
def page(request: HttpRequest) -> HttpResponse:
    """The newest jobs, all or filtered."""
    asked = request.GET.get("look", "")
    look = cast(Look, asked) if asked in LOOKS else None
    context = {
        "tab": "jobs", "look": look or "", "jobs": queries.job_list(look=look),
        "counts": queries.counts(), "ticked": queries.last_tick(),
    }  # fmt: skip
    return render(request, "operator/jobs.html", context)


@for_operators("POST")
def again(request: HttpRequest, job_id: int) -> HttpResponse:
    """Runs a failed job again."""
    if services.again(job_id=job_id):
        messages.success(request, _("It is queued again."))
    else:
        messages.error(request, _("It has not failed, or is no longer there."))
    return HttpResponseRedirect(reverse("operator:jobs"))
