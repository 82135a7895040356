"""Importing a list of pairs, pasted or from a file: first a preview, then all lines are entered, or
only the good ones while the faulty ones stay in the box."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.models import ENTERED
from tournament.entries.queries import EntryLine, preview_entries
from tournament.entries.rules.lists import CONFIRMABLE, MOST_LINES
from tournament.entries.services import pairs as services
from tournament.errors import Problem, Refusal
from web.once import once
from web.organizer.acting import show
from web.organizer.forms.entries import ImportForm
from web.organizer.guard import actor_of, for_organizers

LINE_END = re.compile(r"\r\n|\r|\n")
MOST_SHOWN = 100
"""Faults shown at once; the page says how many lines have one."""
COLUMNS = {field.name: field.verbose_name for field in ENTERED}
# Faults whose message names the player or is about the whole pair, so the column is not shown.
NEEDS_NO_COLUMN = CONFIRMABLE | {"duplicate_line"}


@for_organizers("GET", "POST")
def import_list(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """A pasted list or file of pairs: read, shown line by line, entered when confirmed."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        status = 400 if request.method == "POST" else 200
        return _import_page(request, tournament, form, status=status)
    text = form.cleaned_data["text"]
    step = STEPS.get(request.POST.get("step", ""))
    if step is None:
        return _preview(request, tournament, text)
    return once(
        request,
        lambda: step(request, tournament, text),
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
    messages.success(request, _are_in(len(entered)))
    return HttpResponseRedirect(reverse("organizer:entries", args=[tournament.slug])), True


def _take_good(
    request: HttpRequest, tournament: TournamentView, text: str
) -> tuple[HttpResponse, bool]:
    """Enters the good lines and renders a page with the others in the box. A redirect would lose
    them."""
    try:
        taken = services.enter_good_lines(
            tournament_id=tournament.id,
            text=text,
            actor=actor_of(request),
            allow_duplicates=_same_names(request),
        )
    except Refusal as refusal:
        return _preview(request, tournament, text, refusal), False
    messages.success(request, _are_in(len(taken.pairs)))
    answer: HttpResponse = HttpResponseRedirect(
        reverse("organizer:entries", args=[tournament.slug])
    )
    if taken.waiting:
        answer = _preview(request, tournament, taken.waiting, taken=len(taken.pairs))
        # After a reload the user is sent to the list, so that the lines are not entered twice.
        answer["Location"] = reverse("organizer:entries", args=[tournament.slug])
    return answer, True


STEPS = {"enter": _enter_list, "good": _take_good}


def _are_in(count: int) -> str:
    return ngettext("%(n)s pair is in.", "%(n)s pairs are in.", count) % {"n": count}


def _preview(
    request: HttpRequest,
    tournament: TournamentView,
    text: str,
    refusal: Refusal | None = None,
    *,
    taken: int = 0,
) -> HttpResponse:
    """The preview: the lines that were understood, the faults, or why the list was refused.

    `taken`: how many pairs of the same list have just been entered.
    """
    preview = preview_entries(tournament_id=tournament.id, text=text)
    problems = refusal.problems if refusal else preview.problems
    wrong = [problem for problem in problems if problem.code not in CONFIRMABLE]
    doubtful = [problem for problem in problems if problem.code in CONFIRMABLE]
    same_names = _same_names(request)
    refused = wrong if same_names else problems
    lines_wrong = {problem["line"] for problem in _by_line(wrong, text)}
    waiting = {problem["line"] for problem in _by_line(refused, text)}
    return _import_page(
        request,
        tournament,
        ImportForm(initial={"text": text}),
        found=[_cells(entry) for entry in preview.entries if entry.line not in lines_wrong],
        columns=COLUMNS.values(),
        problems=_by_line(refused[:MOST_SHOWN], text),
        notes=_by_line(doubtful[:MOST_SHOWN], text) if same_names else (),
        wrong_lines=len(waiting),
        numbers=_numbered(text, waiting),
        good=sum(entry.line not in waiting for entry in preview.entries) if waiting else 0,
        taken=taken,
        can_enter=preview.entries and not wrong,
        can_confirm=bool(doubtful),
        same_names=same_names,
        status=refusal.status if refusal else 400 if refused and not taken else 200,
    )


def _cells(entry: EntryLine) -> dict[str, Any]:
    """A pair that was understood: its line, and its texts with the labels of their columns."""
    texts = [(label, getattr(entry, name)) for name, label in COLUMNS.items()]
    return {"line": entry.line, "texts": texts}


def _numbered(text: str, waiting: Collection[int | None]) -> list[tuple[int, bool]]:
    """The number of each line, shown beside the box, and whether the line has a fault."""
    return [
        (number, number in waiting)
        for number, _line in enumerate(LINE_END.split(text)[:MOST_LINES], start=1)
    ]


def _same_names(request: HttpRequest) -> bool:
    return "same_names" in request.POST


def _by_line(problems: Iterable[Problem], text: str) -> list[dict[str, Any]]:
    """Each problem with the number and the text of its line, as it was typed, and its column."""
    lines = LINE_END.split(text)
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
