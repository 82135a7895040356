"""Acts at the desk, each declared once.

From a declaration come its page with form, preview and message (`web/organizer/declared.py`), its
method of the API with body and text (`api/declared.py`), its addresses on both, and its button
where such acts are offered. Who may do it, and its words in the log, are those of its kind of event
(`tournament/log/rules/kinds.py`). On both surfaces the names of its fields are the arguments of its
service.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournament.championship.queries.tournaments import TournamentView
from tournament.championship.services import life
from tournament.entries.queries import PairAtDesk, in_again
from tournament.entries.services import departures
from tournament.errors import StrOrPromise, lazy_text
from tournament.matches.services import matches, together
from tournament.standings import services as endings
from tournament.standings.queries import standings

MOST_PLACES = 8
"""Places behind the title that a page names before a tournament is ended."""
Words = Mapping[str, StrOrPromise]
"""Who enters ("pairs", "clubs", "players") → words; "pairs" stands for a missing one."""
Says = Callable[..., Sequence[StrOrPromise]]
"""Sentences on what the act will do, given the `tournament` and, on one, the `pair`."""


def _always(**_subject: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Field:
    """An entry of the form, and a key of the API's body. `label`, `help`: on the form; `program`:
    in the API's document. `asked`: whether the form has it, given the subject. `overrides`: the
    page says itself what it overrides, so the preview takes it as given. A "moment" is by the clock
    of the place, a "place" may be left out; both begin with the tournament's own."""

    name: str
    type: Literal["reason", "flag", "moment", "place"]
    label: StrOrPromise = ""
    help: StrOrPromise = ""
    program: str = ""
    asked: Callable[..., bool] = _always
    overrides: bool = False


REASON = Field("reason", "reason")


@dataclass(frozen=True, slots=True)
class DeskAct:
    """`on`: what its address names. `name`, `tag`: of its method, "pairs.withdraw"; `address`:
    below that; `page`, `page_address`: the name and address of its page. `kind`: its event. `do`:
    its service. `body`, `summary`: for the API's document. `offered`: whether its button is shown.
    `reaches`: later matches can fall with it, which are then shown and agreed to. `leaves`: the
    pair plays no more, so the page says who goes on. `asks`: its page asks first; otherwise its
    button does it. `to`: the page it leads to. `answers`: what the API sends."""

    on: Literal["pair", "tournament"]
    name: str
    tag: str
    address: str
    page: str
    kind: str
    do: Callable[..., Any]
    summary: str
    button: Words
    done: StrOrPromise
    to: str
    title: StrOrPromise = ""
    body: tuple[str, str] = ("Nothing", "")
    page_address: str = ""
    fields: tuple[Field, ...] = ()
    says: Says = lambda **_subject: ()
    offered: Callable[..., bool] = _always
    reaches: bool = False
    leaves: bool = False
    asks: bool = True
    danger: bool = True
    answers: Literal["pair", "matches", "tournament"] = "pair"

    def button_for(self, entrants: str) -> str:
        """What its button says, where pairs, clubs or players enter."""
        return str(self.button.get(entrants, self.button["pairs"]))


# A pair leaves, or comes back.


def _what_leaving_does(tournament: TournamentView, **_more: object) -> list[StrOrPromise]:
    if tournament.status == "entry":
        return [_("The draw leaves it out. Its number stays empty.")]
    if tournament.is_individual:
        return [_("The points stay; at a table that has not ended, the player has no place.")]
    return [
        _("The match it is playing, or would play next, goes to the opponents."),
        _("Matches it has finished stay as they are."),
    ]


def _what_coming_back_does(tournament: TournamentView, pair: PairAtDesk) -> list[StrOrPromise]:
    says: list[StrOrPromise] = [
        _("Matches it lost only by being away are open again."),
        _("What its withdrawal had settled about hands and false claims is open again."),
    ]
    if tournament.is_individual:
        says = [_("The player is seated again from the next round on.")]
    twice = in_again(pair_id=pair.id, tournament_id=tournament.id)
    return [*says, *(problem.message for problem in twice)]


def _is_in(pair: PairAtDesk, **_more: object) -> bool:
    return pair.status == "entered"


WITHDRAW = DeskAct(
    on="pair", name="withdraw", tag="pairs", address="withdraw/", page="withdraw_pair",
    kind="pair.withdrawn",
    do=departures.withdraw,
    title=_("Withdraw %(pair)s"),
    button={
        "pairs": _("Withdraw the pair"),
        "clubs": _("Withdraw the club"),
        "players": _("Withdraw the player"),
    },
    done=_("The withdrawal is recorded."),
    to="entries",
    summary="Withdraw a pair: its unfinished matches go to the other pair.\n\n"
    "Where rounds are drawn one by one and the pair leaves a match that was reopened, later\n"
    "matches are set aside only if `sets_aside` names them.",
    body=("Departure", "A pair leaves; with a reason."),
    fields=(REASON,),
    says=_what_leaving_does,
    offered=_is_in,
    reaches=True,
    leaves=True,
)  # fmt: skip

