"""The rules of a tournament as one file: a club keeps it, gives it to others, begins with it."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from tournament.championship.queries.tournaments import TournamentView
from tournament.championship.services.tournaments import checked
from tournament.errors import Refusal
from web.organizer.guard import for_organizers

RECIPE = "mus-rules/1"
LARGEST = 20_000
"""Bytes: house rules of 4,000 letters and every setting are far fewer."""
FIELDS = (
    "regulation", "settings", "format", "format_options", "courtesy_minutes", "house_rules",
)  # fmt: skip


@for_organizers("GET")
def rules_file(request: HttpRequest, tournament: TournamentView) -> HttpResponse:
    """The rules by which the tournament is played, as JSON. Who is seeded belongs to its pairs and
    stays out."""
    options = {name: one for name, one in tournament.format_options.items() if name != "seeds"}
    rules = {
        "rules": RECIPE,
        "regulation": tournament.regulation.key,
        "settings": dict(tournament.settings),
        "format": tournament.format,
        "format_options": options,
        "courtesy_minutes": tournament.courtesy_minutes,
        "house_rules": tournament.house_rules,
    }
    text = json.dumps(rules, indent=2, ensure_ascii=False)
    response = HttpResponse(text + "\n", content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-rules.json"'
    return response


def read_rules(content: bytes) -> dict[str, Any]:
    """The rules of such a file, by the names of a tournament's fields. Raises Refusal when it is no
    such file, or when this program cannot play so; `rules` then names what it does not know."""
    try:
        told = json.loads(content.decode("utf-8-sig")) if len(content) <= LARGEST else None
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict) or told.get("rules") != RECIPE:
        raise Refusal.one(
            "rules",
            "no_rules",
            _("This is no file of rules. Choose one that the settings of a tournament gave."),
        )
    unknown = sorted(set(told) - {"rules", *FIELDS})
    if unknown:
        raise Refusal.one(
            "rules",
            "unknown_field",
            _("A newer version of the program wrote this file. Update this server first."),
        )
    try:
        return checked({name: told[name] for name in FIELDS if name in told})
    except Refusal as refusal:
        first = refusal.problems[0]
        raise Refusal.one("rules", first.code, f"{first.field}: {first.message}") from refusal
