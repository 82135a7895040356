"""Importing a list of pairs, pasted or from a file: looked at first, with a meaning for each
column, a tick for each line to leave out and for each remark that was looked at, and fields for
each line that somebody corrects where it stands; then all lines are entered, or only the good ones
while the others wait in the box. What is in the box waits there on every device of the organizer
until it is entered."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.desk.declared.own_pages import IMPORT_PAIRS
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
from tournament.entries.rules.entry import CONFIRMABLE
from tournament.entries.rules.lists import MOST_LINES
from tournament.entries.rules.remarks import NEEDS_A_LOOK
from tournament.entries.services import box
from tournament.errors import Problem, Refusal
from tournament.signup.services.desk import preview_list
from web.acting import recorded, say_done
from web.once import accepted, once
from web.organizer.acting import page_of, show
from web.organizer.forms.entries import ImportForm
from web.organizer.guard import actor_of, for_organizers

MOST_SHOWN = 100
"""Faults shown at once; the page says how many lines have one."""
LONGEST_SHOWN = 200
MOST_CORRECTED = 200
"""Lines whose fields are open at once."""
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
    a space, and its text, so that a line keeps its tick when others above it go. `corrected`: such
    a line, and the texts of its pair as a person wrote them. `name`: of the sheet that was read of
    a spreadsheet; `others`: its other sheets, each as its name and text.
    """

    text: str
    meanings: tuple[str, ...] = ()
    guess: str = ""
    left_out: tuple[str, ...] = ()
    looked_at: tuple[str, ...] = ()
    corrected: tuple[tuple[str, Mapping[str, str]], ...] = ()
    name: str = ""
    others: tuple[tuple[str, str], ...] = ()

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The number of each line: by its number and text, and by its text alone."""
        lines = [line.strip()[:LONGEST_SHOWN] for line in lines_of(self.text)]
        numbered = list(enumerate(lines, start=1))
        by_text = {f" {line}": number for number, line in reversed(numbered)}
        return by_text | {f"{number} {line}": number for number, line in numbered}

    def number_of(self, each: str) -> int | None:
        """The number that a line has now, given with the number that it had; None if it is gone."""
        _number, space, typed = each.partition(" ")
        return self._numbers.get(each) or self._numbers.get(f"{space}{typed}")

    def _ticked(self, ticked: tuple[str, ...]) -> frozenset[int]:
        """The numbers of the lines that are ticked."""
        return frozenset(number for each in ticked if (number := self.number_of(each)))

    @cached_property
    def what(self) -> dict[str, Any]:
        """The sheet as the services take it."""
        how = {
            "ignored": self._ticked(self.left_out),
            "looked_at": self._ticked(self.looked_at),
            "corrected": {
                number: texts for each, texts in self.corrected if (number := self.number_of(each))
            },
        }
        return {"text": self.text, "meanings": self._meanings_still_meant(how), **how}

    def _meanings_still_meant(self, how: Mapping[str, Any]) -> tuple[str, ...]:
        """The chosen meanings, if the columns are those for which they were chosen."""
        if not self.meanings:
            return ()
        columns = read_list(self.text, **how).columns
        is_same = self.guess == " ".join(column.guess for column in columns)
        return self.meanings if is_same else ()

    def with_fields(self, each: str) -> "Sheet":
        """The sheet with a line open to be corrected, its fields as the line was understood."""
        number = self.number_of(each)
        what = dict(self.what)
        read = read_list(what.pop("text"), **what)
        understood = {**read.rough, **{entry.line: entry.texts for entry in read.entries}}
        if len(self.corrected) >= MOST_CORRECTED:
            return self
        if number not in understood or number in what["corrected"] or number in read.shared:
            return self
        texts = {name: understood[number].get(name, "") for name in COLUMNS}
        return replace(self, corrected=(*self.corrected, (each, texts)))

    def turned_to(self, name: str) -> "Sheet":
        """Another sheet of the spreadsheet, this one being kept among the others."""
        text = dict(self.others).get(name)
        if text is None:
            return self
        others = ((self.name, self.text), *(one for one in self.others if one[0] != name))
        return Sheet(text, name=name, others=others)


# The name of a field says its line, so that a draft in the browser never fills another line's.
LINE = re.compile(r"line-([0-9]{1,5})")
CORRECTED = re.compile(r"corrected-([0-9]{1,5})")


def _answered(request: HttpRequest, text: str) -> str:
    """The text with the lines that were edited where they stand. `was-7`: line 7 as it was shown;
    one that is another by now stays."""
    lines = lines_of(text)
    for name, now in request.POST.items():
        match = LINE.fullmatch(name)
        at = int(match[1]) - 1 if match else -1
        was = request.POST.get(f"was-{at + 1}")
        if 0 <= at < len(lines) and lines[at].strip() == was:
            lines[at] = " ".join(lines_of(str(now)))[:LONGEST_SHOWN]
    return "\n".join(lines)


def _corrected(request: HttpRequest) -> Iterable[tuple[str, Mapping[str, str]]]:
    """The lines whose fields were open, but for the one that is to be as the list has it."""
    for name, each in request.POST.items():
        if CORRECTED.fullmatch(name) and each != request.POST.get("as_in_list"):
            yield (
                str(each),
                {field: request.POST.get(f"{name}-{field}", "")[:LONGEST_SHOWN]
                 for field in COLUMNS},
            )  # fmt: skip


def _sent(request: HttpRequest, text: str) -> Sheet:
    meanings = tuple(one for one in request.POST.getlist("column") if one in MEANINGS)
    left_out, looked_at = (
        tuple(request.POST.getlist(name)[:MOST_LINES]) for name in ("left_out", "looked_at")
    )
    corrected = tuple(_corrected(request))[:MOST_CORRECTED]
    return Sheet(text, meanings, request.POST.get("guess", ""), left_out, looked_at, corrected)


def _with_others(
    request: HttpRequest, tournament: TournamentView, sheet: Sheet, form: ImportForm
) -> Sheet:
    """The sheet with the others of its spreadsheet: of the file that was sent, or of the one that
    the box has; turned to the one that was asked for."""
    if request.FILES:
        read = form.read_sheet
        return replace(sheet, name=read.name, others=read.others) if read else sheet
    waiting = _waiting(request, tournament)
    if waiting is None:
        return sheet
    sheet = replace(sheet, name=waiting.name, others=waiting.others)
    return sheet.turned_to(request.POST["sheet"]) if "sheet" in request.POST else sheet


def _waiting(request: HttpRequest, tournament: TournamentView) -> Sheet | None:
    kept = list_in_box(tournament_id=tournament.id, user_id=_user(request))
    if not kept:
        return None
    sheet = Sheet(**{name: tuple(v) if isinstance(v, list) else v for name, v in kept.items()})
    return replace(sheet, others=tuple((name, text) for name, text in sheet.others))


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
    sheet = _with_others(request, tournament, sheet, form)
    step = request.POST.get("step", "")
    if step not in ("enter", "good"):
        open_line = request.POST.get("correct", "")
        answer = _preview(
            request,
            tournament,
            sheet.with_fields(open_line) if open_line else sheet,
            open_line=open_line,
        )
        return accepted(request, answer)  # the box keeps it from here on
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
            taken = IMPORT_PAIRS.do(
                tournament_id=tournament.id,
                actor=actor_of(request),
                allow_duplicates=_allows_duplicates(request),
                only_good=only_good,
                **sheet.what,
            )
    except Refusal as refusal:
        return _preview(request, tournament, sheet, refusal), False
    say_done(request, IMPORT_PAIRS.message(taken.pairs, tournament=tournament))
    columns = read_list(taken.waiting).columns
    rest = Sheet(
        taken.waiting,
        sheet.what["meanings"][: len(columns)],
        " ".join(column.guess for column in columns),
        corrected=sheet.corrected,
        name=sheet.name,
        others=sheet.others,
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
    open_line: str = "",
) -> HttpResponse:
    """The preview: every line as it was understood or why not, or why the list was refused.

    `waits`: the box has kept the list since an earlier visit, or since the good lines were entered.
    `open_line`: the line whose fields were just opened, as `Sheet.number_of` takes it.
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
        sheet=sheet,
        columns=columns,
        guess=" ".join(column.guess for column in columns),
        meant=MEANT.items(),
        labels=fields.values(),
        rows=_rows(sheet, look, fields, sheet.number_of(open_line), alone=tournament.is_individual),
        any_cleaned=any(entry.cleaned or entry.dropped for entry in look.preview.entries),
        with_paid=with_paid,
        with_seeds=with_seeds,
        width=len(fields) + 3 + with_paid + with_seeds,
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
    sheet: Sheet, look: Look, labels: Mapping[str, object], is_open: int | None, *, alone: bool
) -> list[dict[str, Any]]:
    """The lines, those that are asked about first: as understood, with the texts that were cleaned,
    as typed, or as fields. `is_open`: the line whose fields were just opened. `alone`: whether
    players enter one by one."""
    what = sheet.what
    ignored, looked_at, corrected = what["ignored"], what["looked_at"], what["corrected"]
    entries = [(entry.line, entry) for entry in look.preview.entries]
    entered = Counter(line for line, _entry in entries)
    wrong = sorted(look.waiting - entered.keys())[:MOST_SHOWN]
    others: list[tuple[int, EntryLine | None]] = [
        (line, None) for line in sorted({*wrong, *ignored, *corrected} - entered.keys())
    ]
    messages: dict[int, list[str]] = defaultdict(list)
    for problem in look.refused[:MOST_SHOWN]:
        messages[_line_of(problem)].append(problem.message)
    remarks = {_line_of(problem) for problem in look.refused if problem.code in NEEDS_A_LOOK}
    lines = [line.strip()[:LONGEST_SHOWN] for line in lines_of(sheet.text)]
    asked = min((line for line in messages if line and line not in corrected), default=0)
    in_order = sorted([*entries, *others], key=lambda row: (row[0] not in messages, row[0]))
    return [
        {
            "is_first": line == (is_open or asked),
            "line": line,
            "typed": lines[line - 1],
            "left_out": line in ignored,
            "is_asked": line in messages and len(lines[line - 1]) < LONGEST_SHOWN,
            "has_remark": (line in remarks or line in looked_at) and line not in corrected,
            "looked_at": line in looked_at,
            "messages": messages.get(line, ()),
            "below": entry is not None
            and bool(entry.cleaned or entry.dropped or line in looked_at or line in messages),
            "dropped": entry.dropped if entry else "",
            "paid": entry.is_paid if entry else False,
            "seed": entry.seed if entry else 0,
            "may_correct": line not in ignored and entered[line] < 2,
            "fields": [
                (name, label, corrected[line].get(name, ""))
                for name, label in COLUMNS.items()
                if not (alone and name == "player_2")
            ]
            if line in corrected and line not in ignored and entered[line] < 2
            else (),
            "texts": [
                (label, getattr(entry, name), name in entry.cleaned)
                for name, label in labels.items()
            ]
            if entry
            else (),
        }
        for line, entry in in_order
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
