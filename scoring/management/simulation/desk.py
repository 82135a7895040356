"""The simulated desk: it decides open rulings, with reasons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from django.utils.translation import gettext as _

from scoring.rulings.models import Ruling
from scoring.rulings.services import rulings
from tournament.log.rules.roles import Actor

CLAIMS_LOST = 0.2


class Desk:
    """Decides each open ruling as it comes."""

    def __init__(self, *, actor: Actor, rng: Random) -> None:
        self._actor = actor
        self._rng = rng

    def decide(self, opened: Iterable[Mapping[str, Any]]) -> int:
        """Decides these rulings (in the form of answers); returns how many."""
        count = 0
        for ruling in opened:
            # An earlier decision may have settled this ruling too.
            if Ruling.objects.filter(pk=ruling["id"], status=Ruling.Status.OPEN).exists():
                self._decide(ruling)
                count += 1
        return count

    def _decide(self, ruling: Mapping[str, Any]) -> None:
        if ruling["kind"] == Ruling.Kind.CLAIM:
            self._decide_claim(ruling)
            return
        reason = _("As the regulation says; both pairs were heard.")
        if ruling["kind"] == Ruling.Kind.REPETITION:
            reason = _("Second false claim in the tournament (G1).")
            if ruling["proposed"]["tribunal"]:
                reason = _("Passed on to the Disciplinary Tribunal.")
        rulings.confirm(ruling_id=ruling["id"], actor=self._actor, reason=reason)

    def _decide_claim(self, ruling: Mapping[str, Any]) -> None:
        claimed_less = max(ruling["proposed"]["difference"]) <= 0
        lost = claimed_less and self._rng.random() < CLAIMS_LOST
        rulings.decide_claim(
            ruling_id=ruling["id"],
            actor=self._actor,
            stands="claim" if lost else "engine",
            reason=_("Not claimed before the next deck was cut (S8).")
            if lost
            else _("The cards were counted again at the table."),
        )
