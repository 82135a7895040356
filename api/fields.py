"""Input fields with strict JSON types: "5" is not a number, 1 is not true, a number is not a
text. And the fields that several request bodies share."""

from base64 import b64decode
from collections.abc import Mapping
from datetime import MAXYEAR, MINYEAR, datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.utils.timezone import get_default_timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

# The largest value of PostgreSQL's integer columns.
LARGEST = 2_147_483_647


class Whole(serializers.IntegerField):
    """A whole number, written as one."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("min_value", 0)
        kwargs.setdefault("max_value", LARGEST)
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return data


class Text(serializers.CharField):
    """A text; spaces around it are dropped."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


@extend_schema_field({"type": "string", "format": "byte"})
class File(serializers.Field[bytes, str, str, Any]):
    """The bytes of a file, in base64."""

    default_error_messages = {
        "invalid": _("This is no file in base64. Encode its bytes in base64.")
    }

    def to_internal_value(self, data: Any) -> bytes:
        try:
            return b64decode(data, validate=True)
        except (TypeError, ValueError):
            self.fail("invalid")


class Slug(serializers.SlugField):
    """A short name for an address: letters, digits, hyphens and underscores."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Moment(serializers.DateTimeField):
    """A day and an hour. A moment without an offset from UTC is meant in the time zone of the
    tournament's place. It stays without an offset until `by_clock_of` gets this time zone."""

    default_error_messages = {"overflow": _("Give a year between 2000 and 2200.")}

    def enforce_timezone(self, value: datetime) -> datetime:
        if value.tzinfo is not None:
            return super().enforce_timezone(value)
        if not MINYEAR < value.year < MAXYEAR:
            self.fail("overflow")
        return value


def by_clock_of(zone: str, values: dict[str, Any]) -> dict[str, Any]:
    """`values`, with every moment without an offset read in this time zone (an IANA name). With an
    unknown name the server's time zone is used: the service that checks the name refuses it."""
    clock = ZoneInfo(zone) if zone in available_timezones() else get_default_timezone()
    return {
        name: value.replace(tzinfo=clock)
        if isinstance(value, datetime) and value.tzinfo is None
        else value
        for name, value in values.items()
    }


class YesNo(serializers.BooleanField):
    """true or false."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class Choice(serializers.ChoiceField):
    """One of some texts, or of some numbers."""

    def to_internal_value(self, data: Any) -> Any:
        if type(data) is not type(next(iter(self.choices))):
            self.fail("invalid_choice", input=str(data)[:40])
        return super().to_internal_value(data)


class Listing(serializers.ListField):
    """A list. Its length is looked at before its elements, and after some that are wrong the rest
    is not read: what is refused costs little."""

    MOST_FAULTS = 20

    def to_internal_value(self, data: Any) -> list[Any]:
        if not isinstance(data, list):
            self.fail("not_a_list", input_type=type(data).__name__)
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        read: list[Any] = []
        faults: dict[int, Any] = {}
        for at, one in enumerate(data):
            try:
                read.append(self.child.run_validation(one))
            except serializers.ValidationError as error:
                faults[at] = error.detail
                if len(faults) == self.MOST_FAULTS:
                    break
        if faults:
            raise serializers.ValidationError(faults)
        return read


class Record(serializers.DictField):
    """A JSON object that a service reads itself, such as a hand record."""


class Input(serializers.Serializer[Any]):
    """A request body: an object with these fields and no others. Never saves anything."""

    default_error_messages = {
        "unknown_field": _("There is no such field here. Remove it, or check its spelling.")
    }

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = [name for name in data if name not in self.fields]
            if unknown:
                raise serializers.ValidationError(
                    {
                        str(name)[:80]: serializers.ErrorDetail(
                            self.error_messages["unknown_field"], code="unknown_field"
                        )
                        for name in unknown[:20]
                    }
                )
        return super().to_internal_value(data)


class Nothing(Input):
    """A request without a body, or with an empty object."""


SIDES = ["A", "B"]
BY_THE_PLACE = "Without an offset from UTC: by the clock of the place."


def reason(*, required: bool = True) -> Text:
    return Text(max_length=500, required=required, allow_blank=not required)


def version() -> Whole:
    """Field: the match's version that the sender has seen; another current version is a
    conflict."""
    return Whole(required=False, min_value=1)


def sets_aside() -> serializers.ListField:
    """Field: the ids of later matches that the change sets aside, as the sender has seen them."""
    return Listing(
        child=Whole(min_value=1),
        required=False,
        max_length=1_000,
        help_text="Just the matches in `cascade.sets_aside` of the preview, or of the refusal "
        "`later_match_begun`: each is kept as played, and its place in the bracket played again.",
    )


def two(most: int, help_text: str, **more: Any) -> serializers.ListField:
    """Field: a number for each side."""
    child = Whole(max_value=most)
    return Listing(child=child, min_length=2, max_length=2, help_text=help_text, **more)


def two_games() -> serializers.ListField:
    return two(9, "Games of A and of B.")


class Reasoned(Input):
    reason = reason()


class Return(Reasoned):
    sets_aside = sets_aside()


class Undo(Reasoned):
    expected_version = version()


class Decision(Undo):
    sets_aside = sets_aside()
