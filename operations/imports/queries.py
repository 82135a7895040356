"""The files being imported, and their progress."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.utils.translation import gettext_lazy as _

from jobs import products
from jobs.queries import Look
from tournament.championship.models import Tournament
from tournament.errors import StrOrPromise
from tournament.log.models import Event

BRING_IN = "imports.bring_in"
"""The job that imports a tournament."""
SlugUse = Literal["free", "same", "another"]


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
    return [_row(row) for row in products.made_for(name=BRING_IN)]


def standing_of(*, slug: str, events: int, head: str) -> SlugUse:
    """Whether a tournament with this slug is here, and whether it is the same one: its log must
    contain this head."""
    if not Tournament.objects.filter(slug=slug).exists():
        return "free"
    rows = Event.objects.filter(tournament__slug=slug, number=events)
    return "same" if rows.filter(hash=head).exists() else "another"


def _row(product: products.ProductRow) -> ImportRow:
    outcome: dict[str, Any] = dict(product.outcome)
    code = outcome.get("code", "")
    why: StrOrPromise = ""
    if product.look == "failed":
        why = says(code, outcome.get("line", 0)) if code else TROUBLE
    return ImportRow(
        product.job, product.file_name, product.look, product.done, product.of, product.asked_at,
        product.asked_for.get("by"), product.asked_for.get("key", ""), outcome.get("slug", ""),
        outcome.get("line", 0), code, outcome.get("detail", ""), why,
    )  # fmt: skip


# Code of a refusal (docs/export.md) → why a file is not imported and what to do, in the reader's
# language.


NO_FILE_OF_OURS = _(
    "This is no tournament's file. Choose the .mustour file that the tournament's log page gives."
)
ANOTHER_VERSION = _("Another version of the program wrote this file. Update this server first.")
DAMAGED = _(
    "The file was cut or changed on its way. Export the tournament again and send that file as it "
    "is."
)
BROKEN_LOG = _(
    "Its log is not intact: somebody changed it. Check the tournament where it was "
    "played, then export it again."
)
OTHER_ROWS = _(
    "The file does not match its own log. Check the tournament where it was played, then export it "
    "again."
)
ANOTHER_IS_HERE = _(
    "Another tournament has this address here. Remove that one first, or bring this one in on a "
    "server of its own."
)
NUMBERS_TAKEN = _(
    "Other tournaments have numbers here that its log names. Bring it in on a server without "
    "them. So that it does not happen again: manage.py count_from, on each machine before its "
    "first tournament."
)
NO_ORGANIZER = _("An account that was named is closed or gone. Name others, and send it again.")
GONE = _("The file is not here any more. Send it again.")
TROUBLE = _("This server could not do it; the list of tasks says why. Send the file again later.")

_OF_CODES: dict[str, StrOrPromise] = {
    **dict.fromkeys(("no_header", "not_a_line"), NO_FILE_OF_OURS),
    "unknown_format": ANOTHER_VERSION,
    **dict.fromkeys(
        ("not_json", "unknown_kind", "not_canonical", "too_large", "empty", "cut",
         "out_of_order", "wrong_seal", "bad_header"),
        DAMAGED,
    ),
    **dict.fromkeys(
        ("number_gap", "wrong_previous", "wrong_hash", "wrong_head", "wrong_text", "text_missing",
         "text_shown", "not_an_event", "another_tournament", "nonsense"),
        BROKEN_LOG,
    ),
    **dict.fromkeys(
        ("unknown_table", "bad_row", "points_nowhere", "not_in_the_log", "no_tournament",
         "does_not_hold", "not_kept", "not_storable"),
        OTHER_ROWS,
    ),
    "already_here": ANOTHER_IS_HERE,
    "numbers_taken": NUMBERS_TAKEN,
    "no_organizer": NO_ORGANIZER,
    "gone": GONE,
}  # fmt: skip


def says(code: str, line: int = 1) -> StrOrPromise:
    """The reason and the remedy; `line`: where the fault is. An unknown code means a fault of this
    server."""
    if code == "not_a_line" and line > 1:
        return DAMAGED  # it began as a file of ours does
    return _OF_CODES.get(code, TROUBLE)
