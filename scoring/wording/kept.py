"""Stored sentences: kept as source text and values, and put together in the reader's language."""

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
    """Stored problems with their messages as text. A message stored as plain text is not
    changed."""
    return [
        {**one, "message": str(together(one["message"]))}
        if isinstance(one, Mapping) and "message" in one
        else one
        for one in kept
    ]


def apart(message: object) -> Any:
    """The stored form of a message: its source and values, or the text itself when it has no
    source."""
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
    """The message of a stored form."""
    if not isinstance(kept, Mapping):
        return kept if isinstance(kept, str) else str(kept)
    if "text" in kept:
        return gettext_lazy(str(kept["text"]))
    if "place" in kept:
        return place(str(kept["place"]))
    given = {name: together(value) for name, value in kept["with"].items()}
    return said(together(kept["said"]), **given)


def _made(message: Promise) -> tuple[object, tuple[Any, ...]]:
    """The function and the arguments of a lazy text, read from its pickle form."""
    _unpickle, (made_by, values, *_rest) = message.__reduce__()  # type: ignore[misc]
    return made_by, values
