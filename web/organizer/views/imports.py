"""A list of pairs, pasted or from a file: looked at first, then entered, all of it or nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.errors import Problem, Refusal
from tournament.queries import TournamentView, preview_entries
from tournament.rules.repeats import CONFIRMABLE
from tournament.services import pairs as services
from web.organizer.acting import show
from web.organizer.forms.entries import ImportForm, PairForm
from web.organizer.guard import actor_of, for_organizers
from web.organizer.once import once

COLUMNS = {name: field.label for name, field in PairForm.base_fields.items()}
# Said at a player's column, but about the whole pair or with the player's name.
NEEDS_NO_COLUMN = CONFIRMABLE | {"duplicate_line"}


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


def _enter_list(
    request: HttpRequest, tournament: TournamentView, text: str
) -> tuple[HttpResponse, bool]:
    try:
        entered = services.bulk_enter(
            tournament_id=tournament.id,
            text=text,
            actor=actor_of(request),
            allow_duplicates=_same_names(request),
        )
    except Refusal as refusal:
        return _preview(request, tournament, text, refusal), False
    said = ngettext("%(n)s pair is in.", "%(n)s pairs are in.", len(entered)) % {"n": len(entered)}
    messages.success(request, said)
    return HttpResponseRedirect(reverse("organizer:entries", args=[tournament.slug])), True


def _preview(
    request: HttpRequest, tournament: TournamentView, text: str, refusal: Refusal | None = None
) -> HttpResponse:
    """What is understood of the list and what is not, or why it was refused."""
    preview = preview_entries(tournament_id=tournament.id, text=text)
    problems = refusal.problems if refusal else preview.problems
    wrong = [problem for problem in problems if problem.code not in CONFIRMABLE]
    doubtful = [problem for problem in problems if problem.code in CONFIRMABLE]
    same_names = _same_names(request)
    refused = wrong if same_names else problems
    wrong_lines = {problem["line"] for problem in _by_line(wrong, text)}
    return _import_page(
        request,
        tournament,
        ImportForm(initial={"text": text}),
        found=[entry for entry in preview.entries if entry.line not in wrong_lines],
        problems=_by_line(refused, text),
        notes=_by_line(doubtful, text) if same_names else (),
        wrong_lines=len({problem["line"] for problem in _by_line(refused, text)}),
        can_enter=preview.entries and not wrong,
        can_confirm=bool(doubtful),
        same_names=same_names,
        status=refusal.status if refusal else 400 if refused else 200,
    )


def _same_names(request: HttpRequest) -> bool:
    return "same_names" in request.POST


def _by_line(problems: Iterable[Problem], text: str) -> list[dict[str, Any]]:
    """Each problem with the number and the text of its line, as it was typed, and its column."""
    lines = re.split(r"\r\n|\r|\n", text)
    shown = []
    for problem in problems:
        found = re.match(r"lines\[(\d+)\]\.?(\w*)", problem.field)
        line = int(found[1]) if found else None
        typed = lines[line - 1].strip()[:200] if line and line <= len(lines) else ""
        column = COLUMNS.get(found[2]) if found and problem.code not in NEEDS_NO_COLUMN else None
        shown.append({"line": line, "typed": typed, "column": column, "message": problem.message})
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
