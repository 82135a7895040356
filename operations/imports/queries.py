"""Which files are being brought in, and how far each is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from jobs import products
from jobs.queries import Look
from operations.imports.words import TROUBLE, says
from tournament.championship.models import Tournament
from tournament.errors import StrOrPromise
from tournament.log.models import Event

BRING_IN = "imports.bring_in"
"""The job that brings a tournament in."""
Standing = Literal["free", "same", "another"]


@dataclass(frozen=True, slots=True)
class ImportRow:
    """A file on its way. `done` of its `of` events, each a quarter when it is read, stored,
    compared, and written again. `slug`: the tournament that is in now; `line`, `code` and `detail`:
    where a refused file is broken, 0 for the whole of it; `why`: the same in words."""

    job: int
    file_name: str
    look: Look
    done: int
    of: int
    asked_at: datetime
    asked_by: int | None
    key: str
    slug: str
    line: int
    code: str
    detail: str
    why: StrOrPromise

    @property
    def is_coming(self) -> bool:
        return self.look in ("queued", "running")


def import_list() -> list[ImportRow]:
    """What was sent within the last day, the last first."""
    return [_row(made) for made in products.made_for(name=BRING_IN)]


def standing_of(*, slug: str, events: int, head: str) -> Standing:
    """Whether a tournament of this address is here: the same when its log goes through this
    head."""
    if not Tournament.objects.filter(slug=slug).exists():
        return "free"
    said = Event.objects.filter(tournament__slug=slug, number=events)
    return "same" if said.filter(hash=head).exists() else "another"


def _row(made: products.ProductRow) -> ImportRow:
    said: dict[str, Any] = dict(made.outcome)
    code = said.get("code", "")
    why = (says(code) if code else TROUBLE) if made.look == "failed" else ""
    return ImportRow(
        made.job, made.file_name, made.look, made.done, made.of, made.asked_at,
        made.asked_for.get("by"), made.asked_for.get("key", ""), said.get("slug", ""),
        said.get("line", 0), code, said.get("detail", ""), why,
    )  # fmt: skip
