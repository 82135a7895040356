"""Ending a match without its hands, replacing its result and taking it back: always with a
confirmation and a reason."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.desk.declared.matches import settled_words, sides_of
from scoring.desk.declared.own_pages import RECORD_RESULT, REPLACE_RESULT
from scoring.rulings.queries.deciding import Recorded, recorded
from scoring.rulings.services.previews import result_preview
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.models import Match
from tournament.matches.queries.matches import MatchCard, match_card
from tournament.tables.queries import tables_overview
from web.forms import Number
from web.organizer.acting import ask, page_of
from web.organizer.considering import consider
from web.organizer.forms.reasons import Reason
from web.organizer.guard import actor_of, for_organizers
from web.seen import agreed, seen


class Games(Reason):
    games_a = Number(min_value=0, max_value=9)
    games_b = Number(min_value=0, max_value=9)
    field_order = ["games_a", "games_b", "reason"]

    def __init__(self, *args: Any, names: dict[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, side in (("games_a", "A"), ("games_b", "B")):
            pair = (names or {}).get(side, side)
            self.fields[name].label = _("Games of %(pair)s") % {"pair": pair}
        self.fields["games_a"].widget.attrs["data-focus"] = True
        self.fields["reason"].widget.attrs["rows"] = 2


class ResultForm(Games):
    """As `Games`, for a result without written hands."""

    over_recorded = forms.BooleanField(
        label=gettext_lazy("The result overrides what is recorded"),
        error_messages={
            "required": gettext_lazy("Confirm that you mean it: the match ends with this result.")
        },
    )
    field_order = ["games_a", "games_b", "reason", "over_recorded"]

    def __init__(
        self, data: Any = None, *, recorded: bool = False, confirms: bool = False, **kwargs: Any
    ) -> None:
        """`data`: what was sent; one button may send both numbers, `games` ("2-1"). `recorded`:
        hands or games of the match are recorded. The form then asks for confirmation that the
        result replaces them, and for a reason. `confirms`: but not for the result that its hands
        give, which somebody must only confirm; the service asks for it where another one is
        entered."""
        games = (data or {}).get("games", "").partition("-")
        if games[1]:
            data = {**data.dict(), "games_a": games[0], "games_b": games[2]}
        super().__init__(data, **kwargs)
        self.fields["reason"].required = recorded and not confirms
        self.fields["over_recorded"].required = not confirms
        if not recorded:
            del self.fields["over_recorded"]


@for_organizers("GET", "POST")
def result(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Records the games won, for a match without written hands. When hands are recorded, it asks
    for confirmation. `?from=desk`: entered on a table's tile, to which it leads back. `?games_a=…`
    and `games_b`: filled in, as one pair said it."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    so_far = recorded(match_id=match_id)
    names = dict(sides_of(card))
    confirms = card.is_unconfirmed and not so_far.questions
    on_tile = request.GET.get("from") == "desk"

    def record(*, games_a: int, games_b: int, **arguments: Any) -> Match:
        return RECORD_RESULT.do(games=(games_a, games_b), **arguments)

    return _ask(
        request,
        tournament,
        card,
        record,
        title=RECORD_RESULT.title,
        says=[_without_hands(card), *recorded_words(tournament, card, so_far)],
        form=partial(ResultForm, names=names, recorded=bool(so_far), confirms=confirms),
        done=lambda match: (
            str(RECORD_RESULT.done)
            % {
                "a": names["A"],
                "b": names["B"],
                "games_a": match.games_a,
                "games_b": match.games_b,
            }
        ),
        danger=bool(so_far) and not confirms,
        initial={name: request.GET[name] for name in ("games_a", "games_b") if name in request.GET},
        to=page_of(tournament, "desk") if on_tile else "",
    )


@for_organizers("GET", "POST")
def replace_result(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Takes the games won, shows the consequences, then replaces the result. With `?swap`, the
    two numbers are exchanged and the consequences are shown at once."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    initial = {"games_a": card.games_a, "games_b": card.games_b} | request.GET.dict()
    swapped = {
        "games_a": card.games_b,
        "games_b": card.games_a,
        "reason": _("The two numbers were entered the wrong way round."),
    }
    filled = request.POST or (swapped if "swap" in request.GET else None)
    form = Games(filled, names=dict(sides_of(card)), initial=initial)

    def act(*, games_a: int, games_b: int, **rest: Any) -> object:
        arguments = {"match_id": match_id, "games": (games_a, games_b), "actor": actor_of(request)}
        return REPLACE_RESULT.do(**arguments, **rest)

    return consider(
        request,
        "replace_result.html",
        form,
        look=lambda **data: result_preview(partial(act, **data), match_id=match_id),
        do=partial(act, **agreed(request, card.version)),
        done=REPLACE_RESULT.done,
        to=page_of(tournament, "match", match_id),
        tab="desk",
        card=card,
    )


def _ask(
    request: HttpRequest,
    tournament: TournamentView,
    card: MatchCard,
    service: Callable[..., Any],
    *,
    to: str = "",
    **question: Any,
) -> HttpResponse:
    return ask(
        request,
        do=partial(service, match_id=card.id, sets_aside=seen(request)),
        to=to or page_of(tournament, "match", card.id),
        template="match_confirm.html",
        card=card,
        version=card.version,
        **question,
    )


def _without_hands(card: MatchCard) -> str:
    if card.vaca > 1:
        return _(
            "The match is best of %(n)s vacas to %(games)s games. Enter the vacas each has won."
        ) % {"n": card.best_of, "games": card.vaca}
    if card.all_played:
        return _(
            "For a match played without writing down its hands. All %(n)s games are played."
        ) % {"n": card.best_of}
    return _(
        "For a match played without writing down its hands. Best of %(n)s: the winner has "
        "%(needed)s games."
    ) % {"n": card.best_of, "needed": card.wins_needed}


def recorded_words(tournament: TournamentView, card: MatchCard, so_far: Recorded) -> list[str]:
    """Sentences on the state of a match, who is entering it now, and what a result may not
    change."""
    if not so_far:
        return []
    games = {"a": so_far.games[0], "b": so_far.games[1]}
    says = [
        _("Recorded so far: %(a)s – %(b)s in vacas.") % games
        if card.vaca > 1
        else _("Recorded so far: %(a)s – %(b)s in games.") % games
    ]
    if so_far.score is not None:
        score = {"a": so_far.score[0], "b": so_far.score[1]}
        says.append(_("The game being played stands at %(a)s – %(b)s.") % score)
    says += _at_the_table(tournament, card)
    says += settled_words(so_far)
    if any(so_far.games):
        says.append(
            _(
                "A game already won is not taken away by a result: for that, decide the match, or "
                "correct its hands."
            )
        )
    return says


def _at_the_table(tournament: TournamentView, card: MatchCard) -> list[str]:
    if card.status != "playing" or card.table is None:
        return []
    says = [_("Table %(number)s is playing it now.") % {"number": card.table}]
    unsent = [
        table.unsent
        for table in tables_overview(tournament_id=tournament.id)
        if table.number == card.table and table.unsent
    ]
    return says + [
        ngettext(
            "Its tablet last reported %(n)s hand not sent yet.",
            "Its tablet last reported %(n)s hands not sent yet.",
            n,
        )
        % {"n": n}
        for n in unsent
    ]
