"""The state of the installation: the findings of the doctor and a few figures; jobs; all
tournaments, removed for good, and imported from another machine."""

from functools import partial
from typing import cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jobs import queries as jobs
from jobs import services as jobs_services
from jobs.queries import Look
from operations import queries
from operations.checks.doctor import examine
from operations.imports.queries import import_list
from operations.imports.services import ask_for
from operations.removal.services import remove_tournament
from tournament.championship.queries.tournaments import tournament_detail
from web.acting import submit
from web.operator.guard import for_operators, searched


@for_operators("GET")
def overview(request: HttpRequest) -> HttpResponse:
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


LOOKS = ("queued", "running", "stuck", "failed", "done")


@for_operators("GET")
def jobs_page(request: HttpRequest) -> HttpResponse:
    """The newest jobs, all or filtered."""
    query_value = request.GET.get("look", "")
    look = cast(Look, query_value) if query_value in LOOKS else None
    context = {
        "tab": "jobs", "look": look or "", "jobs": jobs.job_list(look=look),
        "counts": jobs.counts(), "ticked": jobs.last_tick(),
    }  # fmt: skip
    return render(request, "operator/jobs.html", context)


@for_operators("POST")
def again(request: HttpRequest, job_id: int) -> HttpResponse:
    if jobs_services.again(job_id=job_id):
        messages.success(request, _("It is queued again."))
    else:
        messages.error(request, _("It has not failed, or is no longer there."))
    return HttpResponseRedirect(reverse("operator:jobs"))


class TypedName(forms.Form):
    """The tournament's slug, typed, so that nobody removes another tournament by mistake."""

    slug = forms.CharField(label=gettext_lazy("Name in the address"), max_length=80)


@for_operators("GET")
def tournaments(request: HttpRequest) -> HttpResponse:
    search, at = searched(request)
    rows = queries.tournament_list(search=search, page=at)
    context = {
        "tab": "tournaments", "rows": rows, "search": search, "page": at,
        "more": at + 1 if len(rows) == queries.PAGE else None,
    }  # fmt: skip
    return render(request, "operator/tournaments.html", context)


@for_operators("GET", "POST")
def remove(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Asks for its name, then removes the tournament with everything in it."""
    tournament = tournament_detail(tournament_id=tournament_id)
    form = TypedName(request.POST or None)
    to = reverse("operator:tournaments")
    return submit(
        request,
        form,
        do=partial(remove_tournament, tournament_id=tournament_id),
        done=_("%(name)s is removed.") % {"name": tournament.name},
        to=to,
        again=lambda status: render(
            request,
            "operator/remove.html",
            {"tab": "tournaments", "tournament": tournament, "form": form, "back": to},
            status=status,
        ),
    )


class FileForm(forms.Form):
    """The file, and who will run the tournament here."""

    file = forms.FileField(
        label=gettext_lazy("File (.mustour)"),
        help_text=gettext_lazy("From the log page of the tournament, where it was played."),
        widget=forms.FileInput(attrs={"accept": ".mustour"}),
    )
    organizers = forms.CharField(
        label=gettext_lazy("Who runs it here"),
        help_text=gettext_lazy("User names of accounts of this site, with commas between."),
        max_length=2000,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


@for_operators("GET", "POST")
def imports(request: HttpRequest) -> HttpResponse:
    """Takes a file, and shows the progress of the last day's imports."""
    posted = request.method == "POST"
    start = {"organizers": request.user.get_username()}
    form = FileForm(request.POST, request.FILES) if posted else FileForm(initial=start)
    return submit(
        request,
        form,
        do=lambda **data: ask_for(
            content=data["file"].read(), organizers=data["organizers"], by=request.user
        ),
        done=_("The file is here. Its progress is shown below."),
        to=reverse("operator:imports") + "#sent",
        again=lambda status: _imports(request, form, status),
    )


def _imports(request: HttpRequest, form: FileForm, status: int) -> HttpResponse:
    sent = import_list()
    context = {
        "tab": "imports", "form": form, "sent": sent,
        "is_coming": any(one.is_coming for one in sent) and not form.errors,
    }  # fmt: skip
    return render(request, "operator/imports.html", context, status=status)
