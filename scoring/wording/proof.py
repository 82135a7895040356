"""Names of the checks of a tournament, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

LEFT_OUT_NAMES = {
    "twin": _("the second engine (JavaScript), which is not installed here"),
    "secret": _("the secret of the draw that is prepared: it is on another machine"),
    "title": _(
        "the champion by today’s rule: the pair was disqualified after its last match, and the "
        "version that decided the day left it the title"
    ),
    "rank": _(
        "the bracket by today’s rule: a pair of it was disqualified before it began, and the "
        "version that worked it out left the pair its place"
    ),
}


def left_out_words(name: str) -> str:
    """What could not be checked, in words; a recipe or a regulation is given by its own name."""
    return str(LEFT_OUT_NAMES.get(name, name))


CHECK_NAMES = {
    "log": _("events, each sealed with the one before"),
    "draw": _("draws that follow from their seed"),
    "rows": _("stored rows that are what the log tells"),
    "rulings": _("rulings, with every false word on record"),
    "hands": _("hands settled again, to the same stones"),
    "games": _("games that go from hand to hand without a gap"),
    "bracket": _("matches with the pairs that results send there"),
    "agreements": _("agreements of pairs, signed by their table’s tablet"),
    "twin": _("hands settled by the second engine (JavaScript)"),
}
