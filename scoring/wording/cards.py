"""Cards by their names, for sentences and screen readers: "king, three, knight, four"."""

import re
from collections.abc import Mapping

from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.errors import StrOrPromise

RANKS: Mapping[str, StrOrPromise] = {
    "R": gettext_lazy("king"),
    "C": gettext_lazy("knight"),
    "S": gettext_lazy("jack"),
    "7": pgettext_lazy("card", "seven"),
    "6": pgettext_lazy("card", "six"),
    "5": pgettext_lazy("card", "five"),
    "4": pgettext_lazy("card", "four"),
    "3": pgettext_lazy("card", "three"),
    "2": pgettext_lazy("card", "two"),
    "A": gettext_lazy("ace"),
}
NUMBERS = {"R": "12", "C": "11", "S": "10", "A": "1"}
OTHER_SPELLINGS = {number: rank for rank, number in NUMBERS.items()}
TOKEN = re.compile(r"(?P<rank>1[0-2]|[RCSA1-7])(?P<suit>[oceb]?)(?:=(?P<stands_for>[RA]))?")
"""A card in a hand record: "R", "7o", "Sc=R"."""


def rank_of(token: re.Match[str]) -> str:
    """The rank of a matched TOKEN in its usual spelling."""
    return OTHER_SPELLINGS.get(token["rank"], token["rank"])


def _named(cards: str) -> str:
    names = []
    for token in cards.split():
        match = TOKEN.fullmatch(token)
        if match is None:
            names.append(token)
            continue
        name = str(RANKS[rank_of(match)])
        if match["stands_for"]:
            words = {"card": name, "other": RANKS[match["stands_for"]]}
            name = _("%(card)s as %(other)s") % words
        names.append(name)
    return ", ".join(names)


_named_lazily = lazy(_named, str)


def named_cards(cards: str) -> StrOrPromise:
    """The cards of a hand record by name, translated when they are shown. Suits are left out: they
    matter to a few house rules alone, and stand on the pictures."""
    out: StrOrPromise = _named_lazily(cards)
    return out
