"""What can happen to a tournament as a whole; on the page of its settings."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from scoring.desk.declared.act import REASON, DeskAct, Field
from tournament.championship.models import Role
from tournament.championship.queries.tournaments import TournamentView
from tournament.championship.services import afterwards, life, organizers
from tournament.championship.services.tournaments import TEXTS
from tournament.errors import StrOrPromise, lazy_text
from tournament.standings import services as endings
from tournament.standings.queries import open_ties, standings

MOST_PLACES = 8
"""Places behind the title that a page names before a tournament is ended."""

POSTPONE = DeskAct(
    on="tournament", name="postpone", tag="tournaments", address="postpone/",
    page="postpone_tournament", page_address="postpone/",
    do=life.postpone,
    title=_("Postpone the tournament"),
    done=_("The tournament is postponed."),
    to="change", tab="settings",
    summary="Postpone a tournament: another day or hour and, if given, another place.\n\n"
    "Refused once a match has begun.",
    body=("Postponement", "A tournament moves to another day; with a reason."),
    fields=(
        Field(
            "starts_at", "moment", _("New start"),
            initial=lambda tournament, **_more: tournament.starts_at,
        ),
        Field(
            "place", "text", _("Place"), program="Left out: the place stays.", required=False,
            most=TEXTS["place"], initial=lambda tournament, **_more: tournament.place,
        ),
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


ENTER_AFTERWARDS = DeskAct(
    on="tournament", name="enter_afterwards", tag="tournaments", address="results/afterwards/",
    page="enter_afterwards",
    do=afterwards.enter_afterwards,
    title=_("Enter results afterwards"),
    done=_("The results are entered."),
    to="desk", tab="draw", answers="tournament",
    summary="Enter results that were played elsewhere or written on paper, one match a line.\n\n"
    "The first lines are the draw where none has been made; pairs that are not entered come in\n"
    "with them. The tournament is marked as entered afterwards; circuits count it like any other.\n"
    "Nothing is entered when a line is refused.",
    body=("ResultsAfterwards", "Results of a day that was played; with a reason."),
    fields=(
        Field(
            "results_text", "lines", _("Results"), required=False,
            program="One match a line: both pairs and the games of each, by numbers "
            "(`3 - 7: 3-1`), by names (`A / B - C / D 3-1`) or in cells; the number of a pair "
            "alone that rests. Lines before the first result are a list of pairs.",
            most=afterwards.LONGEST_TEXT,
        ),
        Field(
            "file", "file", required=False,
            program="In place of `results_text`: the bytes of a spreadsheet or a text, in base64. "
            "Its sheets stand one below the other, those with results last.",
        ),
        REASON,
    ),
    offered=lambda tournament: not tournament.is_individual
    and tournament.stage in ("entry", "drawn", "running"),
    danger=False,
    stands_on="enter_afterwards",  # it shows what was read before it is entered
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


ROLE = Field(
    "role", "menu", _("Role"), program="What they may do.", among=tuple(Role.Name.values),
    choices=lambda **_more: Role.Name.choices, initial=lambda **_more: Role.Name.OWNER,
)  # fmt: skip

ADD_ORGANIZER = DeskAct(
    on="tournament", name="add_organizer", tag="tournaments", address="organizers/",
    page="add_person", page_address="people/add/",
    do=organizers.add,
    done=_("The organizer is added."),
    to="people", answers="organizers", operation="tournaments.organizers.post", creates=True,
    summary="Add an organizer by username.",
    body=("NewOrganizer", ""),
    fields=(
        Field(
            "username", "text", _("Their name on this site"), _("They need an account first."),
            most=organizers.LONGEST_USERNAME,
        ),
        replace(ROLE, program="Left out: owner.", omissible=True),
    ),
    stands_on="people",
)  # fmt: skip

SET_ROLE = DeskAct(
    on="person", name="set_role", tag="tournaments", address="role/", page="set_role",
    do=organizers.set_role,
    done=_("Saved."),
    to="people", answers="organizers",
    summary="Give an organizer another role.",
    body=("NewRole", ""),
    fields=(ROLE,),
    asks=False,
)  # fmt: skip

END_EARLY = DeskAct(
    on="tournament", name="end_early", tag="tournaments", address="end-early/",
    page="end_tournament_early",
    do=endings.end_early,
    title=_("End the tournament as it stands"),
    done=_("The tournament has ended."),
    to="change", tab="settings",
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

WAYS: Mapping[endings.How, StrOrPromise] = {
    "lot": _("A lot drawn in the room: the numbers in the order in which they came out"),
    "program": _("A lot drawn now by the program, with its seed in the log"),
    "decider": _("A decider that was played: the numbers, the winner first"),
    "shared": _("Shared: nobody is before the others"),
}
"""How a tie is decided."""
USUAL_WAY = {"lot": "lot", "decider": "decider", "shared": "shared"}


def _ways(tournament: TournamentView, **_more: object) -> list[tuple[str, StrOrPromise]]:
    """Where somebody must go on, nothing is shared."""
    ways = [*WAYS.items()]
    return ways[:-1] if tournament.format == "groups" else ways  # type: ignore[return-value]


def _first_tie(tournament: TournamentView, **_more: object) -> str:
    """The numbers of the pairs of the first tie that is open."""
    return next((tie.numbers for tie in open_ties(tournament_id=tournament.id)), "")


def _what_is_tied(tournament: TournamentView, **_more: object) -> list[StrOrPromise]:
    says = [
        lazy_text(
            _("Place %(place)s: %(names)s. Every criterion leaves them equal."),
            place=tie.place,
            names=", ".join(f"{pair.number} {pair.name}" for pair in tie.pairs),
        )
        for tie in open_ties(tournament_id=tournament.id)
    ]
    return says or [_("No tie waits for a decision.")]


DECIDE_TIE = DeskAct(
    on="tournament", name="decide_tie", tag="tournaments", address="ties/", page="decide_tie",
    page_address="ties/",
    do=endings.decide_tie,
    title=_("Decide a tie"),
    button={"pairs": _("Record the decision")},
    done=_("The tie is decided."),
    to="desk", answers="tournament",
    summary="Decide a tie of a table that every criterion leaves (T9).\n\n"
    "A title, or a place in a bracket, waits for it; other ties can be decided, and share their\n"
    "place until then. Refused where the numbers are not those of one open tie.",
    body=("TieDecision", "How a tie was decided, and in which order."),
    fields=(
        Field(
            "how", "choice", _("How it was decided"), among=endings.WAYS, choices=_ways,
            initial=lambda tournament, **_more: USUAL_WAY.get(
                str(tournament.format_options.get("ties", "")), "lot"
            ),
        ),
        Field(
            "order", "text", _("Numbers of the pairs, the best first"),
            program="The numbers of the pairs of one tie, the best first, such as “3, 1, 2”.",
            most=endings.LONGEST_ORDER, initial=_first_tie,
        ),
        REASON,
    ),
    says=_what_is_tied,
    offered=lambda tournament, **_more: tournament.has_table
    and tournament.is_drawn
    and bool(open_ties(tournament_id=tournament.id)),
    ready=lambda tournament, **_more: bool(open_ties(tournament_id=tournament.id)),
    danger=False,
)  # fmt: skip

CALL_OFF = DeskAct(
    on="tournament", name="call_off", tag="tournaments", address="call-off/",
    page="call_off_tournament",
    do=life.call_off,
    title=_("Call the tournament off"),
    done=_("The tournament is called off."),
    to="change", tab="settings",
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
    do=life.hide,
    title=_("Hide the tournament"),
    done=_("The tournament is hidden."),
    to="change", tab="settings",
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
    do=life.show,
    title=_("Show the tournament again"),
    done=_("The tournament is in the lists again."),
    to="change", tab="settings",
    summary="Put a hidden tournament back into the lists.",
    body=("Showing", "A tournament is in the lists again; with a reason."),
    fields=(REASON,),
    says=lambda **_more: [_("Everybody finds it again in the lists and by the search.")],
    offered=lambda tournament: tournament.is_hidden,
    danger=False,
    answers="tournament",
)  # fmt: skip
