"""Entering a match that was written on paper."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.hands.services import corrections as on_paper
from tournament.championship.queries.tournaments import TournamentView
from tournament.errors import Refusal
from tournament.matches.queries.matches import MatchCard, match_card
from web.acting import put_refusal
from web.organizer.acting import Question, ask, show
from web.organizer.forms.on_paper import PaperMatch
from web.organizer.guard import actor_of, for_organizers
from web.seen import version_seen


@for_organizers("GET", "POST")
def enter_paper(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Takes one line for each hand, the stones of A and of B; the program counts the rest.

    The hands are read back first, and saved when the same text is sent a second time.
    """
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    question = _question(card, back=reverse("organizer:match", args=[tournament.slug, match_id]))
    if request.method == "POST" and not _is_read_back(request):
        return _read_back(request, tournament, card, question)
    return ask(
        request,
        tournament,
        question,
        template="on_paper.html",
        form=PaperMatch,
        do=lambda data: on_paper.enter(
            match_id=match_id,
            text=data["text"],
            actor=actor_of(request),
            # Two desks with one sheet: the second would enter its hands once more after them.
            expected_version=version_seen(request) or card.version,
        ),
        done=lambda match: (
            _("The hands are in: games %(a)s – %(b)s.") % {"a": match.games_a, "b": match.games_b}
        ),
        to=question.back,
    )


def _question(card: MatchCard, *, back: str) -> Question:
    names = {
        "a": card.pair_a.name if card.pair_a else "",
        "b": card.pair_b.name if card.pair_b else "",
    }
    return Question(
        title=_("From paper"),
        says=[
            _("A is %(a)s, B is %(b)s.") % names,
            _("Each hand on a line: the stones of A, then those of B, as in 7 1."),
            _("After an órdago put the pair that won it: 2 0 A."),
            _("Games end by themselves at their stones. All lines are entered, or none."),
        ],
        button=_("Check"),
        back=back,
        danger=False,
        more={"card": card, "version": card.version},
    )


def _is_read_back(request: HttpRequest) -> bool:
    """Whether this very text was shown as hands. Browsers may send other line ends back."""
    confirmed, text = (request.POST.get(name, "").splitlines() for name in ("confirmed", "text"))
    return confirmed == text


def _read_back(
    request: HttpRequest, tournament: TournamentView, card: MatchCard, question: Question
) -> HttpResponse:
    """Shows the hands of the text with the score after each, or what is wrong with them."""
    form, status = PaperMatch(request.POST), 400
    context = {"tournament": tournament, "question": question, "form": form, "tab": question.tab}
    if form.is_valid():
        try:
            state, hands = on_paper.preview(
                match_id=card.id,
                text=form.cleaned_data["text"],
                actor=actor_of(request),
                expected_version=version_seen(request) or card.version,
            )
        except Refusal as refusal:
            put_refusal(form, refusal)
            status = refusal.status
        else:
            status = 200
            context |= {"state": state, "hands": state.history[-hands:]}
            context["confirmed"] = form.cleaned_data["text"]
    return show(request, "on_paper.html", {**context, **question.more}, status=status)
