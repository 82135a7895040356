"""Rounds, matches, standings and events in the reader's words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.errors import StrOrPromise

register = template.Library()

ENDED: Mapping[str, StrOrPromise] = {
    "games": gettext_lazy("on games"),
    "bye": gettext_lazy("bye"),
    "walkover": gettext_lazy("walkover"),
    "withdrawal": gettext_lazy("by withdrawal"),
    "disqualification": gettext_lazy("by disqualification"),
    "ruling": gettext_lazy("by a ruling"),
}
TITLES: Mapping[str, StrOrPromise] = {
    "champion": gettext_lazy("champion"),
    "runner_up": gettext_lazy("runner-up"),
    "semi_finalist": gettext_lazy("semi-finalist"),
}
EVENTS: Mapping[str, StrOrPromise] = {
    "tournament.created": gettext_lazy("The tournament was created"),
    "tournament.changed": gettext_lazy("The tournament's details were changed"),
    "tournament.games_reduced": gettext_lazy("The number of games was reduced"),
    "organizer.added": gettext_lazy("An organizer was added"),
    "organizer.removed": gettext_lazy("An organizer was removed"),
    "pair.entered": gettext_lazy("A pair was entered"),
    "pairs.entered": gettext_lazy("Pairs were entered"),
    "pair.changed": gettext_lazy("A pair was changed"),
    "pair.withdrawn": gettext_lazy("A pair withdrew"),
    "pair.disqualified": gettext_lazy("A pair was disqualified"),
    "pair.reinstated": gettext_lazy("A pair came back"),
    "draw.made": gettext_lazy("The draw was made"),
    "draw.undone": gettext_lazy("The draw was undone"),
    "tables.count_set": gettext_lazy("The number of tables was set"),
    "tables.assigned": gettext_lazy("Matches were given tables"),
    "table.link_renewed": gettext_lazy("A table's link was renewed"),
    "device.joined": gettext_lazy("A device joined a table"),
    "device.revoked": gettext_lazy("A device was revoked"),
    "match.table_assigned": gettext_lazy("A match was given a table"),
    "match.started": gettext_lazy("A match began"),
    "match.start_undone": gettext_lazy("The start of a match was taken back"),
    "match.imported": gettext_lazy("A match was brought in from a file"),
    "match.games": gettext_lazy("Games of a match were counted"),
    "match.finished": gettext_lazy("A match ended"),
    "match.confirmed": gettext_lazy("The table confirmed a match"),
    "match.replaced": gettext_lazy("A result was replaced"),
    "match.reopened": gettext_lazy("A match was reopened"),
    "consolation.paired": gettext_lazy("Consolation matches were made"),
    "consolation.called_off": gettext_lazy("A consolation match was called off"),
    "hand.recorded": gettext_lazy("A hand was entered"),
    "hand.corrected": gettext_lazy("A hand was corrected"),
    "hand.undone": gettext_lazy("A hand was taken back"),
    "game.confirmed": gettext_lazy("The table confirmed a game"),
    "game.decided": gettext_lazy("A game was decided by the organizers"),
    "game.decision_taken_back": gettext_lazy("The decision on a game was taken back"),
    "ruling.made": gettext_lazy("The organizers ruled"),
    "attention.raised": gettext_lazy("A table sent what could not be entered"),
    "attention.closed": gettext_lazy("What a table had sent in vain was settled"),
    "call.raised": gettext_lazy("A table called the organizer"),
    "call.closed": gettext_lazy("A call was closed"),
}


# Sums that follow from the hand before them: whoever reads the log may pass over them.
SUMS = frozenset({"match.games"})


@register.filter
def round_name(round_view: Any) -> str:
    """A round of the bracket by its stage, or by its number."""
    return stage_name(round_view.stage, round_view.number)


def stage_name(stage: str, number: int) -> str:
    named = {
        "final": _("Final"),
        "semi_final": _("Semi-finals"),
        "quarter_final": _("Quarter-finals"),
    }
    return named.get(stage) or _("Round %(number)s") % {"number": number}


@register.filter
def match_title(match: Any) -> str:
    """Which match this is: "Championship, 2.1"."""
    named = {"championship": _("Championship, match %(label)s")}
    text = named.get(match.kind) or _("Consolation, match %(label)s")
    return text % {"label": match.label}


@register.filter
def open_side(match: Any, side: str) -> str:
    """What stands in a slot that nobody has reached: where its pair will come from, or a bye."""
    if match.is_bye:
        return _("bye")
    feeder = match.from_a if side == "A" else match.from_b
    return _("winner of %(match)s") % {"match": feeder} if feeder else _("to be known")


@register.filter
def ended_words(match: Any) -> StrOrPromise:
    """How a match ended, when not on games."""
    return ENDED.get(match.ended_by, match.ended_by)


@register.filter
def standing_words(line: Any) -> StrOrPromise:
    """How far a pair came: its title, or the stage it reached."""
    if line.title in TITLES:
        return TITLES[line.title]
    if line.title == "out":
        return _("out of the tournament")
    if not line.stage:
        return _("%(won)s won") % {"won": line.matches_won}
    stage = stage_name(line.stage, line.round)
    return _("still in: %(stage)s") % {"stage": stage} if line.title == "still_in" else stage


@register.filter
def event_words(event: Any) -> StrOrPromise:
    """An event of the log in a few words; one that has none yet goes by its kind."""
    return EVENTS.get(event.kind, event.kind)


@register.filter
def is_sum(event: Any) -> bool:
    """Whether an event only says what the one before it made: the log shows it small."""
    return event.kind in SUMS


@register.filter
def for_match(scores: Mapping[int, Any], match_id: int) -> Any:
    """What a mapping by match holds for this one, or None."""
    return scores.get(match_id) if scores else None
