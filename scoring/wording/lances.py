"""The lances by the names people read."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.errors import StrOrPromise

LANCES: dict[str, StrOrPromise] = {
    "grande": _("Grande"),
    "chica": _("Chica"),
    "pares": _("Pares"),
    "juego": _("Juego"),
}
PUNTO = _("Punto")


def lance_name(lance: str | None, *, punto: bool = False) -> StrOrPromise:
    """A lance's name on the screen; "" for None."""
    if lance == "juego" and punto:
        return PUNTO
    return LANCES.get(lance or "", "")
