"""Reads request bodies as strict JSON: anything that two programs could read differently is
refused."""

import json
import math
from collections import Counter
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.conf import settings
from django.http import RawPostDataException
from django.http.request import UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.parsers import BaseParser

DEEPEST = 32
LONGEST_NUMBER = 40
MOST_VALUES = 50_000
"""Values of a body, counted before any is made: 2 MB of empty objects would take 50 MB."""
_ENCODING = "utf-8"


class BadBody(exceptions.APIException):
    """The body cannot be read at all."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "bad_json"


class BodyTooLarge(exceptions.APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"

    def __init__(self, limit: int) -> None:
        super().__init__(_("The body may have %(limit)s bytes. Send less.") % {"limit": limit})


class TooManyValues(exceptions.APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_many_values"


class StrictJSONParser(BaseParser):
    """`application/json` in UTF-8, at most MAX_BODY_BYTES.

    Refused: NaN and infinities, a name twice in one object, more than 32 levels or 50,000 values,
    numbers of more than 40 digits, and text with NUL or half a surrogate pair (no database can
    store them).
    """

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        limit = settings.MAX_BODY_BYTES
        try:
            # Bodies are small; one read beyond the limit tells that there is more.
            body: bytes = stream.read(limit + 1)
        except (UnreadablePostError, RawPostDataException) as error:
            raise BadBody(_("The body broke off. Send it again.")) from error
        if len(body) > limit:
            raise BodyTooLarge(limit)
        if body.count(b",") + body.count(b"[") + body.count(b"{") > MOST_VALUES:
            raise TooManyValues(
                _("The body holds too many values: at most %(most)s. Send less at once.")
                % {"most": MOST_VALUES}
            )
        try:
            text = body.decode(_ENCODING)
        except UnicodeDecodeError as error:
            raise BadBody(_("The body is not text in UTF-8. Send JSON in UTF-8.")) from error
        try:
            value = json.loads(
                text,
                parse_constant=_refuse_constant,
                parse_float=_finite,
                parse_int=_short,
                object_pairs_hook=_once_each,
            )
        except json.JSONDecodeError as error:
            raise BadBody(
                _("The body is not JSON: look at line %(line)s, column %(column)s.")
                % {"line": error.lineno, "column": error.colno}
            ) from error
        except RecursionError as error:
            raise _too_deep() from error
        _check(value)
        return value


def _refuse_constant(name: str) -> NoReturn:
    raise BadBody(_("%(name)s is not a number in JSON. Send a number or null.") % {"name": name})


def _finite(digits: str) -> float:
    value = float(digits) if len(digits) <= LONGEST_NUMBER else math.inf
    if not math.isfinite(value):
        raise _too_long(digits)
    return value


def _short(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _too_long(digits)
    return int(digits)


def _too_long(digits: str) -> BadBody:
    return BadBody(_("The number %(start)s… is too large.") % {"start": digits[:12]})


def _too_deep() -> BadBody:
    return BadBody(_("The JSON is nested too deeply: at most %(most)s levels.") % {"most": DEEPEST})


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        counts = Counter(name for name, _value in pairs)
        twice = next(name for name in counts if counts[name] > 1)
        raise BadBody(
            _("“%(name)s” stands twice in one object. Keep one.") % {"name": _printable(twice)}
        )
    return fields


def _check(value: Any) -> None:
    """Checks depth and texts, level by level and without recursion, because the input may be nested
    very deeply."""
    level = [value]
    for _depth in range(DEEPEST + 1):
        texts = "".join(item for item in level if isinstance(item, str))
        if "\0" in texts:
            raise BadBody(_("A text contains a NUL character. Remove it."), code="bad_text")
        try:
            texts.encode(_ENCODING)
        except UnicodeEncodeError as error:
            raise BadBody(
                _("A text contains half a character (a lone surrogate). Type it again."),
                code="bad_text",
            ) from error
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                inner.extend(item.keys())
                inner.extend(item.values())
            elif isinstance(item, list):
                inner.extend(item)
        if not inner:
            return
        level = inner
    raise _too_deep()


def _printable(name: str) -> str:
    """A name for a message: shortened, and without characters that cannot be encoded."""
    return name[:40].encode(_ENCODING, "replace").decode(_ENCODING)
