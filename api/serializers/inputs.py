"""The shapes of requests. Serializers check types; services decide what is allowed."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import Choice, Input, Moment, Record, Slug, Text, Whole, YesNo
from mus.schema import setting_schema
from scoring.rulings.models import VERDICTS
from tournament.formats.registry import FORMATS
from tournament.formats.regulations import BEST_OF, REGULATIONS, SETTINGS
from tournament.tables.rules import MOST_KEY_LENGTH

SIDES = ["A", "B"]
BY_THE_PLACE = "Without an offset from UTC: by the clock of the place."


def reason(*, required: bool = True) -> Text:
    return Text(max_length=500, required=required, allow_blank=not required)


@extend_schema_field(
    {
        "type": "object",
        "properties": {name: setting_schema(setting) for name, setting in SETTINGS.items()},
        "additionalProperties": False,
    }
)
class Settings(Record):
    """The settings of a tournament's rules by name."""


def version() -> Whole:
    """The match's version that the sender has seen. If the current version differs, it is a
    conflict."""
    return Whole(required=False, min_value=1)


def case_version() -> Whole:
    """The version of the Tribunal's case that the sender has seen."""
    return Whole(
        required=False, help_text="The `version` of the case: another one by now is a conflict."
    )


def sets_aside() -> serializers.ListField:
    """The ids of later matches that the change will set aside, as the sender has seen them."""
    return serializers.ListField(
        child=Whole(min_value=1),
        required=False,
        max_length=1_000,
        help_text="Just the matches in `cascade.sets_aside` of the preview, or of the refusal "
        "`later_match_begun`: each is kept as played, and its place in the bracket played again.",
    )


def two_games() -> serializers.ListField:
    return serializers.ListField(
        child=Whole(max_value=9), min_length=2, max_length=2, help_text="Games of A and of B."
    )


class Reasoned(Input):
    reason = reason()


class PauseLength(Input):
    minutes = Whole(min_value=1, max_value=240)


class Announcement(PauseLength):
    starts_at = Moment(
        required=False,
        help_text=f"Left out: from now on. {BY_THE_PLACE}",
    )
    reason = Text(max_length=60, help_text="What for, in a word: lunch.")
    stops_clock = serializers.BooleanField(
        required=False, help_text="The six hours (T5) stand still meanwhile. Left out: they go on."
    )


class TokenRequest(Input):
    name = Text(max_length=80, help_text="What will use it.")
    scope = serializers.ChoiceField(
        choices=["read", "write"],
        required=False,
        help_text="`read`: it asks and changes nothing. Without it: `write`.",
    )
    days = serializers.IntegerField(
        min_value=1,
        max_value=3650,
        required=False,
        help_text="After so many days it is of no use. Without it: until it is revoked.",
    )


class TournamentChange(Input):
    """Fields that are left out stay as they are."""

    name = Text(max_length=120, required=False)
    place = Text(max_length=120, required=False, allow_blank=True)
    starts_at = Moment(required=False, help_text=BY_THE_PLACE)
    time_zone = Text(
        max_length=64,
        required=False,
        allow_blank=True,
        help_text="The clock of its place, such as Europe/Madrid; empty: the server's.",
    )
    regulation = Choice(list(REGULATIONS), required=False)
    settings = Settings(
        required=False,
        help_text='What differs from the regulation, such as {"games_to_win": 4, "target": 30}.',
    )
    format = Choice(
        ["", *FORMATS], required=False, help_text="How it is played; empty: as the regulation says."
    )
    format_options = Record(
        required=False,
        help_text='What is chosen about the format, such as {"third_place": true, "seeds": [3]}.',
    )
    courtesy_minutes = Whole(max_value=240, required=False)


class TournamentRequest(TournamentChange):
    name = Text(max_length=120)
    starts_at = Moment(help_text=BY_THE_PLACE)
    tables = Whole(min_value=1, max_value=500, required=False)
    is_rehearsal = YesNo(required=False)
    slug = Slug(max_length=60, required=False)


