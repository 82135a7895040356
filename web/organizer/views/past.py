"""A past event, or the paper of a day: read and shown match by match, then entered at once."""

from functools import partial
from hashlib import sha256
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from scoring.desk.declared.tournaments import ENTER_AFTERWARDS
from tournament.championship.queries.tournaments import TournamentView
from tournament.championship.services import afterwards
from tournament.championship.services.afterwards import LONGEST_TEXT
from tournament.entries.files import results_in
from tournament.entries.rules.cutting import lines_of
from tournament.errors import NotAllowed, NotFound, Refusal
from web.acting import submit
from web.organizer.acting import page_of, show
from web.organizer.forms.pasted import file_field, text_field
from web.organizer.forms.reasons import Reason
from web.organizer.guard import actor_of, for_organizers


class PastForm(Reason):
    """The results, typed or in a file, whose text is put into the box; the reason."""

    results_text = text_field(label=_("Results"), rows=12)
    file = file_field(
        help_text=_("A spreadsheet (.xlsx, .ods, .xls), or CSV or text."),
        accept=".xlsx,.ods,.xls,.csv,.txt,.tsv,text/csv,text/plain",
    )
    field_order = ["results_text", "file", "reason"]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("file"):
            try:
                data["results_text"] = results_in(data["file"].read(), most=LONGEST_TEXT)
            except Refusal as refusal:
                self.add_error("file", ValidationError([one.message for one in refusal.problems]))
        return data


@for_organizers("GET", "POST")
def enter_afterwards(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The results of a past event or of a day's paper. "look" shows what was read; "enter" enters
    what was looked at, and shows it first where it was changed since."""
    form = PastForm(request.POST or None, request.FILES or None)
    step = request.POST.get("step", "look")
    page = partial(_page, request, tournament)
    if request.method != "POST":
        return page(form)
    form.fields["reason"].required = step == "enter"
    text = form.cleaned_data.get("results_text", "") if form.is_valid() else ""
    was_changed = request.POST.get("looked_at", _digest(text)) != _digest(text)
    if step != "enter" or (form.is_valid() and was_changed):
        return _look(request, tournament, form)
    do = partial(afterwards.enter_afterwards, tournament_id=tournament.id, actor=actor_of(request))
    return submit(
        request,
        form,
        do=lambda **data: do(results_text=data["results_text"], reason=data["reason"]),
        done=ENTER_AFTERWARDS.done,
        to=page_of(tournament, ENTER_AFTERWARDS.to),
        again=lambda status: page(form, status=status),
    )


def _look(request: HttpRequest, tournament: TournamentView, form: PastForm) -> HttpResponse:
    """The page with what would be entered, or with what is wrong."""
    if not form.is_valid():
        return _page(request, tournament, form, status=400)
    text = form.cleaned_data["results_text"]
    shown = PastForm(initial={"results_text": text, "reason": form.cleaned_data["reason"]})
    page = partial(_page, request, tournament, shown)
    try:
        would = afterwards.preview_afterwards(
            tournament_id=tournament.id, actor=actor_of(request), results_text=text
        )
    except (NotFound, NotAllowed):
        raise
    except Refusal as refusal:
        return page(status=refusal.status, problems=[one.message for one in refusal.problems])
    return page(would=would, looked_at=_digest(text))


def _digest(text: str) -> str:
    """A text in a few letters, whichever way a browser ends its lines."""
    return sha256("\n".join(lines_of(text)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _page(
    request: HttpRequest, tournament: TournamentView, form: PastForm, **more: Any
) -> HttpResponse:
    return show(
        request,
        "past.html",
        tab=ENTER_AFTERWARDS.tab,
        crumb=ENTER_AFTERWARDS.title,
        form=form,
        **more,
    )
