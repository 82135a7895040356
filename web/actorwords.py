"""The actors of the log in the reader's words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.errors import StrOrPromise

PROGRAMS: Mapping[str, StrOrPromise] = {
    "simulation": gettext_lazy("simulation"),
    "the room": gettext_lazy("the room"),
    "the pair itself": gettext_lazy("the pair itself"),
    "both pairs": gettext_lazy("both pairs"),
    "one pair, unanswered": gettext_lazy("one pair, the other did not answer"),
    "the code on the door": gettext_lazy("the code on the door"),
    "the term for contacts": gettext_lazy("the term for contacts"),
    "the term for names": gettext_lazy("the term for names"),
}
"""Label in the log of an actor without account or tablet → its words."""


def who(label: str | None) -> str:
    """An actor's label in the reader's words. The name of a user is not changed."""
    label = label or ""
    table = re.fullmatch(r"table (\d+)( device (\d+)( pair (\d+))?)?", label)
    if table and table[5]:
        return _("pair %(pair)s on its phone") % {"pair": table[5]}
    if table and table[3]:
        return _("table %(number)s, device %(device)s") % {"number": table[1], "device": table[3]}
    if table:
        return _("table %(number)s") % {"number": table[1]}
    kind, _space, name = label.partition(" ")
    if kind == "organizer" and name:
        return _("organizer %(name)s") % {"name": name}
    if kind == "operator" and name:
        return _("operator %(name)s") % {"name": name}
    return str(PROGRAMS.get(label, label))
