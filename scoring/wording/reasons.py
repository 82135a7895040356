"""Reasons given by the program: stored as codes, shown in the reader's language."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, override
from django.utils.translation import gettext_lazy as _

from scoring.wording.faults import PLACE, place
from tournament.errors import FILL, Problem, StrOrPromise, lazy_text

HAND_CHANGED = "code:hand_changed"
FILE_WENT_ON = "code:file_went_on"
TIME_IS_UP = "code:time_is_up"

REASONS: Mapping[str, StrOrPromise] = {
    HAND_CHANGED: _("The hand was changed."),
    "by the pair itself": _("by the entrants themselves"),
    FILE_WENT_ON: _("The file goes on after this hand, so the table had accepted these stones."),
    TIME_IS_UP: _("The time of the match is up (T5)."),
    "code:from_the_desk": _("The table sent this hand; it is entered at the desk."),
    "code:typing": _("Typing error"),
    "code:cards": _("Wrong cards"),
    "code:bets": _("Wrong bets"),
    "code:agreed": _("Both pairs agree"),
    "code:absent": _("Did not come"),
    "code:left": _("Left the match"),
    "code:counted_again": _("Counted again"),
    "code:late": _("It is late"),
}
"""Code → its words. Four are buttons that a referee taps on the tablet, the last four come with a
press at the desk."""


def reason_words(reason: str) -> StrOrPromise:
    """A stored reason for its reader: a code becomes words; a person's own text is not changed."""
    return REASONS.get(reason, reason)


def reason_kept(reason: str) -> str:
    """The stored form of a reason: the code when it is one of the program's sentences in any
    language; otherwise the reason itself."""
    return _codes().get(reason, reason)


@cache
def _codes() -> Mapping[str, str]:
    codes: dict[str, str] = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            codes.update({str(words): code for code, words in REASONS.items()})
    return codes


# Stored sentences: kept as source text and values, and put together in the reader's language.


def problems_kept(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Problems as JSON: code, path, and the message in parts."""
    return [
        {"code": problem.code, "path": problem.field, "message": apart(problem.message)}
        for problem in problems
    ]


def problems_shown(problems: Iterable[Any]) -> list[Any]:
    """Stored problems with their messages as text; one stored as text is not changed."""
    return [
        {**problem, "message": str(together(problem["message"]))}
        if isinstance(problem, Mapping) and "message" in problem
        else problem
        for problem in problems
    ]


def apart(message: object) -> Any:
    """The stored form of a message: its source and values; without a source, the text."""
    if not isinstance(message, Promise):
        return message if isinstance(message, int | None) else str(message)
    made_by, values = _source_of(message)
    if made_by is gettext:
        return {"text": values[0]}
    if made_by is PLACE:
        return {"place": values[0]}
    if made_by is FILL:
        params = {name: apart(value) for name, value in values[1].items()}
        return {"said": apart(values[0]), "with": params}
    return str(message)


def together(form: Any) -> StrOrPromise:
    """The message of a stored form."""
    if not isinstance(form, Mapping):
        return form if isinstance(form, str) else str(form)
    if "text" in form:
        return gettext_lazy(str(form["text"]))
    if "place" in form:
        return place(str(form["place"]))
    params = {name: together(value) for name, value in form["with"].items()}
    return lazy_text(together(form["said"]), **params)


def _source_of(message: Promise) -> tuple[object, tuple[Any, ...]]:
    """The function and the arguments of a lazy text, read from its pickle form."""
    _unpickle, (made_by, values, *_rest) = message.__reduce__()  # type: ignore[misc]
    return made_by, values


# Why a match that is being played accepts no hand now (S8, G1).


MATCH = _("This match is over and waits for a ruling. Call the organizer.")
GAME = _(
    "The table’s claim could change who won the last game (S8). The match goes on when the claim "
    "is decided. Call the organizer."
)


def waits_for(*, is_won: bool) -> StrOrPromise:
    """What a match waits for: the decision that ends it, or that on its last game."""
    return MATCH if is_won else GAME
