"""Ending a match without its hands, replacing its result and taking it back: always with a
confirmation and a reason."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.rulings.queries.deciding import Recorded, TimeLimit, recorded, time_limit
from scoring.rulings.services import endings
from scoring.rulings.services.previews import result_preview
from scoring.wording.reasons import TIME_IS_UP, reason_words
from tournament.championship.queries.tournaments import TournamentView
from tournament.matches.models import Match
from tournament.matches.queries.advancing import advances
from tournament.matches.queries.matches import MatchCard, match_card
from tournament.matches.queries.undone import cascades_of_match
from tournament.matches.services import matches, results
from tournament.matches.services.results import REASON
from tournament.tables.queries import tables_overview
from web.forms import Number
from web.organizer.acting import ask, page_of
from web.organizer.advancing import winner_words, words_if_won
from web.organizer.considering import consider, foreseen
from web.organizer.forms.reasons import Reason
from web.organizer.guard import actor_of, for_organizers
from web.organizer.match_page import sides_of
from web.seen import agreed, seen


class WonBy(Reason):
    winner = forms.ChoiceField(widget=forms.RadioSelect)
    field_order = ["winner", "reason"]

    def __init__(self, *args: Any, card: MatchCard, label: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["winner"].choices = sides_of(card)
        self.fields["winner"].label = label


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


class Result(Games):
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
def undo_start(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Asks for a reason, then takes the start of a match back."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    return _ask(
        request,
        tournament,
        card,
        matches.undo_start,
        title=_("Take back the start"),
        says=[_("The match is ready to play again. Use this when the wrong match was started.")],
        done=_("The start is taken back."),
    )


@for_organizers("GET", "POST")
def walkover(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Gives a match by walkover (T7). An official decides it, never the clock."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    lead = advances(match_id=match_id, tournament_id=tournament.id)
    return _ask(
        request,
        tournament,
        card,
        results.walkover,
        title=_("Give a walkover"),
        says=[
            _("For when one side is late or absent. The courtesy here is %(minutes)s minutes (T7).")
            % {"minutes": tournament.minutes_of_grace},
            _("The clock decides nothing: you do, and your reason is on the record."),
            *words_if_won(lead.values()),
            *settled_words(recorded(match_id=match_id)),
        ],
        form=partial(WonBy, card=card, label=_("Wins because the other side is missing")),
        done=lambda match: _("The walkover is recorded.") + " " + winner_words(lead[match.winner]),
        initial={"winner": request.GET.get("winner", "")},
    )


@for_organizers("GET", "POST")
def decide(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Ends a match by an official's decision (D7)."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    lead = advances(match_id=match_id, tournament_id=tournament.id)
    return _ask(
        request,
        tournament,
        card,
        endings.decide,
        title=_("Decide the match"),
        says=[
            _("The organizers decide: the match goes to the one you name (T6, D7)."),
            _("Hands and games stay as they were entered."),
            *words_if_won(lead.values()),
            *settled_words(recorded(match_id=match_id)),
        ],
        form=partial(WonBy, card=card, label=_("Wins")),
        done=lambda match: _("The match is decided.") + " " + winner_words(lead[match.winner]),
    )


@for_organizers("GET", "POST")
def end_by_time(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Ends a match whose time is up, for the pair that leads (T5)."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    lead = advances(match_id=match_id, tournament_id=tournament.id)
    limit = time_limit(match_id=match_id)
    must_wait = limit is None or limit.waits_for is not None
    return _ask(
        request,
        tournament,
        card,
        endings.end_by_time,
        title=_("End by time"),
        says=[
            *_of_the_time(limit, card),
            *(words_if_won([lead[limit.winner]]) if limit and limit.winner else ()),
            *(() if must_wait else (_("Hands and games stay as they were entered."),)),
        ],
        must_wait=must_wait,
        done=lambda match: _("The match is decided.") + " " + winner_words(lead[match.winner]),
        initial={"reason": str(reason_words(TIME_IS_UP))},
    )


def _of_the_time(limit: TimeLimit | None, card: MatchCard) -> list[str]:
    """When the time of a match is up, and who wins then or what is waited for."""
    if limit is None:
        return [_("This match has no time limit, or is not being played.")]
    ends_at = date_format(timezone.localtime(limit.ends_at), "H:i")
    words = {"minutes": limit.minutes, "ends_at": ends_at}
    sentences = [_("The %(minutes)s minutes of this match are up at %(ends_at)s (T5).") % words]
    if limit.waits_for is not None:
        return [*sentences, str(limit.waits_for.message)]
    names = dict(sides_of(card))
    return [*sentences, _("%(pair)s leads and wins.") % {"pair": names[str(limit.winner)]}]


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
        return results.record_result(games=(games_a, games_b), **arguments)

    return _ask(
        request,
        tournament,
        card,
        record,
        title=_("Enter the result"),
        says=[_without_hands(card), *recorded_words(tournament, card, so_far)],
        form=partial(Result, names=names, recorded=bool(so_far), confirms=confirms),
        done=lambda match: (
            _("The result is in: %(a)s %(games_a)s – %(games_b)s %(b)s.")
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
        return results.replace_result(**arguments, **rest)

    return consider(
        request,
        "replace_result.html",
        form,
        look=lambda **data: result_preview(partial(act, **data), match_id=match_id),
        do=partial(act, **agreed(request, card.version)),
        done=_("The result is replaced."),
        to=page_of(tournament, "match", match_id),
        tab="desk",
        card=card,
    )


@for_organizers("GET", "POST")
def reopen(request: HttpRequest, tournament: TournamentView, match_id: int) -> HttpResponse:
    """Takes the result back, with all later matches that depend on it."""
    card = match_card(match_id=match_id, tournament_id=tournament.id)
    act = partial(results.reopen, match_id=match_id, reason=REASON, actor=actor_of(request))
    larger = next(
        (
            one
            for one in cascades_of_match(match_id=match_id)
            if one.can_be_undone and one.match_id == match_id
        ),
        None,
    )
    return _ask(
        request,
        tournament,
        card,
        results.reopen,
        title=_("Reopen the match"),
        says=[
            _("The result is taken back and the winner leaves the next match."),
            _("It goes on where it stood."),
        ],
        done=_("The match is open again."),
        larger=larger,
        **foreseen(act, tournament_id=tournament.id, but=match_id),
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


def settled_words(so_far: Recorded) -> list[str]:
    """Sentences on what an ending does to open questions."""
    if not so_far.questions:
        return []
    return [
        ngettext(
            "%(n)s question about its hands is open: this settles it.",
            "%(n)s questions about its hands are open: this settles them.",
            so_far.questions,
        )
        % {"n": so_far.questions}
    ]


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
