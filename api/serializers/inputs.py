"""What requests may carry. Types only: what may be done is for the services to say."""

from __future__ import annotations

from rest_framework import serializers

from api.fields import Choice, Input, Record, Text, Whole, YesNo
from tournament.rules.regulations import BEST_OF, REGULATIONS

SIDES = ["A", "B"]


def reason(*, required: bool = True) -> Text:
    return Text(max_length=500, required=required, allow_blank=not required)


def version() -> Whole:
    """The match's version that the asker has seen; another one now is a conflict."""
    return Whole(required=False, min_value=1)


def two_games() -> serializers.ListField:
    return serializers.ListField(
        child=Whole(max_value=9), min_length=2, max_length=2, help_text="Games of A and of B."
    )


class Reasoned(Input):
    reason = reason()


class TokenRequest(Input):
    name = Text(max_length=80, help_text="What will use it.")


class TournamentChange(Input):
    """Fields that are left out stay as they are."""

    name = Text(max_length=120, required=False)
    place = Text(max_length=120, required=False, allow_blank=True)
    starts_at = serializers.DateTimeField(required=False)
    regulation = Choice(list(REGULATIONS), required=False)
    settings = Record(
        required=False, help_text='What differs from the regulation, such as {"target": 30}.'
    )
    courtesy_minutes = Whole(max_value=240, required=False)


class TournamentRequest(TournamentChange):
    name = Text(max_length=120)
    starts_at = serializers.DateTimeField()
    tables = Whole(min_value=1, max_value=500, required=False)
    is_rehearsal = YesNo(required=False)
    slug = serializers.SlugField(max_length=60, required=False)


class FewerGames(Reasoned):
    best_of = Choice(list(BEST_OF))


SAME_NAMES = (
    "Yes: pairs and players whose names are entered already are other people with the same names."
)


class PairChange(Input):
    """Fields that are left out stay as they are."""

    player_1 = Text(max_length=80, required=False)
    player_2 = Text(max_length=80, required=False)
    club = Text(max_length=80, required=False, allow_blank=True)
    contact = Text(max_length=120, required=False, allow_blank=True)


class PairRequest(PairChange):
    player_1 = Text(max_length=80)
    player_2 = Text(max_length=80)
    allow_duplicate = YesNo(required=False, help_text=SAME_NAMES)


class EntryList(Input):
    """A pasted list or the text of a CSV file, one pair a line."""

    text = Text(max_length=400_000, trim_whitespace=False)
    allow_duplicates = YesNo(required=False, help_text=SAME_NAMES)


class EntryText(Input):
    text = Text(max_length=400_000, trim_whitespace=False)


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


class WalkoverRequest(Reasoned):
    winner = Choice(SIDES)
    expected_version = version()


class ResultRequest(Input):
    games = two_games()
    reason = reason(required=False)
    over_recorded = YesNo(
        required=False, help_text="True: it goes over the hands or games that are recorded."
    )
    expected_version = version()


class NewResult(Reasoned):
    games = two_games()
    expected_version = version()


class Pairing(Input):
    """One consolation round: two pairs' numbers a match."""

    pairings = serializers.ListField(
        child=serializers.ListField(child=Whole(min_value=1), min_length=2, max_length=2),
        min_length=1,
        max_length=512,
    )
    best_of = Choice(list(BEST_OF), required=False)
    allow_rematches = YesNo(required=False)


class TableCount(Input):
    count = Whole(min_value=1, max_value=500)


class Username(Input):
    username = Text(max_length=150)


class JoinRequest(Input):
    token = Text(max_length=200, help_text="The last part of the table's link.")
    label = Text(max_length=80, required=False, allow_blank=True)


class PageRequest(Input):
    """Which part of a list."""

    page = serializers.IntegerField(required=False, min_value=1, max_value=1_000_000, default=1)
    page_size = serializers.IntegerField(required=False, min_value=1, max_value=100, default=20)
