"""The prizes of a tournament and its timetable: their form, and how much they may hold."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

from tournament.log.rules.events import FieldFault
from tournament.log.rules.text import clean

MOST_PRIZES, MOST_HOURS, MOST_DAYS = 16, 24, 7
LARGEST_PLACE = 512
LONGEST_PRIZE, LONGEST_TEXT = 80, 600
_HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d")

Faults = list[FieldFault]


@dataclass(frozen=True, slots=True)
class Prize:
    """What the places from `first` to `last` win, in the organizers' own words."""

    first: int
    last: int
    prize: str

    @property
    def range(self) -> str:
        """The places, such as 1 or 3–4."""
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


@dataclass(frozen=True, slots=True)
class TimetableLine:
    """What begins on a day, 1 for the first, at a time of the place, such as 16:30."""

    day: int
    time: str
    what: str


@dataclass(frozen=True, slots=True)
class Prizes:
    """What there is to win in the championship and in the consolation, from the first place on; a
    text beside it; and the timetable in order."""

    places: tuple[Prize, ...] = ()
    consolation: tuple[Prize, ...] = ()
    text: str = ""
    timetable: tuple[TimetableLine, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is announced."""
        return self == Prizes()

    @property
    def has_prizes(self) -> bool:
        """Whether there is a prize or a text to show."""
        return bool(self.places or self.consolation or self.text)

    def of_place(self, place: int, *, consolation: bool = False) -> str:
        """The prize of this place; empty when it has none."""
        prizes = self.consolation if consolation else self.places
        return next((one.prize for one in prizes if one.first <= place <= one.last), "")

    def to_json(self) -> dict[str, Any]:
        """The stored form; empty when nothing is announced."""
        return {} if self.is_empty else asdict(self)


def prizes_from(stored: Mapping[str, Any]) -> Prizes:
    """The prizes of their stored form."""
    return Prizes(
        places=tuple(Prize(**one) for one in stored.get("places", ())),
        consolation=tuple(Prize(**one) for one in stored.get("consolation", ())),
        text=stored.get("text", ""),
        timetable=tuple(TimetableLine(**one) for one in stored.get("timetable", ())),
    )


def checked_prizes(
    *, places: object, consolation: object, text: object, timetable: object
) -> tuple[Prizes, Faults]:
    """The prizes, cleaned, the timetable in order of time; and everything that is wrong with them.

    Codes: those of `clean`, not_a_list, too_many, unknown_fields, bad_place, places_overlap,
    bad_day, bad_time.
    """
    faults: Faults = []
    won = _lines("places", places, MOST_PRIZES, _prize, faults)
    lost = _lines("consolation", consolation, MOST_PRIZES, _prize, faults)
    words, fault = clean(text, field="text", longest=LONGEST_TEXT, lines=True)
    faults += [fault] if fault else []
    hours = _lines("timetable", timetable, MOST_HOURS, _hour, faults)
    if not faults:
        faults = [*_overlaps("places", won), *_overlaps("consolation", lost)]
    in_order = sorted(hours, key=lambda line: (line.day, line.time))
    return Prizes(tuple(won), tuple(lost), words, tuple(in_order)), faults


def _lines(
    field: str,
    given: object,
    most: int,
    line_of: Callable[[str, Mapping[str, object], Faults], Any],
    faults: Faults,
) -> list[Any]:
    if not isinstance(given, list | tuple) or not all(isinstance(one, Mapping) for one in given):
        faults.append(FieldFault(field, "not_a_list"))
        return []
    if len(given) > most:
        faults.append(FieldFault(field, "too_many", {"most": most}))
        return []
    before = len(faults)
    lines = [line_of(f"{field}[{index}]", one, faults) for index, one in enumerate(given)]
    return lines if len(faults) == before else []


def _prize(field: str, given: Mapping[str, object], faults: Faults) -> Prize | None:
    if given.keys() != {"first", "last", "prize"}:
        faults.append(FieldFault(field, "unknown_fields", {"names": "first, last, prize"}))
        return None
    first, last = given["first"], given["last"]
    is_right = type(first) is int and type(last) is int and 1 <= first <= last <= LARGEST_PLACE
    if not is_right:
        faults.append(FieldFault(f"{field}.first", "bad_place", {"most": LARGEST_PLACE}))
    prize = _text(f"{field}.prize", given["prize"], faults)
    return Prize(first, last, prize) if is_right else None  # type: ignore[arg-type]


def _hour(field: str, given: Mapping[str, object], faults: Faults) -> TimetableLine | None:
    if given.keys() != {"day", "time", "what"}:
        faults.append(FieldFault(field, "unknown_fields", {"names": "day, time, what"}))
        return None
    day, time = given["day"], given["time"]
    if type(day) is not int or not 1 <= day <= MOST_DAYS:
        faults.append(FieldFault(f"{field}.day", "bad_day", {"most": MOST_DAYS}))
        return None
    if not isinstance(time, str) or not _HOUR.fullmatch(time):
        faults.append(FieldFault(f"{field}.time", "bad_time"))
        return None
    return TimetableLine(day, time, _text(f"{field}.what", given["what"], faults))


def _text(field: str, given: object, faults: Faults) -> str:
    text, fault = clean(given, field=field, longest=LONGEST_PRIZE, required=True)
    faults += [fault] if fault else []
    return text


def _overlaps(field: str, prizes: Sequence[Prize]) -> Faults:
    return [
        FieldFault(f"{field}[{index}].first", "places_overlap", {"place": before.last})
        for index, (before, one) in enumerate(pairwise(prizes), start=1)
        if one.first <= before.last
    ]
