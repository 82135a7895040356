"""The clock of the day: the forecast of its end, and changes that would shorten it (T5)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.desk.declared.own_pages import REDUCE_GAMES, RESTORE_GAMES
from scoring.pace.queries import ClockNow, WhatIf, clock_now
from scoring.proof.queries.days import calibration
from tournament import limits
from tournament.championship.queries.tournaments import TournamentView
from tournament.clock import services as clock
from tournament.clock.queries import last_reduction, rounds_left, version_of
from tournament.errors import Refusal
from tournament.formats.regulations import hours_of_day
from tournament.matches.queries.matches import RoundView, bracket
from tournament.pauses.queries import day_pauses, pauses_of
from web.acting import say_refusal
from web.organizer.acting import ask, page_of, show
from web.organizer.considering import AT_ONCE
from web.organizer.forms.reasons import Reason
from web.organizer.guard import actor_of, for_organizers
from web.templatetags.matchwords import round_name

STORED_DAYS = 12
"""The most stored tournaments replayed for a page; `manage.py calibrate_forecast` takes more."""
NO_ROUNDS: Mapping[int, str] = MappingProxyType({})
AFTER_EACH_OTHER = gettext_lazy(
    "Bracket B follows bracket A, and so on: fewer games from a round of bracket A on mean fewer "
    "games in all later brackets, too."
)
REPLAYS = limits.Limit("stored-days", most=12, seconds=600)
# How often the real end lay in the forecast's range, by the share of the day that was over: 168
# simulated days of every format (docs/forecast.md says how to repeat it).
CALIBRATION: tuple[dict[str, int], ...] = (
    {"share": 10, "inside": 88, "width": 149, "off": 33},
    {"share": 25, "inside": 85, "width": 116, "off": 28},
    {"share": 50, "inside": 81, "width": 84, "off": 20},
    {"share": 75, "inside": 80, "width": 58, "off": 15},
)


class ReduceGames(Reason):
    """Fewer games from a round on (T5)."""

    best_of = forms.TypedChoiceField(
        label=gettext_lazy("Play best of"), coerce=int, widget=forms.RadioSelect
    )

    from_round = forms.TypedChoiceField(
        label=gettext_lazy("From which round on"), coerce=int, required=False, empty_value=1
    )

    field_order = ["best_of", "from_round", "reason"]

    def __init__(
        self,
        *args: Any,
        choices: Sequence[int] = (),
        rounds: Mapping[int, str] = NO_ROUNDS,
        of: TournamentView,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from_round"].choices = [
            (1, gettext_lazy("everything that has not ended")),
            *((number, name) for number, name in rounds.items() if number > 1),
        ]
        self.fields["best_of"].choices = [(n, str(n)) for n in choices]
        if of.vaca > 1:
            self.fields["best_of"].label = gettext_lazy("Vacas of a match, at most")
        elif of.all_played or any(n % 2 == 0 for n in choices):
            self.fields["best_of"].label = gettext_lazy("Games of a match, all played")


SHOWN_NOW = gettext_lazy(
    "What this would do from that round on is shown below. Press again to do it."
)


@for_organizers("GET")
def day_clock(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Shows the time left, the forecast with its range, the pace of each table, and the effect of
    changes."""
    now = timezone.now()
    day = day_pauses(
        tournament_id=tournament.id,
        starts_at=tournament.starts_at,
        length=hours_of_day(tournament.settings),
        now=now,
    )
    ends_at = day.ends_at
    forecast = clock_now(tournament_id=tournament.id, now=now) if tournament.is_drawn else None
    return show(
        request,
        "day_clock.html",
        tab="clock",
        clock=forecast,
        what_if=_what_if(forecast, tournament.id),
        last_reduction=last_reduction(tournament_id=tournament.id),
        now=now,
        ends_at=ends_at,
        late=_late(forecast, ends_at),
        calibration=CALIBRATION,
        **_stored_days(request) if "stored" in request.GET else {},
        pauses=pauses_of(tournament_id=tournament.id),
    )


def _stored_days(request: HttpRequest) -> dict[str, Any]:
    """The calibration on stored tournaments. It is computed again when one of them has changed,
    which takes seconds."""
    if limits.count(REPLAYS, request.user.pk) > REPLAYS.most:
        return {"too_often": True}
    return {"stored_days": calibration(most=STORED_DAYS)}


