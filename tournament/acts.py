"""What an official's act says beside what it does, for services that hand it on as it came.

Where it ends it is handed on as arguments (`writing_of(**act)`), so that a misspelt one of a
service is a TypeError and nothing is written.
"""

from collections.abc import Sequence
from typing import Required, TypedDict

from tournament.log.rules.roles import Actor


class Decision(TypedDict, total=False):
    """`expected_version`: the version of what changes that the official has seen."""

    actor: Required[Actor]
    reason: Required[str]
    expected_version: int | None


class Act(Decision, total=False):
    """`sets_aside`: the later matches that the official has agreed to set aside."""

    sets_aside: Sequence[int]
