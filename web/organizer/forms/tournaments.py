"""A tournament's own form: what, where, when, and by which rules."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.rules.regulations import REGULATIONS
from web import words
from web.organizer.forms.reasons import Reason

DEFAULT_START_HOUR = 12
LOCAL = "%Y-%m-%dT%H:%M"


class StartInput(forms.DateTimeInput):
    """A date and a time in one field, in the clock of the server's place."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format=LOCAL)


def next_noon() -> Any:
    """Tomorrow at twelve, where the server is."""
    tomorrow = timezone.localtime() + timedelta(days=1)
    return tomorrow.replace(hour=DEFAULT_START_HOUR, minute=0, second=0, microsecond=0)


class TournamentDetails(forms.Form):
    """What may be changed at any time: nobody plays otherwise for it."""

    name = forms.CharField(
        label=_("Name"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    place = forms.CharField(label=_("Place"), max_length=120, required=False)
    starts_at = forms.DateTimeField(
        label=_("Start"),
        widget=StartInput,
        error_messages={"invalid": _("Write the day and the hour, such as 2026-11-28 12:00.")},
    )
    courtesy_minutes = forms.IntegerField(
        label=_("Courtesy for a late pair, in minutes"),
        min_value=0,
        max_value=240,
        initial=15,
        required=False,
        help_text=_("Only shown at the desk. You decide on a walkover; the clock never does."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    @property
    def zone(self) -> str:
        return timezone.get_current_timezone_name()


class TournamentForm(TournamentDetails):
    """Creating and changing. The rules' settings are optional: empty means as the regulation."""

    tables = forms.IntegerField(
        label=_("Tables"),
        min_value=1,
        max_value=500,
        initial=8,
        help_text=_("Each gets a QR code for its referee. You can change this later."),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    regulation = forms.ChoiceField(label=_("Regulation"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autofocus"] = True
        self.fields["regulation"].choices = [
            (key, words.REGULATIONS[key][0] if key in words.REGULATIONS else regulation.name)
            for key, regulation in REGULATIONS.items()
        ]
        self.fields["regulation"].initial = next(iter(REGULATIONS))
        for setting in words.SETTINGS:
            self.fields[setting.key] = _field_of(setting)

    def regulations(self) -> list[dict[str, Any]]:
        """The radio buttons with what each regulation means."""
        return [
            {
                "input": choice,
                "means": words.REGULATIONS.get(str(choice.data["value"]), ("", ""))[1],
            }
            for choice in self["regulation"]
        ]

    def advanced(self) -> list[Any]:
        """The settings' fields, for the part of the page that is folded away."""
        return [self[setting.key] for setting in words.SETTINGS]

    def advanced_open(self) -> bool:
        keys = [setting.key for setting in words.SETTINGS]
        return any(self[key].errors or self[key].value() for key in keys)

    def settings(self) -> dict[str, object]:
        """Only what differs from "as the regulation says"."""
        return {
            setting.key: words.value_of(setting.key, str(self.cleaned_data[setting.key]))
            for setting in words.SETTINGS
            if self.cleaned_data.get(setting.key) not in ("", None)
        }


def initial_of(tournament: Any) -> dict[str, Any]:
    """What the form shows for a tournament that exists."""
    settings = {
        key: str(value).lower() if isinstance(value, bool) else str(value)
        for key, value in tournament.settings.items()
    }
    return {
        "name": tournament.name,
        "place": tournament.place,
        "starts_at": tournament.starts_at,
        "tables": tournament.tables_count,
        "regulation": tournament.regulation.key,
        "courtesy_minutes": tournament.courtesy_minutes,
        **settings,
    }


def _field_of(setting: words.Setting) -> forms.Field:
    if not setting.choices:
        return forms.IntegerField(
            label=setting.title,
            required=False,
            min_value=setting.least,
            max_value=setting.most,
            help_text=setting.means,
            widget=forms.NumberInput(
                attrs={
                    "inputmode": "numeric",
                    "placeholder": _("as the regulation"),
                    "class": "wide",
                }
            ),
        )
    return forms.ChoiceField(
        label=setting.title,
        required=False,
        choices=[("", _("as the regulation")), *((c.value, c.name) for c in setting.choices)],
    )


class ReduceGames(Reason):
    """T5: play fewer games from now on."""

    best_of = forms.TypedChoiceField(label=_("Play best of"), coerce=int, widget=forms.RadioSelect)

    field_order = ["best_of", "reason"]

    def __init__(self, *args: Any, choices: Sequence[int] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["best_of"].choices = [(n, str(n)) for n in choices]
