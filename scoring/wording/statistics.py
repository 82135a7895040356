"""Words for what is remarkable: a title and a sentence for each kind."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from scoring.wording.penalties import LANCES, PUNTO
from tournament.errors import StrOrPromise, lazy_text

PLACES: Mapping[str, StrOrPromise] = {
    **LANCES,
    "punto": PUNTO,
    "unverified": _("Without cards"),
    "ruled": _("By a ruling"),
}
"""Source of stones → its name."""

TITLES: Mapping[str, StrOrPromise] = {
    "comeback": _("Greatest comeback"),
    "closest_game": _("Closest game"),
    "longest_hand": _("Longest hand"),
    "biggest_hand": _("Most stones in a hand"),
    "biggest_seen": _("Largest bet accepted"),
    "most_ordagos": _("Most órdagos said"),
    "most_ordagos_won": _("Most órdagos won"),
    "most_thirty_ones": _("Most 31s"),
    "most_duples": _("Most duples"),
}

SENTENCES: Mapping[str, StrOrPromise] = {
    "comeback": _("%(pair)s won from %(own)s – %(other)s."),
    "closest_game": _("%(pair)s won %(high)s – %(low)s."),
    "longest_hand": _("%(value)s calls."),
    "biggest_hand": _("%(pair)s took %(value)s."),
    "biggest_seen": _("%(value)s stones on one lance."),
    "most_ordagos": _("%(pair)s: %(value)s."),
    "most_ordagos_won": _("%(pair)s: %(value)s."),
    "most_thirty_ones": _("%(pair)s: %(value)s."),
    "most_duples": _("%(pair)s: %(value)s."),
}


def remarkable_sentence(kind: str, **params: object) -> StrOrPromise:
    """A sentence that says what was remarkable."""
    return lazy_text(SENTENCES[kind], **params)
