"""Small pieces of HTML that many templates need; available in every template without a load."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from structlog.contextvars import get_contextvars

from scoring.wording.cards import NUMBERS, RANKS, TOKEN, rank_of

register = template.Library()

SUITS: dict[str, str | Promise] = {
    "o": gettext_lazy("coins"),
    "c": gettext_lazy("cups"),
    "e": gettext_lazy("swords"),
    "b": gettext_lazy("batons"),
}
SYMBOL = re.compile(r'<symbol id="([^"]+)"([^>]*)>(.*?)</symbol>', re.DOTALL)


@register.simple_tag
def request_number() -> str:
    """The number of this request in the log (`config.middleware.RequestLog`); "" before it has
    one."""
    return str(get_contextvars().get("request", ""))


@register.simple_tag
def site_command(words: str) -> str:
    """A command of the site as it is typed here: in a checkout, or where the package is."""
    before = ".venv/bin/python " if settings.PROGRAM == "manage.py" else ""
    return f"{before}{settings.PROGRAM} {words}"


@register.filter
def length_words(games: int, of: Any) -> str:
    """How long a match is: "best of 3", "1 game", or "3 games, all played". `of`: the match or
    tournament, which says whether all are played, and the games of a vaca."""
    all_played, vaca = of.all_played or games % 2 == 0, of.vaca
    if vaca > 1 and games == 1:
        return _("one vaca to %(games)s games") % {"games": vaca}
    if vaca > 1:
        words = (
            _("%(n)s vacas to %(games)s games, all played")
            if all_played
            else _("best of %(n)s vacas to %(games)s games")
        )
        return words % {"n": games, "games": vaca}
    if all_played and games > 1:
        return _("%(n)s games, all played") % {"n": games}
    if all_played or games == 1:
        return ngettext("%(n)s game", "%(n)s games", games) % {"n": games}
    return _("best of %(n)s") % {"n": games}


@register.filter
def lengths_words(tournament: Any) -> str:
    """How long the matches of a drawn tournament are, where a final is longer too: "best of
    3–5"."""
    usual, longest = tournament.best_of, max(tournament.lengths)
    if usual == longest:
        return length_words(usual, tournament)
    if tournament.vaca == 1 and not tournament.all_played and usual % 2:
        return _("best of %(n)s") % {"n": f"{usual}–{longest}"}
    return f"{length_words(usual, tournament)} · {length_words(longest, tournament)}"


@dataclass(frozen=True)
class CardChip:
    """A card's rank, its suit ("" when unknown), and the card that a joker stands for."""

    rank: str
    suit: str
    stands_for: str

    @property
    def drawn(self) -> str:
        """The name of the card's drawing in static/icons/deck.svg."""
        return NUMBERS.get(self.rank, self.rank) + self.suit

    @property
    def name(self) -> str:
        rank = str(RANKS[self.rank])
        if not self.suit:
            return rank
        return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": SUITS[self.suit]}


@register.inclusion_tag("components/icon.html")
def icon(name: str, css: str = "icon") -> dict[str, Any]:
    """A symbol of static/icons/sprite.svg. Screen readers skip it, so put words beside it.

    The symbol is part of the page, so that no reader waits for a file. Only the suits, of which a
    page has many, refer to the file.
    """
    return {"name": name, "css": css, "drawn": None if name in SUITS else drawings().get(name)}


@cache
def drawings() -> dict[str, tuple[SafeString, SafeString]]:
    """Symbol → its attributes and its content."""
    sprite = (settings.BASE_DIR / "static/icons/sprite.svg").read_text("utf-8")
    return {
        name: (mark_safe(how.strip()), mark_safe(re.sub(r"\s*\n\s*", "", what)))  # noqa: S308
        for name, how, what in SYMBOL.findall(sprite)  # our own file
    }


NOTICES = {"success": "notice--ok", "warning": "notice--warn", "error": "notice--bad"}
BADGES = {
    "bad": "badge--bad",
    "failed": "badge--bad",
    "stuck": "badge--bad",
    "warning": "badge--warn",
    "ok": "badge--ok",
    "done": "badge--ok",
}


@register.filter
def notice_class(level: str) -> str:
    """The CSS class of a message of this level."""
    return NOTICES.get(level, "")


@register.filter
def badge_class(state: str) -> str:
    """The CSS class of a badge that shows this state of a job or of a check."""
    return BADGES.get(state, "")


@register.inclusion_tag("components/score.html")
def score(stones: int | None, target: int = 40) -> dict[str, Any]:
    """A score as it lies on the table: amarracos of five, then single stones. `inside` is what
    a pair calls *adentro* (S7): five stones or fewer from the target."""
    count = max(0, stones or 0)
    return {
        "stones": count,
        "amarracos": range(count // 5),
        "singles": range(count % 5),
        "inside": target - 5 <= count < target,
    }


@register.inclusion_tag("components/playing_card.html")
def playing_card(token: object, face: str = "small") -> dict[str, Any]:
    """One card from its token in a hand record ("R", "7o", "Sc=R"); for anything else the back of a
    card.

    `face`: "small" shows number and suit; "full" the whole drawing.
    """
    match = TOKEN.fullmatch(str(token or ""))
    if match is None:
        return {"card": None, "back": _("a card face down")}
    card = CardChip(rank_of(match), match["suit"], match["stands_for"] or "")
    css = ["playing-card", card.suit and f"playing-card--{card.suit}"]
    css.append("playing-card--full" if face == "full" else "")
    return {"card": card, "full": face == "full", "css": " ".join(filter(None, css))}


@register.inclusion_tag("components/holding.html")
def holding(cards: str | Iterable[object] | None, face: str = "small") -> dict[str, Any]:
    """The four cards of a seat, from the text or the list of a hand record."""
    return {"tokens": cards.split() if isinstance(cards, str) else list(cards or ()), "face": face}
