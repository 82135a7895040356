"""What an event of the log was about, in one short line, and who did it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django import template
from django.utils.translation import gettext as _

from scoring.queries.pages import became_name
from tournament.rules.bracket import label

register = template.Library()

Data = Mapping[str, Any]


@register.filter
def event_detail(event: Any) -> str:
    """The match, hand, pair or number that an event is about, and its reason. Events written by
    another version of the program, with other data in them, just say less."""
    said = []
    for part in PARTS:
        try:
            text = part(event.data)
        except (KeyError, TypeError, IndexError, ValueError):
            text = ""
        if text:
            said.append(text)
    return " · ".join(said)


@register.filter
def who(label: str | None) -> str:
    """Whoever did it, as the log names them, in the reader's words; a name of their own stays."""
    label = label or ""
    table = re.fullmatch(r"table (\d+)( device (\d+))?", label)
    if table and table[3]:
        return _("table %(number)s, device %(device)s") % {"number": table[1], "device": table[3]}
    if table:
        return _("table %(number)s") % {"number": table[1]}
    kind, _space, name = label.partition(" ")
    if kind == "organizer" and name:
        return _("organizer %(name)s") % {"name": name}
    return _("simulation") if label == "simulation" else label


def _match(data: Data) -> str:
    if "match" not in data:
        return ""
    match = data["match"]
    words = {"label": _label(match)}
    if match["kind"] == "championship":
        return _("match %(label)s") % words
    return _("consolation %(label)s") % words


def _label(match: Data) -> str:
    return label(match["kind"], int(match["round"]), int(match["slot"]))


def _hand(data: Data) -> str:
    hand = data.get("hand") or data.get("target") or data
    if "number" not in hand or "game" not in hand or hand["number"] is None:
        return ""
    said = _("game %(game)s, hand %(number)s") % {"game": hand["game"], "number": hand["number"]}
    stones = hand.get("stones")
    return f"{said}: +{stones[0]} +{stones[1]}" if stones else said


def _pairs(data: Data) -> str:
    if "pair" in data:
        pair = data["pair"]
        name = pair.get("name") or f"{pair['player_1']} – {pair['player_2']}"
        return f"{pair['number']}. {name}"
    if "match" in data and "pairs" in data:
        names = [pair["name"] for pair in data["pairs"] if pair]
        return _("%(a)s against %(b)s") % dict(zip("ab", names, strict=True))
    if "pairs" in data:
        return _("%(count)s pairs") % {"count": len(data["pairs"])}
    return ""


def _games(data: Data) -> str:
    games = data.get("games")
    return f"{games[0]} – {games[1]}" if games and any(games) and "match" in data else ""


def _table(data: Data) -> str:
    if not data.get("table"):
        return ""
    return _("table %(number)s") % {"number": data["table"]}


def _freed(data: Data) -> str:
    """The matches whose table was put away."""
    freed = data.get("freed")
    if not freed:
        return ""
    return _("without a table: %(matches)s") % {"matches": ", ".join(map(_label, freed))}


def _became(data: Data) -> str:
    return str(became_name(data.get("became")))


def _reason(data: Data) -> str:
    return str(data.get("reason") or "")


PARTS: tuple[Callable[[Data], str], ...] = (
    _match, _hand, _pairs, _games, _table, _freed, _became, _reason,
)  # fmt: skip
