"""The names of the panels of a big screen."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from tournament.errors import StrOrPromise

PANEL_NAMES: Mapping[str, StrOrPromise] = {
    "tables": _("Live tables"),
    "called": _("Called matches"),
    "bracket": _("Bracket"),
    "round": _("The round being played"),
    "clock": _("Clock"),
    "consolation": _("Consolation"),
    "ordagos": _("The last órdagos"),
    "draw": _("The draw, slot by slot"),
}