DISQUALIFY = DeskAct(
    on="pair", name="disqualify", tag="pairs", address="disqualify/", page="disqualify_pair",
    kind="pair.disqualified",
    do=departures.disqualify,
    title=_("Disqualify %(pair)s"),
    button={
        "pairs": _("Disqualify the pair"),
        "clubs": _("Disqualify the club"),
        "players": _("Disqualify the player"),
    },
    done=_("The disqualification is recorded."),
    to="entries",
    summary="Disqualify a pair (T6, G1). Later matches are set aside as in `withdraw`.",
    body=("Disqualification", "A pair is disqualified; with a reason."),
    fields=(
        REASON,
        Field(
            "place_stays_empty", "flag", _("Its place stays empty"),
            _(
                "Otherwise everybody behind moves up one place, even to the title. It matters only "
                "once its last match has been played."
            ),
            "Those behind a pair that has played its last match do not move up: its place, "
            "or its title, is nobody's (T8).",
        ),
    ),
    says=lambda tournament, pair: [
        _("The Disciplinary Tribunal may do this on a third false claim (G1, T6)."),
        *_what_leaving_does(tournament),
    ],
    offered=lambda tournament, pair: _is_in(pair) and tournament.status != "entry",
    reaches=True,
    leaves=True,
)  # fmt: skip

REINSTATE = DeskAct(
    on="pair", name="reinstate", tag="pairs", address="reinstate/",
    page="return_pair", page_address="return/",
    kind="pair.reinstated",
    do=departures.reinstate,
    title=_("Bring back %(pair)s"),
    button={
        "pairs": _("Bring the pair back"),
        "clubs": _("Bring the club back"),
        "players": _("Bring the player back"),
    },
    done=_("%(pair)s: in again."),
    to="entries",
    summary="Reinstate a pair: matches it lost only by its absence are open again.",
    body=("Reinstatement", "A pair comes back; with a reason."),
    fields=(
        REASON,
        Field(
            "allow_duplicate", "flag", _("They are different people with the same names"),
            program="Yes: pairs and players whose names are entered already are other people with "
            "the same names.",
            asked=lambda tournament, pair: bool(
                in_again(pair_id=pair.id, tournament_id=tournament.id)
            ),
            overrides=True,
        ),
    ),
    says=_what_coming_back_does,
    offered=lambda pair, **_more: pair.status != "entered",
    reaches=True,
    danger=False,
)  # fmt: skip


# Several matches by one press.


ASSIGN_FREE = DeskAct(
    on="tournament", name="assign_free", tag="tables", address="tables/assign-free/",
    page="assign_free",
    kind="tables.assigned",
    do=matches.assign_free_tables,
    button={"pairs": _("Give out the free tables")},
    done=ngettext_lazy("%(n)s match has a table now.", "%(n)s matches have a table now.", "n"),
    to="desk",
    summary="Assign the free tables to the matches that could start, in the order of the bracket.",
    asks=False,
    answers="matches",
)  # fmt: skip

START_CALLED = DeskAct(
    on="tournament", name="start", tag="together", address="matches/start-called/",
    page="start_called",
    kind="match.started",
    do=together.start_called,
    button={"pairs": _("Start all that are called")},
    done=ngettext_lazy("%(n)s match has begun.", "%(n)s matches have begun.", "n"),
    to="desk",
    summary="Start every match that was called to a free table.",
    asks=False,
    answers="matches",
)  # fmt: skip

# The life of a tournament.


POSTPONE = DeskAct(
    on="tournament", name="postpone", tag="tournaments", address="postpone/",
    page="postpone_tournament", page_address="postpone/",
    kind="tournament.postponed",
    do=life.postpone,
    title=_("Postpone the tournament"),
    button={"pairs": _("Postpone the tournament")},
    done=_("The tournament is postponed."),
    to="change",
    summary="Postpone a tournament: another day or hour and, if given, another place.\n\n"
    "Refused once a match has begun.",
    body=("Postponement", "A tournament moves to another day; with a reason."),
    fields=(
        Field("starts_at", "moment", _("New start")),
        Field("place", "place", _("Place"), program="Left out: the place stays."),
        REASON,
    ),
    says=lambda **_more: [
        _("The entries, the terms and the address stay as they are."),
        _("Its page, the calendars and the lists give the new day, and the day it was before."),
    ],
    offered=lambda tournament: tournament.stage in ("entry", "drawn"),
    danger=False,
    answers="tournament",
)  # fmt: skip


