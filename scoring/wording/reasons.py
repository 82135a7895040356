"""Reasons given by the program: stored as codes, shown in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from tournament.errors import StrOrPromise

HAND_CHANGED = "code:hand_changed"
FILE_WENT_ON = "code:file_went_on"

REASONS: Mapping[str, StrOrPromise] = {
    HAND_CHANGED: _("The hand was changed."),
    "by the pair itself": _("by the pair itself"),
    FILE_WENT_ON: _("The file goes on after this hand, so its table had let these stones stand."),
    "code:from_the_desk": _("The table sent this hand; it is entered at the desk."),
    "code:typing": _("Typing error"),
    "code:cards": _("Wrong cards"),
    "code:bets": _("Wrong bets"),
    "code:agreed": _("Both pairs agree"),
}
"""Code → its words. The last four are buttons that a referee taps on the tablet."""


def reason_words(reason: str) -> StrOrPromise:
    """A stored reason for its reader: a code becomes words; a person's own text is not changed."""
    return REASONS.get(reason, reason)


def reason_kept(reason: str) -> str:
    """The stored form of a reason: the code when it is one of the program's sentences in any
    language; otherwise the reason itself."""
    return _codes().get(reason, reason)


@cache
def _codes() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            found.update({str(words): code for code, words in REASONS.items()})
    return found
