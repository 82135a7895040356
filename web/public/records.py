"""The log, for anybody to read, check and download."""

from datetime import tzinfo

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from delivery.marks import published
from tournament.championship.queries.tournaments import TournamentView
from tournament.entries.queries import pairs_list
from tournament.log.queries.changes import differences_of, event_of
from tournament.log.queries.log import event_page, export_log, verify_log
from tournament.log.rules.about import Wanted
from tournament.matches.queries.matches import bracket, consolation
from web.files import download
from web.public.page import of_tournament, show
from web.public.proof import for_a_moment
from web.seen import whole
from web.templatetags.formatwords import entrant_name
from web.templatetags.matchwords import kinds_of, match_title


class Looking(forms.Form):
    words = forms.CharField(label=gettext_lazy("Words"), required=False, max_length=80)
    kind = forms.ChoiceField(label=gettext_lazy("What"), required=False)
    pair = forms.TypedChoiceField(
        label=gettext_lazy("Pair"), required=False, coerce=int, empty_value=None
    )
    match = forms.TypedChoiceField(
        label=gettext_lazy("Match"), required=False, coerce=int, empty_value=None
    )
    who = forms.CharField(label=gettext_lazy("Who"), required=False, max_length=80)
    day = forms.DateField(
        label=gettext_lazy("Day"), required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
    )  # fmt: skip

    def __init__(self, tournament: TournamentView, data: QueryDict) -> None:
        super().__init__(data)
        anything = ("", _("anything"))
        kind_words = ((kind, str(words)) for kind, words in kinds_of(tournament).items())
        kinds = sorted(kind_words, key=lambda item: item[1])
        self.fields["kind"].choices = [anything, *kinds]
        entered = pairs_list(tournament_id=tournament.id)
        pairs = [(pair.number, f"{pair.number}. {pair.name}") for pair in entered]
        self.fields["pair"].choices = [anything, *pairs]
        self.fields["pair"].label = entrant_name(tournament)
        if tournament.is_individual:
            del self.fields["match"]
            return
        view = bracket(tournament_id=tournament.id)
        cards = [card for round_ in view.rounds for card in round_.matches]
        cards += list(consolation(tournament_id=tournament.id))
        self.fields["match"].choices = [anything, *((card.id, match_title(card)) for card in cards)]

    def wanted(self, zone: tzinfo) -> Wanted:
        """The search. Invalid fields are ignored."""
        self.is_valid()
        values = {name: self.cleaned_data.get(name) for name in self.fields}
        texts = {name: values.pop(name) or "" for name in ("words", "kind", "who")}
        return Wanted(**texts, **values, zone=zone)


@of_tournament
def log(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The event log, newest first, whole or the result of a search, and whether its chain holds."""
    before = whole(request.GET.get("before", ""), 9)
    form = Looking(tournament, request.GET)
    wanted = form.wanted(timezone.get_current_timezone())
    page = event_page(tournament_id=tournament.id, before=before, wanted=wanted)
    numbers = [event.number for event in page.events]
    query = request.GET.copy()
    query.pop("before", None)
    return show(
        request,
        tournament,
        "log.html",
        "log",
        page=page,
        changed=differences_of(tournament_id=tournament.id, numbers=numbers),
        form=form,
        looking=bool(wanted),
        query=query.urlencode(),
        check=for_a_moment(
            f"log-check:{tournament.id}:{tournament.event_hash}",
            lambda: verify_log(tournament_id=tournament.id),
        ),
        is_newest=before is None and not wanted,
    )


@published()
@of_tournament
def event(request: HttpRequest, tournament: TournamentView, number: int) -> HttpResponse:
    """One event: the values before and after it, who, why, when, and its hash."""
    log_event = event_of(tournament_id=tournament.id, number=number)
    return show(request, tournament, "event.html", "log", found=log_event)


@of_tournament
def export(request: HttpRequest, tournament: TournamentView) -> HttpResponseBase:
    """The whole log, one event per line, as it was sealed."""
    return download(export_log(tournament_id=tournament.id), name=f"{tournament.slug}-log.jsonl")
