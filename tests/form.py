"""The form of what services refuse and log, held in whichever test meets it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils import translation
from django.utils.functional import Promise

from tournament.errors import Problem

CODE = re.compile(r"[a-z][a-z0-9_]*")
FIELD = re.compile(r"([a-z][a-z0-9_]*)?([.\[].*)?", re.DOTALL)
"""A field of the input, and within it whatever was sent."""
SENT = {"bad_json", "quick_stands_alone"}
"""Of these the field is one that nobody knows, called whatever it was called."""
UNFILLED = re.compile(r"\bNone\b|%\(\w+\)")
NAME = re.compile(r"[a-z][a-z0-9_]*|[AB]|\d+")
WHOLE = {"record", "settlement", "settings", "ruleset", "proposed", "outcome"}
"""What is kept under these names has a form of its own."""


def must_be_a_problem(problem: Problem) -> None:
    """A refusal names a field and a code for programs, and says in the reader's language what is
    wrong: each of its sentences is translated, and every place in it is filled."""
    assert isinstance(problem.field, str), problem
    assert problem.code in SENT or FIELD.fullmatch(problem.field), problem
    assert CODE.fullmatch(problem.code), problem
    assert isinstance(problem.message, str | Promise), problem
    if isinstance(problem.message, Promise):
        with translation.override("en"):
            english = str(problem.message)
        with translation.override("es"):
            spanish = str(problem.message)
        assert english != spanish, f"{problem.code}: not translated: {english}"
        said = english.replace(problem.field, "") if problem.field else english  # whatever was sent
        assert not UNFILLED.search(said), f"{problem.code}: nothing said: {english}"


def must_be_an_entry(data: Any) -> None:
    """An event's data has plain names all the way down."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            assert NAME.fullmatch(str(name)), name
            if name not in WHOLE:
                must_be_an_entry(value)
    elif isinstance(data, list | tuple):
        for value in data:
            must_be_an_entry(value)


def must_be_told() -> None:
    """Every tournament is the one that its log tells. What tests write into rows by themselves to
    get there is passed over: how many games are played, and the table's name for a pair."""
    from scoring.proof.queries.stored import stored
    from scoring.proof.rules.parting import partings
    from scoring.proof.rules.replay import Replay
    from tournament.championship.models import Tournament
    from tournament.log.queries.log import entries_of

    for tournament in Tournament.objects.all():
        replay = Replay().apply_events(entries_of(tournament=tournament))
        held = stored(tournament=tournament, replay=replay)
        parted = [str(one) for one in partings(replay, held) if "best_of" not in one.where]
        assert not parted, parted[:5]
