"""The form of a tournament: its name, place, time and rules."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from mus import Setting
from scoring.rulings.services.appeals import MOST_MINUTES
from scoring.statements.models import ResultTerms
from tournament.championship.contradictions import contradictions
from tournament.championship.queries.tournaments import TournamentView
from tournament.championship.services.tournaments import (
    NO_SUCH_ZONE,
    TEXTS,
    problems_of_playing,
)
from tournament.errors import StrOrPromise, lazy_text
from tournament.formats.registry import key_of, without_effect
from tournament.formats.regulations import (
    OF_PAIRS,
    REGULATIONS,
    THIRD_PLACE,
    Regulation,
    games_of,
)
from tournament.formats.setting import with_usual
from web import settingwords, words
from web.formatwords import FORMATS, in_words
from web.forms import Number
from web.organizer.forms.formats import FormatFields, initial_of_format
from web.organizer.forms.found_by import FOUND_BY

DEFAULT_START_HOUR = 12
FIRST_HOUR, LAST_HOUR = 8, 20  # hours; a start is proposed between them
NO_MOMENT = _("Write the day and the hour, such as 2026-11-28 12:00.")
LOCAL = "%Y-%m-%dT%H:%M"


class StartInput(forms.DateTimeInput):
    """A date and a time in one field, in the time zone of the place."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format=LOCAL)


def next_start(zone: str) -> datetime:
    """The proposed start of a new tournament: local time in `zone`, without time zone. Today at the
    next full hour at least half an hour away, or, outside FIRST_HOUR to LAST_HOUR, at twelve."""
    now = timezone.localtime(timezone=ZoneInfo(zone)).replace(tzinfo=None)
    soon = (now + timedelta(minutes=89)).replace(minute=0, second=0, microsecond=0)
    if soon.date() == now.date() and FIRST_HOUR <= soon.hour <= LAST_HOUR:
        return soon
    day = now if now.hour < FIRST_HOUR else now + timedelta(days=1)
    return day.replace(hour=DEFAULT_START_HOUR, minute=0, second=0, microsecond=0)


