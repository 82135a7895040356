"""The regulations a tournament can be played under, and the settings of a rule set."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Open, shown
from api.schema import described
from api.serializers.answers import AnyRegulation
from mus import PRESETS, SETTINGS
from tournament.formats.regulations import REGULATIONS


class RuleSets(serializers.Serializer[Any]):
    """Every preset with its settings, and what each setting may be."""

    presets = serializers.DictField(child=serializers.DictField())
    settings = serializers.DictField(child=serializers.ListField(child=serializers.JSONField()))


class PresetViewSet(Open):
    tag = "presets"

    @described(AnyRegulation(many=True))
    def regulations(self, request: Request) -> Response:
        """The regulations: games, kings, target and what they foresee."""
        return shown(AnyRegulation, list(REGULATIONS.values()))

    @described(RuleSets)
    def rulesets(self, request: Request) -> Response:
        """The rule sets that a hand record can name."""
        presets = {key: _settings(rules) for key, rules in PRESETS.items()}
        choices = {name: list(setting.choices) for name, setting in SETTINGS.items()}
        return Response({"presets": presets, "settings": choices})


def _settings(rules: Any) -> dict[str, Any]:
    return {name: getattr(rules, name) for name in SETTINGS}
