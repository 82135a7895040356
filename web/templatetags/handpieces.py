"""A hand on the page of its match: rendered once for each version and language, then cached."""

from typing import Any

from django import template
from django.template import Context
from django.urls import get_script_prefix
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from scoring.explain.queries.chances import sure_things
from scoring.explain.queries.hands import HandPage
from scoring.explain.queries.pages import GamePage
from web.pieces import piece

register = template.Library()

TEMPLATE = "components/hand/hand.html"


@register.simple_tag(takes_context=True)
def hand_piece(
    context: Context, hand: HandPage, game: GamePage, is_open: bool = False
) -> SafeString:
    """The hand, folded unless `is_open`. From the context: match, page; referee, tournament."""
    referee = bool(context.get("referee"))
    key = (
        TEMPLATE, _state_key(hand), game.number,
        context["match"].id, context["page"].pairs, context["page"].slug,
        tuple(seat.player for seat in hand.lines.seats), referee,
        get_language(), get_current_timezone_name(), get_script_prefix(),
    )  # fmt: skip

    def draw() -> SafeString:
        engine: Any = context.template and context.template.engine
        values = {
            "hand": hand,
            "game": game,
            "match": context["match"],
            "tournament": context.get("tournament"),
            "referee": referee,
            "sure": () if referee else sure_things(hand=hand),
        }
        drawn: SafeString = engine.get_template(TEMPLATE).render(Context(values))
        return drawn

    text = piece(key, draw)
    # Safe: it comes from our own template, which has escaped its values.
    return mark_safe(text.replace("<details", "<details open", 1) if is_open else text)  # noqa: S308


def _state_key(hand: HandPage) -> tuple[object, ...]:
    """The part of the cache key that changes with the hand: its versions and its rulings.

    The key includes the time of each version: after a restore the same id may be another hand's.
    It includes their reasons: of a version, they alone can be erased.
    """
    rulings = tuple(
        (ruling.id, ruling.status, str(ruling.reason), ruling.decided_at) for ruling in hand.rulings
    )
    earlier = tuple((one.version, one.at, str(one.reason)) for one in hand.earlier)
    return (
        hand.id, hand.version, hand.at, hand.score, hand.stones, str(hand.reason), earlier, rulings,
    )  # fmt: skip
