"""A list of pairs, pasted or from a file: looked at first, then entered, all of it or nothing."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.errors import Refusal
from tournament.queries import TournamentView, preview_entries
from tournament.services import pairs as services
from web.organizer.acting import show
from web.organizer.forms.entries import ImportForm
from web.organizer.guard import actor_of, for_organizers
from web.organizer.once import once


@for_organizers("GET", "POST")
def import_list(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        status = 400 if request.method == "POST" else 200
        return _import_page(request, tournament, form, status=status)
    text = form.cleaned_data["text"]
    if request.POST.get("step") != "enter":
        return _preview(request, tournament, text)
    return once(
        request,
        lambda: _enter_list(request, tournament, text),
        otherwise=reverse("organizer:entries", args=[tournament.slug]),
    )


def _preview(request: HttpRequest, tournament: TournamentView, text: str) -> HttpResponse:
    preview = preview_entries(tournament_id=tournament.id, text=text)
    return _import_page(
        request,
        tournament,
        ImportForm(initial={"text": text}),
        found=preview.entries if preview.is_ready else (),
        problems=_by_line(preview.problems, text),
        status=400 if preview.problems else 200,
    )


def _enter_list(
    request: HttpRequest, tournament: TournamentView, text: str
) -> tuple[HttpResponse, bool]:
    try:
        entered = services.bulk_enter(
            tournament_id=tournament.id, text=text, actor=actor_of(request)
        )
    except Refusal as refusal:
        page = _import_page(
            request,
            tournament,
            ImportForm(initial={"text": text}),
            problems=_by_line(refusal.problems, text),
            status=refusal.status,
        )
        return page, False
    said = ngettext("%(n)s pair is in.", "%(n)s pairs are in.", len(entered)) % {"n": len(entered)}
    messages.success(request, said)
    return HttpResponseRedirect(reverse("organizer:entries", args=[tournament.slug])), True


def _by_line(problems: Any, text: str) -> list[dict[str, Any]]:
    """Each problem with the number and the text of its line, as it was typed."""
    lines = re.split(r"\r\n|\r|\n", text)
    shown = []
    for problem in problems:
        found = re.match(r"lines\[(\d+)\]", problem.field)
        line = int(found[1]) if found else None
        typed = lines[line - 1].strip() if line and line <= len(lines) else ""
        shown.append({"line": line, "typed": typed, "message": problem.message})
    return shown


def _import_page(
    request: HttpRequest,
    tournament: TournamentView,
    form: ImportForm,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    return show(
        request,
        "import_pairs.html",
        {"tournament": tournament, "tab": "entries", "crumb": _("Paste a list"), "form": form}
        | more,
        status=status,
    )
