"""The format of a tournament and the options chosen for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.championship.models import Tournament
from tournament.errors import Problem, said
from tournament.formats.registry import FORMATS, key_of, made_for
from tournament.formats.regulations import REGULATIONS
from tournament.formats.setting import allowed_option


def problems(fields: Mapping[str, object], played: Tournament | None) -> list[Problem]:
    """What is wrong with the format and its options."""
    found: list[Problem] = []
    if "format" in fields and fields["format"] not in ("", *FORMATS):
        found.append(
            Problem(
                "format",
                "unknown_format",
                said(
                    _("There is no such format. Choose one of: %(keys)s."), keys=", ".join(FORMATS)
                ),
            )
        )
    elif "format_options" in fields:
        found += _option_problems(fields["format_options"], _key(fields, played))
    return found


def cleaned(values: Mapping[str, Any], played: Tournament | None) -> dict[str, Any]:
    """`format_options` alone, with only the options that the format to be played knows."""
    given = values.get("format_options", played.format_options if played else {})
    known = made_for(_key(values, played), {}).options
    return {"format_options": {name: given[name] for name in sorted(given) if name in known}}


def _key(fields: Mapping[str, object], played: Tournament | None) -> str:
    regulation = fields.get("regulation", played.regulation if played else "")
    if regulation not in list(REGULATIONS):
        regulation = next(iter(REGULATIONS))
    format_ = fields.get("format", played.format if played else "")
    return key_of(regulation=str(regulation), format=str(format_))


def _option_problems(options: object, key: str) -> list[Problem]:
    if not isinstance(options, Mapping):
        return [Problem("format_options", "bad_options", _("Give the options by name."))]
    known = made_for(key, {}).options
    return [
        Problem(
            f"format_options.{str(name)[:40]}",
            "bad_option",
            said(
                _(
                    "This format cannot be played so. It knows: %(names)s; docs/formats.md says "
                    "what each may be."
                ),
                names=", ".join(known) or "–",
            ),
        )
        for name, value in options.items()
        if not (isinstance(name, str) and allowed_option(name, value, known))
    ]
