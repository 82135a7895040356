"""Common arguments of an act, and its follow-ups in other rooms.

Common arguments: where they end they are handed on as arguments (`writing_of(**act)`), so that a
misspelt one of a service is a TypeError and nothing is written.

Follow-ups: `tournament` does not know of hands and circuits. Where questions about hands must be
closed, or a substitute counted, the room that knows of them registers a follow-up of the act, in an
explicit list (`scoring/follow_ups.py`, `season/follow_ups.py`). So each act is one verb, and nobody
can call half of it.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec, Required, TypedDict, TypeVar

from django.db import transaction

from tournament.log.rules.roles import Actor


class Decision(TypedDict, total=False):
    """`expected_version`: the version of what changes that the official has seen."""

    actor: Required[Actor]
    reason: Required[str]
    expected_version: int | None


class Act(Decision, total=False):
    """`sets_aside`: the later matches that the official has agreed to set aside."""

    sets_aside: Sequence[int]


P = ParamSpec("P")
T = TypeVar("T")
Steps = Generator[Mapping[str, Any], Any, None]
FollowUp = Callable[..., Steps]
"""Gets the act's arguments. What stands before its `yield` comes before the act, and may refuse; it
yields the arguments that it adds or changes, and is sent what the act returned."""
FollowUps = Mapping[Callable[..., Any], tuple[FollowUp, ...]]
"""Act → what follows from it, in order."""
_follow_ups: dict[Callable[..., Any], tuple[FollowUp, ...]] = {}


def register(follow_ups: FollowUps) -> None:
    """Adds follow-ups of acts, in their order. Raises KeyError for what is no act with such."""
    for act, steps in follow_ups.items():
        known = _follow_ups[act]
        _follow_ups[act] = (*known, *(step for step in steps if step not in known))


def with_follow_ups(verb: Callable[P, T]) -> Callable[P, T]:
    """The act as one transaction with all that follows from it."""

    @wraps(verb)
    def act(*args: P.args, **kwargs: P.kwargs) -> T:
        arguments: dict[str, Any] = dict(kwargs)
        with transaction.atomic():
            begun: list[Steps] = []
            for follow_up in _follow_ups[act]:
                steps = follow_up(**arguments)
                arguments |= next(steps)
                begun.append(steps)
            done = verb(*args, **arguments)
            for steps in begun:
                _finish(steps, done)
        return done

    _follow_ups[act] = ()
    return act


def _finish(steps: Steps, done: object) -> None:
    try:
        steps.send(done)
    except StopIteration:
        return
    raise RuntimeError("a follow-up yields once")
