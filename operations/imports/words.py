"""Code of a refusal (docs/export.md) → why a file is not imported and what to do, in the reader's
language."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournament.errors import StrOrPromise

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
    "It is not what its own log tells. Check the tournament where it was played, then export it "
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
