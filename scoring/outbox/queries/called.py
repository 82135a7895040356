"""Calls of tables: why, and whether somebody is on the way."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.rulings.models import Ruling


class About(models.TextChoices):
    """Why a table calls. The words are for the desk: the public log does not repeat them."""

    RULE = "rule", _("A question about a rule")
    CLAIM = "claim", _("The pairs do not agree")
    LATE = "late", _("Somebody is missing")
    CARDS = "cards", _("Something with the cards")
    CONDUCT = "conduct", _("How somebody behaves")
    HELP = "help", _("Please come")


@dataclass(frozen=True, slots=True)
class Answered:
    """Who is on the way to a table, and since when."""

    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class OpenCall:
    """An open call. `answered`: who is on the way; None while nobody is."""

    id: int
    match_id: int
    about: str
    at: datetime
    answered: Answered | None

    @property
    def about_name(self) -> str:
        return about_name(self.about)

    def to_json(self) -> dict[str, Any]:
        """The call as JSON for the table's tablet."""
        on_the_way = self.answered.at if self.answered else None
        return {
            "id": self.id, "match": self.match_id, "about": self.about, "at": self.at,
            "answered_at": on_the_way,
        }  # fmt: skip


def open_calls(*, match_ids: list[int]) -> tuple[OpenCall, ...]:
    """The open calls of these matches, oldest first. One query; no query without matches."""
    if not match_ids:
        return ()
    found = Ruling.objects.filter(
        match__in=match_ids, kind=Ruling.Kind.CALL, status=Ruling.Status.OPEN
    )
    return tuple(_call(ruling) for ruling in found.order_by("raised_at", "id"))


def answer_of(call: Ruling) -> Answered | None:
    """Who is on the way to a table that called; None while nobody is."""
    return answered_in(call.proposed)


def answered_in(proposed: Any) -> Answered | None:
    """As `answer_of`, from a call's `proposed`."""
    said = proposed.get("answered")
    return Answered(said["by"], datetime.fromisoformat(said["at"])) if said else None


def about_name(about: str) -> str:
    """Why a table calls, in the reader's language; empty for an unknown word."""
    return str(About(about).label) if about in About.values else ""


def _call(ruling: Ruling) -> OpenCall:
    about = ruling.proposed.get("about", "")
    return OpenCall(ruling.pk, ruling.match_id, about, ruling.raised_at, answer_of(ruling))
