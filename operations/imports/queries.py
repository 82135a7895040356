"""The files being imported, and their progress."""

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
"""The job that imports a tournament."""
Standing = Literal["free", "same", "another"]


@dataclass(frozen=True, slots=True)
class ImportRow:
    """A file being imported. `done` of `of` events: each event counts a quarter when it is read,
    stored, compared, and written again. `slug`: the imported tournament; `line` (0 for the whole
    file), `code` and `detail`: the fault of a refused file; `why`: the fault in words."""

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
    """The files of the last day, the latest first."""
    return [_row(made) for made in products.made_for(name=BRING_IN)]


def standing_of(*, slug: str, events: int, head: str) -> Standing:
    """Whether a tournament with this slug is here, and whether it is the same one: its log must
    contain this head."""
    if not Tournament.objects.filter(slug=slug).exists():
        return "free"
    said = Event.objects.filter(tournament__slug=slug, number=events)
    return "same" if said.filter(hash=head).exists() else "another"


def _row(made: products.ProductRow) -> ImportRow:
    said: dict[str, Any] = dict(made.outcome)
    code = said.get("code", "")
    why = (says(code, said.get("line", 0)) if code else TROUBLE) if made.look == "failed" else ""
    return ImportRow(
        made.job, made.file_name, made.look, made.done, made.of, made.asked_at,
        made.asked_for.get("by"), made.asked_for.get("key", ""), said.get("slug", ""),
        said.get("line", 0), code, said.get("detail", ""), why,
    )  # fmt: skip
