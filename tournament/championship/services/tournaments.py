"""Tournaments: made, changed while entry is open, shortened when time runs out."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import available_timezones

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from mus import Setting
from tournament import slugs, wording
from tournament.championship.contradictions import contradictions, level_in_vain
from tournament.championship.models import Tournament
from tournament.championship.services.telling import day_state, tell_entrants
from tournament.errors import Problem, Refusal, StrOrPromise, lazy_text
from tournament.formats.registry import EVERY_FORMAT, key_of, made_for
from tournament.formats.regulations import (
    REGULATIONS,
    SETTINGS,
    allowed_setting,
)
from tournament.formats.setting import (
    allowed_option,
    best_twice,
    brackets_without_pairs,
    knockout_in_safe_rounds,
    level_above_a_win,
    more_go_on_than_there_are,
    more_matches_than_others,
    no_fewer_lives,
    nothing_counts,
    with_usual,
)
from tournament.log import services as events
from tournament.log.queries import rights
from tournament.log.rules import text as texts
from tournament.log.rules.events import stamp
from tournament.log.rules.roles import Actor
from tournament.log.services import lock
from tournament.tables.services.tables import MOST_TABLES, lay

# The format of a tournament and the options chosen for it.


def problems_of_playing(fields: Mapping[str, object], played: Tournament | None) -> list[Problem]:
    """What is wrong with the format and its options."""
    problems: list[Problem] = []
    if "format" in fields and fields["format"] not in ("", *EVERY_FORMAT):
        problems.append(
            Problem(
                "format",
                "unknown_format",
                lazy_text(
                    _("There is no such format. Choose one of: %(keys)s."),
                    keys=", ".join(EVERY_FORMAT),
                ),
            )
        )
    elif "format_options" in fields:
        problems += _option_problems(fields["format_options"], fields, played)
    return problems


def options_as_changed(fields: Mapping[str, Any], played: Tournament | None) -> dict[str, Any]:
    """The options as they stand after the change, of those that the format to be played knows.
    Those that `fields` does not name stay as they are, or are the regulation's where its own format
    is played from now on; None takes an option out."""
    known_options = made_for(_key(fields, played), {}).options
    before = played.format_options if played else {}
    named = {**before, **fields.get("format_options", {})}
    chosen = {
        name: named[name] for name in known_options if name in named and named[name] is not None
    }
    is_new = played is None or any(
        fields.get(name, getattr(played, name)) != getattr(played, name)
        for name in ("regulation", "format")
    )
    regulation = REGULATIONS.get(str(fields.get("regulation", played and played.regulation)))
    if is_new and regulation and not fields.get("format", played and played.format):
        chosen = with_usual(regulation.format_options, chosen)
    return dict(sorted(chosen.items()))


def _key(fields: Mapping[str, object], played: Tournament | None) -> str:
    regulation = fields.get("regulation", played.regulation if played else "")
    if regulation not in list(REGULATIONS):
        regulation = next(iter(REGULATIONS))
    format_ = fields.get("format", played.format if played else "")
    if format_ not in list(EVERY_FORMAT):
        format_ = ""
    return key_of(regulation=str(regulation), format=str(format_))


def _option_problems(
    options: object, fields: Mapping[str, object], played: Tournament | None
) -> list[Problem]:
    if not isinstance(options, Mapping):
        return [Problem("format_options", "bad_options", _("Give the options by name."))]
    known_options = made_for(_key(fields, played), {}).options
    after = options_as_changed(fields, played)
    at_odds = {
        more_go_on_than_there_are: Problem(
            "format_options.qualifiers",
            "more_than_the_group",
            _("More pairs go on than a group has. Choose fewer, or larger groups."),
        ),
        more_matches_than_others: Problem(
            "format_options.group_matches",
            "more_than_the_others",
            _(
                "A pair has fewer opponents in its group than matches to play. Choose fewer "
                "matches, or larger groups."
            ),
        ),
        brackets_without_pairs: Problem(
            "format_options.brackets",
            "brackets_without_pairs",
            _(
                "No pair of a group is left for the last bracket. Choose fewer brackets, fewer "
                "pairs for each, or larger groups."
            ),
        ),
        knockout_in_safe_rounds: Problem(
            "format_options.knockout_from",
            "in_safe_rounds",
            _(
                "Nobody goes out in that round. Begin the knockout later, or choose fewer rounds "
                "in which nobody goes out."
            ),
        ),
        no_fewer_lives: Problem(
            "format_options.lives_then",
            "no_fewer_lives",
            _(
                "Say from which round on, and fewer lives than before: a pair is out at its third "
                "lost match unless you choose otherwise."
            ),
        ),
        best_twice: Problem(
            "format_options.best_of_all",
            "best_twice",
            _(
                "The best of all groups go on instead of a fixed number from each. Choose one of "
                "the two."
            ),
        ),
        nothing_counts: Problem(
            "format_options.points_win",
            "nothing_counts",
            _("Nothing would bring a point. Give points for a match won, or for each game."),
        ),
        level_above_a_win: Problem(
            "format_options.points_level",
            "more_than_a_win",
            _("A tied match cannot bring more points than one that was won. Give fewer."),
        ),
    }
    return [problem for is_at_odds, problem in at_odds.items() if is_at_odds(after)] + [
        Problem(
            f"format_options.{str(name)[:40]}",
            "bad_option",
            lazy_text(
                _(
                    "This format cannot be played so. It knows: %(names)s; docs/formats.md says "
                    "what each may be."
                ),
                names=", ".join(known_options) or "–",
            ),
        )
        for name, value in options.items()
        if not (isinstance(name, str) and _is_allowed(name, value, known_options))
    ]


def _is_allowed(name: str, value: object, known_options: Sequence[str]) -> bool:
    if value is None:
        return name in known_options
    return allowed_option(name, value, known_options)


# Checks a tournament's own fields.


MOST_COURTESY = 240
NO_SUCH_ZONE = _(
    "There is no such time zone. Choose one of the list: a continent and its nearest large city, "
    "such as Europe/Madrid or America/Los_Angeles."
)
TEXTS = {"name": 120, "place": 120, "rules_name": 80, "house_rules": 4000}
"""The fields of text, and how many letters each may have."""


def checked(fields: Mapping[str, object], played: Tournament | None = None) -> dict[str, Any]:
    """The fields, cleaned. `played`: the stored tournament, when one is being changed. Raises
    Refusal with every problem found."""
    values: dict[str, Any] = dict(fields)
    problems: list[Problem] = []
    for name in (name for name in TEXTS if name in fields):
        values[name], fault = texts.clean(
            fields[name],
            field=name,
            longest=TEXTS[name],
            required=name == "name",
            lines=name == "house_rules",
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
                lazy_text(
                    _("There is no such regulation. Choose one of: %(keys)s."),
                    keys=", ".join(REGULATIONS),
                ),
            )
        )
    problems += problems_of_playing(fields, played)
    of = {
        "regulation": str(fields.get("regulation", played.regulation if played else "")),
        "format": _key(fields, played),
    }
    if "settings" in fields:
        problems += _settings_problems(fields["settings"], **of)
    elif played and not problems:
        problems += level_in_vain(played.settings, **of)
    if problems:
        raise Refusal(problems)
    if "courtesy_minutes" in fields:
        rights.whole_number(
            fields["courtesy_minutes"], field="courtesy_minutes", least=0, most=MOST_COURTESY
        )
    if "settings" in fields:
        values["settings"] = dict(values["settings"])
    if {"format", "format_options", "regulation"} & values.keys():
        values["format_options"] = options_as_changed(values, played)
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
    return [Problem("time_zone", "unknown_zone", NO_SUCH_ZONE)]


def _settings_problems(settings: object, *, regulation: str, format: str) -> list[Problem]:
    if not isinstance(settings, Mapping):
        return [Problem("settings", "bad_settings", _("Give the settings by name."))]
    problems = [
        Problem(f"settings.{str(name)[:40]}", "bad_setting", _what_it_may_be(SETTINGS.get(name)))
        for name, value in settings.items()
        if not (isinstance(name, str) and allowed_setting(name, value))
    ]
    return problems or contradictions(settings, regulation=regulation, format=format)


def _what_it_may_be(setting: Setting | None) -> StrOrPromise:
    if setting is None:
        names = ", ".join(SETTINGS)
        return lazy_text(_("There is no such setting. Choose among: %(names)s."), names=names)
    values = setting.choices
    if isinstance(values, range):
        return lazy_text(
            _("Give a whole number from %(least)s to %(most)s."), least=values[0], most=values[-1]
        )
    return lazy_text(_("Give one of: %(values)s."), values=", ".join(map(Setting.to_text, values)))


CHANGEABLE = (
    "name", "place", "starts_at", "time_zone", "regulation", "settings", "format",
    "format_options", "courtesy_minutes", "rules_name", "house_rules",
)  # fmt: skip


@transaction.atomic
def create(
    *,
    actor: Actor,
    owner: AbstractBaseUser | None,
    name: str,
    starts_at: datetime,
    place: str = "",
    time_zone: str = "",
    regulation: str = "brisbane-2024",
    settings: Mapping[str, object] | None = None,
    format: str = "",
    format_options: Mapping[str, object] | None = None,
    tables: int = 1,
    courtesy_minutes: int | None = None,
    rules_name: str = "",
    house_rules: str = "",
    is_rehearsal: bool = False,
    slug: str | None = None,
) -> Tournament:
    """A new tournament, open for entry, with its tables; `owner` is its first organizer.

    `time_zone` is an IANA name; empty means the server's. `settings` are those of rules of record
    §10 that differ from the regulation. `format` is a key; empty means the regulation's format.
    `format_options` are the options of that format; with the regulation's format, those that are
    not named are the regulation's. `rules_name`: the club's own name for its rules, if any.
    `house_rules` are shown to everybody, a clause a line. Raises Refusal with every problem found.
    """
    fields = {"name": name, "place": place, "starts_at": starts_at, "regulation": regulation}
    fields |= {"rules_name": rules_name, "house_rules": house_rules}
    playing = {"format": format, "format_options": format_options or {}}
    values = checked({**fields, **playing, "time_zone": time_zone, "settings": settings or {}})
    rights.whole_number(tables, field="tables", least=1, most=MOST_TABLES)
    if courtesy_minutes is None:
        courtesy_minutes = REGULATIONS[values["regulation"]].courtesy_minutes
    rights.whole_number(courtesy_minutes, field="courtesy_minutes", least=0, most=MOST_COURTESY)
    tournament = slugs.store(
        Tournament,
        slug or values["name"],
        courtesy_minutes=courtesy_minutes,
        tables_count=tables,
        is_rehearsal=is_rehearsal,
        **values,
    )
    lay(tournament=tournament, count=tables)
    if owner is not None:
        tournament.organizers.add(owner.pk)
    events.append(
        tournament,
        actor,
        "tournament.created",
        {**_record(tournament), "tables": tables, "tells": events.LOG_VERSION},
    )
    return tournament


@transaction.atomic
def change(*, tournament_id: int, actor: Actor, **fields: object) -> Tournament:
    """Changes name, place, starts_at, time_zone, regulation, settings, format, format_options,
    courtesy_minutes, rules_name or house_rules; once drawn, only what does not affect the play.
    Of the options, those named change, and None takes one out. A change of format drops those that
    the new format does not know.

    Raises NotFound, NotAllowed, Refusal (already_drawn, unknown_field…).
    """
    tournament = lock(tournament_id=tournament_id, official=actor)
    unknown = sorted(set(fields) - set(CHANGEABLE))
    if unknown:
        raise Refusal.one(
            unknown[0], "unknown_field", _("This cannot be changed here. Leave it out.")
        )
    values = checked(fields, played=tournament)
    _may_change(tournament, values)
    before = day_state(tournament)
    for name, value in values.items():
        setattr(tournament, name, value)
    if values:
        tournament.save(update_fields=list(values))
    event = events.append(tournament, actor, "tournament.changed", _record(tournament))
    if day_state(tournament) != before:
        tell_entrants(tournament=tournament, event=event)
    return tournament


def _may_change(tournament: Tournament, values: Mapping[str, object]) -> None:
    rules = ("regulation", "settings", "format", "format_options")
    bearing = [name for name in rules if name in values]
    changed = [name for name in bearing if values[name] != getattr(tournament, name)]
    if changed and tournament.status != Tournament.Status.ENTRY:
        raise Refusal.one(
            changed[0],
            "already_drawn",
            _("The draw has been made, so the rules stand. Undo the draw to change them."),
        )


def _record(tournament: Tournament) -> dict[str, Any]:
    names = ("slug", *CHANGEABLE, "is_rehearsal")
    record = {name: getattr(tournament, name) for name in names}
    return record | {"starts_at": stamp(tournament.starts_at)}