@for_organizers("GET", "POST")
def reduce_games(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """Reduces the games (T5), for everything or from a round on, after showing which matches would
    end at once. A press on the forecast's page does it where none would."""
    rounds = rounds_left(tournament_id=tournament.id)
    named = bracket(tournament_id=tournament.id).rounds
    since = _since(request, rounds)
    act = partial(REDUCE_GAMES.do, tournament_id=tournament.id, actor=actor_of(request))
    options = clock.preview_reductions(act, tournament_id=tournament.id, from_round=since)
    version = version_of(tournament_id=tournament.id, from_round=since)
    # Of other rounds than those chosen now, nobody has seen yet what would follow.
    looks = request.POST.get("looked_at") not in (None, "", str(since))
    if request.POST.get("step") == AT_ONCE:
        fewer = [one for one in options if str(one.best_of) == request.POST.get("best_of")]
        looks = any(one.won or one.waiting or one.level for one in fewer)

    def form(*args: Any, **kwargs: Any) -> ReduceGames:
        choices = [option.best_of for option in options]
        return ReduceGames(
            *args,
            choices=choices,
            rounds=_names(rounds, named),
            of=tournament,
            **kwargs,
        )

    return ask(
        request,
        title=REDUCE_GAMES.title,
        says=[
            _("Matches not ended become shorter. The number of games can only go down (T5).")
            if options
            else _("There are no fewer games to play than now."),
            *([AFTER_EACH_OTHER] if any(one.bracket for one in named) else []),
            *([SHOWN_NOW] if looks else []),
        ],
        looks=looks,
        tab="clock",
        template="reduce_games.html",
        form=form,
        initial=_initial_choice(request, [option.best_of for option in options], rounds),
        do=act,
        done=REDUCE_GAMES.done,
        to=page_of(tournament, "desk"),
        back=page_of(tournament, "day_clock"),
        options=options,
        since=since,
        version=version,
    )


@for_organizers("GET", "POST")
def restore_games(request: HttpRequest, tournament: TournamentView, event: int) -> HttpResponse:
    """Takes a reduction back, after showing which matches go on and what stands in the way."""
    act = partial(RESTORE_GAMES.do, tournament_id=tournament.id, actor=actor_of(request))
    try:
        reduction = clock.preview_taking_back(act, tournament_id=tournament.id, event=event)
    except Refusal as refusal:  # also on a second press, when it is already taken back
        say_refusal(request, refusal)
        return HttpResponseRedirect(page_of(tournament, "day_clock"))
    numbers = {"fewer": reduction.fewer, "games": reduction.best_of, "round": reduction.from_round}
    return ask(
        request,
        title=RESTORE_GAMES.title,
        button=RESTORE_GAMES.button_for(tournament.entrants),
        says=[
            _("Best of %(games)s again from round %(round)s on, in place of best of %(fewer)s.")
            % numbers
            if reduction.from_round > 1
            else _("Best of %(games)s again, in place of best of %(fewer)s.") % numbers,
            _("Consolation matches made since keep the games they were made with."),
        ],
        tab="clock",
        template="restore_games.html",
        do=partial(act, event=event),
        done=RESTORE_GAMES.done,
        to=page_of(tournament, "desk"),
        found=reduction,
    )


def _what_if(clock: ClockNow | None, tournament_id: int) -> list[tuple[WhatIf, str]]:
    """Each change that would shorten the day, and the name of the round from which it does."""
    if clock is None:
        return []
    stages = _stages(bracket(tournament_id=tournament_id).rounds)
    return [(one, stages.get(one.since, "")) for one in clock.what_if]


def _stages(named: Iterable[RoundView]) -> dict[int, str]:
    """The rounds that have a name besides their number."""
    return {one.number: round_name(one) for one in named if one.stage != "round"}


def _names(rounds: Iterable[int], named: Iterable[RoundView]) -> dict[int, str]:
    """Each round's name for a list: by its number, and by its stage where it has one."""
    stages = _stages(named)
    names = {}
    for number in rounds:
        words = {"number": number, "stage": stages.get(number)}
        names[number] = (
            _("round %(number)s: %(stage)s") if number in stages else _("round %(number)s")
        ) % words
    return names


def _since(request: HttpRequest, rounds: tuple[int, ...]) -> int:
    """The round from which fewer games are to be shown."""
    value = request.POST.get("from_round") or request.GET.get("from_round", "")
    return int(value) if value in map(str, rounds) else 1


def _initial_choice(
    request: HttpRequest, best_of: list[int], rounds: tuple[int, ...]
) -> dict[str, Any]:
    """The first values of the form, from the chosen line of "what if"."""
    games, since = request.GET.get("best_of", ""), request.GET.get("from_round", "")
    return {
        "best_of": games if games in map(str, best_of) else (best_of[0] if best_of else None),
        "from_round": since if since in map(str, rounds) else 1,
    }


def _late(clock: Any, ends_at: Any) -> str:
    """Whether the forecast fits into the time of the day: "no", "maybe" or "yes"."""
    if clock is None or clock.finish is None:
        return "no"
    if clock.finish.middle > ends_at:
        return "yes"
    return "maybe" if clock.finish.high > ends_at else "no"
