"""The time for appeals; appeals entered, decided and taken back."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.desk.declared.matches import sides_of
from scoring.desk.declared.own_pages import APPEAL, UPHOLD
from scoring.desk.declared.own_pages import REJECT as REJECTED
from scoring.desk.queries.now import InboxItem
from scoring.explain.queries.pages import match_page
from scoring.rulings.queries.review import open_to_appeal, window_minutes
from scoring.rulings.services.previews import result_preview
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.queries.matches import match_card
from web.organizer.acting import ask, page_of, show
from web.organizer.considering import consider
from web.organizer.forms.reasons import Reason
from web.organizer.forms.rulings import (
    REJECT,
    REPLACE,
    RESULT,
    AppealDecision,
    AppealForm,
)
from web.organizer.guard import actor_of, for_organizers
from web.organizer.views.taking_back import item_would_change
from web.seen import agreed, version_seen
from web.templatetags.formatwords import act_words


@for_organizers("GET")
def who_appeals(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The matches in which a pair can appeal now, the latest ended first."""
    return show(
        request,
        "who_appeals.html",
        tab="rulings",
        matches=open_to_appeal(tournament_id=tournament.id, now=timezone.now()),
        minutes=window_minutes(tournament_id=tournament.id),
        form=Reason(),
    )


@for_organizers("GET", "POST")
def appeal(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Enters an appeal: who, against what, why. Everybody then sees the match as under review."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    back = page_of(tournament, "match", match_id)
    games = match_page(match_id=match_id).games
    places = [(game.number, hand.number) for game in games for hand in game.hands]

    def enter(*, about: str, **data: Any) -> None:
        game, _dash, number = about.partition("-")
        place = {"game": int(game), "number": int(number)} if number else {}
        APPEAL.do(match_id=match_id, **place, **data)

    return ask(
        request,
        title=act_words("appeal", tournament),
        button=APPEAL.button_for(tournament.entrants),
        says=[
            _("Until you decide, everybody sees the match as under review."),
            _("The matches after it go on as they are."),
        ],
        danger=False,
        form=partial(AppealForm, pairs=sides_of(card), places=places),
        initial={name: request.GET.get(name, "") for name in ("about", "side")},
        do=enter,
        done=APPEAL.done,
        to=back,
    )


def decide_appeal(
    request: HttpRequest, tournament: TournamentView, item: InboxItem
) -> HttpResponse:
    """An open appeal: shows it, shows the consequences of a decision, and decides it."""
    card = item.match
    form = AppealDecision(
        request.POST or None,
        pairs=sides_of(card),
        of_a_hand=item.number is not None,
        is_over=card.status == "finished",
        initial={"games_a": card.games_a, "games_b": card.games_b},
    )
    return consider(
        request,
        "appeal.html",
        form,
        look=lambda **data: _would_change(request, item, form, data),
        do=lambda **data: _decide(request, item, form, data)(**_agreed(request, item, data)),
        done=UPHOLD.done,
        to=page_of(tournament, "desk"),
        tab="rulings",
        item=item,
        card=card,
        crumb=act_words("appeal", tournament),
    )


def _would_change(
    request: HttpRequest, item: InboxItem, form: AppealDecision, data: dict[str, Any]
) -> object:
    """The consequences of a decision; None when nothing in the match changes."""
    act = _decide(request, item, form, data)
    if data["decision"] == RESULT:
        return result_preview(act, match_id=item.match.id)
    return item_would_change(item, act)


def _decide(
    request: HttpRequest, item: InboxItem, form: AppealDecision, data: dict[str, Any]
) -> Callable[..., object]:
    """The service that makes the decision of the form."""
    arguments: dict[str, Any] = {
        "ruling_id": item.ruling.id,
        "actor": actor_of(request),
        "reason": data["reason"],
    }
    decision = data["decision"]
    if decision == REJECT:
        return partial(REJECTED.do, **arguments)
    if decision == REPLACE:
        arguments |= {"stones": form.stones(), "game_winner": data["game_winner"] or None}
    elif decision == RESULT:
        arguments |= {"games": form.games()}
    return partial(UPHOLD.do, **arguments)


def _agreed(request: HttpRequest, item: InboxItem, data: dict[str, Any]) -> dict[str, Any]:
    """What the decision takes besides: the version seen, and the later matches that fall."""
    if data["decision"] == REJECT:
        return {"expected_version": version_seen(request) or item.version}
    return agreed(request, item.version)
