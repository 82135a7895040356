"""The shapes of requests about pairs: one pair, or a whole entry list."""

from __future__ import annotations

from typing import Any

from rest_framework.serializers import Field

from api.fields import Choice, Input, Text, Whole, YesNo
from api.serializers.inputs import Reasoned, Return, reason
from tournament.entries.models import ENTERED

SAME_NAMES = (
    "Yes: pairs and players whose names are entered already are other people with the same names."
)


class PairChange(Input):
    """Fields that are left out stay as they are."""

    is_new = False

    def get_fields(self) -> dict[str, Field[Any, Any, Any, Any]]:
        """The texts of a pair, then the fields of this class."""
        of_pair: dict[str, Field[Any, Any, Any, Any]] = {
            field.name: Text(
                max_length=field.max_length,
                required=self.is_new and not field.blank,
                allow_blank=field.blank,
            )
            for field in ENTERED
        }
        return {**of_pair, **super().get_fields()}


class PairMend(PairChange):
    reason = reason(required=False)


class Substitution(Reasoned):
    """Another person takes the seat of player `out`."""

    out = Choice([1, 2])
    player = Text(max_length=80)
    leaves = Text(
        max_length=80,
        required=False,
        help_text="Who is in the seat, as you saw it: refused (409) when somebody else is by now.",
    )
    beyond_rule = YesNo(
        required=False,
        help_text="Although the tournament's rules allow no more, or none so late (T6).",
    )


class Departure(Return):
    """A pair leaves, and why."""

    expected_version = Whole(
        required=False,
        help_text="The pair's `version` that the sender has seen: another one is a conflict.",
    )


class Disqualification(Departure):
    """A pair is disqualified, and why."""

    place_stays_empty = YesNo(
        required=False,
        help_text="Those behind a pair that has played its last match do not move up: its place, "
        "or its title, is nobody's (T8).",
    )


class Reinstatement(Departure):
    """A pair is brought back, and why."""

    allow_duplicate = YesNo(required=False, help_text=SAME_NAMES)


class PairRequest(PairChange):
    is_new = True

    allow_duplicate = YesNo(required=False, help_text=SAME_NAMES)


class LatePair(PairChange):
    """A new pair by its texts, or one that was left out of the draw by `pair_number`."""

    match = Whole(min_value=1, help_text="The match of a free place, as `places/` lists it.")
    side = Choice(["A", "B"], help_text="The side of the free place.")
    pair_number = Whole(
        required=False, min_value=1, help_text="A pair that was entered and not drawn."
    )
    reason = reason()
    allow_duplicate = YesNo(required=False, help_text=SAME_NAMES)


class EntryList(Input):
    """A pasted list or the text of a CSV file, one pair a line."""

    text = Text(max_length=400_000, trim_whitespace=False)
    allow_duplicates = YesNo(required=False, help_text=SAME_NAMES)


class EntryText(Input):
    text = Text(max_length=400_000, trim_whitespace=False)
