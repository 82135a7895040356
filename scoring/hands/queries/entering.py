"""Checks a posted hand against the state of its match, and settles it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from mus.course import CONTEXT, EnteredHand, HandCourse, Ruled, content_of, settle_entered
from mus.faults import Fault, RecordRefused, fault
from mus.quick import QUICK, settle_quick
from mus.reading import read
from mus.record import FORMAT, HandRecord
from mus.ruleset import RuleSet, ruleset_from
from scoring import wording
from scoring.course.queries.states import NextHand
from scoring.course.queries.stored import MOST_STONES
from tournament.errors import Conflict, Problem, Refusal, StrOrPromise

DEEPEST = 6


@dataclass(frozen=True, slots=True)
class HandContext:
    """The context of a hand: its match, the rule set in the form of a record, and the next hand."""

    match_id: int
    ruleset: object
    standing: NextHand

    @property
    def rules(self) -> RuleSet:
        return ruleset_from(self.ruleset)

    @property
    def name(self) -> str:
        """The name of the hand in records and exports: `m12-g2-h7`."""
        return f"m{self.match_id}-g{self.standing.game}-h{self.standing.hand}"


def settle_posted(
    record: object, *, at: HandContext, current: Mapping[str, Any], ruled: Ruled | None = None
) -> tuple[EnteredHand, HandCourse]:
    """The posted record as an entered hand, and its settlement.

    Mano, score and rule set come from the match; those given in the record must agree. `ruled`: an
    official's decision that comes with the hand and replaces its settlement (D7). Raises Refusal
    with every fault; Conflict (with `current`) when the record was made for another mano, score or
    rule set than the match now has.
    """
    if not isinstance(record, dict):
        raise Refusal(wording.problems([fault("bad_json", "")]))
    given, faults = _context(record, at)
    chosen = at.standing.mano_is_free and record.get("mano") is not None
    mano = given.mano if chosen else at.standing.mano
    content = _as_written(content_of(record))
    if ruled is not None:
        faults = [*faults, *_unwritable(content, at)]
    entered = EnteredHand(at.name, content, mano if at.standing.mano_is_free else None, ruled)
    try:
        settled = settle_entered(entered, ruleset=at.ruleset, mano=mano, score=at.standing.score)
    except RecordRefused as refused:
        faults = [*faults, *refused.faults]
    if faults:
        raise Refusal(wording.problems(faults))
    _must_fit(settled)
    _must_agree(record, given, at, current)
    return entered, settled


def _context(record: Mapping[str, object], at: HandContext) -> tuple[HandRecord, list[Fault]]:
    """What the record says about the match (rule set, mano, score), and faults for what cannot be
    read."""
    said = {name: record[name] for name in CONTEXT if name in record}
    named = read(
        {
            "format": said.pop("format", FORMAT),
            "id": said.pop("id", None),
            "ruleset": said.pop("ruleset", None),
            "mano": 0,
        }
    )
    where = {"mano": at.standing.mano, **{k: v for k, v in said.items() if v is not None}}
    placed = read({**where, "ruleset": at.ruleset})
    faults = [*named.faults, *placed.faults]
    return placed.record._replace(ruleset=named.record.ruleset), faults


def _unwritable(content: Mapping[str, object], at: HandContext) -> tuple[Fault, ...]:
    """The faults of a hand that cannot be read. An official's decision replaces only the
    settlement: the hand itself must still be readable."""
    if QUICK in content:
        try:
            settle_quick(content[QUICK], score=at.standing.score, target=at.rules.target)
        except RecordRefused as refused:
            return tuple(found for found in refused.faults if found.code == "bad_quick")
        return ()
    return read({**content, "ruleset": at.ruleset, "mano": at.standing.mano}).faults


def _must_agree(
    record: Mapping[str, object], given: HandRecord, at: HandContext, current: Mapping[str, Any]
) -> None:
    """Raises Conflict, with everything that differs, unless the record was made for the match as it
    now is."""
    problems: list[Problem] = []
    if record.get("score") is not None and given.score != at.standing.score:
        problems.append(Problem("score", "other_score", _OTHER["score"]))
    if not at.standing.mano_is_free and given.mano != at.standing.mano:
        problems.append(Problem("mano", "other_mano", _OTHER["mano"]))
    if record.get("ruleset") is not None and given.ruleset != at.rules:
        problems.append(Problem("ruleset", "other_ruleset", _OTHER["ruleset"]))
    if problems:
        raise Conflict(problems, current=current)


_OTHER: dict[str, StrOrPromise] = {
    "score": _("The match does not stand at this score any more. Look at it, then enter the hand."),
    "mano": _(
        "Another seat is mano in this hand. The mano moves one seat after each hand: check who "
        "sits where."
    ),
    "ruleset": _("This match is played under another rule set. Load the match again."),
}


def _must_fit(settled: HandCourse) -> None:
    claim: Any = settled.record.get("claim") or [0, 0]
    numbers = {"bets": max(settled.score), "claim": max(claim)}
    too_large = [
        Fault("too_many_stones", path, {"most": MOST_STONES})
        for path, number in numbers.items()
        if number > MOST_STONES
    ]
    if too_large:
        raise Refusal(wording.problems(too_large))


def _as_written(value: Any, depth: int = 0) -> Any:
    """The value with 4.0 stored as 4: JSON has one kind of number, and a record must have one
    spelling.

    Values nested deeper than any record are left unchanged: the rules refuse them.
    """
    if depth > DEEPEST:
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_as_written(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {name: _as_written(item, depth + 1) for name, item in value.items()}
    return value
