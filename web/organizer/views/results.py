"""How a match ends without its hands, and how that is taken back: always asked, always a reason."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.queries.recorded import recorded
from scoring.services import endings, starts
from tournament.queries import MatchCard, TournamentView, match_card
from web.organizer.acting import Question, ask
from web.organizer.forms.matches import Result, WonBy
from web.organizer.forms.reasons import Reason
from web.organizer.guard import actor_of, for_organizers
from web.organizer.match_page import sides_of
from web.organizer.recorded import recorded_words, settled_words


@for_organizers("GET", "POST")
def undo_start(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    return _ask(
        request,
        tournament,
        match_id,
        title=_("Take back the start"),
        says=[_("It is ready to play again. For when the wrong one began.")],
        do=lambda data: starts.undo_start(
            match_id=match_id, actor=actor_of(request), reason=data["reason"]
        ),
        done=_("The start is taken back."),
    )


@for_organizers("GET", "POST")
def walkover(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """T7: an official's word, never the clock's."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    return _ask(
        request,
        tournament,
        match_id,
        title=_("Walkover"),
        says=[
            _("For a pair that is late or absent. The courtesy here is %(minutes)s minutes (T7).")
            % {"minutes": tournament.courtesy_minutes},
            _("The clock decides nothing: you do, and your reason is on the record."),
            _("The other pair wins the match and goes on."),
            *settled_words(recorded(match_id=match_id)),
        ],
        form=_won_by(card, _("Wins because the other pair is missing")),
        do=lambda data: endings.walkover(
            match_id=match_id,
            winner=data["winner"],
            reason=data["reason"],
            actor=actor_of(request),
        ),
        done=_("The walkover is recorded."),
    )


@for_organizers("GET", "POST")
def decide(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """The organisation ends a match by its word (D7)."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    return _ask(
        request,
        tournament,
        match_id,
        title=_("Decide the match"),
        says=[
            _("The organization's word is law: the match ends for the pair you name (T6, D7)."),
            _("Hands and games stay as they were entered."),
            *settled_words(recorded(match_id=match_id)),
        ],
        form=_won_by(card, _("Wins")),
        do=lambda data: endings.decide(
            match_id=match_id,
            winner=data["winner"],
            reason=data["reason"],
            actor=actor_of(request),
        ),
        done=_("The match is decided."),
    )


@for_organizers("GET", "POST")
def result(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """The games won, for a match whose hands are not written down; over hands that are, only when
    this is said to be meant."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    so_far = recorded(match_id=match_id)

    def form(*args: Any, **kwargs: Any) -> Result:
        return Result(*args, names=dict(sides_of(card)), recorded=bool(so_far), **kwargs)

    return _ask(
        request,
        tournament,
        match_id,
        title=_("Enter the result"),
        says=[
            _(
                "For a match played without writing down its hands. "
                "Best of %(n)s: who wins has %(needed)s games."
            )
            % {"n": card.best_of, "needed": card.wins_needed},
            *recorded_words(tournament, card, so_far),
        ],
        form=form,
        do=lambda data: endings.record_result(
            match_id=match_id,
            games=(data["games_a"], data["games_b"]),
            reason=data["reason"],
            over_recorded=data.get("over_recorded", False),
            expected_version=_version_shown(request) if so_far else None,
            actor=actor_of(request),
        ),
        done=_("The result is in."),
        danger=bool(so_far),
        button=_("Enter the result"),
    )


@for_organizers("GET", "POST")
def reopen(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    return _ask(
        request,
        tournament,
        match_id,
        title=_("Reopen the match"),
        says=[
            _("The result is taken back and the winner leaves the next match."),
            _("It goes on where it stood. Not possible once the next match has begun."),
        ],
        do=lambda data: endings.reopen(
            match_id=match_id, actor=actor_of(request), reason=data["reason"]
        ),
        done=_("The match is open again."),
    )


def _ask(
    request: HttpRequest,
    tournament: TournamentView,
    match_id: int,
    *,
    title: str,
    says: list[str],
    do: Any,
    done: str,
    form: Any = Reason,
    danger: bool = True,
    button: str = "",
) -> HttpResponse:
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    here = reverse("organizer:match", args=[tournament.slug, match_id])
    question = Question(
        title=title,
        says=says,
        button=button or title,
        back=here,
        danger=danger,
        more={"card": card},
    )
    return ask(
        request,
        tournament,
        question,
        template="match_confirm.html",
        form=form,
        do=do,
        done=done,
        to=here,
    )


def _version_shown(request: HttpRequest) -> int | None:
    """The match's version on the page that was filled in: a hand may have come in since."""
    shown = request.POST.get("version", "")
    return int(shown) if shown.isascii() and shown.isdecimal() and len(shown) < 8 else None


def _won_by(card: MatchCard, label: str) -> Any:
    def form(*args: Any, **kwargs: Any) -> WonBy:
        made = WonBy(*args, pairs=sides_of(card), **kwargs)
        made.fields["winner"].label = label
        return made

    return form
