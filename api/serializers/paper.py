"""The shapes of requests and answers about paper."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from rest_framework import serializers

from api.fields import Input
from publication.paper import WHAT


class PaperWanted(Input):
    """Which paper, in which language."""

    what = serializers.ChoiceField(
        choices=list(WHAT), help_text="`actas`: of every match; `everything`: all sheets there are."
    )
    language = serializers.ChoiceField(
        choices=[code for code, _name in settings.LANGUAGES],
        required=False,
        help_text="Left out: the language of the request.",
    )


class PaperFile(serializers.Serializer[Any]):
    """A file and how far it is: `done` of `of` sheets; `size` in bytes, 0 until it is ready."""

    id = serializers.IntegerField()
    file_name = serializers.CharField()
    state = serializers.CharField(help_text="queued, running, done, failed, stuck")
    done = serializers.IntegerField()
    of = serializers.IntegerField()
    size = serializers.IntegerField()
    asked_at = serializers.DateTimeField()
