"""Names of formats and their parts, in the reader's language."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, npgettext, pgettext, pgettext_lazy

from scoring.desk.declared import DECLARED
from scoring.matchdays.queries.calendar import has_dates
from scoring.statements.models import ResultTerms
from tournament.entries.models import Pair
from tournament.errors import StrOrPromise
from tournament.formats.registry import made_for
from web import formatwords
from web.templatetags.matchwords import round_name

register = template.Library()

_ENTRANTS: Mapping[str, tuple[StrOrPromise, StrOrPromise]] = {
    "pairs": (gettext_lazy("Pairs"), gettext_lazy("Pair")),
    "clubs": (gettext_lazy("Clubs"), gettext_lazy("Club")),
    "players": (gettext_lazy("Players"), gettext_lazy("Player")),
}
STATES: Mapping[str, StrOrPromise] = dict(Pair.Status.choices)
STATES_OF_ONE: Mapping[str, StrOrPromise] = {
    "entered": pgettext_lazy("one", "entered"),
    "withdrawn": pgettext_lazy("one", "withdrawn"),
    "disqualified": pgettext_lazy("one", "disqualified"),
}
"""The same of one player or club, not of a pair."""
_CLUBS_ENTER_RESULTS: Mapping[str, StrOrPromise] = {
    "pairs": gettext_lazy("The clubs themselves"),
    "both": gettext_lazy("Both: the referee where there is one, otherwise the clubs"),
}
_ACTS: Mapping[str, Mapping[str, StrOrPromise]] = {
    **{act.page: act.button or {"pairs": act.title} for act in DECLARED if act.button or act.title},
    "late": {
        "pairs": gettext_lazy("A late pair"),
        "clubs": gettext_lazy("A late club"),
        "players": gettext_lazy("A late player"),
    },
    "enter": {
        "pairs": gettext_lazy("Enter a pair"),
        "clubs": gettext_lazy("Enter a club"),
        "players": gettext_lazy("Enter a player"),
    },
    "add": {
        "pairs": gettext_lazy("Add the pair"),
        "clubs": gettext_lazy("Add the club"),
        "players": gettext_lazy("Add the player"),
    },
    "paste": {
        "pairs": gettext_lazy("Paste a list of pairs"),
        "clubs": gettext_lazy("Paste a list of clubs"),
        "players": gettext_lazy("Paste a list of players"),
    },
    "withdraw_ticked": {
        "pairs": gettext_lazy("Withdraw the ticked pairs"),
        "clubs": gettext_lazy("Withdraw the ticked clubs"),
        "players": gettext_lazy("Withdraw the ticked players"),
    },
    "appeal": {
        "pairs": gettext_lazy("A pair appeals"),
        "clubs": gettext_lazy("A club appeals"),
    },
    "results": {
        "pairs": gettext_lazy("Results by the pairs"),
        "clubs": gettext_lazy("Results by the clubs"),
    },
    "links": {
        "pairs": gettext_lazy("Links of the pairs"),
        "clubs": gettext_lazy("Links of the clubs"),
    },
    "let_in": {
        "pairs": gettext_lazy("Let the pair in"),
        "clubs": gettext_lazy("Let the club in"),
        "players": gettext_lazy("Let the player in"),
    },
}


@register.filter
def format_name(tournament: Any) -> StrOrPromise:
    """How a tournament is played, in two or three words."""
    return formatwords.in_words(tournament).name


@register.filter
def format_means(tournament: Any) -> StrOrPromise:
    """How a tournament is played, in a sentence."""
    return formatwords.in_words(tournament).means


@register.filter
def bracket_name(tournament: Any) -> str:
    """The name of the page that shows who plays whom: a bracket only where there is one."""
    format_ = made_for(tournament.format, tournament.format_options)
    if format_.by_rounds:
        return _("Rounds")
    return _("Matches") if format_.is_league else _("Bracket")


def result_enterers(tournament: Any) -> Mapping[str, StrOrPromise]:
    """Who may enter results: referees, pairs or clubs themselves, or both."""
    enterers: dict[str, StrOrPromise] = dict(ResultTerms.By.choices)
    return {**enterers, **_CLUBS_ENTER_RESULTS} if tournament.clubs_enter else enterers


@register.filter
def entrants_name(tournament: Any) -> StrOrPromise:
    """Who enters: pairs, clubs or players."""
    return _ENTRANTS[tournament.entrants][0]


@register.filter
def entrant_name(tournament: Any) -> StrOrPromise:
    """One of those who enter: a pair, a club or a player."""
    return _ENTRANTS[tournament.entrants][1]


@register.filter
def entry_state(pair: Any, tournament: Any) -> StrOrPromise:
    """Whether an entrant is in, in the gender of a pair or of a club or player."""
    return states_of(tournament)[pair.status]


def states_of(tournament: Any) -> Mapping[str, StrOrPromise]:
    """Whether one of those who enter is in, in their gender."""
    return STATES if tournament.entrants == "pairs" else STATES_OF_ONE


@register.filter
def left_words(tournament: Any) -> list[str]:
    """How many left after the draw: "2 withdrawn", "1 disqualified"."""
    withdrawn, disqualified = tournament.withdrawn_count, tournament.disqualified_count
    if tournament.entrants == "pairs":
        phrases = (
            ngettext("%(n)s withdrawn", "%(n)s withdrawn", withdrawn),
            ngettext("%(n)s disqualified", "%(n)s disqualified", disqualified),
        )
    else:
        phrases = (
            npgettext("one", "%(n)s withdrawn", "%(n)s withdrawn", withdrawn),
            npgettext("one", "%(n)s disqualified", "%(n)s disqualified", disqualified),
        )
    counts = (withdrawn, disqualified)
    return [phrase % {"n": count} for phrase, count in zip(phrases, counts, strict=True) if count]


@register.filter
def act_words(act: str, tournament: Any) -> str:
    """What is done with or by a pair, a club or a player, as a button or a heading says it. What
    only a match can have is done by no player."""
    words = _ACTS[act]
    return str(words.get(tournament.entrants, words["pairs"]))


@register.filter
def champion_word(tournament: Any) -> StrOrPromise:
    """The title of who won: two people, or one player or club."""
    return _("Champion") if tournament.entrants == "pairs" else pgettext("one", "Champion")


MOST_CHAMPIONS = 4
"""Names of pairs that share a title in one line."""


@register.filter
def champion_names(tournament: Any) -> str:
    """Who won, or who share the title, in one line; only how many where they are many."""
    names = [champion.name for champion in tournament.champions]
    if len(names) > MOST_CHAMPIONS:
        return _("%(n)s champions") % {"n": len(names)}
    return " · ".join(names)


@register.filter
def has_clubs(entrants: Iterable[Any], tournament: Any) -> bool:
    """Whether a table of these pairs or players has a column for clubs: where somebody has one. A
    club that enters is no column beside itself. `entrants`: pairs, or lines of standings."""
    pairs = (getattr(entrant, "pair", entrant) for entrant in entrants)
    return not tournament.clubs_enter and any(pair.club for pair in pairs)


@register.filter
def is_by_rounds(tournament: Any) -> bool:
    """Whether a round is drawn when the one before has ended."""
    return made_for(tournament.format, tournament.format_options).by_rounds


@register.filter
def is_league(tournament: Any) -> bool:
    """Whether a table decides the tournament, over several rounds."""
    return made_for(tournament.format, {}).is_league


@register.filter
def over_weeks(tournament: Any) -> bool:
    """Whether a table decides the tournament and it has match days: one query."""
    return is_league(tournament) and has_dates(tournament_id=tournament.id)


@register.filter
def section_name(section: Any) -> str:
    """A part of the championship: "Group B", "Third place"."""
    return formatwords.section_name(section.kind, section.number)


@register.filter
def bracket_winner(section: Any) -> str:
    """The pair that won bracket B, C or D, which has a trophy of its own; "" while none has, or
    when it was disqualified afterwards (T8)."""
    if section.kind != "bracket" or section.number < 2:
        return ""
    final = section.rounds[-1].matches[0]
    pair = {"A": final.pair_a, "B": final.pair_b}.get(final.winner)
    return pair.name if pair is not None and pair.status != "disqualified" else ""


@register.filter
def round_title(section: Any, round_view: Any) -> str:
    """The heading of a round in its part."""
    if section.kind == "third_place":
        return _("Match for third place")
    return round_name(round_view)


@register.filter
def rounds_shown(section: Any) -> Any:
    """The rounds of a part in the order in which people read them: of a league or a group, laid out
    by the draw, the first one first; elsewhere the newest."""
    laid_out = section.kind in ("league", "group")
    return section.rounds if laid_out else section.rounds[::-1]


@register.filter
def names_of(pairs: Iterable[Any]) -> str:
    """The names of several pairs, one after the other."""
    return " · ".join(pair.name for pair in pairs)


@register.filter
def tie_decided(how: str) -> StrOrPromise:
    """How a tie was decided."""
    return formatwords.TIES_DECIDED[how]