def _what_would_stand(tournament: TournamentView, **_more: object) -> list[StrOrPromise]:
    """The first places as they would be."""
    lines = standings(tournament_id=tournament.id, if_ended_now=True)
    first = [line for line in lines if line.title == "champion"]
    title = _("The title: %(names)s.") if len(first) == 1 else _("The title is shared: %(names)s.")
    places = [
        f"{line.place}. {line.pair.name}"
        for line in lines
        if line.place is not None and line.title != "champion"
    ]
    return [
        _("Matches that have not begun are not played, and what has been played decides."),
        lazy_text(title, names=", ".join(line.pair.name for line in first) or "–"),
        *(places[:MOST_PLACES]),
        _("“Undo” lets it go on."),
    ]


END_EARLY = DeskAct(
    on="tournament", name="end_early", tag="tournaments", address="end-early/",
    page="end_tournament_early",
    kind="tournament.ended_early",
    do=endings.end_early,
    title=_("End the tournament as it stands"),
    button={"pairs": _("End the tournament as it stands")},
    done=_("The tournament has ended."),
    to="change",
    summary="End a tournament before its last match: what has been played decides.\n\n"
    "A table counts as it is so far. Pairs that nobody has beaten share the title; with several\n"
    "lives, those with the most left; in groups, the first of each. Refused while a match is\n"
    "being played. Undo the act to let it go on.",
    body=("EarlyEnd", "A tournament ends as it stands; with a reason."),
    fields=(REASON,),
    says=_what_would_stand,
    offered=lambda tournament: tournament.stage == "running",
    answers="tournament",
)  # fmt: skip

CALL_OFF = DeskAct(
    on="tournament", name="call_off", tag="tournaments", address="call-off/",
    page="call_off_tournament",
    kind="tournament.called_off",
    do=life.call_off,
    title=_("Call the tournament off"),
    button={"pairs": _("Call the tournament off")},
    done=_("The tournament is called off."),
    to="change",
    summary="Call a tournament off: nobody enters, nothing is drawn, no match begins.\n\n"
    "What was entered and played stays. Undo the act to let it go on.",
    body=("CallingOff", "A tournament does not take place; with a reason."),
    fields=(REASON,),
    says=lambda **_more: [
        _("It leaves the coming tournaments, and calendars strike it out."),
        _("Nobody can enter, no draw is made and no match begins."),
        _("What was entered and played stays. “Undo” lets it go on."),
    ],
    offered=lambda tournament: tournament.stage not in ("called_off", "finished"),
    answers="tournament",
)  # fmt: skip

HIDE = DeskAct(
    on="tournament", name="hide", tag="tournaments", address="hide/", page="hide_tournament",
    kind="tournament.hidden",
    do=life.hide,
    title=_("Hide the tournament"),
    button={"pairs": _("Hide the tournament")},
    done=_("The tournament is hidden."),
    to="change",
    summary="Hide a tournament: whoever has its address reads it, and no list names it.",
    body=("Hiding", "A tournament leaves all lists; with a reason."),
    fields=(REASON,),
    says=lambda **_more: [
        _("It leaves every list and the search, and search engines are asked to forget it."),
        _("Whoever has its address reads it as before."),
    ],
    offered=lambda tournament: not tournament.is_hidden,
    danger=False,
    answers="tournament",
)  # fmt: skip

SHOW = DeskAct(
    on="tournament", name="show", tag="tournaments", address="show/", page="show_tournament",
    kind="tournament.shown",
    do=life.show,
    title=_("Show the tournament again"),
    button={"pairs": _("Show the tournament again")},
    done=_("The tournament is in the lists again."),
    to="change",
    summary="Put a hidden tournament back into the lists.",
    body=("Showing", "A tournament is in the lists again; with a reason."),
    fields=(REASON,),
    says=lambda **_more: [_("Everybody finds it again in the lists and by the search.")],
    offered=lambda tournament: tournament.is_hidden,
    danger=False,
    answers="tournament",
)  # fmt: skip

LIFE = (POSTPONE, END_EARLY, CALL_OFF, HIDE, SHOW)
"""What can happen to a tournament as a whole; on the page of its settings."""

DECLARED = (WITHDRAW, DISQUALIFY, REINSTATE, ASSIGN_FREE, START_CALLED, *LIFE)


def life_of(tournament: TournamentView) -> tuple[DeskAct, ...]:
    """The acts on the tournament as a whole that are offered now."""
    return tuple(act for act in LIFE if act.offered(tournament=tournament))


def offered_on(tournament: TournamentView, pair: PairAtDesk) -> tuple[DeskAct, ...]:
    """The acts whose button the page of a pair shows now."""
    return tuple(
        act
        for act in DECLARED
        if act.on == "pair" and act.offered(tournament=tournament, pair=pair)
    )
