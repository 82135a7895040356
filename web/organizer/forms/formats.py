"""The form fields for a tournament's format and its options."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.errors import StrOrPromise, lazy_text
from tournament.formats.registry import EVERY_FORMAT, key_of, made_for
from tournament.formats.regulations import REGULATIONS
from tournament.formats.setting import (
    MOST_SEEDS,
    OPTIONS,
    is_order,
    is_points_list,
    is_seed_list,
    with_usual,
)
from web.formatwords import CHOICES, CRITERIA, option_said
from web.formatwords import FORMATS as IN_WORDS
from web.formatwords import OPTIONS as ASKED
from web.organizer.forms.found_by import FOUND_BY
from web.seen import whole

NUMBER = {"inputmode": "numeric", "class": "wide"}
MOST_CRITERIA = 5
"""Criteria of a table that the form asks for, after the points."""
MAY_BE_NONE = ("points_win", "points_level")
"""Options of which 0 says something else than nothing chosen."""


class OrderInput(forms.MultiWidget):
    """What a table is ordered by: one list of choices for each criterion, in turn."""

    use_fieldset = True

    def __init__(self) -> None:
        choices = [("", "–"), *((k, words) for k, words in CRITERIA.items() if k != "points")]
        super().__init__(
            [
                forms.Select(choices=choices, attrs={"aria-label": lazy_text(_NTH, n=number)})
                for number in range(1, MOST_CRITERIA + 1)
            ]
        )

    def decompress(self, value: Any) -> list[str]:
        return list(value or ())

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        chosen = super().value_from_datadict(data, files, name)
        return [one for one in chosen if one]


_NTH = _("Criterion %(n)s")


class OrderField(forms.Field):
    """The criteria of a table, the points first; none for the usual ones."""

    widget = OrderInput

    def clean(self, value: Any) -> list[str]:
        order = ["points", *value] if value else []
        if order and not is_order(order):
            raise forms.ValidationError(_("Choose each criterion once."), code="bad_order")
        return order


class FormatFields(forms.Form):
    """The part of a tournament's form that says how it is played."""

    format = forms.ChoiceField(
        label=_("Format"),
        required=False,
        widget=forms.RadioSelect,
        choices=[("", _("As the regulation says")), *((k, IN_WORDS[k].name) for k in EVERY_FORMAT)],
        initial="",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for option in ASKED:
            self.fields[option.key] = _field_of(option.key, option.title, option.means)

    def formats(self) -> list[dict[str, Any]]:
        """The radio buttons with what each format means."""
        return [
            {"input": choice, "means": IN_WORDS[key].means if key else ""}
            for choice in self["format"]
            for key in [str(choice.data["value"])]
        ]

    def options(self) -> list[dict[str, Any]]:
        """The fields of the options, each with the formats that know it, with why it changes
        nothing, and with what the regulation says, if so."""
        idle, usual = self.idle(), self.usual_options()
        used = with_usual(usual, self.chosen_options())
        known = {key: made_for(key, {}).options for key in EVERY_FORMAT}
        return [
            {
                "field": self[one.key],
                "formats": [key for key, options in known.items() if one.key in options],
                "idle": idle.get(one.key),
                "found_by": FOUND_BY.get(one.key, ""),
                "usual": option_said(one.key, usual[one.key])
                if one.key in usual and one.key in used
                else "",
            }
            for one in ASKED
        ]

    def usual_options(self) -> Mapping[str, object]:
        """The options that hold where none is chosen: those of the regulation."""
        return {}

    def idle(self) -> dict[str, StrOrPromise]:
        """Field → why what was chosen there changes nothing."""
        return {}

    def options_open(self) -> bool:
        return bool(self.usual_options()) or any(
            self[one.key].errors or self[one.key].value() for one in ASKED
        )

    def chosen_format(self) -> str:
        """The format that the form has now; empty: the regulation's."""
        key = str(self["format"].value() or "")
        return key if key in EVERY_FORMAT else ""

    def chosen_options(self) -> dict[str, object]:
        """The options that the fields have now, as far as they can be read."""
        values = {one.key: self[one.key].value() for one in ASKED if one.key != "seeds"}
        return {
            name: _read(name, value)
            for name, value in values.items()
            if value or (name in MAY_BE_NONE and value == 0)
        }

    def clean_seeds(self) -> list[int]:
        text = str(self.cleaned_data["seeds"]).strip()
        words = [word for word in re.split(r"[\s,;]+", text) if word]
        numbers = [int(word) for word in words if word.isdecimal() and len(word) < 6]
        if len(numbers) != len(words) or not is_seed_list(numbers):
            raise forms.ValidationError(
                _("Give numbers of pairs, each once, such as 3, 7, 12."), code="bad_seeds"
            )
        return numbers

    def clean_points(self) -> list[int]:
        text = str(self.cleaned_data["points"])
        words = [word for word in re.split(r"[\s,;–-]+", text) if word]
        points = [int(word) for word in words if word.isdecimal() and len(word) < 6]
        if words and (len(points) != len(words) or not is_points_list(points)):
            raise forms.ValidationError(
                _("Give the points of 1 to 6 places, the most first, such as 5, 3, 1."),
                code="bad_points",
            )
        return points

    def played_by(self, regulation: str) -> dict[str, object]:
        """The format and all options that it knows: None where none was chosen. An empty format is
        the regulation's, with its options."""
        chosen = str(self.cleaned_data["format"])
        known = made_for(key_of(regulation=regulation, format=chosen), {}).options
        options = {
            name: value
            for name in known
            if (value := self.cleaned_data[name]) or (name in MAY_BE_NONE and value == 0)
        }
        usual = {} if chosen else REGULATIONS[regulation].format_options
        every_option = {**dict.fromkeys(known), **with_usual(usual, options)}
        return {"format": chosen, "format_options": every_option}


def _read(name: str, value: Any) -> object:
    if name in CHOICES:
        return str(value)
    if name == "order":
        return ["points", *value]
    if name == "points":
        return [int(word) for word in re.findall(r"\d{1,4}", str(value))]
    number = whole(str(value))
    return bool(value) if number is None else number  # what is no such number is said at its field


def initial_of_format(format_: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The form's first values for a stored tournament."""
    listed = {name: ", ".join(map(str, options.get(name, ()))) for name in ("seeds", "points")}
    order = options.get("order", ())[1:]
    return {**options, "format": format_, **listed, "order": order}


def _list_input(such_as: StrOrPromise) -> forms.TextInput:
    return forms.TextInput(attrs={"autocomplete": "off", "placeholder": such_as})


def _field_of(key: str, title: Any, means: Any) -> forms.Field:
    if key == "seeds":
        return forms.CharField(
            label=title, help_text=means, required=False, max_length=6 * MOST_SEEDS,
            widget=_list_input(_("such as 3, 7, 12")),
        )  # fmt: skip
    if key == "points":
        return forms.CharField(
            label=title, help_text=means, required=False, max_length=60,
            widget=_list_input(_("such as 5, 3, 1")),
        )  # fmt: skip
    if key == "order":
        return OrderField(label=title, help_text=means, required=False)
    allowed = OPTIONS[key]
    if isinstance(allowed, range):
        return forms.IntegerField(
            label=title, help_text=means, required=False, min_value=allowed[0],
            max_value=allowed[-1], widget=forms.NumberInput(attrs=NUMBER),
        )  # fmt: skip
    if key in CHOICES:
        return forms.ChoiceField(
            label=title, help_text=means, required=False, choices=list(CHOICES[key].items())
        )
    return forms.BooleanField(label=title, help_text=means, required=False)