class FewerGames(Reasoned):
    best_of = Choice(list(BEST_OF))
    from_round = Whole(
        required=False, min_value=1, max_value=200, help_text="From that round on; 1: everything."
    )


class LastReduction(Reasoned):
    event = Whole(min_value=1, help_text="The event of the log that told of the fewer games.")


class DrawRequest(Input):
    seed = Text(
        required=False, max_length=200, help_text="The same seed draws the same bracket again."
    )


class TableChoice(Input):
    table_number = Whole(allow_null=True, min_value=1, help_text="A table's number; null: none.")
    expected_version = version()


class Seating(Input):
    """Players 1 and 2 of each pair, by seat: A at 0 and 2, B at 1 and 3."""

    A = serializers.ListField(child=Whole(min_value=1, max_value=2), min_length=2, max_length=2)
    B = serializers.ListField(child=Whole(min_value=1, max_value=2), min_length=2, max_length=2)


class StartRequest(Input):
    table_number = Whole(required=False, allow_null=True, min_value=1)
    seating = Seating(required=False)
    first_mano = Whole(required=False, max_value=3)
    four_kings = YesNo(required=False)
    expected_version = version()


class Undo(Reasoned):
    expected_version = version()


class Reopening(Undo):
    sets_aside = sets_aside()


class Return(Reasoned):
    sets_aside = sets_aside()


class CaseRequest(Input):
    ruling = Whole(min_value=1, help_text="The open repetition, a third or later false claim.")
    reason = reason(required=False)
    expected_version = Whole(
        required=False, help_text="The `version` in the inbox: another one by now is a conflict."
    )


class Heard(Input):
    note = Text(max_length=500, help_text="What was said; it goes on the record.")
    expected_version = case_version()


class VerdictChoice(Input):
    verdict = Choice(VERDICTS)


class VerdictRequest(VerdictChoice, Return):
    """The Tribunal's word, and why."""

    expected_version = case_version()


class VerdictBack(Reasoned):
    """A verdict is taken back, and why."""

    expected_version = case_version()


class WalkoverRequest(Return):
    winner = Choice(SIDES)
    expected_version = version()


class ResultRequest(Input):
    games = two_games()
    reason = reason(required=False)
    over_recorded = YesNo(
        required=False, help_text="True: it goes over the hands or games that are recorded."
    )
    expected_version = version()
    sets_aside = sets_aside()


class Games(Input):
    games = two_games()


class NewResult(Games, Reasoned):
    expected_version = version()
    sets_aside = sets_aside()


class Pairing(Input):
    """One consolation round: two pairs' numbers a match."""

    pairings = serializers.ListField(
        child=serializers.ListField(child=Whole(min_value=1), min_length=2, max_length=2),
        min_length=1,
        max_length=512,
    )
    best_of = Choice(list(BEST_OF), required=False)
    allow_rematches = YesNo(required=False)


class PairNumber(Input):
    pair = Whole(min_value=1, help_text="The pair's number.")


class TableCount(Input):
    count = Whole(min_value=1, max_value=500)


class Username(Input):
    username = Text(max_length=150)


class JoinRequest(Input):
    token = Text(max_length=200, help_text="The last part of the table's link.")
    label = Text(max_length=80, required=False, allow_blank=True)
    known_as = Text(
        max_length=200,
        required=False,
        allow_blank=True,
        help_text="The device's own token, when it has one: it stays the same device.",
    )
    public_key = Text(
        max_length=MOST_KEY_LENGTH,
        required=False,
        allow_blank=True,
        help_text="What it signs agreements with: `ed25519:` or `p256:`, then base64.",
    )


class PageRequest(Input):
    """The part of a list that is asked for."""

    page = serializers.IntegerField(required=False, min_value=1, max_value=1_000_000, default=1)
    page_size = serializers.IntegerField(required=False, min_value=1, max_value=100, default=20)
