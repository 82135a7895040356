"""Importing a match from a file: first a preview, then everything is recorded or nothing."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.desk.declared.matches import sides_of
from scoring.desk.declared.own_pages import IMPORT_MATCH
from scoring.matchfiles.queries.files import SIDES
from scoring.matchfiles.queries.importing import import_page
from scoring.matchfiles.queries.notation import blank_mus
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import Refusal, StrOrPromise, lazy_text
from tournament.matches.queries.matches import MatchCard, match_card
from tournament.matches.services.results import try_out
from web.acting import recorded
from web.once import once
from web.organizer.acting import page_of, show
from web.organizer.forms.pasted import PastedForm, file_field, text_field
from web.organizer.guard import actor_of, for_organizers
from web.organizer.views.imports import by_line
from web.seen import version_seen

RECORD = "record"


class MatchFileForm(PastedForm):
    nothing = gettext_lazy("Paste the match here, or choose a file.")
    text = text_field(label=gettext_lazy("The match as text (.mus)"), rows=18)
    file = file_field(
        help_text=gettext_lazy("As this program exports it, or typed from a sheet."),
        accept=".mus,.txt,text/plain",
    )
    sides = forms.ChoiceField(
        label=gettext_lazy("Whose hands are they?"), required=False, widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason of the rulings in it"),
        required=False,
        max_length=500,
        help_text=gettext_lazy("Only for those that have none beside them, after “;”."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: Any, pairs: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = dict(pairs)
        choices: list[tuple[str, StrOrPromise]] = [("", gettext_lazy("As the names in it say"))]
        for sides in SIDES:
            first = names.get(sides[0], sides[0])
            choices.append((sides, lazy_text(gettext_lazy("Its A is %(pair)s"), pair=first)))
        self.fields["sides"].choices = choices

    def sent(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "text": data["text"], "sides": data["sides"] or None, "reason": data["reason"],
        }  # fmt: skip


@for_organizers("GET", "POST")
def import_match(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Reads a `.mus` file, shows it, and records it when confirmed."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    if request.method != "POST":
        blank = blank_mus(match_id=match_id) if card.status == "ready" else ""
        return _page(request, tournament, card, _form(card, initial={"text": blank}))
    form = _form(card, request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, tournament, card, form, status=400)
    sent = form.sent()
    if request.POST.get("step") != RECORD:
        return _look(request, tournament, card, sent)
    return once(
        request,
        lambda: _record(request, tournament, card, sent),
        otherwise=page_of(tournament, "match", match_id),
    )


def _look(
    request: HttpRequest, tournament: TournamentView, card: MatchCard, sent: dict[str, Any]
) -> HttpResponse:
    try:
        try_out(partial(IMPORT_MATCH.do, match_id=card.id, actor=actor_of(request), **sent))
        page = import_page(match_id=card.id, **sent)
    except Refusal as refusal:
        return _refused(request, tournament, card, sent, refusal)
    notes = by_line(page.plan.notes, sent["text"])
    return _page(
        request, tournament, card, _form(card, initial=sent), page=page, notes=notes, sent=sent
    )


def _record(
    request: HttpRequest, tournament: TournamentView, card: MatchCard, sent: dict[str, Any]
) -> tuple[HttpResponse, bool]:
    try:
        with recorded(request):
            IMPORT_MATCH.do(
                match_id=card.id,
                actor=actor_of(request),
                expected_version=version_seen(request) or card.version,
                **sent,
            )
    except Refusal as refusal:
        return _refused(request, tournament, card, sent, refusal), False
    messages.success(request, str(IMPORT_MATCH.done))
    where = page_of(tournament, "match", card.id)
    return HttpResponseRedirect(where), True


def _refused(
    request: HttpRequest,
    tournament: TournamentView,
    card: MatchCard,
    sent: dict[str, Any],
    refusal: Refusal,
) -> HttpResponse:
    problems = by_line(refusal.problems, sent["text"])
    form = _form(card, initial=sent)
    return _page(request, tournament, card, form, problems=problems, status=refusal.status)


def _form(card: MatchCard, *args: Any, **kwargs: Any) -> MatchFileForm:
    return MatchFileForm(*args, pairs=sides_of(card), **kwargs)


def _page(
    request: HttpRequest,
    tournament: TournamentView,
    card: MatchCard,
    form: MatchFileForm,
    *,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    return show(
        request,
        "import_match.html",
        status=status,
        tab="desk" if card.kind == "championship" else "consolation",
        crumbs=[(page_of(tournament, "match", card.id), card.label)],
        crumb=_("Import"),
        card=card,
        form=form,
        **more,
    )
