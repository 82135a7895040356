"""The form of prizes and timetable, written as on a poster: an entry a line."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.championship.rules import (
    LONGEST_PRIZE,
    LONGEST_TEXT,
    MOST_HOURS,
    MOST_PRIZES,
    Prize,
    Prizes,
)
from tournament.errors import StrOrPromise
from web.forms import ListedForm

Entry = dict[str, Any]

_PRIZE = re.compile(r"(\d{1,3})(?:\s*[-–]\s*(\d{1,3}))?\s*[.:)ºª]+\s*(\S.*)")
_HOUR = re.compile(r"(?:(\d)\s*[.:)]\s+)?(\d{1,2})[:.h](\d{2})\s*h?[.,:–-]?\s+(\S.*)")


def _prize(line: str) -> Entry | None:
    found = _PRIZE.fullmatch(line)
    if found is None:
        return None
    first, last, prize = found.groups()
    return {"first": int(first), "last": int(last or first), "prize": prize}


def _hour(line: str) -> Entry | None:
    found = _HOUR.fullmatch(line)
    if found is None:
        return None
    day, hour, minutes, what = found.groups()
    return {"day": int(day or 1), "time": f"{hour:0>2}:{minutes}", "what": what}


def _area(most: int, longest: int) -> dict[str, Any]:
    # Room for the place or the hour before each entry, and for the end of the line.
    return {
        "required": False,
        "max_length": most * (longest + 20),
        "widget": forms.Textarea(attrs={"rows": 6}),
    }


class PrizesForm(ListedForm):
    """What there is to win, and when what begins."""

    places = forms.CharField(
        label=_("Prizes"),
        help_text=_("One a line: place, colon, prize. Such as “1: 600 €” or “3-4: a ham”."),
        **_area(MOST_PRIZES, LONGEST_PRIZE),
    )
    consolation = forms.CharField(
        label=_("Prizes of the consolation"),
        help_text=_("Written in the same way. Empty: none."),
        **_area(MOST_PRIZES, LONGEST_PRIZE),
    )
    text = forms.CharField(
        label=_("Beside the prizes"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Such as a raffle, the dinner, or who gives the prizes."),
    )
    timetable = forms.CharField(
        label=_("Timetable"),
        help_text=_(
            "One a line: the time, and what begins. Such as “16:30 Round 1”. For the second day, "
            "“2. 10:00 Final”."
        ),
        **_area(MOST_HOURS, LONGEST_PRIZE),
    )

    def clean_places(self) -> list[Entry]:
        return self._entries("places", _prize, NO_PRIZE)

    def clean_consolation(self) -> list[Entry]:
        return self._entries("consolation", _prize, NO_PRIZE)

    def clean_timetable(self) -> list[Entry]:
        return self._entries("timetable", _hour, NO_HOUR)

    def _entries(
        self, name: str, entry_of: Callable[[str], Entry | None], message: StrOrPromise
    ) -> list[Entry]:
        """The entries of the field's lines. Raises ValidationError for lines that are none."""
        lines = [line.strip() for line in self.cleaned_data[name].splitlines()]
        read = [(number, entry_of(line)) for number, line in enumerate(lines, start=1) if line]
        wrong = [number for number, entry in read if entry is None]
        if wrong:
            where = ", ".join(map(str, wrong))
            raise forms.ValidationError(str(message) % {"lines": where}, code="bad_line")
        return [entry for _number, entry in read if entry is not None]


NO_PRIZE = _(
    "Line %(lines)s cannot be read. Write the place, a colon and the prize, such as “1: 600 €”."
)
NO_HOUR = _("Line %(lines)s cannot be read. Write the time and what begins, such as “16:30 Draw”.")


def as_lines(prizes: Prizes) -> Mapping[str, str]:
    """The fields of the form for what is announced."""
    return {
        "places": _prize_lines(prizes.places),
        "consolation": _prize_lines(prizes.consolation),
        "text": prizes.text,
        "timetable": "\n".join(
            f"{'' if one.day == 1 else f'{one.day}. '}{one.time} {one.what}"
            for one in prizes.timetable
        ),
    }


def _prize_lines(prizes: Sequence[Prize]) -> str:
    return "\n".join(f"{one.range}: {one.prize}" for one in prizes)
