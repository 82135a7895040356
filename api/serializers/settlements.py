"""The records and settlements of the open format, for OpenAPI only: the rules engine reads and
writes them itself."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.serializers.errors import Fault

SIDES = ["A", "B"]


def two_numbers(help_text: str, *, required: bool = True) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        help_text=help_text,
        required=required,
    )


class LedgerEntry(serializers.Serializer[Any]):
    """One payment, in the order in which it was paid."""

    pair = serializers.ChoiceField(SIDES)
    lance = serializers.ChoiceField(["grande", "chica", "pares", "juego"])
    kind = serializers.ChoiceField(["deje", "paso", "envite", "pares", "juego", "punto", "ordago"])
    stones = serializers.IntegerField(min_value=1)


class FalseWord(serializers.Serializer[Any]):
    """A false declaration and the clause it falls under."""

    clause = serializers.CharField()
    lance = serializers.ChoiceField(["pares", "juego"], allow_null=True)
    seat = serializers.IntegerField()


class ClaimCheck(serializers.Serializer[Any]):
    """The table's claim against the rules: claimed minus right."""

    agrees = serializers.BooleanField()
    difference = two_numbers("For A and B.")


class Settled(serializers.Serializer[Any]):
    """What the rules make of one hand."""

    id = serializers.JSONField(required=False, help_text="The record's own, echoed.")
    ok = serializers.BooleanField(help_text="true")
    winners = serializers.DictField(child=serializers.ChoiceField(SIDES, allow_null=True))
    ledger = LedgerEntry(many=True)
    stones = two_numbers("Taken in this hand by A and B.")
    score = two_numbers("After the hand.")
    game_winner = serializers.ChoiceField(SIDES, allow_null=True)
    penalties = FalseWord(many=True)
    needs_ruling = serializers.BooleanField()
    claim = ClaimCheck(required=False, allow_null=True)


class NotSettled(serializers.Serializer[Any]):
    """The record cannot be true; every fault that was found."""

    id = serializers.JSONField(required=False, help_text="The record's own, echoed.")
    ok = serializers.BooleanField(help_text="false")
    errors = Fault(many=True)


class SettledOrNot(serializers.Serializer[Any]):
    """One of a list: with `ok` true a settlement's fields, with `ok` false its `errors`."""

    id = serializers.JSONField(required=False, help_text="The record's own, echoed.")
    ok = serializers.BooleanField()
    errors = Fault(many=True, required=False)
    winners = serializers.DictField(
        child=serializers.ChoiceField(SIDES, allow_null=True), required=False
    )
    ledger = LedgerEntry(many=True, required=False)
    stones = two_numbers("Taken in this hand by A and B.", required=False)
    score = two_numbers("After the hand.", required=False)
    game_winner = serializers.ChoiceField(SIDES, allow_null=True, required=False)
    penalties = FalseWord(many=True, required=False)
    needs_ruling = serializers.BooleanField(required=False)
    claim = ClaimCheck(required=False, allow_null=True)
