"""Entering a match that was written on paper."""

from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.desk.declared.own_pages import ENTER_PAPER
from scoring.hands.services import on_paper
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import match_card
from web.acting import attempt, submit
from web.organizer.acting import page_of, show
from web.organizer.guard import actor_of, for_organizers
from web.seen import version_seen


class PaperMatch(forms.Form):
    """A text with one line for each hand."""

    text = forms.CharField(
        label=gettext_lazy("Hands"),
        max_length=8000,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 16, "spellcheck": "false", "wrap": "off", "autocomplete": "off",
                "inputmode": "text", "placeholder": "7 1\n0 5\n2 0 A",
            }
        ),
    )  # fmt: skip


@for_organizers("GET", "POST")
def enter_paper(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Takes one line for each hand, the stones of A and of B; the program counts the rest.

    The hands are read back first, and saved when the same text is sent a second time.
    """
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    here = page_of(tournament, "match", match_id)
    form = PaperMatch(request.POST if request.method == "POST" else None)
    # Two desks with one sheet: the second would enter its hands once more after them.
    version = version_seen(request) or card.version
    act = {"match_id": match_id, "actor": actor_of(request), "expected_version": version}
    names = {
        "a": card.pair_a.name if card.pair_a else "",
        "b": card.pair_b.name if card.pair_b else "",
    }
    question = {
        "title": _("From paper"),
        "says": [
            _("A is %(a)s, B is %(b)s.") % names,
            _("Each hand on a line: the stones of A, then those of B, as in 7 1."),
            _("After an órdago put the pair that won it: 2 0 A."),
            _("Games end by themselves at their stones. All lines are entered, or none."),
        ],
        "button": _("Check"),
        "back": here,
    }

    def page(status: int, **hands: Any) -> HttpResponse:
        return show(
            request,
            "on_paper.html",
            status=status,
            tab="desk",
            question=question,
            form=form,
            card=card,
            version=card.version,
            **hands,
        )

    if request.method == "POST" and not _is_read_back(request):
        preview, status = attempt(request, form, do=partial(on_paper.preview, **act))
        if preview is None:
            return page(status)
        state, hands = preview
        text = form.cleaned_data["text"]
        return page(status, state=state, hands=state.history[-hands:], confirmed=text)
    return submit(
        request,
        form,
        do=partial(ENTER_PAPER.do, **act),
        done=lambda match: str(ENTER_PAPER.done) % {"a": match.games_a, "b": match.games_b},
        to=here,
        again=page,
    )


def _is_read_back(request: HttpRequest) -> bool:
    """Whether this very text was shown as hands. Browsers may send other line ends back."""
    confirmed, text = (request.POST.get(name, "").splitlines() for name in ("confirmed", "text"))
    return confirmed == text
