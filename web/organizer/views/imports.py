"""Importing a list of pairs, pasted or from a file: looked at first, with a meaning for each
column, a tick for each line to leave out and for each remark that was looked at; then all lines are
entered, or only the good ones while the others wait in the box. What is in the box waits there on
every device of the organizer until it is entered."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.models import ENTERED
from tournament.entries.queries import (
    MEANINGS,
    PLAYERS,
    EntryLine,
    list_in_box,
    read_list,
)
from tournament.entries.rules.cutting import lines_of
from tournament.entries.rules.lists import CONFIRMABLE, MOST_LINES
from tournament.entries.rules.remarks import NEEDS_A_LOOK
from tournament.entries.rules.sheets import Sheet as ReadSheet
from tournament.entries.services import box
from tournament.errors import Problem, Refusal
from tournament.signup.services.desk import enter_list, preview_list
from web.acting import recorded, say_done
from web.once import once
from web.organizer.acting import page_of, show
from web.organizer.forms.entries import ImportForm
from web.organizer.guard import actor_of, for_organizers
from web.seen import whole

MOST_SHOWN = 100
"""Faults shown at once; the page says how many lines have one."""
LONGEST_SHOWN = 200
COLUMNS = {field.name: field.verbose_name for field in ENTERED}
MEANT = COLUMNS | {
    "pair": gettext_lazy("Both players, or the pair’s name"),
    "first_1": gettext_lazy("First name of player 1"),
    "last_1": gettext_lazy("Last name of player 1"),
    "first_2": gettext_lazy("First name of player 2"),
    "last_2": gettext_lazy("Last name of player 2"),
    "number": gettext_lazy("Number, left out"),
    "seed": gettext_lazy("Seeding"),
    "paid": gettext_lazy("Paid"),
    "unknown": gettext_lazy("Leave out"),
}
# Faults whose message names the player or is about the whole pair, so the column is not shown.
NEEDS_NO_COLUMN = CONFIRMABLE | {"duplicate_line"}


@dataclass(frozen=True)
class Sheet:
    """What is in the box: the text, what its columns hold, and the lines to leave out.

    `guess`: what the columns were taken for when `meanings` were chosen, which say nothing about
    other columns. `left_out`, and `looked_at` for the lines with a remark: each line as its number,
    a space, and its text, so that a line keeps its tick when others above it go.
    """

    text: str
    meanings: tuple[str, ...] = ()
    guess: str = ""
    left_out: tuple[str, ...] = ()
    looked_at: tuple[str, ...] = ()

    def _ticked(self, ticked: tuple[str, ...]) -> frozenset[int]:
        """The numbers of the lines that are ticked."""
        lines = [line.strip()[:LONGEST_SHOWN] for line in lines_of(self.text)]
        numbers = set()
        for each in ticked:
            number, _space, typed = each.partition(" ")
            at = (whole(number, 5) or 0) - 1
            if 0 <= at < len(lines) and lines[at] == typed:
                numbers.add(at + 1)
            elif typed in lines:
                numbers.add(lines.index(typed) + 1)
        return frozenset(numbers)

    @cached_property
    def what(self) -> dict[str, Any]:
        """The sheet as the services take it."""
        ignored, looked_at = self._ticked(self.left_out), self._ticked(self.looked_at)
        read = read_list(self.text, ignored=ignored, looked_at=looked_at)
        is_same = self.guess == " ".join(column.guess for column in read.columns)
        return {
            "text": self.text,
            "meanings": self.meanings if is_same else (),
            "ignored": ignored,
            "looked_at": looked_at,
        }


def _answered(request: HttpRequest, text: str) -> str:
    """The text with the lines that were edited where they stand. `line_was`: the number of each, a
    space, and its text as it was shown; a line that is another one by now stays."""
    lines = lines_of(text)
    answers = zip(request.POST.getlist("line_was"), request.POST.getlist("line_text"), strict=False)
    for was, now in answers:
        number, _space, typed = was.partition(" ")
        at = (whole(number, 5) or 0) - 1
        if 0 <= at < len(lines) and lines[at].strip() == typed:
            lines[at] = " ".join(lines_of(now))[:LONGEST_SHOWN]
    return "\n".join(lines)


def _sent(request: HttpRequest, text: str) -> Sheet:
    meanings = tuple(one for one in request.POST.getlist("column") if one in MEANINGS)
    left_out, looked_at = (
        tuple(request.POST.getlist(name)[:MOST_LINES]) for name in ("left_out", "looked_at")
    )
    return Sheet(text, meanings, request.POST.get("guess", ""), left_out, looked_at)


def _waiting(request: HttpRequest, tournament: TournamentView) -> Sheet | None:
    kept = list_in_box(tournament_id=tournament.id, user_id=_user(request))
    if not kept:
        return None
    return Sheet(**{name: tuple(v) if isinstance(v, list) else v for name, v in kept.items()})


def _keep(request: HttpRequest, tournament: TournamentView, sheet: Sheet | None) -> None:
    where = {"tournament_id": tournament.id, "user_id": _user(request)}
    if sheet and sheet.text.strip():
        box.keep(**where, sheet=asdict(sheet))
    else:
        box.empty(**where)


def _user(request: HttpRequest) -> int:
    key = request.user.pk
    assert key is not None, "an organizer is signed in"
    return int(key)


@for_organizers("GET", "POST")
def import_list(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """A pasted list or file of pairs: read, shown line by line, entered when confirmed."""
    here = page_of(tournament, "import_pairs")
    if request.method != "POST":
        waiting = _waiting(request, tournament)
        if waiting is None:
            return _import_page(request, tournament, ImportForm())
        return _preview(request, tournament, waiting, waits=True)
    if request.POST.get("step") == "empty":
        _keep(request, tournament, None)
        return HttpResponseRedirect(here)
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_page(request, tournament, form, status=400)
    sheet = _sent(request, _answered(request, form.cleaned_data["text"]))
    step = request.POST.get("step", "")
    if step not in ("enter", "good"):
        return _preview(request, tournament, sheet, read_sheet=form.read_sheet)
    return once(
        request,
        lambda: _enter(request, tournament, sheet, only_good=step == "good"),
        otherwise=here,
    )


def _enter(
    request: HttpRequest, tournament: TournamentView, sheet: Sheet, *, only_good: bool
) -> tuple[HttpResponse, bool]:
    """Enters all lines, or the good ones while the others wait in the box."""
    if _is_stale(request, tournament, sheet):
        return _preview(request, tournament, sheet), False
    try:
        with recorded(request):
            taken = enter_list(
                tournament_id=tournament.id,
                actor=actor_of(request),
                allow_duplicates=_allows_duplicates(request),
                only_good=only_good,
                **sheet.what,
            )
    except Refusal as refusal:
        return _preview(request, tournament, sheet, refusal), False
    count = len(taken.pairs)
    if tournament.is_individual:
        entered = ngettext("%(n)s player is in.", "%(n)s players are in.", count)
    elif tournament.clubs_enter:
        entered = ngettext("%(n)s club is in.", "%(n)s clubs are in.", count)
    else:
        entered = ngettext("%(n)s pair is in.", "%(n)s pairs are in.", count)
    say_done(request, entered % {"n": count})
    columns = read_list(taken.waiting).columns
    rest = Sheet(
        taken.waiting,
        sheet.what["meanings"][: len(columns)],
        " ".join(column.guess for column in columns),
    )
    _keep(request, tournament, rest)
    to = "organizer:import_pairs" if taken.waiting else "organizer:entries"
    return HttpResponseRedirect(reverse(to, args=[tournament.slug])), True


@dataclass(frozen=True, slots=True)
class Look:
    """What would be entered: the preview, its faults, and the numbers of the lines that wait."""

    preview: Any
    refused: list[Problem]
    doubtful: list[Problem]
    waiting: frozenset[int]

    @property
    def ready(self) -> list[EntryLine]:
        return [entry for entry in self.preview.entries if entry.line not in self.waiting]


def _look(
    request: HttpRequest,
    tournament: TournamentView,
    sheet: Sheet,
    refusal: Refusal | None = None,
) -> Look:
    preview = preview_list(tournament_id=tournament.id, actor=actor_of(request), **sheet.what)
    problems = list(refusal.problems if refusal else preview.problems)
    doubtful = [problem for problem in problems if problem.code in CONFIRMABLE]
    wrong = [problem for problem in problems if problem.code not in CONFIRMABLE]
    refused = wrong if _allows_duplicates(request) else problems
    waiting = frozenset(line for problem in refused if (line := _line_of(problem)))
    return Look(preview, refused, doubtful, waiting)


def _is_stale(request: HttpRequest, tournament: TournamentView, sheet: Sheet) -> bool:
    """Whether another number of pairs would be entered than the pressed button said: the text, a
    menu or a tick was changed since."""
    ready_count = request.POST.get("ready")
    return ready_count is not None and ready_count != str(
        len(_look(request, tournament, sheet).ready)
    )


def _preview(
    request: HttpRequest,
    tournament: TournamentView,
    sheet: Sheet,
    refusal: Refusal | None = None,
    *,
    waits: bool = False,
    read_sheet: ReadSheet | None = None,
) -> HttpResponse:
    """The preview: every line as it was understood or why not, or why the list was refused.

    `waits`: the box has kept the list since an earlier visit, or since the good lines were entered.
    `read_sheet`: the sheet that was read of a file with several.
    """
    what = sheet.what
    _keep(request, tournament, replace(sheet, meanings=what["meanings"]))
    look = _look(request, tournament, sheet, refusal)
    allow_duplicates = _allows_duplicates(request)
    columns = look.preview.columns
    with_paid, with_seeds = (
        any(column.meaning == meaning for column in columns)
        or any(getattr(entry, name) for entry in look.preview.entries)
        for meaning, name in (("paid", "is_paid"), ("seed", "seed"))
    )
    fields = {
        name: label
        for name, label in COLUMNS.items()
        if name in PLAYERS or any(getattr(entry, name) for entry in look.preview.entries)
    }
    return _import_page(
        request,
        tournament,
        ImportForm(initial={"text": sheet.text}),
        read_sheet=read_sheet,
        columns=columns,
        guess=" ".join(column.guess for column in columns),
        meant=MEANT.items(),
        labels=fields.values(),
        rows=_rows(sheet.text, look, fields, what["ignored"], what["looked_at"]),
        any_cleaned=any(entry.cleaned or entry.dropped for entry in look.preview.entries),
        with_paid=with_paid,
        with_seeds=with_seeds,
        width=len(fields) + 2 + with_paid + with_seeds,
        problems=by_line(look.refused[:MOST_SHOWN], sheet.text),
        notes=by_line(look.doubtful[:MOST_SHOWN], sheet.text) if allow_duplicates else (),
        wrong_lines=len(look.waiting),
        numbers=_numbered(sheet.text, look.waiting),
        ready=len(look.ready),
        waits=waits,
        looked=True,
        can_confirm=bool(look.doubtful),
        allow_duplicates=allow_duplicates,
        status=refusal.status if refusal else 400 if look.refused and not waits else 200,
    )


def _rows(
    text: str,
    look: Look,
    fields: Mapping[str, object],
    ignored: Collection[int],
    looked_at: Collection[int],
) -> list[dict[str, Any]]:
    """The lines, those that are asked about first: as understood, with the texts that were cleaned,
    or as typed."""
    entries = [(entry.line, entry) for entry in look.preview.entries]
    entered = {line for line, _entry in entries}
    wrong = sorted(look.waiting - entered)[:MOST_SHOWN]
    others: list[tuple[int, EntryLine | None]] = [
        (line, None) for line in sorted({*wrong, *ignored} - entered)
    ]
    line_messages: dict[int, list[str]] = defaultdict(list)
    for problem in look.refused[:MOST_SHOWN]:
        line_messages[_line_of(problem)].append(problem.message)
    remarks = {_line_of(problem) for problem in look.refused if problem.code in NEEDS_A_LOOK}
    lines = [line.strip()[:LONGEST_SHOWN] for line in lines_of(text)]
    asked = [line for line, messages in line_messages.items() if line and messages]
    return [
        {
            "is_first": line == min(asked, default=0),
            "line": line,
            "typed": lines[line - 1],
            "left_out": line in ignored,
            "is_asked": bool(line_messages[line]) and len(lines[line - 1]) < LONGEST_SHOWN,
            "has_remark": line in remarks or line in looked_at,
            "looked_at": line in looked_at,
            "messages": line_messages[line],
            "below": entry is not None and (entry.cleaned or entry.dropped or line in looked_at),
            "dropped": entry.dropped if entry else "",
            "paid": entry.is_paid if entry else False,
            "seed": entry.seed if entry else 0,
            "texts": [
                (label, getattr(entry, name), name in entry.cleaned)
                for name, label in fields.items()
            ]
            if entry
            else (),
        }
        for line, entry in sorted(
            [*entries, *others], key=lambda row: (row[0] not in line_messages, row[0])
        )
    ]


def _numbered(text: str, waiting: Collection[int]) -> list[tuple[int, bool]]:
    """The number of each line, shown beside the box, and whether the line has a fault."""
    return [
        (number, number in waiting)
        for number, _line in enumerate(lines_of(text)[:MOST_LINES], start=1)
    ]


def _allows_duplicates(request: HttpRequest) -> bool:
    return "allow_duplicates" in request.POST


def _line_of(problem: Problem) -> int:
    match = re.match(r"lines\[(\d+)\]", problem.field)
    return int(match[1]) if match else 0


def by_line(problems: Iterable[Problem], text: str) -> list[dict[str, Any]]:
    """Each problem with the number and the text of its line, as it was typed, and its column."""
    lines = lines_of(text)
    rows = []
    for problem in problems:
        line = _line_of(problem)
        typed = lines[line - 1].strip()[:LONGEST_SHOWN] if line and line <= len(lines) else ""
        column = COLUMNS.get(problem.field.partition("].")[2])
        if problem.code in NEEDS_NO_COLUMN:
            column = None
        rows.append({"line": line, "typed": typed, "column": column, "message": problem.message})
    return rows


def _import_page(
    request: HttpRequest, tournament: TournamentView, form: ImportForm, **more: Any
) -> HttpResponse:
    return show(
        request,
        "import_pairs.html",
        tab="entries",
        crumb=_("Paste a list"),
        form=form,
        **more,
    )