class TypedName(forms.Form):
    """The tournament's name, typed, so that nobody deletes another one by mistake."""

    name = forms.CharField(
        label=_("Name"),
        max_length=TEXTS["name"],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class TournamentDetails(forms.Form):
    """The fields that may be changed at any time, because they do not affect the play."""

    name = forms.CharField(
        label=_("Name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    place = forms.CharField(label=_("Place"), max_length=120, required=False)
    starts_at = forms.DateTimeField(
        label=_("Start"),
        widget=StartInput,
        error_messages={"invalid": NO_MOMENT},
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        required=False,
        widget=forms.TextInput(
            attrs={"list": "time-zones", "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    courtesy_minutes = Number(
        label=_("Courtesy for a late pair, in minutes"),
        min_value=0,
        max_value=240,
        initial=15,
        required=False,
        help_text=_(
            "Players read it with the rules, and you are told when it is over: you decide on a "
            "walkover, the clock never does. 0: none."
        ),
    )
    rules_name = forms.CharField(
        label=_("Your name for these rules"),
        required=False,
        max_length=TEXTS["rules_name"],
        help_text=_("On the page of rules and on paper, in place of the regulation's."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    house_rules = forms.CharField(
        label=_("House rules"),
        required=False,
        max_length=TEXTS["house_rules"],
        help_text=_(
            "One on each line, for what the program does not need to know: no smoking, phones away."
        ),
        widget=forms.Textarea(attrs={"rows": 4}),
    )

    @property
    def zones(self) -> list[str]:
        """Every time zone that can be chosen."""
        return sorted(name for name in _zones() if "/" in name)

    def may_guess_the_zone(self) -> None:
        """Lets the browser fill in its own time zone (static/js/organizer.js), when none is known
        yet."""
        self.fields["time_zone"].widget.attrs["data-guess"] = self["time_zone"].value()

    def full_clean(self) -> None:
        """Reads the start in the time zone given in the same form."""
        with timezone.override(self._clock()):
            super().full_clean()

    def clean_time_zone(self) -> str:
        zone = _zone_of(str(self.cleaned_data["time_zone"]))
        if zone and zone not in _zones():
            raise forms.ValidationError(NO_SUCH_ZONE, code="unknown_zone")
        return zone

    def sent(self, *, zone: str, courtesy: int | None = None) -> dict[str, Any]:
        """The arguments for the service. `zone`, `courtesy`: for those left empty."""
        data = self.cleaned_data
        minutes = data["courtesy_minutes"]
        return {
            **{
                name: data[name]
                for name in ("name", "place", "starts_at", "rules_name", "house_rules")
            },
            "time_zone": data["time_zone"] or zone,
            "courtesy_minutes": courtesy if minutes is None else minutes,
        }

    def _clock(self) -> tzinfo:
        zone = _zone_of(str(self.data.get("time_zone", "")))
        return ZoneInfo(zone) if zone in _zones() else timezone.get_current_timezone()


class TournamentForm(TournamentDetails, FormatFields):
    """The form for creating and changing. Settings are optional: empty means as in the
    regulation."""

    tables = Number(
        label=_("Tables"),
        min_value=1,
        max_value=500,
        initial=8,
        help_text=_(
            "Each gets a QR code for its referee. You can change this later. The next page is for "
            "the pairs."
        ),
    )
    regulation = forms.ChoiceField(label=_("Regulation to start from"), widget=forms.RadioSelect)
    hands_alone = words.HANDS_ALONE
    found_by = FOUND_BY

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True
        # An earlier version is not offered, but stands where the tournament, the tournament that is
        # copied or the file of rules has it; what is sent is then that of such a form.
        kept = (self.initial.get("regulation"), self.data.get("regulation"))
        self.fields["regulation"].choices = [
            (key, words.regulation_name(regulation))
            for key, regulation in REGULATIONS.items()
            if not regulation.newer or key in kept
        ]
        self.fields["regulation"].initial = next(iter(REGULATIONS))
        for setting in settingwords.SETTINGS:
            self.fields[setting.key] = _field_of(setting)

    def sent(self, **usual: Any) -> dict[str, Any]:
        """The arguments for the service, with the rules."""
        regulation = self.cleaned_data["regulation"]
        rules = {"regulation": regulation, "settings": self.settings()}
        return {**super().sent(**usual), **rules, **self.played_by(regulation)}

    @property
    def formats_of_pairs(self) -> list[str]:
        """Those in which pairs play matches."""
        return [one for one in FORMATS if one != "individuals"]

    def regulations(self) -> list[dict[str, Any]]:
        """The radio buttons with what each regulation means."""
        return [
            {
                "input": choice,
                "means": words.at_a_glance(regulation),
                "format": regulation.format,
            }
            for choice in self["regulation"]
            for regulation in [REGULATIONS[str(choice.data["value"])]]
        ]

    def chosen_regulation(self) -> dict[str, StrOrPromise]:
        """The regulation that the form has now: its name and what it means."""
        regulation = self._regulation()
        means = f"{words.regulation_means(regulation)} {words.customs(regulation)}"
        return {"name": words.regulation_name(regulation), "means": means}

    def chosen_format_words(self) -> dict[str, StrOrPromise]:
        """The format that the form has now, the regulation's too: its name and what it means."""
        chosen = self.chosen_format()
        if chosen:
            return {"name": FORMATS[chosen].name, "means": FORMATS[chosen].means}
        regulation = self._regulation()
        options = with_usual(regulation.format_options, self.chosen_options())
        usual = in_words(replace(regulation, format_options=options))
        name = lazy_text(_("As the regulation says: %(format)s"), format=usual.name)
        return {"name": name, "means": usual.means}

    def tie_breaks(self) -> list[StrOrPromise]:
        """What parts level pairs in the format that the form has now."""
        regulation, chosen = self._regulation(), self._chosen_settings()
        return words.tie_breaks(
            key_of(regulation=regulation.key, format=self.chosen_format()),
            with_usual(self.usual_options(), self.chosen_options()),
            regulation=regulation,
            settings=chosen,
        )

    def own_words_open(self) -> bool:
        fields = self["rules_name"], self["house_rules"]
        return any(field.errors or field.value() for field in fields)

    def rule_groups(self) -> list[dict[str, Any]]:
        """The rules in the parts of the form. `own`: how many differ from the regulation;
        `is_open`: whether something of it is to be seen at once; `special`: whether they are of one
        round or lance each."""
        rules = self.sentences()
        groups = []
        for key, title in settingwords.GROUPS.items():
            group_rules = [
                rule for rule in rules if settingwords.group_of(rule["line"].setting.key) == key
            ]
            if not group_rules:
                continue
            if order := settingwords.ORDER.get(key):
                group_rules.sort(key=lambda rule: order.index(rule["line"].setting.key))
            own = sum(rule["line"].differs for rule in group_rules)
            seen = own or any(rule["idle"] or rule["field"].errors for rule in group_rules)
            courtesy = key == "pairs" and not self.grace()
            seen = seen or (courtesy and self["courtesy_minutes"].errors)
            is_open = bool(seen) or key == "match"
            formats = [
                one for one in FORMATS if any(one in rule["formats"] for rule in group_rules)
            ]
            groups.append(
                {
                    "key": key,
                    "title": title,
                    "alone": key == "match",
                    "special": key in ("rounds", "lances"),
                    "courtesy": courtesy,
                    "grace": self.grace() if key == "pairs" else None,
                    "rules": group_rules,
                    "own": own,
                    "is_open": is_open,
                    "formats": formats,
                }
            )
        return groups

    def grace(self) -> int | None:
        """The minutes of the rule of lateness, which leaves nothing to a courtesy (T7)."""
        rule = self._regulation().late_rule(self._chosen_settings())
        return rule.grace if rule else None

    def sentences(self) -> list[dict[str, Any]]:
        """Each rule as a sentence, as the form has it now, with its field, but those that change
        nothing beside what is chosen. `usual`: what holds without it; `idle`: why what was chosen
        changes nothing, or is refused, if so; `formats`: those in which it says something;
        `found_by`: other words for it."""
        regulation, idle = self._regulation(), self.idle()
        chosen = self._chosen_settings()
        alone = key_of(regulation=regulation.key, format=self.chosen_format()) == "individuals"
        not_chosen = dict.fromkeys(settingwords.BY_KEY.keys() - chosen.keys())
        hidden = self._without_effect({**not_chosen, **chosen}).keys() & not_chosen.keys()
        if alone:  # the page has them for when another format is chosen
            hidden -= OF_PAIRS
        lines = [
            line
            for line in words.in_force(regulation, chosen, alone=alone)
            if line.setting.key not in hidden or self[line.setting.key].errors
        ]
        for line in lines:
            _say_the_usual(self.fields[line.setting.key], line)
        return [
            {
                "line": line,
                "usual": _usual(line),
                "field": self[line.setting.key],
                "idle": idle.get(line.setting.key),
                "formats": self.formats_of_pairs if line.setting.key in OF_PAIRS else FORMATS,
                "found_by": FOUND_BY.get(line.setting.key, ""),
            }
            for line in lines
        ]

    def _without_effect(self, settings: Mapping[str, object]) -> dict[str, str]:
        """As `without_effect`, of these settings beside the regulation and format chosen."""
        return without_effect(
            regulation=self._regulation().key,
            settings=settings,
            format=self.chosen_format(),
            options=with_usual(self.usual_options(), self.chosen_options()),
        )

    def idle(self) -> dict[str, StrOrPromise]:
        """Field → why what was chosen there changes nothing, or is refused."""
        reasons = self._without_effect(self._chosen_settings())
        at_odds = contradictions(
            self._chosen_settings(),
            regulation=self._regulation().key,
            format=key_of(regulation=self._regulation().key, format=self.chosen_format()),
        )
        options = with_usual(self.usual_options(), self.chosen_options())
        played = {"regulation": self._regulation().key, "format": self.chosen_format()}
        at_odds += [
            problem
            for problem in problems_of_playing({**played, "format_options": options}, None)
            if problem.code != "bad_option"  # of another format, which `without_effect` says
        ]
        return {
            **{name: settingwords.WHY_WITHOUT_EFFECT[why] for name, why in reasons.items()},
            **{problem.field.rpartition(".")[2]: problem.message for problem in at_odds},
        }

    def usual_options(self) -> Mapping[str, object]:
        """The regulation's, where its own format is played."""
        return {} if self.chosen_format() else self._regulation().format_options

    def _regulation(self) -> Regulation:
        key = str(self["regulation"].value())
        return REGULATIONS.get(key) or next(iter(REGULATIONS.values()))

    def _chosen_settings(self) -> dict[str, object]:
        """The settings that the fields have now; what is no value of its field is left out."""
        texts = {
            setting: str(self[setting.key].value()).strip() for setting in settingwords.SETTINGS
        }
        return {
            one.key: choice
            for one, text in texts.items()
            for choice in one.declared.choices
            if Setting.to_text(choice) == text
        }

    def settings(self) -> dict[str, object]:
        """The settings that differ from the regulation."""
        return {
            setting.key: setting.declared.from_text(str(self.cleaned_data[setting.key]))
            for setting in settingwords.SETTINGS
            if self.cleaned_data.get(setting.key) not in ("", None)
        }


class NewTournamentForm(TournamentForm):
    """The form for creating; it also asks how long a result can be appealed and who enters results.
    Later these are changed with the rulings, and on the page of results by the pairs."""

    entered_by = forms.ChoiceField(
        label=_("Who enters the results"),
        choices=ResultTerms.By.choices,
        initial=ResultTerms.By.REFEREES,
        required=False,
    )
    appeal_minutes = Number(
        label=_("Time for appeals after a match, in minutes"),
        min_value=0,
        max_value=MOST_MINUTES,
        initial=0,
        required=False,
        help_text=_("0: results are final at once."),
    )


def initial_of(tournament: TournamentView) -> dict[str, Any]:
    """What the form shows for a tournament that exists."""
    own = ("name", "place", "starts_at", "time_zone")
    return {
        **{name: getattr(tournament, name) for name in own},
        "tables": tournament.tables_count,
        **initial_of_rules(rules_of(tournament)),
    }


RULES = (
    "regulation", "settings", "format", "format_options", "courtesy_minutes", "rules_name",
    "house_rules",
)  # fmt: skip


def rules_of(tournament: TournamentView) -> dict[str, Any]:
    """The rules by which a tournament is played, by the names of its fields."""
    rules = {name: getattr(tournament, name) for name in RULES}
    return rules | {"regulation": tournament.regulation.key}


def initial_of_rules(rules: Mapping[str, Any]) -> dict[str, Any]:
    """What the form shows for these rules, by the names of a tournament's fields."""
    values = dict(rules)
    settings, options = values.pop("settings", {}), values.pop("format_options", {})
    texts = {key: Setting.to_text(value) for key, value in settings.items()}
    return {**values, **initial_of_format(values.pop("format", ""), options), **texts}


class RulesFile(forms.Form):
    """A file of rules to begin with."""

    rules = forms.FileField(
        label=_("Rules from a file"),
        help_text=_("A file of rules, saved from the settings of a tournament."),
    )


@cache
def _zones() -> frozenset[str]:
    """Every time zone of this machine, asked once: it reads some six hundred files."""
    return frozenset(available_timezones())


def _zone_of(typed: str) -> str:
    """The time zone that is named by its city alone, "madrid"; else what was typed."""
    city = typed.strip().replace(" ", "_").casefold()
    named = [zone for zone in _zones() if zone.casefold().endswith(f"/{city}")]
    return named[0] if len(named) == 1 else typed


def _usual(line: words.SettingInForce) -> StrOrPromise:
    """What holds without this rule: the length that the other matches give to a round, the final to
    the match for third place; else the regulation's."""
    if line.setting.key == games_of(THIRD_PLACE):
        return lazy_text(_("as the final: %(usual)s"), usual=line.usual)
    if line.usual == settingwords.UNSET:
        return _("the regulation does not say")
    of_round = line.setting.key in settingwords.OF_ROUNDS
    usual = _("if empty: %(usual)s") if of_round else _("the regulation: %(usual)s")
    return lazy_text(usual, usual=line.usual)


def _say_the_usual(field: forms.Field, line: words.SettingInForce) -> None:
    """Says in the field what holds when it is left empty."""
    if line.usual == settingwords.UNSET:
        usual: StrOrPromise = _("not set")
    elif line.setting.key == games_of(THIRD_PLACE):
        usual = _usual(line)
    elif line.setting.key in settingwords.OF_ROUNDS:
        usual = line.usual
    else:
        usual = lazy_text(_("%(usual)s (the regulation)"), usual=line.usual)
    if not isinstance(field, forms.ChoiceField):
        field.widget.attrs["placeholder"] = usual
    elif line.usual != settingwords.UNSET:
        field.choices = [("", usual), *list(field.choices)[1:]]


def _field_of(setting: settingwords.SettingWords) -> forms.Field:
    if not setting.choices:
        return forms.IntegerField(
            label=setting.title,
            required=False,
            min_value=setting.least,
            max_value=setting.most,
            step_size=None if setting.step == 1 else setting.step,
            help_text=setting.means,
            widget=forms.NumberInput(attrs={"inputmode": "numeric", "class": "wide"}),
        )
    return forms.ChoiceField(
        label=setting.title,
        required=False,
        choices=[("", _("as the regulation")), *((c.value, c.name) for c in setting.choices)],
    )
