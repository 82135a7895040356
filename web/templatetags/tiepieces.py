"""A match as bracket, lists and screens show it: rendered once for each state, then cached."""

from collections.abc import Collection, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any

from django import template
from django.template import Context
from django.urls import get_script_prefix
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from tournament.matches.queries.matches import MatchCard
from web.pieces import piece
from web.templatetags.matchwords import event_words

register = template.Library()

TEMPLATE = "public/tie.html"
NOT_SHOWN = ("seating", "names")
"""What a card has besides: who sits where."""

state_of = attrgetter(*(one.name for one in fields(MatchCard) if one.name not in NOT_SHOWN))


@register.simple_tag(takes_context=True)
def tie(
    context: Context, match: MatchCard, is_final: bool = False, in_list: bool = False
) -> SafeString:
    """One match. `in_list`: says its state even where a bracket shows it by its place. From the
    context: tournament; by match, where the page has them: scores, played, reviews, decided,
    meetings."""
    values = {
        "is_final": bool(is_final),
        "in_list": bool(in_list),
        "live": _of(match, context.get("scores")),
        "played": tuple(_of(match, context.get("played")) or ()),
        "is_reviewed": _is_among(match, context.get("reviews")),
        "decision": _of(match, context.get("decided")),
        "meeting": _of(match, context.get("meetings")),
    }
    tournament, decision, meeting = context["tournament"], values["decision"], values["meeting"]
    key = (
        TEMPLATE, tournament.slug, state_of(match), *list(values.values())[:-2],
        decision and (decision.corrects, str(event_words(decision.event, tournament))),
        meeting and (meeting.meets_at, meeting.venue, meeting.until),
        get_language(), get_current_timezone_name(), get_script_prefix(),
    )  # fmt: skip

    def draw() -> SafeString:
        engine: Any = context.template and context.template.engine
        shown = {**values, "match": match, "tournament": tournament}
        drawn: SafeString = engine.get_template(TEMPLATE).render(Context(shown))
        return drawn

    return piece(key, draw)


def _of(match: MatchCard, by_match: Mapping[int, Any] | None) -> Any:
    return by_match.get(match.id) if by_match else None


def _is_among(match: MatchCard, matches: Collection[int] | None) -> bool:
    return match.id in (matches or ())
