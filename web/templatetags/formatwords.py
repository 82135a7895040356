"""Names of formats and their parts, in the reader's language."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

from tournament.errors import StrOrPromise
from tournament.formats.registry import made_for
from web import formatwords
from web.templatetags.matchwords import round_name

register = template.Library()


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
    """The name of the page that shows who plays whom."""
    return _("Rounds") if tournament.is_individual else _("Bracket")


@register.filter
def entrants_name(tournament: Any) -> str:
    """Who enters: pairs, or players on a day of individuals."""
    return _("Players") if tournament.is_individual else _("Pairs")


@register.filter
def is_by_rounds(tournament: Any) -> bool:
    """Whether a round is drawn when the one before has ended."""
    return made_for(tournament.format, tournament.format_options).by_rounds


@register.filter
def is_league(tournament: Any) -> bool:
    """Whether a table decides the tournament, over several rounds."""
    return made_for(tournament.format, {}).is_league


@register.filter
def section_name(section: Any) -> str:
    """A part of the championship: "Group B", "Third place"."""
    return formatwords.section_name(section.kind, section.number)


@register.filter
def round_title(section: Any, round_view: Any) -> str:
    """The heading of a round in its part."""
    if section.kind == "third_place":
        return _("Match for third place")
    return round_name(round_view)


@register.filter
def rounds_shown(section: Any) -> Any:
    """The rounds of a part in the order in which people read them: of a league the first one first,
    elsewhere the newest."""
    return section.rounds if section.kind == "league" else section.rounds[::-1]
