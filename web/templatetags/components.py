"""Small pieces of HTML that many templates need; available in every template without a load."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

register = template.Library()

RANKS: dict[str, str | Promise] = {
    "R": gettext_lazy("king"),
    "C": gettext_lazy("knight"),
    "S": gettext_lazy("jack"),
    "A": gettext_lazy("ace"),
}
SUITS: dict[str, str | Promise] = {
    "o": gettext_lazy("coins"),
    "c": gettext_lazy("cups"),
    "e": gettext_lazy("swords"),
    "b": gettext_lazy("batons"),
}
OTHER_SPELLINGS = {"12": "R", "11": "C", "10": "S", "1": "A"}
TOKEN = re.compile(r"(?P<rank>1[0-2]|[RCSA1-7])(?P<suit>[oceb]?)(?:=(?P<stands_for>[RA]))?")


@dataclass(frozen=True)
class CardChip:
    """What is printed on a card: its rank, its suit ("" when unknown), what a joker stands for."""

    rank: str
    suit: str
    stands_for: str

    @property
    def name(self) -> str:
        rank = str(RANKS.get(self.rank, self.rank))
        if not self.suit:
            return rank
        return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": SUITS[self.suit]}


@register.inclusion_tag("components/icon.html")
def icon(name: str, css: str = "icon") -> dict[str, Any]:
    """A symbol of static/icons/sprite.svg, for the eye only: put words beside it."""
    return {"name": name, "css": css}


@register.inclusion_tag("components/score.html")
def score(stones: int | None, target: int = 40) -> dict[str, Any]:
    """A score as it lies on the table: amarracos of five, then single stones."""
    count = max(0, stones or 0)
    return {
        "stones": count,
        "amarracos": range(count // 5),
        "singles": range(count % 5),
        "inside": target - 5 <= count < target,
    }


@register.inclusion_tag("components/playing_card.html")
def playing_card(token: object) -> dict[str, Any]:
    """One card from its token in a hand record ("R", "7o", "Sc=R"); anything else: its back."""
    match = TOKEN.fullmatch(str(token or ""))
    if match is None:
        return {"card": None, "back": _("a card face down")}
    rank = OTHER_SPELLINGS.get(match["rank"], match["rank"])
    return {"card": CardChip(rank, match["suit"], match["stands_for"] or "")}


@register.inclusion_tag("components/holding.html")
def holding(cards: str | Iterable[object] | None) -> dict[str, Any]:
    """The four cards of a seat, from the text or the list of a hand record."""
    return {"tokens": cards.split() if isinstance(cards, str) else list(cards or ())}
