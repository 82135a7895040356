"""Checks a tournament's own fields."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from django.utils.translation import gettext_lazy as _

from mus import Setting
from tournament import wording
from tournament.championship.models import Tournament
from tournament.championship.services import playing
from tournament.errors import Problem, Refusal, StrOrPromise, said
from tournament.formats.regulations import (
    REGULATIONS,
    SETTINGS,
    allowed_setting,
)
from tournament.log.queries import rights
from tournament.log.rules import text as texts

MOST_COURTESY = 240


def checked(fields: Mapping[str, object], played: Tournament | None = None) -> dict[str, Any]:
    """The fields, cleaned. `played`: the stored tournament, when one is being changed. Raises
    Refusal with every problem found."""
    values: dict[str, Any] = dict(fields)
    problems: list[Problem] = []
    for name in ("name", "place"):
        if name in fields:
            values[name], fault = texts.clean(
                fields[name], field=name, longest=120, required=name == "name"
            )
            problems += [wording.problem(fault)] if fault else []
    if "starts_at" in fields:
        problems += _moment_problems(fields["starts_at"])
    if "time_zone" in fields:
        problems += _zone_problems(fields["time_zone"])
    if "regulation" in fields and fields["regulation"] not in list(REGULATIONS):
        problems.append(
            Problem(
                "regulation",
                "unknown_regulation",
                said(
                    _("There is no such regulation. Choose one of: %(keys)s."),
                    keys=", ".join(REGULATIONS),
                ),
            )
        )
    problems += playing.problems(fields, played)
    if "settings" in fields:
        problems += _settings_problems(fields["settings"])
    if problems:
        raise Refusal(problems)
    if "courtesy_minutes" in fields:
        rights.whole_number(
            fields["courtesy_minutes"], field="courtesy_minutes", least=0, most=MOST_COURTESY
        )
    if "settings" in fields:
        values["settings"] = dict(values["settings"])
    if {"format", "format_options", "regulation"} & values.keys():
        values |= playing.cleaned(values, played)
    return values


def _moment_problems(moment: object) -> list[Problem]:
    if isinstance(moment, datetime) and moment.utcoffset() is not None:
        if 2000 <= moment.year <= 2200:
            return []
        return [Problem("starts_at", "bad_year", _("Give a year between 2000 and 2200."))]
    return [
        Problem(
            "starts_at", "bad_moment", _("Give the day and the hour at which it starts, with zone.")
        )
    ]


def _zone_problems(zone: object) -> list[Problem]:
    if zone == "" or (isinstance(zone, str) and zone in available_timezones()):
        return []
    return [
        Problem(
            "time_zone",
            "unknown_zone",
            _("There is no such time zone. Write it as Europe/Madrid or Australia/Brisbane."),
        )
    ]


def _settings_problems(settings: object) -> list[Problem]:
    if not isinstance(settings, Mapping):
        return [Problem("settings", "bad_settings", _("Give the settings by name."))]
    return [
        Problem(f"settings.{str(name)[:40]}", "bad_setting", _what_it_may_be(SETTINGS.get(name)))
        for name, value in settings.items()
        if not (isinstance(name, str) and allowed_setting(name, value))
    ]


def _what_it_may_be(setting: Setting | None) -> StrOrPromise:
    if setting is None:
        names = ", ".join(SETTINGS)
        return said(_("There is no such setting. Choose among: %(names)s."), names=names)
    values = setting.choices
    if isinstance(values, range):
        return said(
            _("Give a whole number from %(least)s to %(most)s."), least=values[0], most=values[-1]
        )
    return said(_("Give one of: %(values)s."), values=", ".join(map(Setting.to_text, values)))
