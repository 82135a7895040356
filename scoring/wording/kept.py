"""Sentences that are stored: taken apart into their source and its values, and put together again
in the language of whoever reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from scoring.wording.faults import PLACE, place
from tournament.errors import FILL, Problem, StrOrPromise, said


def problems_kept(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Problems as JSON: code, path, and the message in parts."""
    return [
        {"code": one.code, "path": one.field, "message": apart(one.message)} for one in problems
    ]


def problems_shown(kept: Iterable[Any]) -> list[Any]:
    """Kept problems with their messages in words. A message kept as a text is left as it is."""
    return [
        {**one, "message": str(together(one["message"]))}
        if isinstance(one, Mapping) and "message" in one
        else one
        for one in kept
    ]


def apart(message: object) -> Any:
    """What is kept of a message: its source and values, or the text of what has no source."""
    if not isinstance(message, Promise):
        return message if isinstance(message, int | None) else str(message)
    made_by, values = _made(message)
    if made_by is gettext:
        return {"text": values[0]}
    if made_by is PLACE:
        return {"place": values[0]}
    if made_by is FILL:
        given = {name: apart(value) for name, value in values[1].items()}
        return {"said": apart(values[0]), "with": given}
    return str(message)


def together(kept: Any) -> StrOrPromise:
    """The message of which this was kept."""
    if not isinstance(kept, Mapping):
        return kept if isinstance(kept, str) else str(kept)
    if "text" in kept:
        return gettext_lazy(str(kept["text"]))
    if "place" in kept:
        return place(str(kept["place"]))
    given = {name: together(value) for name, value in kept["with"].items()}
    return said(together(kept["said"]), **given)


def _made(message: Promise) -> tuple[object, tuple[Any, ...]]:
    """What a text that waits for its language is made by, and of what: what its pickle says."""
    _unpickle, (made_by, values, *_rest) = message.__reduce__()  # type: ignore[misc]
    return made_by, values
