"""What goes out from a page: its share button, and schema.org data (JSON-LD) for search engines."""

import json
import re
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tournament.addresses import absolute_url
from web.templatetags.formatwords import champion_word
from web.templatetags.matchwords import headline
from web.templatetags.prizewords import prizes_line, timetable_moment

register = template.Library()


@register.inclusion_tag("components/share_button.html", takes_context=True)
def share_button(context: dict[str, Any], words: str, css: str = "") -> dict[str, str]:
    """A button that shares this page's address with `words`."""
    to = absolute_url(context["request"], context["request"].path)
    whatsapp = f"https://wa.me/?{urlencode({'text': f'{words} {to}'})}"
    return {"words": words, "to": to, "whatsapp": whatsapp, "css": css}


@register.inclusion_tag("components/picture_button.html", takes_context=True)
def picture_button(context: dict[str, Any], picture: str) -> dict[str, str]:
    """A button that shares the `picture` at this path, with the page's address beside it; where
    pictures cannot be shared, it opens it."""
    return {"picture": picture, "to": absolute_url(context["request"], context["request"].path)}


def _offer(offer: Any, address: str) -> dict[str, Any]:
    """The entry as schema.org's offer, while pairs can sign up; its price where the fee is one."""
    if offer is None or not offer.takes:
        return {}
    stock = "SoldOut" if offer.free == 0 else "InStock"
    said = {
        "@type": "Offer", "url": address, "availability": f"https://schema.org/{stock}",
    }  # fmt: skip
    if offer.fee:
        said["description"] = offer.fee
    if (price := EURO.fullmatch(offer.fee.strip())) is not None:
        said |= {"price": (price[1] or price[2]).replace(",", "."), "priceCurrency": "EUR"}
    return {"offers": said}


def _champion(tournament: Any) -> dict[str, Any]:
    """Who won, with the title and the prize."""
    if not tournament.champion:
        return {}
    title, prize = champion_word(tournament), tournament.prizes.of_place(1)
    team = {"@type": "SportsTeam", "name": tournament.champion.name}
    return {"competitor": [team | {"award": f"{title}: {prize}" if prize else str(title)}]}


def _announced(tournament: Any) -> dict[str, Any]:
    """The prizes as the event's description, and the timetable as its parts."""
    prizes = tournament.prizes
    said = {"description": prizes_line(prizes)} if prizes.has_prizes else {}
    parts = [
        {
            "@type": "Event",
            "name": line.what,
            "startDate": timetable_moment(tournament, line).isoformat(),
            "location": {"@type": "Place", "name": tournament.place or tournament.name},
        }
        for line in prizes.timetable
    ]
    return said | ({"subEvent": parts} if parts else {})


def _status(tournament: Any) -> str:
    """The state of the tournament, as schema.org names it."""
    if tournament.is_called_off:
        return "EventCancelled"
    return "EventRescheduled" if tournament.postponed_from else "EventScheduled"


# Inside a script element no text may end it; JSON says the same signs by their numbers.
EURO = re.compile(r"€ ?(\d+(?:[.,]\d{1,2})?)|(\d+(?:[.,]\d{1,2})?) ?€")
ESCAPES = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}


@register.simple_tag(takes_context=True)
def sports_event(context: dict[str, Any], match: Any = None, stage: str = "") -> SafeString:
    """The page's tournament, or one match of it, as a SportsEvent. Browsers do not run it."""
    tournament, request = context["tournament"], context["request"]

    def address(name: str, *of: Any) -> str:
        return absolute_url(request, reverse(f"public:{name}", args=[tournament.slug, *of]))

    event: dict[str, Any] = {
        "@type": "SportsEvent",
        "name": tournament.name,
        "url": address("bracket"),
        "startDate": tournament.starts_at.isoformat(),
        "endDate": tournament.ends_at.isoformat(),
        "sport": "Mus",
        "eventStatus": f"https://schema.org/{_status(tournament)}",
        "image": address("picture"),
        "location": {"@type": "Place", "name": tournament.place or tournament.name},
    }
    if tournament.postponed_from:
        event["previousStartDate"] = tournament.postponed_from.isoformat()
    if match is None:
        event |= _announced(tournament) | _champion(tournament)
        signing = reverse("pair:sign_up", args=[tournament.slug])
        event |= _offer(context.get("offer"), absolute_url(request, signing))
    else:
        pairs = [pair for pair in (match.pair_a, match.pair_b) if pair]
        event = event | {
            "name": headline(match, stage),
            "url": address("match", match.id),
            "image": address("match-picture", match.id),
            "superEvent": event,
            "competitor": [{"@type": "SportsTeam", "name": pair.name} for pair in pairs],
        }
    text = json.dumps({"@context": "https://schema.org", **event}, ensure_ascii=False)
    safe = mark_safe(text.translate(ESCAPES))  # noqa: S308 -- escaped as json_script does
    return format_html('<script type="application/ld+json">{}</script>', safe)
