"""Words for changed fields of records."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django import template
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from scoring.rulings.models import Ruling, TribunalCase
from tournament.championship.models import Role
from tournament.entries.models import Pair
from tournament.errors import StrOrPromise
from tournament.log.rules.about import Difference
from tournament.matches.models import Match
from web.formatwords import FORMATS, OPTIONS
from web.templatetags.formatwords import STATES, result_enterers, states_of
from web.templatetags.matchwords import ENDED
from web.words import PANEL_NAMES

register = template.Library()

FIELDS: Mapping[str, StrOrPromise] = {
    **{field.name: field.verbose_name for field in Pair._meta.fields if field.name in Pair.PUBLIC},
    "stones": _("Stones"),
    "score": _("Score"),
    "cards": _("Cards"),
    "declared": _("Declared"),
    "bets": _("Bets"),
    "infractions": _("Faults"),
    "claim": _("Claimed"),
    "quick": _("Stones alone"),
    "mano": _("Mano"),
    "game_winner": _("Winner of the game"),
    "ruled": _("Decision of the organizers"),
    "void": _("No longer counts"),
    "winner": _("Winner"),
    "games": _("Games"),
    "ended_by": _("Ended by"),
    "best_of": _("Best of"),
    "tables": _("Tables"),
    "name": _("Name"),
    "place": _("Place"),
    "starts_at": _("Start"),
    "time_zone": _("Time zone"),
    "regulation": _("Regulation"),
    "settings": _("Rules"),
    "format": _("Format"),
    "format_options": _("Format"),
    "courtesy_minutes": _("Courtesy for a late pair, in minutes"),
    "rules_name": _("Name of the rules"),
    "house_rules": _("House rules"),
    "is_called_off": pgettext_lazy("of a tournament in the log", "Called off"),
    "is_hidden": pgettext_lazy("of a tournament in the log", "Hidden"),
    "is_out": pgettext_lazy("of a table in the log", "Out of service"),
    "kept_for": pgettext_lazy("of a table in the log", "Kept for"),
    "ended_early": pgettext_lazy("of a tournament in the log", "Ended early"),
    "consolation_ended": pgettext_lazy("of a tournament in the log", "Consolation ended"),
    **{option.key: option.title for option in OPTIONS},
    "points": _("Points"),
    "points_given": _("Points given or taken off"),
    "results_of_gone": _("Results of a pair that leaves the league"),
    "prizes": _("Prizes and timetable"),
    "places": _("Prizes"),
    "consolation": _("Consolation"),
    "text": _("Beside the prizes"),
    "timetable": _("Timetable"),
    "minutes": _("Minutes"),
    "role": _("Role"),
    "fee": _("Fee"),
    "is_open": _("Sign-up is open"),
    "entered_by": _("Who enters the results"),
    "closes_alone": _("After these minutes a result counts without an answer"),
    "cap": _("Places"),
    "note": _("What they should know"),
    "shown": _("On the screen now"),
    "panels": _("In turn"),
    "seconds": _("Seconds each"),
    "table": _("Table"),
    "seating": _("Seats"),
    "first_mano": _("Mano"),
    "four_kings": _("Four kings"),
    "names": _("Who plays for the club"),
    "decision": _("State"),
    "state": _("State"),
    "outcome": _("Decision"),
    "verdict": _("Verdict"),
    "reason": _("Reason"),
    "order": _("Order of finish"),
    "days": _("Match days"),
    "until": _("Last day"),
    "meets_at": _("They meet"),
    "venue": _("Where"),
    "to": _("Referee"),
}


Words = Mapping[str, StrOrPromise]
YES_OR_NO: Words = {"true": _("yes"), "false": _("no")}
VALUES: Mapping[str, Words] = {
    "status": {**STATES, **dict(Match.Status.choices)},
    "ended_by": ENDED,
    "decision": dict(Ruling.Status.choices),
    "state": dict(TribunalCase.State.choices),
    "verdict": dict(TribunalCase.Verdict.choices),
    "role": dict(Role.Name.choices),
    "shown": PANEL_NAMES,
    "panels": PANEL_NAMES,
    "format": {key: words.name for key, words in FORMATS.items()},
    **dict.fromkeys(
        (
            "void",
            "is_open",
            "four_kings",
            "closes_alone",
            "is_called_off",
            "is_hidden",
            "is_out",
            "ended_early",
            "consolation_ended",
        ),
        YES_OR_NO,
    ),
}
"""Field → words for the values that the log stores as keys."""
TIMES = ("until", "days")
"""Fields with moments, besides those that end in `_at`."""
SAID_ABOVE = ("reason",)
"""Fields that the line of an event already shows."""
MOST_IN_A_LINE, LONGEST_LINE = 3, 180
NOTHING = "—"


@register.filter
def field_words(path: Sequence[str]) -> str:
    """The name of a field, followed by the keys of the path inside it."""
    return " › ".join(str(FIELDS.get(key, key)) for key in path)


@register.filter
def was_words(one: Difference, tournament: Any) -> str:
    """A field's value before the event. `tournament`: says who enters."""
    return _value(one.path, one.before, tournament)


@register.filter
def now_words(one: Difference, tournament: Any) -> str:
    """A field's value after the event. `tournament`: says who enters."""
    return _value(one.path, one.after, tournament)


@register.simple_tag
def before_words(changed: Mapping[int, Sequence[Difference]], event: Any, tournament: Any) -> str:
    """What an event of a page of the log changed, in one line."""
    return changes_words(changed.get(event.number, ()), tournament)


@register.filter
def changes_words(differences: Sequence[Difference], tournament: Any) -> str:
    """What an event changed, in one line; fields that had a value before come first. Fields without
    words, such as a hand's cards, are only counted; the event's page shows them."""
    every = [difference for difference in differences if difference.path[0] not in SAID_ABOVE]
    plain = [
        difference for difference in every if not (difference.before + difference.after).count("{")
    ]
    plain.sort(key=lambda difference: difference.before == NOTHING)
    phrases: list[str] = []
    for difference in plain[:MOST_IN_A_LINE]:
        both = was_words(difference, tournament), now_words(difference, tournament)
        words = f"{field_words(difference.path)}: {' → '.join(both)}"
        if phrases and len(" · ".join([*phrases, words])) > LONGEST_LINE:
            break
        phrases.append(words)
    if more := len(every) - len(phrases):
        rest = ngettext("%(count)s more change", "%(count)s more changes", more)
        phrases.append(rest % {"count": more})
    return " · ".join(phrases)


def _value(path: Sequence[str], text: str, tournament: Any) -> str:
    field = path[-1] if path else ""
    is_time = field.endswith("_at") or field in TIMES
    moments = [_moment(one) for one in text.split(", ")] if is_time else [None]
    if None not in moments:
        return ", ".join(
            date_format(localtime(moment), "LOG_FORMAT") for moment in moments if moment
        )
    words = VALUES.get(field, {})
    if field == "status":
        words = {**words, **states_of(tournament)}
    elif field == "entered_by":
        words = result_enterers(tournament)
    return ", ".join(str(words.get(one, one)) for one in text.split(", ")) if words else text


def _moment(text: str) -> datetime | None:
    try:
        return parse_datetime(text)
    except ValueError:
        return None
